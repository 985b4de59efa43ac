package study_test

import (
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"ringer/engine/desk"
	"ringer/engine/journal"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
	"ringer/engine/sim"
	"ringer/engine/study"
)

// memory is a log that can fail.
type memory struct {
	events []study.Event
	// dies counts down to the append after which nothing is stored any more; negative for never.
	dies int
}

var errDead = errors.New("dead")

func (m *memory) Append(e study.Event) error {
	if m.dies == 0 {
		return errDead
	}
	m.dies--
	m.events = append(m.events, e)
	return nil
}

// table is a study on the simulator. Each call of restart is a new process on the same log.
type table struct {
	*study.Study
	t    *testing.T
	sim  *sim.Sim
	plan *study.Plan
	log  memory
	keys []string
}

func newTable(t *testing.T, changes ...string) *table {
	t.Helper()
	x := &table{t: t, sim: newSim(t), plan: plan(t, changes...), log: memory{dies: -1}}
	sessiontest.NoError(t, x.plan.Check(x.sim.Desk))
	x.restart()
	return x
}

func (x *table) restart() {
	x.t.Helper()
	x.log.dies = -1
	x.Study = sessiontest.Must(study.New(x.plan, study.Parts{Log: &x.log, Events: x.log.events, Desk: x.sim.Desk, Now: x.sim.Now, Slog: slog.New(slog.DiscardHandler)}))(x.t)
}

func (x *table) state() *study.State {
	x.t.Helper()
	return sessiontest.Must(study.Fold(x.log.events))(x.t)
}

// join lets n people join, who all stay on their pages.
func (x *table) join(n int) {
	x.t.Helper()
	for range n {
		x.keys = append(x.keys, sessiontest.Must(x.Join(x.t.Context(), study.Joining{Agree: true}))(x.t).Key)
	}
	x.ask()
}

// ask asks for everybody how it goes.
func (x *table) ask() {
	x.t.Helper()
	for _, key := range x.keys {
		if _, err := x.View(x.t.Context(), key); err != nil && !errors.Is(err, errDead) {
			x.t.Fatal(err)
		}
	}
}

// speak lets each person say a line who plays and has not left.
func (x *table) speak() {
	x.t.Helper()
	s := x.state()
	for _, g := range s.Running() {
		for _, p := range s.Used(g) {
			sessiontest.Must(x.sim.Games.Post(x.t.Context(), g.ID, []session.Post{{Sender: p.Seat, Text: "hi all"}}, func(int) string { return "" }))(x.t)
		}
	}
}

// play plays the games that go on to their ends.
func (x *table) play() {
	x.t.Helper()
	x.speak()
	for _, g := range x.state().Running() {
		sessiontest.NoError(x.t, x.sim.Start(g.ID))
	}
	sessiontest.NoError(x.t, x.sim.Run(x.sim.Now().Add(5*time.Minute)))
	sessiontest.NoError(x.t, x.Turn(x.t.Context()))
}

func (x *table) view(i int) study.View {
	x.t.Helper()
	return sessiontest.Must(x.View(x.t.Context(), x.keys[i]))(x.t)
}

// TestJoinAgain: who repeats a request that was not answered is one person, also if nobody else can
// join any more. A key that others could guess is refused.
func TestJoinAgain(t *testing.T) {
	t.Parallel()
	x := newTable(t)
	j := study.Joining{Agree: true, Key: study.KeyPrefix + "0123456789abcdef0123"}
	for range 2 {
		if m, err := x.Join(t.Context(), j); err != nil || m.Key != j.Key || len(x.state().People) != 1 {
			t.Errorf("got %+v and %v, and there are %d people", m, err, len(x.state().People))
		}
	}
	for _, key := range []string{study.KeyPrefix + "short", "0123456789abcdef0123456", study.KeyPrefix + strings.Repeat("x", 200)} {
		if _, err := x.Join(t.Context(), study.Joining{Agree: true, Key: key}); err == nil {
			t.Errorf("the key %q is taken", key)
		}
	}
}

