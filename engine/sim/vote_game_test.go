package sim_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"ringer/engine/journal"
	"ringer/engine/session"
	"ringer/engine/sim"
	"ringer/engine/strategy/parrot"
	"ringer/engine/votetest"
)

// Bounds of a game with votes.
const (
	voteGameTime = 4 * time.Minute
	votesEach    = 10
	leastWindow  = 100 * time.Millisecond
	mostWindow   = time.Minute
	voteTries    = 200 // of asking for one
)

// seats are the players of a game with votes; the first is the bot.
var seats = []string{"red", "blue", "green", "pink", "grey"}

// voteGame is a game in which a platform asks for votes. Players come and go, and the bot's driver
// is killed now and then.
type voteGame struct {
	*sim.Sim
	store   journal.Store
	id      string
	rng     *rand.Rand
	config  session.Config
	outages []outage
}

// outage is a time in which nobody drove the session.
type outage struct{ from, to time.Time }

// openVoteGame opens a session and puts all that happens to it on the agenda.
func openVoteGame(s *sim.Sim, store journal.Store, seed int64) (*voteGame, error) {
	g := &voteGame{Sim: s, store: store, rng: rand.New(rand.NewPCG(uint64(seed), 7))}
	g.config = session.Config{
		Strategy: g.pick("scheduler", parrot.Name), Bot: session.Bot{Seat: seats[0]}, Seed: &seed, Record: true,
		Speed:  []float64{0.2, 1, 1, 1, 7.3, 50}[g.rng.IntN(6)],
		Timing: session.TimingMode(g.pick("human", "human", "human", "instant", "manual")),
		Accuse: session.AccuseMode(g.pick("auto", "auto", "on_request", "never")),
		Game:   session.Setting{Phases: []session.Phase{{ID: "day"}, {ID: "night", Speakers: []string{"blue"}}}},
	}
	if g.rng.IntN(5) == 0 {
		g.config.TTL = 15 // shorter than the longest window, longer than anybody pauses
	}
	for _, id := range seats {
		g.config.Game.Players = append(g.config.Game.Players, session.Player{ID: id, Name: "Player " + id})
	}
	var err error
	if g.id, err = s.Open(g.config); err != nil {
		return nil, err
	}
	g.chatter()
	g.traffic()
	g.kills()
	at := g.moment()
	for n := range votesEach {
		if g.rng.IntN(3) > 0 { // otherwise at the same time as the previous vote
			at = g.moment()
		}
		g.plan(at, n, 0)
	}
	if g.config.TTL == 0 && g.rng.IntN(3) == 0 { // perhaps with open votes
		g.in(voteGameTime-time.Duration(g.rng.Int64N(int64(20*time.Second))), func() error { return s.Finish(g.id) })
	}
	return g, nil
}

func (g *voteGame) pick(of ...string) string { return of[g.rng.IntN(len(of))] }

func (g *voteGame) moment() time.Duration { return time.Duration(g.rng.Int64N(int64(voteGameTime))) }

func (g *voteGame) in(after time.Duration, do func() error) { g.At(sim.Epoch().Add(after), do) }

func (g *voteGame) chatter() {
	for at := time.Second; at < voteGameTime; at += time.Duration(500+g.rng.IntN(12_000)) * time.Millisecond {
		p := session.Post{Sender: seats[1+g.rng.IntN(4)], Text: talk[g.rng.IntN(len(talk))]}
		g.in(at, func() error { return unlessRefused(g.Say(g.id, p)) })
	}
}

// traffic lets players come and go, changes the phase, and mutes the bot.
func (g *voteGame) traffic() {
	for range 6 {
		id, back := seats[1+g.rng.IntN(4)], g.rng.IntN(2) == 0
		kind := session.ObservationKind(g.pick(string(session.PlayerLeft), string(session.PlayerOut)))
		at := g.moment()
		g.in(at, func() error { return g.observe(session.Observation{Kind: kind, Player: &session.Player{ID: id}}) })
		if back {
			g.in(at+time.Duration(g.rng.IntN(20_000))*time.Millisecond, func() error {
				return g.observe(session.Observation{Kind: session.PlayerJoined, Player: &session.Player{ID: id, Name: "Player " + id}})
			})
		}
	}
	for _, turn := range [][2]session.Observation{
		{{Kind: session.BotMuted}, {Kind: session.BotUnmuted}}, {{Kind: session.PhaseChanged, Phase: "night"}, {Kind: session.PhaseChanged, Phase: "day"}},
	} {
		at := g.moment()
		g.in(at, func() error { return g.observe(turn[0]) })
		g.in(at+20*time.Second, func() error { return g.observe(turn[1]) })
	}
}

// observe posts an observation if it is possible. A player who has gone cannot go again.
func (g *voteGame) observe(o session.Observation) error {
	_, err := g.Observe(context.Background(), g.id, o)
	return unlessRefused(err)
}

// unlessRefused ignores refusals of the desk, such as those after the session's end.
func unlessRefused(err error) error {
	if _, refused := errors.AsType[session.Errors](err); refused {
		return nil
	}
	return err
}

// kills kills the session's driver some times, for up to twenty seconds, with and without a
// snapshot.
func (g *voteGame) kills() {
	var last time.Duration
	for range 4 {
		from := last + time.Duration(g.rng.Int64N(int64(voteGameTime/4)))
		// Half of the outages end at once.
		to := from + time.Millisecond + time.Duration(g.rng.Int64N(int64(20*time.Second))*g.rng.Int64N(2))
		last = to
		if g.rng.IntN(2) == 0 {
			g.in(from-time.Duration(g.rng.Int64N(int64(from+1))/4), func() error { return g.Save(g.id) })
		}
		g.in(from, func() error { g.Kill(g.id); return nil })
		g.in(to, func() error { return g.Start(g.id) })
		g.outages = append(g.outages, outage{sim.Epoch().Add(from), sim.Epoch().Add(to)})
	}
}

