package referee

import (
	"testing"

	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

// TestOptions: each schema has the options of its struct, with the same defaults.
func TestOptions(t *testing.T) {
	t.Parallel()
	var errs session.Errors
	for id, defaults := range map[string]any{
		mafiaID:         parseOptions[mafiaOptions](mafiaID, nil, &errs),
		turingID:        parseOptions[turingOptions](turingID, nil, &errs),
		reverseTuringID: parseOptions[turingOptions](reverseTuringID, nil, &errs),
		gameshowID:      parseOptions[gameshowOptions](gameshowID, nil, &errs),
		avalonID:        parseOptions[avalonOptions](avalonID, nil, &errs),
	} {
		schema, ok := Options(id)
		if !ok || errs.Err() != nil {
			t.Fatalf("%s: %v", id, errs)
		}
		sessiontest.CheckDefaults(t, schema, defaults)
	}
	if _, ok := Options("chess"); ok {
		t.Error("there are options of chess")
	}
}

// TestRulesHaveAPreset: the bots of a game can read its rules, and its phases are those of the
// deal.
func TestRulesHaveAPreset(t *testing.T) {
	t.Parallel()
	for _, id := range IDs() {
		preset, ok := session.FindPreset(id)
		if !ok {
			t.Errorf("there is no preset %s", id)
		}
		s := Start{Machines: []string{"a"}}
		for _, name := range []string{"a", "b", "c", "d", "e", "f", "g"} {
			s.Players = append(s.Players, session.Player{ID: name})
		}
		if id == reverseTuringID {
			s.Machines = []string{"a", "b", "c", "d", "e", "f"}
		}
		rules, _ := Find(id)
		deal, err := rules.Deal(s)
		if err != nil || len(deal.Phases) != len(preset.Phases) {
			t.Fatalf("%s: %v", id, err)
		}
		for i, p := range deal.Phases {
			if p.ID != preset.Phases[i].ID {
				t.Errorf("%s has the phase %s, and its preset %s", id, p.ID, preset.Phases[i].ID)
			}
		}
	}
}
