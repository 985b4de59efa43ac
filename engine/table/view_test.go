package table_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"ringer/engine/game"
	"ringer/engine/table"
)

func TestASeatSeesItsOwnAlliesOnly(t *testing.T) {
	t.Parallel()
	created := &game.TableCreated{Deal: &game.Deal{
		Players: []game.Player{{ID: "Ann", Name: "Ann"}, {ID: "Bob", Name: "Bob"}, {ID: "Cleo", Name: "Cleo"}},
		Allies:  map[string][]string{"Ann": {"Bob"}, "Bob": {"Ann"}},
	}}
	created.Config.Bots = []game.TableBot{{Bot: game.Bot{Seat: "Ann"}}, {Bot: game.Bot{Seat: "Cleo"}}}
	for seat, want := range map[string]string{"Ann": `"allies":{"Ann":["Bob"]}`, "Cleo": ""} {
		roster := created.Roster()
		shown, _ := table.Show("gam_1", &roster, seat, game.Event{Seq: 1, Data: created})
		text, err := json.Marshal(shown.Data)
		if err != nil {
			t.Fatal(err)
		}
		if want == "" && strings.Contains(string(text), "allies") || strings.Count(string(text), `"allies"`) > 1 || !strings.Contains(string(text), want) {
			t.Errorf("%s sees %s", seat, text)
		}
	}
	dealt := created.Config.Dealt(created.Deal)
	if ann, cleo := dealt.Session(0), dealt.Session(1); len(ann.Bot.Allies) != 1 || ann.Bot.Allies[0] != "Bob" || cleo.Bot.Allies != nil {
		t.Errorf("the sessions know %v and %v", ann.Bot.Allies, cleo.Bot.Allies)
	}
}

// TestASeatSeesItsOwnKnowledgeOnly: the list of roles is for all. What a seat knows and hides is
// its own.
func TestASeatSeesItsOwnKnowledgeOnly(t *testing.T) {
	t.Parallel()
	created := &game.TableCreated{Deal: &game.Deal{
		Players: []game.Player{{ID: "Ann", Name: "Ann"}, {ID: "Bob", Name: "Bob"}}, Roles: map[string]string{"Ann": "merlin", "Bob": "assassin"}, RoleList: []string{"merlin", "assassin"},
		KnownRoles: map[string]map[string][]string{"Ann": {"Bob": {"assassin"}}}, Conceal: map[string][]string{"Ann": {"merlin"}, "Bob": {"assassin"}},
	}}
	for seat, want := range map[string]string{"Ann": "map[Ann:merlin] map[Ann:map[Bob:[assassin]]] map[Ann:[merlin]]", "Bob": "map[Bob:assassin] map[] map[Bob:[assassin]]"} {
		roster := created.Roster()
		shown, _ := table.Show("gam_1", &roster, seat, game.Event{Seq: 1, Data: created})
		d := shown.Data.(*game.TableCreated).Deal
		if got := fmt.Sprint(d.Roles, d.KnownRoles, d.Conceal); got != want || len(d.RoleList) != 2 {
			t.Errorf("%s sees %s of %v", seat, got, d.RoleList)
		}
	}
}
