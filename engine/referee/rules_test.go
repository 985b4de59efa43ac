package referee_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"testing"

	"ringer/engine/referee"
	"ringer/engine/refereetest"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

// ofSeven gives each test all rules, with a game of seven players, or of as many as play it.
func ofSeven(t *testing.T, check func(t *testing.T, rules referee.Rules, s referee.Start, d referee.Deal)) {
	t.Parallel()
	for _, id := range referee.IDs() {
		rules, _ := referee.Find(id)
		s := referee.Start{Players: refereetest.Players("Ann Bob Cleo Dan Eva Finn Gus"), Machines: []string{"Ann"}}
		if one, _ := referee.OddOne(id); one == "person" {
			s.Machines = []string{"Bob", "Cleo", "Dan", "Eva", "Finn", "Gus"}
		}
		deal, err := rules.Deal(s)
		if errs, _ := errors.AsType[session.Errors](err); len(errs) > 0 && errs[0].Pointer == "/game/players" {
			s.Players = s.Players[:referee.LeastPlayers(id)]
			deal, err = rules.Deal(s)
		}
		if err != nil {
			t.Fatalf("%s: %v", id, err)
		}
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			check(t, rules, s, deal)
		})
	}
}

// TestOptions: each schema has the options of its struct, with the same defaults.
func TestOptions(t *testing.T) {
	ofSeven(t, func(t *testing.T, rules referee.Rules, s referee.Start, d referee.Deal) {
		b := sessiontest.Must(json.Marshal(rules.Begin(s, d)))(t)
		var state struct{ Options json.RawMessage }
		sessiontest.NoError(t, json.Unmarshal(b, &state))
		sessiontest.CompareDefaults(t, rules.Schema(), state.Options)
	})
}

// TestRulesHaveAPreset: the bots of a game can read its rules, and its phases are those of the
// deal.
func TestRulesHaveAPreset(t *testing.T) {
	ofSeven(t, func(t *testing.T, rules referee.Rules, _ referee.Start, d referee.Deal) {
		preset, ok := session.FindPreset(rules.ID())
		if !ok || len(d.Phases) != len(preset.Phases) {
			t.Fatalf("the preset is known: %v; it has %d phases, the deal %d", ok, len(preset.Phases), len(d.Phases))
		}
		for i, p := range d.Phases {
			if p.ID != preset.Phases[i].ID {
				t.Errorf("the deal has the phase %s, and the preset %s", p.ID, preset.Phases[i].ID)
			}
		}
	})
}

// TestEveryHiddenRoleIsConcealed: in each game, a seat with a hidden role conceals it, and no other
// seat conceals anything.
func TestEveryHiddenRoleIsConcealed(t *testing.T) {
	ofSeven(t, func(t *testing.T, rules referee.Rules, _ referee.Start, d referee.Deal) {
		if len(rules.Hidden()) == 0 {
			t.Error("no role is hidden")
		}
		for seat, role := range d.Roles {
			want := []string(nil)
			if slices.Contains(rules.Hidden(), role) {
				want = []string{role}
			}
			if got := d.Conceal[seat]; fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("a %s conceals %v, want %v", role, got, want)
			}
		}
	})
}
