package systemtest

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"ringer/engine/logtest"
	"ringer/engine/recording"
	"ringer/engine/session"
	"ringer/engine/votetest"
)

// A vote's window is the time from the request to its deadline.
const (
	shortestWindow = 200 * time.Millisecond
	longestWindow  = 8 * time.Second
	// longestOfFew is the longest window in a run of the whole suite.
	longestOfFew = 2 * time.Second
	voteSessions = 10
	votesASecond = 10
	// fewVotes is the number of votes in a run of the whole suite.
	fewVotes  = 20
	manyVotes = 200
)

// TestVotesOverHTTP asks server processes for 20 votes in real time, and for 200 with -faults. Half
// of the answers come with wait, and half by stream. Meanwhile it kills the server. It prints how
// many answers came too late though the server was running. It does not fail then, since that
// depends on the load of the machine. With -v it prints the table.
func TestVotesOverHTTP(t *testing.T) {
	t.Parallel()
	servers := []struct {
		name, database string
		slow           bool // the models are slow
	}{{name: "SQLite", database: "sqlite"}, {name: "Postgres", database: "postgres"}, {name: "SQLite, slow models with faults", database: "sqlite", slow: true}}
	n, most, rows := fewVotes, longestOfFew, make([]*voteRow, len(servers))
	if *faultRounds > 0 {
		n, most = manyVotes, longestWindow
	}
	t.Run("servers", func(t *testing.T) {
		for i, server := range servers {
			t.Run(server.name, func(t *testing.T) {
				t.Parallel()
				env := openFaultDatabase(t, server.database).connect(t).env
				if server.slow {
					model := startModel(t, "--latency", "800ms±600ms", "--fault", "429=0.1", "--fault", "hang=0.05", "--fault", "cut=0.1", "--fault", "schema=0.1")
					env = append(env, "OPENAI_BASE_URL="+model.url)
				}
				rows[i] = &voteRow{name: server.name, t: t}
				rows[i].play(n, most, env)
			})
		}
	})
	t.Logf("\n%s", voteRows(rows))
}

// voteRow is the votes that one server was asked for, and what came of them.
type voteRow struct {
	name string
	t    *testing.T
	*platform
	sessions []string
	outage   outage

	mu       sync.Mutex           // protects received
	received map[string]time.Time // by vote

	asked, cast, late, wrong, waited, streamed int
	// stalled counts the votes that were cast or received after their deadline though the server
	// was running.
	stalled int
	by      map[session.AnsweredBy]int
	// slowest is the longest time from a request to its answer. Votes of the outage are left out.
	slowest time.Duration
	// slowestOf is the window of that vote.
	slowestOf time.Duration
	// least is the shortest time from an answer to its deadline.
	least time.Duration
	// leastOf is the window of that vote.
	leastOf time.Duration
}

// play asks for n votes while games are played, and kills the server after half of them.
func (r *voteRow) play(n int, most time.Duration, env []string) {
	ctx, cancel := context.WithTimeout(r.t.Context(), roundLimit)
	defer cancel()
	log := &logtest.Buffer{}
	env = append(env, fmt.Sprint("PORT=", quietPort(r.t)), "LOG_LEVEL=error")
	p := startLogged(r.t, log, env)
	r.platform, r.received, r.by, r.least = newPlatform(r.t, p.url), map[string]time.Time{}, map[session.AnsweredBy]int{}, longestWindow
	r.sessions = p.createMany(voteSessions, trio("scheduler"))
	streams := make([][]recording.Event, len(r.sessions))
	var readers, voters sync.WaitGroup
	for i, id := range r.sessions {
		readers.Go(func() { streams[i] = r.follow(ctx, "/v1/sessions/"+id+"/events?types=*", func(session.Event) {}) })
	}
	rng := rand.New(rand.NewPCG(8, uint64(n)))
	for i := range n {
		q, session := voteOverHTTP(i, most, rng), r.sessions[i%len(r.sessions)]
		if i%len(r.sessions) == 0 {
			voters.Go(func() { r.chat(ctx, i) })
		}
		voters.Go(func() { r.ask(ctx, session, q, i%2 == 0) })
		pause(ctx, time.Second/votesASecond)
		if i == n/2 {
			r.outage.from = time.Now()
			p.end(syscall.SIGKILL)
			pause(ctx, time.Second) // some deadlines pass meanwhile
			startLogged(r.t, log, env)
			r.outage.to = time.Now()
		}
	}
	voters.Wait()
	for _, id := range r.sessions {
		r.insist(ctx, "/v1/sessions/"+id+"/end", map[string]any{})
	}
	readers.Wait()
	for i, id := range r.sessions {
		r.judge(r.log(ctx, "/v1/sessions/"+id), streams[i])
	}
	if strings.Contains(log.String(), "panic") || r.t.Failed() {
		r.t.Errorf("the server said:\n%s", log)
	}
}