// TestStudy: people who agree wait for each other, play, and answer. The games fill the schedule in
// its order.
func TestStudy(t *testing.T) {
	t.Parallel()
	x := newTable(t, "games: 8\nblock: 4", "games: 2\nblock: 2")
	if _, err := x.Join(t.Context(), study.Joining{}); err == nil {
		t.Error("somebody takes part who has not agreed")
	}
	x.join(1)
	if v := x.view(0); v.Step != study.InLobby || v.Here != 1 || v.People != 2 {
		t.Errorf("alone: %+v", v)
	}
	x.join(1)
	a, b := x.view(0), x.view(1)
	if a.Step != study.InGame || a.Game != b.Game || a.Game == "" || a.Seat == b.Seat || a.Seat == "" {
		t.Fatalf("two people: %+v and %+v", a, b)
	}
	if err := x.Answer(t.Context(), x.keys[0], study.Reply{Survey: &session.Survey{Suspects: []string{}}}); err == nil {
		t.Error("a survey is taken before the end")
	}
	x.play()
	four := 4.0
	reply := study.Reply{Survey: &session.Survey{Suspects: []string{b.Seat}, Ratings: []session.Rating{}}, Answers: map[string]any{"english": four, "chatbots": "daily"}}
	sessiontest.NoError(t, x.Answer(t.Context(), x.keys[0], reply))
	sessiontest.NoError(t, x.Answer(t.Context(), x.keys[0], study.Reply{Survey: &session.Survey{Suspects: []string{}}})) // the first one stays
	if v := x.view(0); v.Step != study.IsDone || !strings.Contains(v.Thanks, "C1TY") {
		t.Errorf("after the survey: %+v", v)
	}
	for _, answers := range []map[string]any{{"english": 6.0}, {"english": 2.5}, {"chatbots": "hourly"}, {"strategy": 1.0}, {"age": 7.0}} {
		if err := x.Answer(t.Context(), x.keys[1], study.Reply{Survey: &session.Survey{Suspects: []string{}}, Answers: answers}); err == nil {
			t.Errorf("%v is taken", answers)
		}
	}
	x.join(2)
	x.play()
	s := x.state()
	if !s.Complete() || s.Counted(0) != 1 || s.Counted(1) != 1 || s.People[0].Survey.Form != session.SurveyPaper {
		t.Errorf("the study is %+v", s)
	}
	if _, err := x.Join(t.Context(), study.Joining{Agree: true}); err == nil || !x.About().Over {
		t.Error("somebody joins a study that is over")
	}
}

// TestBalance: people leave in the middle. Their games give their places back, and in the end each
// arm has its games.
func TestBalance(t *testing.T) {
	t.Parallel()
	x := newTable(t)
	for n := 0; n < 20 && !x.state().Over(); n++ {
		x.join(2)
		leaver := len(x.keys) - 1 - n%2
		if n%3 == 1 {
			x.speak() // so that silence is not why the game does not count
			sessiontest.NoError(t, x.Leave(t.Context(), x.keys[leaver]))
			sessiontest.NoError(t, x.Leave(t.Context(), x.keys[leaver]))
			if v := x.view(leaver); v.Step != study.IsGone {
				t.Errorf("who left: %+v", v)
			}
		}
		x.play()
	}
	s := x.state()
	if s.Counted(0) != 4 || s.Counted(1) != 4 || len(s.Games) <= 8 {
		t.Errorf("%d and %d of %d games count, want 4 and 4 of more than 8", s.Counted(0), s.Counted(1), len(s.Games))
	}
	for _, g := range s.Games {
		if counts := len(s.Used(g)) == 2; counts != g.Counts() {
			t.Errorf("game %d counts: %v (%s)", g.Number, g.Counts(), g.Why)
		}
	}
}

