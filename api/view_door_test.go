package api

import (
	"context"
	"encoding/json"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"time"

	"ringer/engine/desk"
	"ringer/engine/game"
	"ringer/engine/journal"
	"ringer/engine/llm/offline"
	"ringer/engine/sim"
	"ringer/engine/slowtest"
	"ringer/engine/strategy"
	tables "ringer/engine/table"
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
func (d *disguised) post(seat string, acts []game.Event) {
	for _, e := range acts {
		at := d.Now().Add(time.Duration(20_000+d.rng.IntN(60_000)) * time.Microsecond)
		switch p := e.Data.(type) {
		case *game.MessageSent:
			d.At(at, func() error {
				_, err := d.PostPerson(context.Background(), d.id, []game.Post{{ID: "web-" + p.MessageID, Sender: seat, Text: p.Text}}, func(int) string { return "" })
				return err
			})
		case *game.TypingStarted:
			d.At(at, func() error {
				o := game.Observation{Kind: game.PlayerTyping, Player: &game.Player{ID: seat, Name: seat}}
				_, err := d.ObserveTable(context.Background(), d.id, desk.TableObservation{Observation: o})
				return err
			})
		}
	}
}

// hear tells each person what has happened, except what they did themselves.
func (d *disguised) hear(events []game.Event) {
	for _, e := range events {
		p := game.Post{}
		switch said := e.Data.(type) {
		case *game.MessageReceived:
			p = said.Post
		case *game.MessageSent:
			p = game.Post{ID: said.MessageID, Sender: said.Sender, Text: said.Text}
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
func playDisguised(t *testing.T, strategies *strategy.Registry, seed int64) ([]game.Event, *disguised) {
	t.Helper()
	d := &disguised{rng: rand.New(rand.NewPCG(uint64(seed), 45)), people: map[string]string{}}
	d.Sim = sim.New(wires{store.NewMemory(), d}, strategies, offline.New(strategies.Skills()))
	setting := game.Setting{Rules: "freeform"}
	plays := "scheduler"
	if seed%10 == 0 { // the others take five times as long
		plays = []string{"tom", "fourmind", "recon"}[seed/10%3]
	}
	table := game.Table{Seed: &seed}
	names := []string{"Ann", "Bob", "Cleo", "Dan"}
	d.rng.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	for _, name := range []string{"Ann", "Bob", "Cleo", "Dan"} {
		setting.Players = append(setting.Players, game.Player{ID: name, Name: name})
	}
	for _, name := range names[:2] {
		own := d.rng.Int64N(1 << 50)
		table.Bots = append(table.Bots, game.TableBot{Bot: game.Bot{Seat: name}, Strategy: plays, Seed: &own})
	}
	table.Game = setting
	var err error
	for _, name := range names[2:] {
		own := d.rng.Int64N(1 << 50)
		if d.people[name], err = d.Open(game.Config{Game: setting, Bot: game.Bot{Seat: name}, Strategy: plays, Seed: &own}); err != nil {
			t.Fatal(err)
		}
	}
	if d.id, err = d.OpenTable(table); err != nil {
		t.Fatal(err)
	}
	d.At(d.Now().Add(1_234_567*time.Microsecond), func() error {
		_, err := d.PostTable(context.Background(), d.id, []game.Post{{Kind: game.FromHost, Text: "hi all, where are you from and what do you do?"}}, func(int) string { return "" })
		return err
	})
	if err := d.Run(sim.Epoch().Add(60 * time.Second)); err != nil {
		t.Fatal(err)
	}
	log, err := d.Log(d.id)
	if err != nil {
		t.Fatal(err)
	}
	return log, d
}

// logPages reads a log that is in memory.
type logPages []game.Event

func (l logPages) Events(_ context.Context, after int64, limit int) ([]game.Event, error) {
	rest := l[after:]
	return rest[:min(limit, len(rest))], nil
}

// seen is an event as a view shows it: its JSON, the parts of it, and the id in a stream.
type seen struct {
	raw  []byte
	all  map[string]any
	data map[string]any
	at   time.Time
	id   int64
}

// who returns the player who has done something; empty for the rest.
func (e seen) who() string {
	if p, ok := e.data["player"].(map[string]any); ok {
		return p["id"].(string)
	}
	if e.data["kind"] == string(game.FromPlayer) {
		return e.data["sender"].(string)
	}
	return ""
}

// view returns what a reader sees of a log: the events of a page, whose ids are those of a stream.
func (d *disguised) view(t *testing.T, log []game.Event, seat, key string) (list []seen) {
	t.Helper()
	v := tables.View{Table: d.id, Roster: log[0].Data.(*game.TableCreated).Roster(), Seat: seat, Seals: tables.NewSeals(key, seat)}
	page, err := readPage(t.Context(), logPages(log), logQuery{session: d.id, game: true, view: &gameView{v, d.Desk}}, len(log))
	if err != nil {
		t.Fatal(err)
	}
	for _, shown := range page.Events {
		e := seen{at: shown.At, id: shown.id}
		if e.raw, err = jsonLine(shown.shown()); err == nil {
			err = json.Unmarshal(e.raw, &e.all)
		}
		if err != nil {
			t.Fatal(err)
		}
		e.data = e.all["data"].(map[string]any)
		list = append(list, e)
	}
	return list
}

// clues returns what somebody may measure of a player in a view, besides the words: how lines and
// signs of typing follow each other, times to the microsecond, the gaps in every number, the size
// and the fields of each event.
func clues(list []seen, player string) []float64 {
	var sum [24]float64
	var own []seen
	n := 0.0
	add := func(i int, x float64) { sum[i] += x }
	is := func(b bool) float64 { return map[bool]float64{true: 1}[b] }
	number := func(e seen) float64 {
		id, _ := e.data["id"].(string)
		n, _ := strconv.ParseFloat(id[strings.LastIndexByte(id, '_')+1:], 64)
		return n
	}
	for i, e := range list {
		if e.who() != player || i == 0 {
			continue
		}
		before, after := list[i-1], list[min(i+1, len(list)-1)]
		n++
		typing := e.data["kind"] == string(game.PlayerTyping)
		add(0, is(typing))
		if k := len(own); k > 0 {
			was := own[k-1].data["kind"] == string(game.PlayerTyping)
			add(1, is(typing && was))
			add(2, is(!typing && !was))
			add(3, math.Log1p(e.at.Sub(own[k-1].at).Seconds()))
			add(4, is(e.at.Equal(own[k-1].at)))
		}
		add(5, math.Log1p(e.at.Sub(before.at).Seconds()))
		add(6, math.Log1p(after.at.Sub(e.at).Seconds()))
		add(7, is(e.at.Equal(before.at)))
		add(8, is(e.at.Equal(after.at)))
		add(9, is(e.at.Nanosecond()%1_000_000 == 0))
		add(10, float64(e.at.Sub(list[0].at)%time.Millisecond))
		add(11, float64(e.at.Nanosecond()/1_000_000%10))
		add(12, e.all["seq"].(float64)-before.all["seq"].(float64))
		add(13, after.all["seq"].(float64)-e.all["seq"].(float64))
		add(14, float64((e.id-before.id)%1_000_003)/1_000_003)
		add(15, math.Log1p(math.Abs(float64(after.id-e.id))))
		add(16, float64(e.id%1024)/1024)
		if !typing {
			text, _ := e.data["text"].(string)
			id, _ := e.data["id"].(string)
			add(17, float64(len(e.raw)-len(text)-2*len(id)))
			add(18, float64(len(id)))
			add(19, math.Log1p(number(e)))
			add(20, math.Mod(number(e), 64))
		}
		add(21, float64(len(e.all)))
		add(22, float64(len(e.data)))
		own = append(own, e)
	}
	for i := range sum {
		sum[i] /= max(n, 1)
	}
	sum[23] = n
	return sum[:]
}

// suspect is a player in a game.
type suspect struct {
	clues []float64
	bot   float64
}

// learn trains a logistic regression on the first half of the suspects, and returns which share of the
// others it names rightly.
func learn(suspects []suspect) float64 {
	train, test := suspects[:len(suspects)/2], suspects[len(suspects)/2:]
	k := len(train[0].clues)
	for i := range k {
		mean, spread := 0.0, 0.0
		for _, s := range train {
			mean += s.clues[i] / float64(len(train))
		}
		for _, s := range train {
			spread += (s.clues[i] - mean) * (s.clues[i] - mean) / float64(len(train))
		}
		for _, s := range suspects {
			s.clues[i] = min(max((s.clues[i]-mean)/max(math.Sqrt(spread), 1e-9), -5), 5)
		}
	}
	weights := make([]float64, k+1)
	guess := func(s suspect) float64 {
		z := weights[k]
		for i, x := range s.clues {
			z += weights[i] * x
		}
		return 1 / (1 + math.Exp(-z))
	}
	for range 300 {
		step := make([]float64, k+1)
		for _, s := range train {
			miss := s.bot - guess(s)
			for i, x := range s.clues {
				step[i] += miss * x
			}
			step[k] += miss
		}
		for i := range weights {
			weights[i] += step[i] / float64(len(train))
		}
	}
	right := 0.0
	for _, s := range test {
		if (guess(s) > 0.5) == (s.bot == 1) {
			right++
		}
	}
	return right / float64(len(test))
}

// TestViewsDoNotTellBots plays 200 games, and lets a classifier look for the bots in what a player
// and a spectator see. It finds them no better than chance: within three standard deviations of
// one half. In the views of games of older versions it finds nearly all of them.
func TestViewsDoNotTellBots(t *testing.T) {
	slowtest.Skip(t)
	t.Parallel()
	strategies, err := strategy.NewRegistry(strategy.All()...)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string][]suspect{}
	for seed := range int64(200) {
		log, d := playDisguised(t, strategies, seed)
		created := log[0].Data.(*game.TableCreated)
		roster := created.Roster()
		for view, key := range map[string]string{"new": created.ViewKey, "old": ""} {
			list := d.view(t, log, "", key)
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
