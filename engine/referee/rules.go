package referee

import (
	"encoding/json"
	"fmt"
	"slices"

	"ringer/engine/referee/avalon"
	"ringer/engine/referee/gameshow"
	"ringer/engine/referee/mafia"
	"ringer/engine/referee/match"
	"ringer/engine/referee/turing"
	"ringer/engine/referee/werewolf"
	"ringer/engine/session"
)

// What all rules share, as the users of the registry name it.
type (
	Rules    = match.Rules
	Referee  = match.Referee
	Start    = match.Start
	Deal     = match.Deal
	Decision = match.Decision
	Result   = match.Result
)

// Ballot is a vote that the rules have counted.
type Ballot = match.Ballot

// AccusationVote is the vote id with which a person accuses in the games about machines.
const AccusationVote = turing.AccusationVote

// all holds all rules, in the order in which they are published. New rules are one more entry.
var all = []Rules{turing.Turing, turing.Reverse, turing.Elimination{}, turing.ThreeParty{}, mafia.Rules{}, gameshow.Rules{}, avalon.Rules{}, werewolf.Rules{}}

// Find returns the rules with this id.
func Find(id string) (Rules, bool) {
	i := slices.IndexFunc(all, func(r Rules) bool { return r.ID() == id })
	if i < 0 {
		return nil, false
	}
	return all[i], true
}

// CheckOptions refuses options that rules do not have, with pointers such as /options/day_ms.
func CheckOptions(id string, raw json.RawMessage) (errs session.Errors) {
	if rules, ok := Find(id); ok {
		match.ParseOptions[map[string]any](rules, raw, &errs)
	} else {
		errs.Add(session.CodeInvalidOption, "/options", "belongs to rules that have options; say it in rules_text")
	}
	return errs
}

// IDs returns the ids of all rules.
func IDs() (ids []string) {
	for _, r := range all {
		ids = append(ids, r.ID())
	}
	return ids
}

// Decode returns the referee whose state is the JSON. It is the inverse of json.Marshal.
func Decode(rulesID string, data []byte) (Referee, error) {
	rules, ok := Find(rulesID)
	if !ok {
		return nil, fmt.Errorf("referee: decode: there are no rules %q", rulesID)
	}
	r := rules.Empty()
	if err := json.Unmarshal(data, r); err != nil {
		return nil, fmt.Errorf("referee: decode %s: %w", rulesID, err)
	}
	return r, nil
}
