package referee

import (
	"encoding/json"
	"fmt"
	"slices"
)

// entry is one kind of game as this package knows it.
type entry struct {
	rules Rules
	// empty returns a referee without state, to be filled from JSON.
	empty func() Referee
	// hidden are the roles whose players must not admit them, nor what these roles tell them.
	hidden []string
}

// entries returns all rules. New rules are one more line.
func entries() []entry {
	return []entry{
		{turingRules{turingID}, func() Referee { return &turing{} }, []string{machine}},
		{turingRules{reverseTuringID}, func() Referee { return &turing{} }, []string{machine}},
		{mafiaRules{}, func() Referee { return &mafia{} }, []string{mafioso}},
		{gameshowRules{}, func() Referee { return &gameshow{} }, []string{ai}},
		{avalonRules{}, func() Referee { return &avalon{} }, []string{merlin, percival, morgana, assassin, minion, mordred, oberon}},
	}
}

func find(id string) (entry, bool) {
	for _, e := range entries() {
		if e.rules.ID() == id {
			return e, true
		}
	}
	return entry{}, false
}

// Find returns the rules with this id.
func Find(id string) (Rules, bool) {
	e, ok := find(id)
	return e.rules, ok
}

// IDs returns the ids of all rules, in the order in which they are published.
func IDs() (ids []string) {
	for _, e := range entries() {
		ids = append(ids, e.rules.ID())
	}
	return ids
}

// Hidden returns the roles that the players of rules conceal.
func Hidden(id string) []string {
	e, _ := find(id)
	return e.hidden
}

// concealed returns what each seat conceals: its role, if that is hidden.
func concealed(rulesID string, roles map[string]string) map[string][]string {
	conceal, hidden := map[string][]string{}, Hidden(rulesID)
	for seat, role := range roles {
		if slices.Contains(hidden, role) {
			conceal[seat] = []string{role}
		}
	}
	return conceal
}

// Options returns the JSON schema of the options of rules.
func Options(id string) ([]byte, bool) {
	_, ok := find(id)
	return schemaOf(id), ok
}

// Decode returns the referee whose state is the JSON. It is the inverse of json.Marshal.
func Decode(rulesID string, data []byte) (Referee, error) {
	e, ok := find(rulesID)
	if !ok {
		return nil, fmt.Errorf("referee: decode: there are no rules %q", rulesID)
	}
	r := e.empty()
	if err := json.Unmarshal(data, r); err != nil {
		return nil, fmt.Errorf("referee: decode %s: %w", rulesID, err)
	}
	return r, nil
}
