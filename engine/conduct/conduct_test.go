package conduct_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
	"time"

	"ringer/engine/conduct"
	"ringer/engine/recording"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

// record is the log of a session in which Red is the bot, among Blue and Green.
type record struct {
	clock  session.Clock
	events []session.Event
}

func newRecord(t *testing.T) *record {
	t.Helper()
	c := session.Config{Strategy: "parrot", Speed: 20, Bot: session.Bot{Seat: "Red"}}
	for _, name := range []string{"Red", "Blue", "Green", "Pink"} {
		c.Game.Players = append(c.Game.Players, session.Player{ID: name, Name: name})
	}
	if err := c.Complete(); err != nil {
		t.Fatal(err)
	}
	r := &record{clock: session.NewClock(time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC), c.Speed)}
	r.add(0, &session.SessionCreated{Config: c})
	return r
}

// add adds an event at a game time, and returns its seq.
func (r *record) add(at session.Millis, p session.Payload) int64 {
	seq := int64(len(r.events) + 1)
	r.events = append(r.events, session.Event{Seq: seq, At: r.clock.Wall(at), Cursor: seq - 1, Data: p})
	return seq
}

func (r *record) say(at session.Millis, sender, text string) int64 {
	return r.add(at, &session.MessageReceived{Post: session.Post{Sender: sender, Text: text, Kind: session.FromPlayer}})
}

func (r *record) plan(at session.Millis, id string, answers int64) session.Plan {
	return session.Plan{ID: id, Kind: session.Reply, Text: "hm", TriggerAt: r.clock.Wall(at), BasedOn: int64(len(r.events)), Answers: answers}
}

// reply plans a line of the bot and sends it.
func (r *record) reply(at, wait session.Millis, id string, answers int64) {
	r.add(at, &session.PlanCreated{Plan: r.plan(at, id, answers)})
	r.send(at+wait, id, session.Reply, 0)
}

func (r *record) send(at session.Millis, plan string, kind session.PlanKind, read int64) {
	r.add(at, &session.MessageSent{MessageID: "msg" + plan[len("pln"):], PlanID: plan, Kind: kind, Sender: "Red", Text: "hm", Read: read, DueAt: r.clock.Wall(at)})
}

func TestConduct(t *testing.T) {
	t.Parallel()
	for name, x := range map[string]struct {
		play func(r *record)
		want conduct.Conduct
	}{
		"an answer to a question put to another": {func(r *record) {
			r.reply(5000, 4000, "pln_1", r.say(1000, "Blue", "green, where are you from?"))
			r.reply(20_000, 4000, "pln_2", r.say(11_000, "Blue", "red, where are you from?"))
			r.reply(50_000, 4000, "pln_3", r.say(41_000, "Blue", "where are you all from?"))
			r.reply(60_000, 4000, "pln_4", r.say(51_000, "Green", "im from linz"))
		}, conduct.Conduct{ForOthers: 1}},
		"an answer to a question that a model has read as put to another": {func(r *record) {
			asked := r.say(1000, "Blue", "linz sounds nice, go on")
			r.add(2000, &session.MessageRead{Kind: "core.read", Readings: []session.Reading{{Seq: asked, To: []string{"Green"}, Expects: true}}})
			r.reply(5000, 4000, "pln_1", asked)
		}, conduct.Conduct{ForOthers: 1}},
		"waits at the bounds": {func(r *record) {
			r.reply(0, 800, "pln_1", 0)
			r.reply(1000, 30_000, "pln_2", 0)
			r.reply(40_000, 29_999, "pln_3", 0)
		}, conduct.Conduct{AtBound: 2}},
		"second halves over a line": {func(r *record) {
			for i, id := range []string{"pln_1", "pln_2", "pln_3"} {
				at := session.Millis(20_000 * i)
				r.add(at, &session.PlanCreated{Plan: session.Plan{ID: id, Kind: session.Rest, Text: "hm", TriggerAt: r.clock.Wall(at)}})
				read := int64(len(r.events))
				if i < 2 {
					r.say(at+2800, "Blue", "no wait")
				}
				if i == 1 {
					read++ // something has looked at it
				}
				r.send(at+3000, id, session.Rest, read)
			}
		}, conduct.Conduct{Rests: 3, Unseen: 1}},
		"a newer answer that gave way": {func(r *record) {
			older, newer := r.say(1000, "Green", "im from linz"), r.say(9000, "Blue", "red, where are you from?")
			r.add(10_000, &session.PlanCreated{Plan: r.plan(9000, "pln_1", newer)})
			r.add(11_000, &session.PlanRevised{Plan: r.plan(9000, "pln_2", older), Replaces: "pln_1"})
			r.add(12_000, &session.PlanRevised{Plan: r.plan(9000, "pln_3", newer), Replaces: "pln_2"})
			r.add(13_000, &session.PlanCancelled{PlanID: "pln_3", Reason: session.CancelDropped})
			r.add(14_000, &session.PlanCreated{Plan: r.plan(9000, "pln_4", older)})
		}, conduct.Conduct{Overruled: 2}},
		"an answer that gave way to a newer one": {func(r *record) {
			older, newer := r.say(1000, "Blue", "red, where are you from?"), r.say(9000, "Green", "red?")
			r.add(10_000, &session.PlanCreated{Plan: r.plan(9000, "pln_1", older)})
			r.add(11_000, &session.PlanRevised{Plan: r.plan(9000, "pln_2", newer), Replaces: "pln_1"})
		}, conduct.Conduct{}},
		"a remark that gave way to an older question": {func(r *record) {
			older, newer := r.say(1000, "Blue", "red, where are you from?"), r.say(9000, "Green", "lol")
			r.add(10_000, &session.PlanCreated{Plan: r.plan(9000, "pln_1", newer)})
			r.add(11_000, &session.PlanRevised{Plan: r.plan(9000, "pln_2", older), Replaces: "pln_1"})
		}, conduct.Conduct{}},
	} {
		r := newRecord(t)
		x.play(r)
		if got := conduct.Of(r.events, nil); got != x.want {
			t.Errorf("%s: %+v, want %+v", name, got, x.want)
		}
	}
}

