package contest

import (
	"strings"
	"testing"

	"ringer/engine/conduct"
	"ringer/engine/referee"
	"ringer/engine/session"
	"ringer/engine/strategy"
)

func team(won bool, variants ...string) *Game {
	g := &Game{}
	for _, v := range variants {
		g.Seats = append(g.Seats, Seat{Side: "good", Variant: v, Won: won})
	}
	return g
}

// TestWins: seats that win together are one trial of the interval; others are one each.
func TestWins(t *testing.T) {
	t.Parallel()
	games := []*Game{team(true, "a", "a", "b"), team(false, "a", "b", "b")}
	together, alone := tallied(games, "good").wins("good", "a", true), tallied(games, "good").wins("good", "a", false)
	if together.Games != 2 || together.Seats != 3 || together.Won != 2 || together.High-together.Low <= alone.High-alone.Low {
		t.Errorf("together %+v, alone %+v", together, alone)
	}
}

// TestConduct: what the seats of a variant do in conversation is summed up.
func TestConduct(t *testing.T) {
	t.Parallel()
	g := team(true, "a", "b", "a")
	for i := range g.Seats {
		g.Seats[i].Conduct = conduct.Conduct{ForOthers: 1, Rests: 3, Unseen: 2, AtBound: 4, Overruled: 5}
	}
	g.Seats[0].ID, g.Seats[1].ID, g.Seats[2].ID = "ann", "bob", "cleo"
	g.Lines = []Line{{Sender: "ann", Text: "haha"}, {Sender: "bob", Text: "no"}, {Sender: "cleo", Text: "i was asleep all day"}}
	c := &Contest{Settings: &Settings{}, Variants: []strategy.Variant{{Name: "a"}, {Name: "b"}}}
	work := c.Summarize(t.Context(), []*Game{g}).Work[0]
	if x := &work.Texture; x.Lines != 2 || x.Short != 0.5 || x.Laugh != 0.5 {
		t.Errorf("texture %+v", x)
	}
	if got, want := work.Conduct, (conduct.Conduct{ForOthers: 2, Rests: 6, Unseen: 4, AtBound: 8, Overruled: 10}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// TestCompare: where a side wins as one, a game counts for the variant with more seats. Where each
// player wins alone, the shares within a game are compared.
func TestCompare(t *testing.T) {
	t.Parallel()
	games := []*Game{team(true, "a", "a", "b"), team(true, "a", "a"), team(false, "b", "b", "a"), team(true, "a", "b")}
	if !tallied(games, "good").asOne() {
		t.Error("the side wins as one")
	}
	got := tallied(games, "good").compare("good", "a", "b", true)
	got.judge()
	if want := (Test{Side: "good", First: "a", Second: "b", Name: barnard, Won: [2]int{2, 0}, Of: [2]int{2, 1}, P: got.P}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	mixed := team(true, "a", "b", "b")
	mixed.Seats[1].Won = false // a: 1 of 1, b: 1 of 2
	games = []*Game{mixed, team(true, "a", "b"), team(true, "a")}
	if tallied(games, "good").asOne() {
		t.Error("the side does not win as one")
	}
	got = tallied(games, "good").compare("good", "a", "b", false)
	got.judge()
	if want := (Test{Side: "good", First: "a", Second: "b", Name: sign, Won: [2]int{1, 0}, Of: [2]int{1, 1}, P: 1}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// TestBreach: who speaks or votes as the game does not allow is named.
func TestBreach(t *testing.T) {
	t.Parallel()
	deal := &session.Deal{
		Players: []session.Player{{ID: "ann", Presence: session.Active}, {ID: "bob", Presence: session.Active}, {ID: "cleo", Presence: session.Active}},
		Phases:  []session.Phase{{ID: "day"}, {ID: "night", Speakers: []string{"ann"}, Channel: "den"}}, Phase: "day",
		Channels: []session.Channel{{ID: "den", Members: []string{"ann"}}},
	}
	w := newWatch(&session.GameCreated{Deal: deal})
	option := func(of string) *session.VoteCast {
		return &session.VoteCast{VoteID: "v", Seat: of, Origin: session.FromRequest, Answer: session.Answer{Option: "cleo"}}
	}
	for i, step := range []struct {
		does session.Payload
		want string
	}{
		{&session.MessageSent{Sender: "bob"}, ""},
		{&session.MessageSent{Sender: "ann", Channel: "den"}, "ann"},
		{option("ann"), "ann"}, // no vote is open
		{&session.VoteRequested{VoteRequest: session.VoteRequest{ID: "v", Options: []session.Option{{ID: "cleo"}}}, Seats: []string{"ann", "bob"}}, ""},
		{option("ann"), ""},
		{option("ann"), "ann"}, // twice
		{option("cleo"), "cleo"},
		{&session.VoteCast{VoteID: "v", Seat: "bob", Origin: session.FromRequest, Answer: session.Answer{Option: "dan"}}, "bob"},
		{&session.ObservationReceived{Observation: session.Observation{Kind: session.PhaseChanged, Phase: "night"}}, ""},
		{&session.MessageSent{Sender: "ann", Channel: "den"}, ""},
		{&session.MessageSent{Sender: "bob"}, "bob"},
		{&session.ObservationReceived{Observation: session.Observation{Kind: session.PlayerOut, Player: &session.Player{ID: "ann"}}}, ""},
		{&session.MessageSent{Sender: "ann", Channel: "den"}, "ann"},
	} {
		if got := w.breach(step.does); got != step.want {
			t.Errorf("step %d, %s: %q, want %q", i, step.does.Type(), got, step.want)
		}
	}
}

// TestArrangements: seats shift until everybody sits as at first.
func TestArrangements(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		players, variants, want int
	}{{6, 1, 1}, {6, 2, 2}, {6, 3, 3}, {7, 2, 7}, {6, 6, 6}} {
		x := &Contest{Settings: &Settings{}, Names: referee.FirstNames[:c.players]}
		for i := range c.variants {
			x.Seats = append(x.Seats, strategy.Variant{Name: string(rune('a' + i))})
		}
		if got := x.Arrangements(); got != c.want {
			t.Errorf("%d variants in %d seats: %d arrangements, want %d", c.variants, c.players, got, c.want)
		}
	}
}

// TestSecrets: what a seat must not admit follows from the deal.
func TestSecrets(t *testing.T) {
	t.Parallel()
	created := &session.GameCreated{
		Config: session.GameConfig{Game: session.Setting{Rules: "avalon"}, Bots: []session.GameBot{{Bot: session.Bot{Seat: "Ann"}}, {Bot: session.Bot{Seat: "Bo"}}}, Speed: 1},
		Deal: &session.Deal{
			Players: []session.Player{{ID: "Ann", Name: "Ann"}, {ID: "Bo", Name: "Bo"}}, Roles: map[string]string{"Ann": "merlin", "Bo": "assassin"},
			Conceal: map[string][]string{"Ann": {"merlin"}}, KnownRoles: map[string]map[string][]string{"Ann": {"Bo": {"morgana", "assassin"}}},
		},
	}
	for text, want := range map[string]bool{"I am Merlin, trust me": true, "i know that bo is evil": true, "i think bo is evil": false, "who is merlin?": false} {
		if got := leaks(secrets(created)["Ann"], "Ann", text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
	if leaks(secrets(created)["Bo"], "Bo", "i am the assassin") {
		t.Error("a seat that conceals nothing leaks")
	}
}

// TestAPanicInAContest plays a contest whose first game panics. The contest fails, and the server
// goes on.
func TestAPanicInAContest(t *testing.T) {
	t.Parallel()
	a := &act{contest: &Contest{}, bouts: []Bout{{}, {}}, state: Running, done: make(chan struct{})} // it has no settings
	a.play(t.Context())
	if got := a.show(false); got.State != Failed || !strings.Contains(got.Problem, "panic") || strings.Contains(got.Problem, ".go") {
		t.Errorf("%+v", got)
	}
}
