package table_test

import (
	"encoding/json"
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
