package game_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"ringer/engine/game"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

func TestASeatSeesItsOwnAlliesOnly(t *testing.T) {
	t.Parallel()
	created := &session.GameCreated{Deal: &session.Deal{
		Players: []session.Player{{ID: "Ann", Name: "Ann"}, {ID: "Bob", Name: "Bob"}, {ID: "Cleo", Name: "Cleo"}},
		Allies:  map[string][]string{"Ann": {"Bob"}, "Bob": {"Ann"}},
	}}
	created.Config.Bots = []session.GameBot{{Bot: session.Bot{Seat: "Ann"}}, {Bot: session.Bot{Seat: "Cleo"}}}
	for seat, want := range map[string]string{"Ann": `"allies":{"Ann":["Bob"]}`, "Cleo": ""} {
		roster := created.Roster()
		shown, _, _ := (&game.View{GameID: "gam_1", Roster: roster, Seat: seat}).Show(session.Event{Seq: 1, Data: created}, nil)
		text := sessiontest.Must(json.Marshal(shown.Data))(t)
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
	created := &session.GameCreated{Deal: &session.Deal{
		Players: []session.Player{{ID: "Ann", Name: "Ann"}, {ID: "Bob", Name: "Bob"}}, Roles: map[string]string{"Ann": "merlin", "Bob": "assassin"}, RoleList: []string{"merlin", "assassin"},
		KnownRoles: map[string]map[string][]string{"Ann": {"Bob": {"assassin"}}}, Conceal: map[string][]string{"Ann": {"merlin"}, "Bob": {"assassin"}},
	}}
	for seat, want := range map[string]string{"Ann": "map[Ann:merlin] map[Ann:map[Bob:[assassin]]] map[Ann:[merlin]]", "Bob": "map[Bob:assassin] map[] map[Bob:[assassin]]"} {
		roster := created.Roster()
		shown, _, _ := (&game.View{GameID: "gam_1", Roster: roster, Seat: seat}).Show(session.Event{Seq: 1, Data: created}, nil)
		d := shown.Data.(*session.GameCreated).Deal
		if got := fmt.Sprint(d.Roles, d.KnownRoles, d.Conceal); got != want || len(d.RoleList) != 2 {
			t.Errorf("%s sees %s of %v", seat, got, d.RoleList)
		}
	}
}

// TestListsDoNotFollowTheSeats: a platform may list the roles, and whom it names, in the order of
// the seats or of the roles. A seat, and who has none, see the same in whatever order.
func TestListsDoNotFollowTheSeats(t *testing.T) {
	t.Parallel()
	shown := func(turn func([]string) []string, aims []session.Aim) (all string) {
		players := []session.Player{{ID: "Ann", Name: "Ann"}, {ID: "Bob", Name: "Bob"}, {ID: "Cleo", Name: "Cleo"}}
		created := &session.GameCreated{Config: session.GameConfig{Game: session.Setting{
			Players: players, RoleList: turn([]string{"mafia", "bystander", "doctor"}), Aims: aims,
			Channels: []session.Channel{{ID: "den", Members: turn([]string{"Cleo", "Ann"})}},
			Phases:   []session.Phase{{ID: "night", Channel: "den", Speakers: turn([]string{"Cleo", "Ann"})}},
		}}}
		for _, deal := range []*session.Deal{nil, {Players: players, RoleList: created.Config.Game.RoleList}} {
			created.Deal = deal
			roster, event := created.Roster(), session.Event{Seq: 1, Data: created}
			for _, seat := range []string{"Ann", "Bob", ""} {
				seen, _, _ := (&game.View{GameID: "gam_1", Roster: roster, Seat: seat}).Show(event, nil)
				all += text(t, seen)
			}
		}
		if before := text(t, session.Event{Data: created}); !strings.Contains(before, turn([]string{"mafia", "bystander", "doctor"})[0]+`","`) {
			t.Errorf("showing it has changed what is stored: %s", before)
		}
		return all
	}
	aims := []session.Aim{{Role: "mafia", Text: "a"}, {Role: "bystander", Text: "b"}, {Text: "c"}}
	reversed := func(list []string) []string { slices.Reverse(list); return list }
	given := shown(func(list []string) []string { return list }, aims)
	if other := shown(reversed, []session.Aim{aims[2], aims[1], aims[0]}); other != given || !strings.Contains(given, `"role_list":["bystander","doctor","mafia"]`) {
		t.Errorf("the order shows:\n%s\n%s", given, other)
	}
}

// TestOnlyTheAskedHearOfACancelledVote: a seat learns of a vote that did not ask it neither when it
// opens nor when it is cancelled. Nobody sees the fallback.
func TestOnlyTheAskedHearOfACancelledVote(t *testing.T) {
	t.Parallel()
	log, whole := publicGame()
	vote := func(id string) (game.Vote, error) { v, _ := whole.Vote(id); return v, nil }
	for seat, want := range map[string]string{"Ann": "all den rest, den all", "Bob": "all den bots rest, den all", "Cleo": "all, all", "": "all, all"} {
		for _, key := range []string{"", "key"} {
			view := &game.View{GameID: "gam_1", Roster: whole.Roster, Seat: seat, Seals: game.NewSeals(key, seat)}
			var asked, cancelled []string
			for _, e := range log {
				seen, ok, err := view.Show(e, vote)
				switch p := seen.Data.(type) {
				case *session.VoteRequested:
					if ok {
						asked = append(asked, p.ID)
					}
					if p.Fallback != nil || err != nil {
						t.Errorf("%q sees the fallback of %s, %v", seat, p.ID, err)
					}
				case *session.VoteCancelled:
					if ok {
						cancelled = append(cancelled, p.VoteID)
					}
				}
			}
			got := strings.Join(asked, " ") + ", " + strings.Join(cancelled, " ")
			if seat == "" {
				want = "all rest, all" // Cleo has left, so the rest is everybody
			}
			if got != want {
				t.Errorf("%q hears of %s, want %s", seat, got, want)
			}
		}
	}
}

func text(t *testing.T, e session.Event) string {
	t.Helper()
	return string(sessiontest.Must(json.Marshal(e.Data))(t))
}
