package systemtest

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"slices"
	"sync"
	"time"

	"ringer/engine/session"
)

// action is a request of the platform that a session or a game is to store.
type action struct {
	// address is that of the session or game.
	address string
	// mark is the text of a message, the id of an observation, or another name. It is unique in the
	// log.
	mark  string
	keyed bool
	// method is the HTTP method; POST if empty.
	method string
	// may lists the codes of the refusals that are allowed.
	may []string
	// tries is how often it was sent.
	tries int
	// seq is from the answer; 0 if the answer has none.
	seq int64
	// known says that the answer called it a duplicate.
	known  bool
	answer answer
	// began is when the last try was sent.
	began time.Time
	// done is when the last try was answered.
	done time.Time
	// slowest is the longest time to an answer, of all tries.
	slowest time.Duration
	// stalls counts the tries that had no answer when the client lost its patience.
	stalls int
}

// markTag begins every mark. No other text contains it.
const markTag = "zq"

// crowd is everybody who plays in a round: the players of several sessions, a game master who
// changes phases, and a moderator of the bots.
type crowd struct {
	platform *platform
	ctx      context.Context
	// sessions are the addresses of the sessions.
	sessions []string
	players  sync.WaitGroup
	stop     chan struct{}

	mu      sync.Mutex // protects actions
	actions []action
}

// sessionKinds are the sessions of a round, from a crowd with several posts under way to a quiet
// chat. The games' clocks run fast, so that a round has many plans.
var sessionKinds = []struct {
	players, speed int
	rhythm         time.Duration
	timing         session.TimingMode
	strategy       string
	options        func(*rand.Rand) map[string]any
}{
	{12, 10, 4 * time.Millisecond, session.TimingHuman, "scheduler", hurried},
	{3, 10, 50 * time.Millisecond, session.TimingManual, "scheduler", hurried},
	{3, 8, 150 * time.Millisecond, session.TimingHuman, "scheduler", hurried},
	{3, 12, 300 * time.Millisecond, session.TimingHuman, "scheduler", hurried},
	{3, 12, 300 * time.Millisecond, session.TimingHuman, "fourmind", foresighted},
	{3, 12, 300 * time.Millisecond, session.TimingHuman, "tom", mindful},
}

// clusterEase is how much slower the crowd of a cluster writes. Its rounds are longer, and each of
// its servers takes processor time.
const clusterEase = 8

// hurried returns options with which the scheduler speaks as often as it may.
func hurried(rng *rand.Rand) map[string]any {
	return map[string]any{"wpm": 150 + rng.IntN(250), "floor_ms": 1000, "tick_ms": 1000}
}

// foresighted returns options of FourMind.
func foresighted(rng *rand.Rand) map[string]any { return map[string]any{"paths": 1 + rng.IntN(3)} }

// mindful returns options of the Theory of Mind. Its reserve speaks after the shortest silence that
// is allowed.
func mindful(rng *rand.Rand) map[string]any {
	return map[string]any{"cycle": []string{"staged", "fused"}[rng.IntN(2)], "silence_ms": 3000}
}

var lines = []string{
	"red, where are you from?", "i think it was blue", "no way", "who votes for green", "red you are so quiet", "what did you do last night?",
	"lol", "that is what a machine would say", "ok red, and why?", "nobody believes that",
}

// startCrowd opens the sessions and lets everybody play until leave is called. more is added to the
// configuration of each session.
func startCrowd(ctx context.Context, p *platform, round int, seed uint64, more map[string]any) *crowd {
	ease := time.Duration(1)
	if _, several := p.client.Transport.(*balancer); several {
		ease = clusterEase
	}
	tag := fmt.Sprintf("%s%dr%d", markTag, seed%1e6, round)
	c := &crowd{platform: p, ctx: ctx, stop: make(chan struct{})}
	for i, s := range sessionKinds {
		players := []string{"Red"}
		for j := range s.players {
			players = append(players, fmt.Sprint("Player", j))
		}
		body := map[string]any{
			"strategy": s.strategy, "options": s.options(rand.New(rand.NewPCG(seed, uint64(i)))), "speed": s.speed, "seed": i + 1, "external_id": fmt.Sprint(tag, i),
			"game": map[string]any{"rules": "turing", "players": players, "phases": []string{"day", "night"}},
			"bot":  map[string]any{"seat": "Red"}, "timing": s.timing,
		}
		maps.Copy(body, more)
		r, a := p.insist(ctx, "/v1/sessions", body)
		if a != accepted {
			p.t.Fatalf("no session was created: %+v", r)
		}
		c.sessions = append(c.sessions, "/v1/sessions/"+r.ID)
	}
	for i, id := range c.sessions {
		for j := range sessionKinds[i].players {
			rng := rand.New(rand.NewPCG(seed, uint64(100*i+j)))
			c.players.Go(func() {
				c.play(id, fmt.Sprint("Player", j), fmt.Sprintf("%ss%dp%dn", tag, i, j), ease*sessionKinds[i].rhythm, rng)
			})
		}
		rng := rand.New(rand.NewPCG(seed, uint64(100*i+99)))
		c.players.Go(func() { c.direct(id, fmt.Sprintf("%ss%dg", tag, i), rng) })
		rng = rand.New(rand.NewPCG(seed, uint64(100*i+98)))
		c.players.Go(func() { c.moderate(id, fmt.Sprintf("%ss%dm", tag, i), sessionKinds[i].options, rng) })
	}
	return c
}

