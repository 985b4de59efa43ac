package sim_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"ringer/engine/desk"
	"ringer/engine/llm/offline"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
	"ringer/engine/sim"
	"ringer/engine/step"
	"ringer/engine/strategy"
	"ringer/store"
)

// platformGame is a game in which everything happens that a platform may do, at random.
type platformGame struct {
	*sim.Sim
	id     string
	rng    *rand.Rand
	config session.GameConfig
	at     time.Time
	posts  []session.Post
	votes  int
	alive  []string
	kills  int
}

// openPlatformGame opens a game of two to five bots and one to three people, with up to three
// channels.
func openPlatformGame(strategies *strategy.Registry, seed int64) (*platformGame, error) {
	models := step.Models(offline.New(strategies.Skills()))
	if seed%2 == 1 {
		models = sessiontest.Model(chatter)
	}
	g := &platformGame{Sim: sim.New(store.NewMemory(), strategies, models), rng: rand.New(rand.NewPCG(uint64(seed), 6)), at: sim.Epoch()}
	entries := strategies.Entries()
	c := session.GameConfig{Seed: &seed, Floor: []session.FloorMode{session.FloorFree, session.FloorFree, session.FloorModerated}[seed%3], Game: session.Setting{Phases: []session.Phase{{ID: "day"}}}}
	for i := range 2 + g.rng.IntN(4) {
		seat := fmt.Sprint("bot", i)
		c.Game.Players = append(c.Game.Players, session.Player{ID: seat, Name: fmt.Sprint("Bea", string(rune('a'+i)))})
		c.Bots = append(c.Bots, session.GameBot{Bot: session.Bot{Seat: seat}, Strategy: entries[g.rng.IntN(len(entries))].Name, Pace: session.PacePaper, Biography: sessiontest.Biography()})
	}
	for i := range 1 + g.rng.IntN(3) {
		c.Game.Players = append(c.Game.Players, session.Player{ID: fmt.Sprint("ann", i), Name: fmt.Sprint("Ann", string(rune('a'+i)))})
	}
	for _, p := range c.Game.Players {
		g.alive = append(g.alive, p.ID)
	}
	for i := range g.rng.IntN(4) {
		channel := session.Channel{ID: fmt.Sprint("room", i), Members: g.some(g.alive)}
		c.Game.Channels = append(c.Game.Channels, channel)
		c.Game.Phases = append(c.Game.Phases, session.Phase{ID: fmt.Sprint("night", i), Channel: channel.ID, Speakers: g.some(channel.Members)})
	}
	g.config = c
	var err error
	g.id, err = g.OpenGame(c)
	return g, err
}

func (g *platformGame) some(list []string) []string {
	var chosen []string
	for _, i := range g.rng.Perm(len(list))[:1+g.rng.IntN(len(list))] {
		chosen = append(chosen, list[i])
	}
	return chosen
}

func pick[T any](rng *rand.Rand, list []T) T { return list[rng.IntN(len(list))] }

// play puts random steps on the agenda, and ends the game. The process dies now and then.
func (g *platformGame) play(steps int) error {
	for range steps {
		g.at = g.at.Add(time.Duration(g.rng.IntN(9000)) * time.Millisecond)
		do := g.step()
		g.At(g.at, func() error { return unlessRefused(do(context.Background())) }) // such as the vote of a player who is out by now
	}
	if err := g.Run(g.at.Add(time.Minute)); err != nil {
		return err
	}
	_, err := g.Games.End(context.Background(), g.id, desk.Ending{})
	return err
}