// TestReadings compares what the session has read with labels, but for a line that was withheld. An
// answer is judged by the label of the question.
func TestReadings(t *testing.T) {
	t.Parallel()
	r := newRecord(t)
	g := &recording.Game{Players: []recording.Player{{Name: "Red"}, {Name: "Blue"}, {Name: "Green"}, {Name: "Pink"}}}
	label := func(seq int64, to ...string) {
		p := r.events[seq-1].Data.(*session.MessageReceived)
		g.Messages = append(g.Messages, recording.Message{Sender: p.Sender, Text: p.Text, Kind: p.Kind, Reading: &recording.Label{To: to, Expects: len(to) > 0}})
	}
	named := r.say(1000, "Blue", "green, where are you from?")
	label(named, "Red")
	label(r.say(2000, "Green", "red, why so quiet?"))
	g.Messages = append(g.Messages, recording.Message{Sender: "Red", Text: "who?", Kind: session.FromPlayer, Reading: &recording.Label{To: []string{"all"}, Expects: true}})
	missed := r.say(3000, "Blue", "linz sounds nice, go on")
	label(missed, "Green")
	label(r.say(4000, "Pink", "who wants tea?"), "Green", "Blue", "Red")
	r.reply(5000, 4000, "pln_1", missed)
	r.reply(15_000, 4000, "pln_2", named)
	g.Messages[1].Reading.Answers, g.Messages[3].Reading.Answers = new(0), new(2) // the second is withheld
	g = loaded(t, g)
	c := conduct.Of(r.events, g)
	if want := (recording.ReadScore{Lines: 4, Asking: 3, Said: 3, Both: 2, To: 1, Answering: 1}); c.Readings != want || c.ForOthers != 1 {
		t.Errorf("%+v, want %+v", c, want)
	}
	if f1 := c.Readings.F1(); f1 != 2./3 {
		t.Errorf("F1 %v", f1)
	}
	sum := conduct.Conduct{ForOthers: 1}
	sum.Add(&c)
	sum.Add(&c)
	if sum.Readings != (recording.ReadScore{Lines: 8, Asking: 6, Said: 6, Both: 4, To: 2, Answering: 2}) || sum.ForOthers != 3 {
		t.Errorf("sum %+v", sum)
	}
}

// loaded returns a game as it is read from a file.
func loaded(t *testing.T, g *recording.Game) *recording.Game {
	t.Helper()
	file := filepath.Join(t.TempDir(), "game.jsonl")
	sessiontest.NoError(t, os.WriteFile(file, sessiontest.Must(json.Marshal(g))(t), 0o600))
	return &sessiontest.Must(recording.Load(file))(t)[0]
}
