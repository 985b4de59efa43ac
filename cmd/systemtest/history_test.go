package systemtest

import (
	"context"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/anishathalye/porcupine"

	"ringer/engine/session"
)

// history records what concurrent clients of one session did, and what they were told.
type history struct {
	platform *platform
	ctx      context.Context
	address  string
	mark     string
	// rhythm is the longest pause of a client between two requests.
	rhythm  time.Duration
	began   time.Time
	stop    chan struct{}
	clients sync.WaitGroup

	mu       sync.Mutex // protects the rest
	attempts []attempt
	pages    []historyPage
	// others are the operations that need not be compared with the log.
	others []porcupine.Operation
}

// span is the time from a request to its answer, since the history began.
type span struct{ call, done time.Duration }

// attempt is one request to store something, sent once.
type attempt struct {
	span
	// marks name the events.
	marks  []string
	answer answer
	// seqs are from the answer. It has none for some requests.
	seqs  []int64
	known bool
}

// historyPage is one page of the log.
type historyPage struct {
	span
	after  int64
	events []uint64
	atEnd  bool
}

// historyPhases are a phase in which the bot may speak, and one in which it may not.
var historyPhases = []string{"day", "night"}

// historyLine begins all messages. It asks the bot, so that the bot speaks often.
const historyLine = "red, why? "

// startHistory opens a session and lets clients use it until finish is called.
func startHistory(ctx context.Context, p *platform, mark string, rhythm time.Duration, seed uint64) *history {
	h := &history{platform: p, ctx: ctx, mark: mark, rhythm: rhythm, began: time.Now(), stop: make(chan struct{})}
	r, a := p.insist(ctx, "/v1/sessions", map[string]any{
		// This bot thinks often, and speaks at once: perhaps just before a mute, or just after one.
		"strategy": "scheduler", "options": map[string]any{"tick_ms": 1000, "order": "schedule_then_generate", "decide": "model", "dead_band": 0}, "suspicion": session.Off, "timing": session.TimingInstant, "speed": 40, "seed": 1, "external_id": mark,
		"game": map[string]any{
			"rules": "turing", "players": []string{"Red", "P0", "P1", "P2"}, "phases": []any{"day", map[string]any{"id": "night", "speakers": []string{"P0", "P1", "P2"}}},
		},
		"bot": map[string]any{"seat": "Red"},
	})
	if a != accepted {
		p.t.Fatalf("no session was created: %+v", r)
	}
	h.address = "/v1/sessions/" + r.ID
	for i, act := range []func(int, *rand.Rand){h.write, h.write, h.write, h.echo, h.echo, h.direct, h.change, h.read, h.read, h.look} {
		rng := rand.New(rand.NewPCG(seed, uint64(i)))
		h.clients.Go(func() {
			for n := 0; h.running(); n++ {
				act(n, rng)
				pause(ctx, time.Duration(rng.Int64N(int64(rhythm))))
			}
		})
	}
	return h
}

func (h *history) running() bool { return goesOn(h.ctx, h.stop) }

// now begins a span.
func (h *history) now() span { return span{call: time.Since(h.began)} }

// store sends a request until its answer is known. Each try is an attempt. A request without an id
// is sent once.
func (h *history) store(method, path string, body map[string]any, keyed bool, marks ...string) {
	for h.ctx.Err() == nil {
		a := attempt{span: h.now(), marks: marks}
		r, answer := h.platform.call(h.ctx, method, h.address+path, body)
		a.answer, a.done = answer, time.Since(h.began)
		for _, m := range r.Messages {
			a.seqs, a.known = append(a.seqs, m.Seq), m.Duplicate
		}
		if r.Seq > 0 {
			a.seqs, a.known = []int64{r.Seq}, r.Duplicate
		}
		if answer == refused {
			h.refuse(a, r.Code, body)
			return
		}
		h.mu.Lock()
		h.attempts = append(h.attempts, a)
		h.mu.Unlock()
		if answer == accepted || !keyed {
			return
		}
		pause(h.ctx, retryDelay)
	}
}

// refuse notes a refusal. A conflict says nothing about the log.
func (h *history) refuse(a attempt, code string, body map[string]any) {
	op := &historyOp{text: fmt.Sprint(a.marks, " refused: ", code)}
	switch code {
	case string(session.CodeUnknownPlayer):
		op.kind, op.sender = opUnknown, body["sender"].(string)
	case string(session.CodeSessionEnded):
		op.kind = opEnded
	case string(session.CodeConflict):
		return
	default:
		h.platform.t.Errorf("%v was refused with %q", a.marks, code)
		return
	}
	h.note(op, a.span)
}

func (h *history) note(op *historyOp, s span) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.others = append(h.others, porcupine.Operation{Input: op, Call: int64(s.call), Return: int64(s.done)})
}

