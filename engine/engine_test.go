package engine_test

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"ringer/engine"
	"ringer/engine/desk"
	"ringer/engine/enginetest"
	"ringer/engine/journal"
	"ringer/engine/logtest"
	"ringer/engine/prompt"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
	"ringer/engine/strategy"
	"ringer/engine/timing"
	"ringer/store"
)

// answering is a strategy that answers every message with the same thought: a model call, then a
// line about the message.
type answering struct {
	Prefix string `json:"prefix"`
}

func newAnswering(options json.RawMessage) (prompt.Thinker, error) {
	var a answering
	if len(options) == 0 {
		return a, nil
	}
	err := json.Unmarshal(options, &a)
	return a, err
}

// These lines make a strategy panic.
const panicsInWants, panicsInConclude = "panic when you decide", "panic when you conclude"

func (answering) Wants(v session.View) []session.Want {
	last, ok := v.Last()
	if last.Text == panicsInWants {
		panic(last.Text)
	}
	if ok && v.MaySpeak && last.Foreign() && last.Seq > v.Progress("answer").Considered {
		return []session.Want{{Kind: "answer", BasedOn: last.Seq}}
	}
	return nil
}

func (answering) Think(ctx context.Context, v session.View, _ session.Want, ask prompt.Asker) (session.Finding, error) {
	var a struct{ Text string }
	err := ask.Ask(ctx, prompt.Prompt{Task: "answer"}, &a)
	last, _ := v.Last()
	return "about " + last.Text, err
}

func (a answering) Conclude(_ session.View, _ session.Want, f session.Finding) session.Conclusion {
	text, ok := f.(string)
	if strings.Contains(text, panicsInConclude) {
		panic(text)
	}
	if !ok {
		return session.Conclusion{Mind: json.RawMessage("{}")}
	}
	part := session.PlanPart{Text: a.Prefix + text, Timing: timing.Delay{Typing: 2000}}
	return session.Conclusion{Mind: json.RawMessage("{}"), Candidate: &session.Candidate{Kind: session.Reply, Class: session.ClassCognition, Parts: []session.PlanPart{part}}}
}

func (answering) Brief(session.View) session.Brief { return session.Brief{} }

type slowModel struct {
	latency time.Duration
	price   int // tokens of a call; without one calls are neither paid nor recorded
	mu      sync.Mutex
	calls   int
	stopped int // calls whose context ended
}

func (s *slowModel) set(change func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	change()
}

func (s *slowModel) Asker(c prompt.Caller) prompt.Asker {
	if s.price > 0 {
		return paidAsker{s, c}
	}
	return s
}

func (s *slowModel) Ask(ctx context.Context, _ prompt.Prompt, _ any) error {
	s.set(func() { s.calls++ })
	select {
	case <-time.After(s.latency):
		return nil
	case <-ctx.Done():
		s.set(func() { s.stopped++ })
		return ctx.Err()
	}
}

// faultyStore is a store whose appends of acts can be made to fail, before or after they are
// stored.
type faultyStore struct {
	journal.Store
	mu            sync.Mutex
	before, after int // how many of the next appends of acts fail
	lost          int // of how many of the next appends of facts the answer is lost
	claims, finds int
}

func (f *faultyStore) set(change func()) {
	f.mu.Lock()
	defer f.mu.Unlock()
	change()
}

var errBroken = errors.New("the connection broke")

func (f *faultyStore) Append(ctx context.Context, a journal.Append) (journal.Appended, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if a.Guard.Kind == journal.Act && f.before > 0 {
		f.before--
		return journal.Appended{}, errBroken
	}
	done, err := f.Store.Append(ctx, a)
	if a.Guard.Kind == journal.Act && f.after > 0 && err == nil {
		f.after--
		return journal.Appended{}, errBroken
	}
	if a.Guard.Kind != journal.Act && f.lost > 0 {
		f.lost--
		return journal.Appended{}, journal.ErrOutcomeUnknown
	}
	return done, err
}

func (f *faultyStore) Claim(ctx context.Context, home, owner string) (int64, error) {
	f.set(func() { f.claims++ })
	return f.Store.Claim(ctx, home, owner)
}

func (f *faultyStore) Find(ctx context.Context, session, key string) (session.Event, error) {
	f.set(func() { f.finds++ })
	return f.Store.Find(ctx, session, key)
}

type bench struct {
	t     *testing.T
	store *faultyStore
	model *slowModel
	*engine.Engine
	id     string
	schema string         // of the strategy's options
	log    logtest.Buffer // what is logged at info and above
	ahead  atomic.Int64   // by how much the wall clock is ahead of the bubble's, in nanoseconds
}

