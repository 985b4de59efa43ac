package api

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"ringer/engine/desk"
	"ringer/engine/enginetest"
	"ringer/engine/journal"
	"ringer/engine/llm/offline"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
	"ringer/engine/sim"
	"ringer/engine/slowtest"
	"ringer/engine/strategy"
	"ringer/store"
)

// disguised is a game of bots and people who differ in nothing but the door. A person is a session
// of its own, outside the game: it hears what the player would see, and its lines and signs of
// typing are posted some milliseconds later. So people write the words of the bots at the pace of
// the bots, and only what the server adds can tell them apart.
type disguised struct {
	*sim.Sim
	rng *rand.Rand
	id  string
	// people are the sessions of the people, by seat.
	people map[string]string
}

// wires is a store that carries what people do into the game, and what happens there to them.
type wires struct {
	journal.Store
	game *disguised
}

func (n wires) Append(ctx context.Context, a journal.Append) (journal.Appended, error) {
	done, err := n.Store.Append(ctx, a)
	for seat, session := range n.game.people {
		if err == nil && a.Session == session {
			n.game.post(seat, a.Events)
		}
	}
	return done, err
}

func (n wires) AppendAll(ctx context.Context, appends []journal.Append) ([]journal.Appended, error) {
	done, err := n.Store.AppendAll(ctx, appends)
	for _, a := range appends {
		if err == nil && a.Session == n.game.id {
			n.game.hear(a.Events)
		}
	}
	return done, err
}

// post posts the acts of a person, after the time that a network takes.
func (d *disguised) post(seat string, acts []session.Event) {
	for _, e := range acts {
		at := d.Now().Add(time.Duration(20_000+d.rng.IntN(60_000)) * time.Microsecond)
		switch p := e.Data.(type) {
		case *session.MessageSent:
			d.At(at, func() error {
				_, err := d.PostPerson(context.Background(), d.id, []session.Post{{ID: "web-" + p.MessageID, Sender: seat, Text: p.Text}}, func(int) string { return "" })
				return err
			})
		case *session.TypingStarted:
			d.At(at, func() error {
				o := session.Observation{Kind: session.PlayerTyping, Player: &session.Player{ID: seat, Name: seat}}
				_, err := d.Games.Observe(context.Background(), d.id, desk.GameObservation{Observation: o})
				return err
			})
		}
	}
}

// hear tells each person what has happened, except what they did themselves.
func (d *disguised) hear(events []session.Event) {
	for _, e := range events {
		p := session.Post{}
		switch said := e.Data.(type) {
		case *session.MessageReceived:
			p = said.Post
		case *session.MessageSent:
			p = session.Post{ID: said.MessageID, Sender: said.Sender, Text: said.Text}
		default:
			continue
		}
		for seat, session := range d.people {
			if p.Sender != seat {
				d.At(d.Now(), func() error { return d.Say(session, p) })
			}
		}
	}
}

// playDisguised plays a game and returns its log.
func playDisguised(t *testing.T, strategies *strategy.Registry, seed int64) ([]session.Event, *disguised) {
	t.Helper()
	d := &disguised{rng: rand.New(rand.NewPCG(uint64(seed), 45)), people: map[string]string{}}
	d.Sim = sim.New(wires{store.NewMemory(), d}, strategies, offline.New(strategies.Skills()))
	setting := session.Setting{Rules: "freeform"}
	plays := "scheduler"
	if seed%10 == 0 { // the others take five times as long
		plays = []string{"tom", "fourmind", "recon"}[seed/10%3]
	}
	config := session.GameConfig{Seed: &seed}
	names := []string{"Ann", "Bob", "Cleo", "Dan"}
	d.rng.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	for _, name := range []string{"Ann", "Bob", "Cleo", "Dan"} {
		setting.Players = append(setting.Players, session.Player{ID: name, Name: name})
	}
	for _, name := range names[:2] {
		own := d.rng.Int64N(1 << 50)
		config.Bots = append(config.Bots, session.GameBot{Bot: session.Bot{Seat: name}, Strategy: plays, Seed: &own})
	}
	config.Game = setting
	var err error
	for _, name := range names[2:] {
		own := d.rng.Int64N(1 << 50)
		if d.people[name], err = d.Open(session.Config{Game: setting, Bot: session.Bot{Seat: name}, Strategy: plays, Seed: &own}); err != nil {
			t.Fatal(err)
		}
	}
	if d.id, err = d.OpenGame(config); err != nil {
		t.Fatal(err)
	}
	d.At(d.Now().Add(1_234_567*time.Microsecond), func() error {
		_, err := d.Games.Post(context.Background(), d.id, []session.Post{{Kind: session.FromHost, Text: "hi all, where are you from and what do you do?"}}, func(int) string { return "" })
		return err
	})
	sessiontest.NoError(t, d.Run(sim.Epoch().Add(60*time.Second)))
	log := sessiontest.Must(d.Log(d.id))(t)
	return log, d
}

// TestViewsDoNotTellBots plays 200 games, and lets a classifier look for the bots in what a player
// and a spectator see. It finds them no better than chance: within three standard deviations of
// one half. In the views of games of older versions it finds nearly all of them.
func TestViewsDoNotTellBots(t *testing.T) {
	slowtest.Skip(t)
	t.Parallel()
	strategies := enginetest.Strategies(t)
	found := map[string][]suspect{}
	for seed := range int64(200) {
		log, d := playDisguised(t, strategies, seed)
		created := log[0].Data.(*session.GameCreated)
		roster := created.Roster()
		reader := "" // a person without a seat
		if _, person := d.people["Ann"]; person {
			reader = "Ann"
		}
		for view, key := range map[string]string{"new": created.ViewKey, "old": ""} {
			list := d.view(t, log, reader, key)
			for _, p := range roster.Players {
				_, person := d.people[p.ID]
				found[view] = append(found[view], suspect{clues(list, p.ID), map[bool]float64{false: 1}[person]})
			}
		}
	}
	n := len(found["new"]) / 2
	accuracy, older := learn(found["new"]), learn(found["old"])
	t.Logf("of %d players the classifier names %.1f %% rightly, in views of older games %.1f %%", n, 100*accuracy, 100*older)
	if bound := 0.5 + 3*math.Sqrt(0.25/float64(n)); accuracy > bound {
		t.Errorf("the classifier names %.1f %% rightly, at most %.1f %% may be chance", 100*accuracy, 100*bound)
	}
	if older < 0.9 {
		t.Errorf("the classifier names only %.1f %% rightly in views with gaps and times: it is too weak", 100*older)
	}
}