// write posts one message, or two at once. Some have no id, some are sent again at once, and some
// are from players who have perhaps not joined.
func (h *history) write(n int, rng *rand.Rand) {
	name := fmt.Sprintf("%sw%016x", h.mark, rng.Uint64())
	sender := fmt.Sprint("P", rng.IntN(3))
	switch rng.IntN(6) {
	case 0:
		h.store(http.MethodPost, "/messages", map[string]any{"sender": sender, "text": historyLine + name}, false, name)
	case 1:
		h.store(http.MethodPost, "/messages", map[string]any{"messages": []any{
			map[string]any{"id": name + "a", "sender": sender, "text": historyLine + name + "a"}, map[string]any{"id": name + "b", "sender": sender, "text": historyLine + name + "b"},
		}}, true, name+"a", name+"b")
	case 2:
		sender = fmt.Sprint("Late", n/8)
		fallthrough
	default:
		body := map[string]any{"id": name, "sender": sender, "text": historyLine + name}
		for range 1 + rng.IntN(2) {
			h.store(http.MethodPost, "/messages", body, true, name)
		}
	}
}

// echo posts messages that another client posts at the same time, with the same ids.
func (h *history) echo(n int, _ *rand.Rand) {
	name := fmt.Sprint(h.mark, "e", n)
	h.store(http.MethodPost, "/messages", map[string]any{"id": name, "sender": "P0", "text": historyLine + name}, true, name)
}

// direct changes who may speak.
func (h *history) direct(n int, _ *rand.Rand) {
	name := fmt.Sprint(h.mark, "d", n)
	body := map[string]any{"id": name}
	switch n % 5 {
	case 0:
		body["kind"], body["player"] = session.PlayerJoined, fmt.Sprint("Late", n/5)
		if n/5 >= session.MaxPlayers-4 {
			return
		}
	case 1, 3:
		body["kind"], body["phase"] = session.PhaseChanged, historyPhases[(5-n%5)/2%2]
	case 2:
		body["kind"] = session.BotMuted
	case 4:
		body["kind"] = session.BotUnmuted
	}
	h.store(http.MethodPost, "/observations", body, true, name)
	pause(h.ctx, 100*time.Millisecond)
	if n%5 == 1 { // now the bot may speak, and on a busy machine it takes its time to do so once
		pause(h.ctx, 400*time.Millisecond)
		for h.silent() && h.running() {
			pause(h.ctx, 100*time.Millisecond)
		}
	}
}

// change replaces the notes of the session.
func (h *history) change(n int, _ *rand.Rand) {
	name := fmt.Sprint(h.mark, "c", n)
	h.store(http.MethodPatch, "", map[string]any{"metadata": map[string]string{"mark": name}}, false, name)
	pause(h.ctx, 50*time.Millisecond)
}

// read reads the log from the beginning, or from a place near its end.
func (h *history) read(_ int, rng *rand.Rand) {
	after := int64(0)
	for h.running() {
		limit := []int{5, 100, 1000}[rng.IntN(3)]
		p := historyPage{span: h.now(), after: after}
		events, ended, err := h.platform.read(h.ctx, fmt.Sprintf("%s/events?types=*&limit=%d&after=%d", h.address, limit, after))
		if err != nil {
			return
		}
		p.done, p.atEnd = time.Since(h.began), len(events) < limit || ended
		for _, e := range events {
			p.events = append(p.events, fingerprint(e))
			after = e.Seq
		}
		h.mu.Lock()
		h.pages = append(h.pages, p)
		h.mu.Unlock()
		pause(h.ctx, time.Duration(rng.Int64N(int64(h.rhythm))))
		if rng.IntN(20) == 0 {
			return
		}
	}
}

// look reads the row of the session.
func (h *history) look(int, *rand.Rand) {
	s := h.now()
	response, err := h.platform.get(h.ctx, h.address)
	if err != nil {
		return
	}
	defer discard(response)
	var row historyRow
	h.platform.expect(h.address, response.StatusCode)
	if response.StatusCode != http.StatusOK || json.NewDecoder(response.Body).Decode(&row) != nil {
		return
	}
	s.done = time.Since(h.began)
	h.note(&historyOp{kind: opRow, row: row, text: fmt.Sprintf("row %+v", row)}, s)
}

// silent reports whether the bot has sent nothing yet.
func (h *history) silent() bool {
	sent, _ := h.platform.page(h.ctx, h.address, "types=message.sent&limit=1")
	return len(sent) == 0 && h.ctx.Err() == nil
}

// fingerprint returns a hash of all that an event says.
func fingerprint(e session.Event) uint64 {
	b, err := json.Marshal(e.Data)
	if err != nil {
		return 0 // it has just been read from JSON
	}
	sum := fnv.New64a()
	_, _ = fmt.Fprint(sum, e.Seq, e.Data.Type(), e.At.UnixMicro(), e.Cursor, string(b)) // a hash takes everything
	return sum.Sum64()
}

// TestHistory lets clients use a session at the same time, through one server and through three.
// What all of them saw fits a single log.
func TestHistory(t *testing.T) {
	t.Parallel()
	for name, s := range map[string]setup{"SQLite": onSQLite, "Postgres": onPostgres, "ThreeReplicas": onThree} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := startTarget(t, s, nil)
			seed := uint64(time.Now().UnixNano())
			h := startHistory(t.Context(), r.platform, fmt.Sprint(markTag, "h"), 40*time.Millisecond, seed)
			pause(t.Context(), 3*time.Second)
			for h.silent() { // a busy machine
				pause(t.Context(), 100*time.Millisecond)
			}
			n := h.finish("history", func(format string, args ...any) { t.Errorf("seed %d: "+format, append([]any{seed}, args...)...) })
			t.Logf("%d operations", n)
		})
	}
}