// bubble runs a test in a bubble with a bench of its own. A goroutine that is left at the end fails
// the test.
func bubble(t *testing.T, f func(t *testing.T, b *bench)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		b := setup(t)
		defer func() { b.Close() }() // a test may start another engine
		f(t, b)
	})
}

// bubbleOf runs a subtest in a bubble.
func bubbleOf(t *testing.T, name string, f func(t *testing.T, b *bench)) {
	t.Helper()
	t.Run(name, func(t *testing.T) { bubble(t, f) })
}

// setup starts an engine in a bubble with one session, on a store in memory.
func setup(t *testing.T) *bench { return setupOn(t, store.NewMemory()) }

// setupOn starts an engine in a bubble with one session, on a store.
func setupOn(t *testing.T, s journal.Store) *bench {
	b := &bench{t: t, store: &faultyStore{Store: s}, model: &slowModel{latency: time.Second}, schema: `{}`}
	b.Engine = b.start("one")
	row, _, err := b.Desk.Create(t.Context(), "", session.Config{
		Strategy: "answering", Pace: session.PacePaper, Reading: session.ReadingRules, Biography: sessiontest.Biography(), Bot: session.Bot{Seat: "red"}, Game: session.Setting{
			Players: []session.Player{{ID: "red", Name: "Red"}, {ID: "blue", Name: "Blue"}}, Phases: []session.Phase{{ID: "day"}, {ID: "night"}},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	b.id = row.ID
	synctest.Wait() // for the first mind
	return b
}

func (b *bench) start(owner string, terms ...desk.Terms) *engine.Engine {
	b.t.Helper()
	return enginetest.Start(b.t, b.parts(owner, terms...))
}

// inspect starts an engine that only reads, for a reason.
func (b *bench) inspect(reason error) *engine.Engine {
	b.t.Helper()
	p := b.parts("inspector")
	p.ReadsOnly = reason
	return enginetest.Start(b.t, p)
}

func (b *bench) parts(owner string, terms ...desk.Terms) engine.Parts {
	b.t.Helper()
	r := enginetest.Strategies(b.t, strategy.Entry{Name: "answering", Schema: []byte(b.schema), New: newAnswering})
	return engine.Parts{
		Terms: append(terms, desk.Terms{})[0], Store: b.store, Strategies: r, Models: b.model, Log: slog.New(slog.NewTextHandler(&b.log, &slog.HandlerOptions{Level: slog.LevelInfo})), Owner: owner, Now: b.wall,
	}
}

// wall reads the wall clock.
func (b *bench) wall() time.Time { return time.Now().Add(time.Duration(b.ahead.Load())) }

// rest lets time pass, until nothing happens any more.
func rest(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

func (b *bench) say(text string) {
	b.t.Helper()
	sessiontest.Must(b.Desk.Post(b.t.Context(), b.id, []session.Post{{Sender: "blue", Text: text}}, func(int) string { return "" }))(b.t)
}

func (b *bench) types() []session.Type {
	b.t.Helper()
	var types []session.Type
	for _, e := range b.events() {
		types = append(types, e.Data.Type())
	}
	return types
}

func (b *bench) events() []session.Event {
	b.t.Helper()
	return sessiontest.Must(b.Desk.Events(b.t.Context(), b.id, 0, 10_000))(b.t)
}

func (b *bench) count(t session.Type) int {
	n := 0
	for _, x := range b.types() {
		if x == t {
			n++
		}
	}
	return n
}

func (b *bench) expect(want ...session.Type) {
	b.t.Helper()
	if got := b.types(); !slices.Equal(got, want) {
		b.t.Errorf("the log holds %v, want %v", got, want)
	}
}

func TestMessageToMessage(t *testing.T) {
	bubble(t, func(t *testing.T, b *bench) {
		b.say("hi")
		rest(1500 * time.Millisecond)
		b.expect("session.created", "thought.completed", "message.received", "thought.completed", "plan.created", "typing.started")
		rest(2 * time.Second)
		b.expect("session.created", "thought.completed", "message.received", "thought.completed", "plan.created", "typing.started", "message.sent")
	})
}

// TestBurstCostsAHandfulOfCalls posts far more than anybody could answer.
func TestBurstCostsAHandfulOfCalls(t *testing.T) {
	bubble(t, func(t *testing.T, b *bench) {
		for range 2000 {
			b.say("hi")
			time.Sleep(5 * time.Millisecond)
		}
		rest(time.Minute)
		if b.count("message.received") != 2000 || b.model.calls > 12 || b.count("message.sent") == 0 {
			t.Errorf("%d messages cost %d calls and brought %d messages", b.count("message.received"), b.model.calls, b.count("message.sent"))
		}
	})
}

func TestHomeLeavesMemoryAndComesBack(t *testing.T) {
	bubble(t, func(t *testing.T, b *bench) {
		b.say("hi")
		rest(time.Hour)
		row, err := b.store.Session(t.Context(), b.id)
		if err != nil || row.Settled != row.LastSeq || row.DueAt.IsZero() {
			t.Fatalf("after an idle hour the row is %+v, %v; want it settled, with a due time", row, err)
		}
		claims := b.store.claims
		b.say("still there?")
		rest(time.Minute)
		if b.count("message.sent") != 2 || b.store.claims <= claims {
			t.Errorf("%d messages sent, %d claims after %d", b.count("message.sent"), b.store.claims, claims)
		}
	})
}

func TestTTLFiresFromSleep(t *testing.T) {
	bubble(t, func(t *testing.T, b *bench) {
		rest(24*time.Hour - time.Second)
		b.expect("session.created", "thought.completed")
		rest(2 * time.Second)
		b.expect("session.created", "thought.completed", "session.ended")
	})
}

// TestBarriersHaveKeys checks that a barrier without an id has a key too, so that the store
// recognizes a repeat.
func TestBarriersHaveKeys(t *testing.T) {
	bubble(t, func(t *testing.T, b *bench) {
		b.observe(session.Observation{Kind: session.BotMuted})
		sessiontest.Must(b.Desk.End(t.Context(), b.id, desk.Ending{}))(t)
		for _, e := range sessiontest.Must(b.Desk.Events(t.Context(), b.id, 0, 100))(t) {
			switch e.Data.(type) {
			case *session.ObservationReceived, *session.SessionEnded:
				if e.Key == "" {
					t.Errorf("%s has no key", e.Data.Type())
				}
			}
		}
	})
}

// TestUnknownOutcome breaks the connection around the append of a finding. The finding is concluded
// once, whether the append was stored or not.
func TestUnknownOutcome(t *testing.T) {
	for name, set := range map[string]func(*faultyStore){"NotStored": func(f *faultyStore) { f.before = 1 }, "Stored": func(f *faultyStore) { f.after = 1 }} {
		bubbleOf(t, name, func(t *testing.T, b *bench) {
			b.say("hi")
			b.store.mu.Lock()
			set(b.store)
			before := b.store.claims
			b.store.mu.Unlock()
			rest(10 * time.Second)
			if b.count("thought.completed") != 2 || b.count("plan.created") != 1 || b.count("message.sent") != 1 {
				t.Errorf("the log holds %v", b.types())
			}
			if b.store.claims != before+1 {
				t.Errorf("%d claims, %d before; want one more, which keeps the lost append out from then on", b.store.claims, before)
			}
		})
	}
}

// TestNewOwner takes the home away while a plan is pending. The old owner stops, and the new owner
// sends the message once.
func TestNewOwner(t *testing.T) {
	bubble(t, func(t *testing.T, b *bench) {
		b.say("hi")
		rest(1500 * time.Millisecond)
		other := b.start("two")
		defer other.Close()
		rest(time.Minute)
		if n := b.count("message.sent"); n != 1 {
			t.Errorf("sent %d times", n)
		}
	})
}

// TestCloseStopsEverything closes the engine in the middle of a thought. The bubble finds
// goroutines that are left.
func TestCloseStopsEverything(t *testing.T) {
	bubble(t, func(t *testing.T, b *bench) {
		b.say("hi")
		synctest.Wait()
		b.Close()
		b.Close()
		again := b.start("two")
		defer again.Close()
		rest(10 * time.Second)
		if n := b.count("message.sent"); n != 1 {
			t.Errorf("the next engine sent %d times", n)
		}
	})
}

func TestMuteStopsThought(t *testing.T) {
	bubble(t, func(t *testing.T, b *bench) {
		b.say("hi")
		time.Sleep(500 * time.Millisecond)
		b.observe(session.Observation{Kind: session.BotMuted})
		rest(10 * time.Second)
		b.expect("session.created", "thought.completed", "message.received", "observation.received")
		b.observe(session.Observation{Kind: session.BotUnmuted})
		rest(10 * time.Second)
		if b.count("message.sent") != 1 {
			t.Errorf("after unmuting the message is considered: %v", b.types())
		}
	})
}