// voteOverHTTP returns a vote. The kinds take turns. The window is random, from shortestWindow to
// most.
func voteOverHTTP(i int, most time.Duration, rng *rand.Rand) map[string]any {
	window := time.Duration(float64(shortestWindow) * math.Pow(float64(most/shortestWindow), rng.Float64()))
	q := map[string]any{"id": fmt.Sprint("vote-", i), "question": "Who of us is the machine?", "within_ms": window.Milliseconds()}
	switch i % 5 {
	case 0:
		q["kind"] = session.ChooseOne
	case 1:
		q["kind"], q["k"] = session.ChooseMany, 1
	case 2:
		q["kind"], q["question"] = session.YesNo, "Is Blue the machine?"
	case 3:
		q["kind"], q["labels"] = session.LabelEach, []string{"ai", "human", "unsure"}
	case 4:
		q["kind"], q["min"], q["max"], q["question"] = session.PickNumber, 0, 100, "How sure are you, in percent?"
	}
	return q
}

// chat says something in all games.
func (r *voteRow) chat(ctx context.Context, i int) {
	for _, id := range r.sessions {
		r.insist(ctx, "/v1/sessions/"+id+"/messages", map[string]any{
			"id": fmt.Sprint("line-", i), "sender": []string{"Blue", "Green"}[i%2], "text": fmt.Sprintf("red, what do you think of number %d then?", i),
		})
	}
}

// ask asks for a vote until the server has accepted it, and then until it is answered. With wait
// the response of the server is the answer; otherwise the stream brings it.
func (r *voteRow) ask(ctx context.Context, session string, q map[string]any, wait bool) {
	path := "/v1/sessions/" + session + "/votes"
	query := ""
	if wait {
		query = "?wait=10s"
	}
	v, a := r.insist(ctx, path+query, q)
	for a != refused && v.Cast == nil && ctx.Err() == nil {
		v, a = r.call(ctx, http.MethodGet, path+"/"+q["id"].(string)+"?wait=10s", nil)
	}
	if a == refused {
		r.t.Errorf("%v was refused: %s", q, v.Code)
	} else if wait {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.received[v.ID] = time.Now()
		r.waited++
	}
}

// judge judges a game that is over.
func (r *voteRow) judge(log []session.Event, stream []recording.Event) {
	answers := map[string]int{} // in the stream, by vote
	for _, h := range stream {
		if p, ok := h.Event.Data.(*session.VoteCast); ok {
			answers[p.VoteID]++
			if _, waited := r.received[p.VoteID]; !waited {
				r.received[p.VoteID] = h.Received
				r.streamed++
			}
		}
	}
	law := votetest.Judge(log)
	r.wrong += len(law.Wrong)
	for _, w := range law.Wrong {
		r.t.Error(w)
	}
	for _, id := range law.Order {
		b := law.Votes[id]
		r.asked++
		if b.Fate != votetest.Cast || answers[id] != 1 {
			r.t.Errorf("vote %s of %s: %q, and the stream brought %d answers", id, b.Deadline.Sub(b.At), b.Fate, answers[id])
			continue
		}
		r.cast++
		r.by[b.Cast.AnsweredBy]++
		r.time(id, b)
	}
}

// time counts how long an answer took, if the server was running.
func (r *voteRow) time(id string, b *votetest.Vote) {
	if r.outage.touches(b.Deadline.Add(-b.Margin()), b.Deadline) {
		if b.Left < 0 {
			r.late++
		}
		return
	}
	at, ofAll := r.received[id], b.Deadline.Sub(b.At)
	if took := at.Sub(b.At); took > r.slowest {
		r.slowest, r.slowestOf = took, ofAll
	}
	if left := b.Deadline.Sub(at); left < r.least {
		r.least, r.leastOf = left, ofAll
	}
	if b.Left < 0 || at.After(b.Deadline) {
		r.stalled++
		r.t.Logf("vote %s, of %s until %s, was cast %s before that and received at %s", id, ofAll, b.Deadline, b.Left, at)
	}
}

// voteRows returns the table.
func voteRows(rows []*voteRow) string {
	var cells [][]any
	for _, r := range rows {
		if r == nil {
			continue // it was not run
		}
		cells = append(cells, []any{
			r.name, r.asked, r.cast, r.wrong, r.cast - r.late - r.stalled, r.late, r.stalled, r.by[session.ByModel], r.by[session.ByMind], r.by[session.ByFallback], r.waited, r.streamed,
			r.slowest, r.slowestOf, r.least, r.leastOf,
		})
	}
	return table("server\tasked\tcast, once\tillegal\tin time\tlate, of the outage\tlate else\tby model\tmind\tfallback\twith wait\tby stream\tslowest\tof\tleast left\tof\t", cells)
}