func (g *platformGame) step() func(context.Context) error {
	people := slices.DeleteFunc(slices.Clone(g.config.Game.Players), func(p session.Player) bool { return p.ID[:3] != "ann" })
	person := pick(g.rng, people).ID
	switch g.rng.IntN(20) {
	case 0:
		return g.observe(session.Observation{Kind: session.PhaseChanged, Phase: pick(g.rng, g.config.Game.Phases).ID}, "")
	case 1:
		return g.observe(session.Observation{Kind: pick(g.rng, []session.ObservationKind{session.BotMuted, session.BotUnmuted}), ID: fmt.Sprint("o", g.rng.IntN(9))}, pick(g.rng, []string{"", "bot0", "bot1"}))
	case 2:
		return g.observe(session.Observation{Kind: session.PrivateInfo, Text: "psst", ID: fmt.Sprint("p", g.rng.IntN(5))}, pick(g.rng, g.config.Bots).Seat)
	case 3:
		return g.observe(session.Observation{Kind: session.PlayerTyping, Player: &session.Player{ID: person}}, "")
	case 4:
		if len(g.alive) < 3 {
			break
		}
		out := g.rng.IntN(len(g.alive))
		id := g.alive[out]
		g.alive = slices.Delete(g.alive, out, out+1)
		return g.observe(session.Observation{Kind: pick(g.rng, []session.ObservationKind{session.PlayerOut, session.PlayerLeft}), Player: &session.Player{ID: id}}, "")
	case 5, 6:
		return g.ask()
	case 7:
		return func(ctx context.Context) error {
			_, err := g.CastGame(ctx, g.id, fmt.Sprint("v", g.rng.IntN(g.votes+1)), desk.GameCast{Seat: person, Answer: session.Answer{Option: session.Yes}})
			return err
		}
	case 8:
		return func(ctx context.Context) error {
			_, err := g.CancelGame(ctx, g.id, fmt.Sprint("v", g.rng.IntN(g.votes+1)), "")
			return err
		}
	case 9, 10:
		return g.die
	case 11:
		return g.echo
	}
	return g.say(person)
}

func (g *platformGame) observe(o session.Observation, seat string) func(context.Context) error {
	return func(ctx context.Context) error {
		_, err := g.Games.Observe(ctx, g.id, desk.GameObservation{Observation: o, Seat: seat})
		return err
	}
}

func (g *platformGame) ask() func(context.Context) error {
	g.votes++
	q := desk.GameVoteRequest{VoteRequest: session.VoteRequest{ID: fmt.Sprint("v", g.votes), Kind: session.YesNo, Question: "Is it?", Within: 2000 + g.rng.Int64N(20_000)}}
	if g.rng.IntN(2) == 0 {
		q.Seats = g.some(g.alive)
	}
	return func(ctx context.Context) error {
		_, err := g.AskGame(ctx, g.id, q)
		return err
	}
}

// say posts one message or several. Some were posted before.
func (g *platformGame) say(person string) func(context.Context) error {
	var batch []session.Post
	for range 1 + g.rng.IntN(3) {
		p := session.Post{Sender: person, Text: pick(g.rng, g.lines())}
		if len(g.config.Game.Channels) > 0 && g.rng.IntN(3) == 0 {
			p.Channel = pick(g.rng, g.config.Game.Channels).ID
		}
		if g.rng.IntN(2) == 0 {
			p.ID = fmt.Sprint("m", len(g.posts))
			g.posts = append(g.posts, p)
		}
		if len(g.posts) > 0 && g.rng.IntN(5) == 0 {
			p = pick(g.rng, g.posts)
		}
		if !slices.ContainsFunc(batch, func(o session.Post) bool { return o.ID != "" && o.ID == p.ID }) {
			batch = append(batch, p)
		}
	}
	return func(ctx context.Context) error {
		_, err := g.Games.Post(ctx, g.id, slices.Clone(batch), func(int) string { return "" })
		return err
	}
}

func (g *platformGame) lines() []string {
	return append(slices.Clone(talk), "beaa where are you from?", "beab what do you do?", "beac who is it?")
}

func (g *platformGame) echo(ctx context.Context) error {
	log, err := g.Log(g.id)
	for _, e := range log {
		if sent, ok := e.Data.(*session.MessageSent); ok {
			_, err = g.Games.Post(ctx, g.id, []session.Post{{Sender: sent.Sender, Text: sent.Text, MessageID: sent.MessageID}}, func(int) string { return "" })
		}
	}
	return err
}

// die kills the process, sometimes after a checkpoint, and starts it again some seconds later.
func (g *platformGame) die(context.Context) error {
	if g.rng.IntN(2) == 0 {
		if err := g.Save(g.id); err != nil {
			return err
		}
	}
	g.Kill(g.id)
	g.kills++
	g.At(g.Now().Add(time.Duration(g.rng.IntN(5000))*time.Millisecond), func() error { return g.Start(g.id) })
	return nil
}