// TestCrash: the process dies at each append in turn. The next one goes on, and no game is opened
// twice.
func TestCrash(t *testing.T) {
	t.Parallel()
	for dies := range 4 {
		t.Run(fmt.Sprint(dies), func(t *testing.T) {
			t.Parallel()
			x := newTable(t, "games: 8\nblock: 4", "games: 2\nblock: 2")
			x.join(1)
			x.log.dies = dies
			m, err := x.Join(t.Context(), study.Joining{Agree: true})
			if err == nil {
				x.keys = append(x.keys, m.Key)
			}
			x.ask()
			x.restart()
			if err != nil {
				x.join(1)
			}
			x.ask()
			x.play()
			s := x.state()
			if len(s.Games) != 1 || !s.Games[0].Counts() || len(s.People) != 2 {
				t.Fatalf("games: %+v", s.Games)
			}
			if all := sessiontest.Must(x.sim.Sessions(t.Context(), journal.SessionQuery{Games: true, Limit: 9}))(t); len(all) != 1 {
				t.Errorf("the server has %d games, want 1", len(all))
			}
			first := sessiontest.Must(x.sim.GameState(t.Context(), s.Games[0].ID))(t)
			if first.Said[x.view(0).Seat] != 1 {
				t.Errorf("said %+v", first.Said)
			}
		})
	}
}

// TestStops: a study ends at its date, and when its games do not count. Who waits too long, or when
// it ends, is told so.
func TestStops(t *testing.T) {
	t.Parallel()
	x := newTable(t)
	x.join(1)
	sessiontest.NoError(t, x.sim.Run(x.sim.Now().Add(11*time.Minute)))
	if v := x.view(0); v.Step != study.NoGame || v.Thanks == "" {
		t.Errorf("who has waited: %+v", v)
	}
	x.join(1)
	sessiontest.NoError(t, x.sim.Run(x.sim.Now().Add(time.Minute)))
	x.keys = x.keys[:0] // the one who waited is away
	x.join(1)
	if v := x.view(0); v.Here != 1 || len(x.state().Games) != 0 {
		t.Errorf("with somebody who is away: %+v", v)
	}
	sessiontest.NoError(t, x.sim.Run(time.Date(2027, 7, 1, 0, 0, 0, 0, time.UTC)))
	sessiontest.NoError(t, x.Turn(t.Context()))
	if s := x.state(); s.Stopped != "the date 2027-06-30 has come" || len(s.Waiting()) > 0 {
		t.Errorf("stopped: %q, %d wait", s.Stopped, len(s.Waiting()))
	}
	x = newTable(t, "games: 8\nblock: 4", "games: 2\nblock: 2", "most_games: 20", "most_games: 2\nleast_lines: 2")
	for range 2 {
		x.join(2)
		x.play()
	}
	if s := x.state(); !strings.HasPrefix(s.Stopped, "2 games have begun") || !strings.HasPrefix(s.Games[0].Why, "said less than 2 lines") {
		t.Errorf("stopped: %q, since %s", s.Stopped, s.Games[0].Why)
	}
}

// TestTakeover: a game in which a bot has replaced a person does not count, and the person's reply
// is taken.
func TestTakeover(t *testing.T) {
	t.Parallel()
	x := newTable(t, "  speed: 1\n", "  speed: 1\n  takeover: bot\n")
	x.join(2)
	v := x.view(0)
	left := session.Observation{Kind: session.PlayerLeft, Player: &session.Player{ID: v.Seat}}
	sessiontest.NoError(t, x.sim.Start(v.Game))
	sessiontest.Must(x.sim.Games.Observe(t.Context(), v.Game, desk.GameObservation{Observation: left}))(t)
	x.play()
	if g := x.state().Games[0]; g.Why != "left before the end: "+v.Seat {
		t.Errorf("the game: %q", g.Why)
	}
	sessiontest.NoError(t, x.Answer(t.Context(), x.keys[0], study.Reply{Survey: &session.Survey{Suspects: []string{}}}))
	if v := x.view(0); v.Step != study.IsDone {
		t.Errorf("after the reply: %+v", v)
	}
}

// TestOtherPlan: a log goes on with the plan that has begun it alone.
func TestOtherPlan(t *testing.T) {
	t.Parallel()
	x := newTable(t)
	p := plan(t, "seed: 20261128", "seed: 3")
	sessiontest.NoError(t, p.Check(x.sim.Desk))
	_, err := study.New(p, study.Parts{Log: &x.log, Events: x.log.events, Desk: x.sim.Desk, Now: x.sim.Now})
	sessiontest.Fails(t, err, "belongs to a study with another plan")
}