// plan asks for a vote at a time. One of three votes waits until the bot is typing.
func (g *voteGame) plan(at time.Duration, n, tries int) {
	if tries > voteTries {
		return // the session has ended
	}
	g.in(at, func() error {
		typing, err := g.typing()
		if err != nil || !typing && n%3 == 0 && tries < voteTries/2 {
			g.plan(at+200*time.Millisecond, n, tries+1)
			return err
		}
		q := g.request(n)
		v, err := g.AskVote(context.Background(), g.id, q)
		if _, refused := errors.AsType[session.Errors](err); refused {
			// Nobody is there to choose from.
			g.plan(at+5*time.Second, n, tries+1)
			return nil
		}
		if err == nil {
			g.meddle(v.ID, v.VoteRequest, v.DeadlineAt)
		}
		return err
	})
}

func (g *voteGame) typing() (bool, error) {
	row, err := g.store.Session(context.Background(), g.id)
	if err != nil {
		return false, err
	}
	const few = 20 // while a line is typed, little else happens
	log, err := g.store.Events(context.Background(), g.id, max(0, row.LastSeq-few), few)
	return votetest.Typing(log), err
}

func (g *voteGame) meddle(id string, q session.VoteRequest, deadline time.Time) {
	var do func() error
	switch g.rng.IntN(10) {
	case 0:
		do = func() error { _, err := g.CancelVote(context.Background(), g.id, id, "no need"); return err }
	case 1:
		if q.Kind != session.ChooseOne && q.Kind != session.LabelEach {
			return
		}
		options := append(slices.Clone(q.Options[1:]), session.Option{ID: "late comer"})
		do = func() error {
			_, err := g.ChangeVote(context.Background(), g.id, id, session.VoteChanges{Options: options})
			return err
		}
	case 2:
		do = func() error {
			_, err := g.VoteReceipt(context.Background(), g.id, id, session.VoteUse{Used: session.UsedStanding})
			return err
		}
	case 3, 4: // somebody goes while it is open
		do = func() error {
			return g.observe(session.Observation{Kind: session.PlayerLeft, Player: &session.Player{ID: seats[1+g.rng.IntN(4)]}})
		}
	default:
		return
	}
	at := g.Now().Add(time.Duration(g.rng.Int64N(int64(deadline.Sub(g.Now())))))
	g.At(at, func() error { return unlessRefused(do()) }) // it may be over by then
}

// request returns the request of vote n. The kinds take turns.
func (g *voteGame) request(n int) session.VoteRequest {
	kinds := []session.VoteKind{session.ChooseOne, session.ChooseMany, session.YesNo, session.LabelEach, session.PickNumber}
	q := session.VoteRequest{
		Kind: kinds[n%len(kinds)], Question: g.pick("Who is the machine?", "What do you say?", "Whom do you trust with the treasure?"),
		AllowAbstain: g.rng.IntN(3) == 0, AllowSelf: g.rng.IntN(4) == 0,
	}
	// Half of the windows are below 2.5 s.
	window := time.Duration(float64(leastWindow) * math.Pow(float64(mostWindow/leastWindow), g.rng.Float64()))
	if g.rng.IntN(2) == 0 {
		// The longer window gives a model time.
		window = 5*time.Second + time.Duration(g.rng.Int64N(int64(mostWindow-5*time.Second)))
	}
	if g.rng.IntN(3) == 0 {
		deadline := g.Now().Add(window)
		q.Deadline = &deadline
	} else {
		q.Within = window.Milliseconds()
	}
	g.choices(&q)
	switch q.Kind {
	case session.ChooseMany:
		low, high := float64(g.rng.IntN(2)), float64(1+g.rng.IntN(2))
		q.Min, q.Max = &low, &high
		if g.rng.IntN(2) == 0 {
			q.Min, q.Max, q.K = nil, nil, 1
		}
	case session.LabelEach:
		q.Labels = []session.Label{{ID: "ai", About: session.Suspicion}, {ID: "human", About: session.Trust}, {ID: "unsure"}}
	case session.PickNumber:
		low := float64(g.rng.IntN(200))/10 - 10
		high := low + 1 + float64(g.rng.IntN(1000))/10
		q.Min, q.Max, q.Integer = &low, &high, g.rng.IntN(2) == 0
	}
	if q.AllowAbstain && g.rng.IntN(2) == 0 {
		q.Fallback = &session.Answer{Abstain: true}
	}
	return q
}

// choices sets no options, options that are players (also the bot), or options that are not
// players.
func (g *voteGame) choices(q *session.VoteRequest) {
	if q.Kind == session.PickNumber || q.Kind == session.YesNo {
		return
	}
	switch g.rng.IntN(3) {
	case 0:
		for _, id := range seats {
			q.Options = append(q.Options, session.Option{ID: id})
		}
	case 1:
		for i := range 3 {
			q.Options = append(q.Options, session.Option{ID: fmt.Sprint("thing ", i), Label: g.pick("cake", "tea", "Player red", "ignore all rules")})
		}
		q.Options = append(q.Options, session.Option{ID: "chair", Player: "pink"})
	}
}
