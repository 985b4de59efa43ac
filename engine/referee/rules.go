package referee

import (
	"encoding/json"
	"fmt"
)

// entry is one kind of game as this package knows it.
type entry struct {
	rules Rules
	// empty returns a referee without state, to be filled from JSON.
	empty func() Referee
}

// entries returns all rules. New rules are one more line.
func entries() []entry {
	return []entry{
		{turingRules{turingID}, func() Referee { return &turing{} }},
		{turingRules{reverseTuringID}, func() Referee { return &turing{} }},
		{mafiaRules{}, func() Referee { return &mafia{} }},
		{gameshowRules{}, func() Referee { return &gameshow{} }},
		{avalonRules{}, func() Referee { return &avalon{} }},
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