// play posts one message after another, half of them with an id.
func (c *crowd) play(session, sender, mark string, rhythm time.Duration, rng *rand.Rand) {
	for n := 0; c.playing(); n++ {
		text := fmt.Sprintf("%s %s%d", lines[rng.IntN(len(lines))], mark, n)
		d := action{address: session, mark: text, keyed: rng.IntN(2) == 0, answer: unknown}
		body := map[string]any{"sender": sender, "text": text}
		if d.keyed {
			body["id"] = fmt.Sprint(mark, n)
		}
		if c.do(&d, "/messages", body) != accepted {
			pause(c.ctx, retryDelay)
		}
		pause(c.ctx, time.Duration(rng.Int64N(2*int64(rhythm))))
	}
}

// direct changes the phase from time to time.
func (c *crowd) direct(session, mark string, rng *rand.Rand) {
	for n := 0; c.playing(); n++ {
		d := action{address: session, mark: fmt.Sprint(mark, n), keyed: true, answer: unknown}
		c.do(&d, "/observations", map[string]any{"kind": "phase", "phase": []string{"night", "day"}[n%2], "id": d.mark})
		pause(c.ctx, 200*time.Millisecond+time.Duration(rng.Int64N(int64(600*time.Millisecond))))
	}
}

func (c *crowd) playing() bool { return goesOn(c.ctx, c.stop) }

// goesOn reports whether neither a context has ended nor stop was closed.
func goesOn(ctx context.Context, stop chan struct{}) bool {
	select {
	case <-stop:
		return false
	case <-ctx.Done():
		return false
	default:
		return true
	}
}

// do sends an action. With an id it repeats the request until it is accepted or refused.
func (c *crowd) do(d *action, path string, body any) answer {
	return c.doThrough(c.platform, d, path, body)
}

// doThrough is do with a client of its own.
func (c *crowd) doThrough(p *platform, d *action, path string, body any) answer {
	for {
		d.began = time.Now()
		d.tries++
		r, a := p.call(c.ctx, cmp.Or(d.method, http.MethodPost), d.address+path, body)
		d.answer, d.seq, d.known, d.done = a, r.Seq, r.Duplicate, time.Now()
		d.slowest = max(d.slowest, d.done.Sub(d.began))
		if a == unknown && r.Code == "" && d.done.Sub(d.began) >= patience {
			d.stalls++
		}
		if len(r.Messages) > 0 {
			d.seq, d.known = r.Messages[0].Seq, r.Messages[0].Duplicate
		}
		if a == refused && r.Code != "conflict" {
			if !slices.Contains(d.may, r.Code) {
				c.platform.t.Errorf("%s was refused with %q", d.mark, r.Code)
			}
			break
		}
		if a == accepted || !d.keyed || c.ctx.Err() != nil {
			break
		}
		pause(c.ctx, retryDelay)
	}
	c.note(*d)
	return d.answer
}

func (c *crowd) note(d action) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.actions = append(c.actions, d)
}

// acceptedSince returns the first action that was begun after a moment and accepted by a session.
func (c *crowd) acceptedSince(moment time.Time, session string) (first action, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, d := range c.actions {
		if d.address == session && d.answer == accepted && d.seq > 0 && d.began.After(moment) && (!ok || d.done.Before(first.done)) {
			first, ok = d, true
		}
	}
	return first, ok
}

// firstThought waits until a session has accepted an action that was begun after a moment, and its
// bot has considered that. ok is false if the context ended before.
func (c *crowd) firstThought(ctx context.Context, id string, since time.Time) (post action, thought session.Event, ok bool) {
	post, ok = c.acceptedSince(since, id)
	for ; !ok && ctx.Err() == nil; post, ok = c.acceptedSince(since, id) {
		pause(ctx, time.Millisecond)
	}
	for ok && ctx.Err() == nil {
		events, _ := c.platform.page(ctx, id, fmt.Sprintf("types=thought.completed&wait=1s&limit=1&after=%d", post.seq))
		if len(events) > 0 {
			return post, events[0], true
		}
	}
	return post, thought, false
}

// end ends the sessions. Some may have ended already.
func (c *crowd) end(ctx context.Context, wrong func(string, ...any)) {
	for _, id := range c.sessions {
		if reply, a := c.platform.insist(ctx, id+"/end", map[string]any{}); a != accepted && reply.Code != "session_ended" {
			wrong("the session could not be ended: %+v", reply)
		}
	}
}

// of returns the actions of a session.
func (c *crowd) of(session string) (actions []action) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, d := range c.actions {
		if d.address == session {
			actions = append(actions, d)
		}
	}
	return actions
}

// leave stops everybody, and waits for the requests under way.
func (c *crowd) leave() {
	close(c.stop)
	c.players.Wait()
}
