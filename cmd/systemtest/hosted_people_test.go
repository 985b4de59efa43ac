package systemtest

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"time"

	"ringer/engine/recording"
	"ringer/engine/session"
)

// hostedKind is how a hosted game is set up.
type hostedKind struct {
	// seats and people are how many there are; bots take the other seats.
	seats, people int
	floor         session.FloorMode
	// leaves says that a person leaves in the middle of the game.
	leaves bool
	// speed is how much faster the game's time passes.
	speed int
}

// hostedKinds are the games of a round.
var hostedKinds = []hostedKind{
	{7, 2, session.FloorFree, false, hostedSpeed},
	{9, 3, session.FloorModerated, true, hostedSpeed},
	{12, 3, session.FloorFree, true, hostedSpeed},
}

// hostedSpeed makes a day of a second, and a game of some seconds.
const hostedSpeed = 20

// hostedGame is a hosted game, with its people and readers.
type hostedGame struct {
	crowd
	hostedKind
	address, mark string
	bots          []session.BotSeat
	// seen is what the stream of the platform brought, and views what the streams of the people
	// brought, by seat.
	seen  []recording.Event
	views map[string][]recording.Event
	rngs  map[string]*rand.Rand
}

// hostedStrategies are the strategies of the bots, in turn.
var hostedStrategies = []struct {
	name    string
	options func(*rand.Rand) map[string]any
}{{"scheduler", hurried}, {"fourmind", foresighted}, {"tom", mindful}}

// openHosted opens a game. The first seats are those of people.
func openHosted(ctx context.Context, p *platform, kind hostedKind, mark string, rng *rand.Rand) *hostedGame {
	g := &hostedGame{
		crowd: crowd{platform: p, ctx: ctx, stop: make(chan struct{})}, hostedKind: kind, mark: mark,
		views: map[string][]recording.Event{}, rngs: map[string]*rand.Rand{},
	}
	var players []string
	var bots []map[string]any
	for i := range kind.seats {
		seat := fmt.Sprint("Player", i)
		players = append(players, seat)
		if i < kind.people {
			g.rngs[seat] = rand.New(rand.NewPCG(rng.Uint64(), 1))
			continue
		}
		s := hostedStrategies[i%len(hostedStrategies)]
		bots = append(bots, map[string]any{"seat": seat, "strategy": s.name, "options": s.options(rng)})
	}
	r, a := p.insist(ctx, "/v1/games", map[string]any{
		"game": map[string]any{"rules": "mafia", "players": players}, "bots": bots, "host": session.HostRinger, "floor": kind.floor,
		"rules_options": map[string]any{"day_ms": 20_000, "night_ms": 10_000, "vote_ms": 10_000}, "speed": kind.speed, "seed": rng.IntN(1000), "external_id": mark,
	})
	if a != accepted {
		p.t.Fatalf("no game was created: %+v", r)
	}
	g.address, g.bots = "/v1/games/"+r.ID, r.Bots
	return g
}

// play plays the game to its end.
func (g *hostedGame) play() {
	var readers sync.WaitGroup
	var mu sync.Mutex // protects g.views
	for seat, rng := range g.rngs {
		g.players.Go(func() { g.talk(seat, rng) })
		votes := rand.New(rand.NewPCG(rng.Uint64(), 2))
		readers.Go(func() {
			view := g.platform.follow(g.ctx, g.address+"/stream?as="+seat, func(e session.Event) {
				if asked, ok := e.Data.(*session.VoteRequested); ok {
					g.vote(seat, asked, votes)
				}
			})
			mu.Lock()
			defer mu.Unlock()
			g.views[seat] = view
		})
	}
	if g.leaves {
		leaver, rng := "Player0", rand.New(rand.NewPCG(g.rngs["Player0"].Uint64(), 3))
		g.players.Go(func() { g.depart(leaver, rng) })
	}
	g.seen = g.platform.follow(g.ctx, g.address+"/stream?types=*", func(session.Event) {})
	readers.Wait()
	g.leave()
}

// untimely are the refusals that a person gets who speaks or votes at the wrong moment.
var untimely = []string{string(session.CodeMayNotSpeak), string(session.CodeVoteOver), string(session.CodeSessionEnded), string(session.CodeInvalidValue)}

// talk posts the lines of a person, day and night.
func (g *hostedGame) talk(seat string, rng *rand.Rand) {
	for n := 0; g.playing(); n++ {
		mark := fmt.Sprint(g.mark, seat, "n", n)
		d := action{address: g.address, mark: fmt.Sprint(lines[rng.IntN(len(lines))], " ", mark), keyed: true, answer: unknown, may: untimely}
		g.do(&d, "/messages", map[string]any{"id": mark, "sender": seat, "text": d.mark})
		pause(g.ctx, time.Duration(rng.Int64N(int64(400*time.Millisecond))))
	}
}

// vote answers a vote, after a moment. One person in eight says nothing, and one in eight abstains.
func (g *hostedGame) vote(seat string, asked *session.VoteRequested, rng *rand.Rand) {
	option := asked.Options[rng.IntN(len(asked.Options))].ID
	answer := session.Answer{Option: option}
	switch whim := rng.IntN(8); {
	case whim == 0:
		return
	case whim == 1 || option == seat:
		answer = session.Answer{Abstain: true}
	}
	wait := time.Duration(rng.Int64N(int64(250 * time.Millisecond)))
	g.players.Go(func() {
		pause(g.ctx, wait)
		d := action{address: g.address, mark: castMark(&session.VoteReceived{VoteID: asked.ID, Seat: seat}), keyed: true, answer: unknown, may: untimely}
		g.do(&d, "/votes/"+asked.ID+"/casts", map[string]any{"seat": seat, "answer": answer})
	})
}

func castMark(p *session.VoteReceived) string { return "vote " + p.VoteID + " " + p.Seat }

// depart lets a person leave, at a random moment.
func (g *hostedGame) depart(seat string, rng *rand.Rand) {
	pause(g.ctx, time.Duration(rng.Int64N(int64(5*time.Second))))
	d := action{address: g.address, mark: g.mark + "leaves", keyed: true, answer: unknown, may: untimely}
	g.do(&d, "/observations", map[string]any{"id": d.mark, "kind": session.PlayerLeft, "player": map[string]any{"id": seat}})
}
