package werewolf_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"ringer/engine/referee"
	"ringer/engine/refereetest"
	"ringer/engine/session"
)

func TestScenarios(t *testing.T) {
	t.Parallel()
	refereetest.Scenarios(t)
}

const (
	eight      = "Ann Bob Cleo Dan Eva Finn Gus Hal"
	eightRoles = "Ann:werewolf Bob:werewolf Cleo:seer Dan:doctor Eva:medium Finn:possessed Gus:villager Hal:villager"
)

func newGame(t *testing.T, options string) *refereetest.Driver {
	t.Helper()
	return refereetest.New(t, "werewolf", referee.Start{Players: refereetest.Players(eight), Roles: refereetest.Roles(eightRoles), Seed: 1, Options: json.RawMessage(options)})
}

// night lets one night pass in which a werewolf, the seer and the doctor name somebody; "" for
// silence.
func night(d *refereetest.Driver, attack, divine, protect string) {
	d.Pass(d.Due - d.Now)
	for seat, target := range map[string]string{"Ann": attack, "Cleo": divine, "Dan": protect} {
		if target != "" {
			d.Choose(seat, target)
		}
	}
	d.Pass(45*1000 + 1)
}

// TestNightsTellNothingByTheirLength: a night takes as long whoever is in the game, and whoever
// answers.
func TestNightsTellNothingByTheirLength(t *testing.T) {
	t.Parallel()
	for name, prepare := range map[string]func(*refereetest.Driver){
		"AllAnswer":       func(d *refereetest.Driver) { night(d, "Gus", "Ann", "Gus") },
		"NobodyAnswers":   func(*refereetest.Driver) {},
		"NoSeerNorDoctor": func(d *refereetest.Driver) { d.Leave("Cleo"); d.Leave("Dan") },
		"OneWerewolf":     func(d *refereetest.Driver) { d.Leave("Bob") },
		"TheVoteIsCancelled": func(d *refereetest.Driver) {
			d.Pass(60 * 1000)
			d.Say(&session.VoteCancelled{VoteID: "attack-1"})
		},
	} {
		d := newGame(t, "")
		prepare(d)
		d.Pass(200 * 1000)
		began := session.Millis(-1)
		for _, e := range d.Log {
			if o, ok := e.Data.(*session.ObservationReceived); ok && o.Kind == session.PhaseChanged && began < 0 {
				began = e.At
			}
		}
		if began != 105*1000+1 {
			t.Errorf("%s: the day begins at %d", name, began)
		}
	}
}

// TestWhoIsToldWhat: what the votes of a night tell goes to the seat that has asked, and to nobody
// else.
func TestWhoIsToldWhat(t *testing.T) {
	t.Parallel()
	d := newGame(t, "")
	night(d, "Dan", "Bob", "Dan")
	told := map[string]string{}
	for _, e := range d.Log {
		if o, ok := e.Data.(*session.ObservationReceived); ok && o.Kind == session.PrivateInfo {
			told[o.Seat] += o.Text
		}
	}
	want := map[string]string{"Cleo": "Bob is a werewolf.", "Dan": "You protected Dan in night 1."}
	if !maps.Equal(told, want) || !strings.Contains(d.Texts(), "Nobody was taken out in the night.") {
		t.Errorf("told %v after %s", told, d.Texts())
	}
}

func TestTheDoctorObeysTheOptions(t *testing.T) {
	t.Parallel()
	for options, want := range map[string]string{
		``:                        "Ann Bob Cleo Dan Eva Finn Hal",
		`{"protect_self":false}`:  "Ann Bob Cleo Eva Finn Hal",
		`{"protect_again":false}`: "Ann Bob Cleo Dan Finn Hal",
	} {
		d := newGame(t, options)
		night(d, "Gus", "", "Eva")
		for d.Asked().Step != session.StepProtect || d.Asked().ID == "protect-1" {
			d.Pass(d.Due - d.Now)
			if d.Asked().Step == session.StepExile {
				for _, seat := range d.Asked().Seats {
					d.Vote(seat, session.Answer{Abstain: true})
				}
			}
		}
		var got []string
		for _, o := range d.Asked().Options {
			got = append(got, o.ID)
		}
		if out := d.Referee.Result().Ballots; strings.Join(got, " ") != strings.ReplaceAll(want, " "+out[len(out)-1].Chosen, "") {
			t.Errorf("%s: %v, want %s without %s", options, got, want, out[len(out)-1].Chosen)
		}
	}
}

// TestUsualRoles: each number of players has a game in which the werewolves have not won.
func TestUsualRoles(t *testing.T) {
	t.Parallel()
	rules, _ := referee.Find("werewolf")
	for n := 4; n <= 17; n++ {
		var players []session.Player
		for i := range n {
			players = append(players, session.Player{ID: fmt.Sprintf("p%d", i)})
		}
		deal, err := rules.Deal(referee.Start{Players: players, Seed: 5})
		if errs, refused := errors.AsType[session.Errors](err); refused != (n < 5 || n > 16) || refused && errs[0].Pointer != "/game/players" {
			t.Errorf("%d players: %v", n, err)
		}
		if want := map[int]string{5: "werewolf seer possessed villager villager", 8: "werewolf werewolf seer doctor villager villager villager villager"}[n]; want != "" && strings.Join(deal.RoleList, " ") != want {
			t.Errorf("%d players have the roles %v", n, deal.RoleList)
		}
	}
}

func TestWerewolfRefuses(t *testing.T) {
	t.Parallel()
	roles := func(from, to string) map[string]string {
		return refereetest.Roles(strings.Replace(eightRoles, from, to, 1))
	}
	for name, x := range map[string]struct {
		pointer, options string
		roles            map[string]string
	}{
		"ErrUnknownOption":  {"/options/day", `{"day":1}`, nil},
		"ErrOptionTooLow":   {"/options/night_ms", `{"night_ms":1}`, nil},
		"ErrFirstNight":     {"/options/first_night", `{"first_night":"short"}`, nil},
		"ErrUnknownInList":  {"/options/role_list/0", `{"role_list":["witch"]}`, nil},
		"ErrLongList":       {"/options/role_list", `{"role_list":["werewolf","seer","villager","villager","villager","villager","villager","villager","villager"]}`, nil},
		"ErrNoWerewolf":     {"/options/role_list", `{"role_list":["seer"]}`, nil},
		"ErrHalfWerewolves": {"/options/role_list", `{"role_list":["werewolf","werewolf","werewolf","werewolf"]}`, nil},
		"ErrTwoSeers":       {"/options/role_list", `{"role_list":["werewolf","seer","seer"]}`, nil},
		"ErrUnknownRole":    {"/roles/Cleo", "", roles("Cleo:seer", "Cleo:witch")},
		"ErrMissingRole":    {"/roles/Hal", "", roles(" Hal:villager", "")},
		"ErrTwoDoctors":     {"/roles", "", roles("Hal:villager", "Hal:doctor")},
		"ErrNobodyHunts":    {"/roles", "", roles("Ann:werewolf Bob:werewolf", "Ann:villager Bob:villager")},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			refereetest.Refuses(t, "werewolf", x.pointer, referee.Start{Players: refereetest.Players(eight), Roles: x.roles, Options: json.RawMessage(x.options)})
		})
	}
}

// TestWhoKnowsWhom: only the werewolves know each other, and share the channel of the night.
func TestWhoKnowsWhom(t *testing.T) {
	t.Parallel()
	d := newGame(t, "").Deal
	if fmt.Sprint(d.Allies) != "map[Ann:[Bob] Bob:[Ann]]" || !slices.Equal(d.Channels[0].Members, []string{"Ann", "Bob"}) {
		t.Errorf("the allies are %v, the channels %v", d.Allies, d.Channels)
	}
	if fmt.Sprint(d.Conceal) != "map[Ann:[werewolf] Bob:[werewolf] Finn:[possessed]]" {
		t.Errorf("they conceal %v", d.Conceal)
	}
}
