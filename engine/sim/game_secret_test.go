package sim_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"ringer/engine/game"
	"ringer/engine/llm/offline"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
	"ringer/engine/sim"
	"ringer/engine/slowtest"
)

// secrets is a search for canaries in everything that a seat is shown.
type secrets struct {
	// knows reports whether a seat may know a canary; the empty seat is the game's own thoughts.
	knows func(seat, word string) bool
	// leaks are the places where a canary must not be.
	leaks []string
	// prompts, events and shown count what was searched.
	prompts, events, shown int
	// rightly counts the canaries that were where they may be, by their first letter.
	rightly [256]int
}

func (s *secrets) search(seat, where, text string) {
	for _, word := range hiddenWord.FindAllString(text, -1) {
		if s.knows(seat, word) {
			s.rightly[word[0]]++
		} else {
			s.leaks = append(s.leaks, fmt.Sprintf("%s finds %s in %s", seat, word, where))
		}
	}
}

// forbid searches for what no prompt of a seat may hold.
func (s *secrets) forbid(seat, where, text string, words ...string) {
	for _, word := range words {
		if strings.Contains(text, word) {
			s.leaks = append(s.leaks, fmt.Sprintf("%s finds %q in %s", seat, word, where))
		}
	}
}

// knowing returns what a seat may know: canaries of an initial are for some seats and the game's
// own thoughts, those of "d" for all, and the others for their seat. Bots mistype, so the initial
// counts.
func knowing(initial byte, among ...string) secrets {
	return secrets{knows: func(seat, word string) bool {
		switch word[0] {
		case initial:
			return seat == "" || slices.Contains(among, seat)
		case 'd':
			return true
		}
		return strings.EqualFold(word, "own"+seat+"xq")
	}}
}

func (s *secrets) complain(t *testing.T) {
	t.Helper()
	if len(s.leaks) > 0 {
		t.Errorf("%d leaks: %s", len(s.leaks), strings.Join(s.leaks[:min(len(s.leaks), 8)], "\n"))
	}
}

// searchGame searches every prompt and event of each bot, the prompts of the game's own thoughts,
// and the game's log as each seat may see it.
func (s *secrets) searchGame(t *testing.T, m *overseer, id string) {
	t.Helper()
	log := sessiontest.Must(m.sim.Log(id))(t)
	created := log[0].Data.(*session.GameCreated)
	for _, b := range append([]session.BotSeat{{Session: id}}, created.Bots...) {
		own := sessiontest.Must(m.sim.Log(b.Session))(t)
		for _, p := range m.prompts {
			if p.log != b.Session {
				continue
			}
			s.prompts++
			where := fmt.Sprintf("a prompt of %s, %s after event %d", b.Session, p.task, p.seq)
			s.search(b.Seat, where, p.text)
			s.forbid(b.Seat, where, p.text, "ses_0", "gam_0", "msg_0", "tht_")
			s.forbid(b.Seat, where, p.text, s.roles(b.Seat, unrevealed(created, own, p.seq))...)
		}
		for _, e := range own {
			if b.Seat == "" {
				break // the game's own log holds everything; Show is searched below
			}
			s.events++
			s.search(b.Seat, fmt.Sprintf("event %d of %s, %s", e.Seq, b.Session, e.Data.Type()), asJSON(t, e.Data))
		}
	}
	roster := created.Roster()
	for _, p := range append(roster.Players, session.Player{ID: public}) {
		for _, e := range seenLog(id, p.ID, log) {
			s.shown++
			where := fmt.Sprintf("event %d of the table, %s", e.Seq, e.Data.Type())
			s.search(p.ID, where, asJSON(t, e.Data))
			s.forbid(p.ID, where, asJSON(t, e.Data), botIDs(created)...)
		}
	}
}

// public takes the place of the seat of a person without one.
const public = "public"

// seenLog returns the log of a game as a seat may see it, or as a person without one.
func seenLog(id, seat string, log []session.Event) (seen []session.Event) {
	state := game.NewState(id)
	view := game.View{GameID: id, Seat: seat, Seals: game.NewSeals(log[0].Data.(*session.GameCreated).ViewKey, seat)}
	if seat == public {
		view.Seat = ""
	}
	for _, e := range log {
		state.Apply(e)
		view.Roster = state.Roster
		vote := func(id string) (game.Vote, error) { v, _ := state.Vote(id); return v, nil }
		if e, ok, _ := view.Show(e, vote); ok {
			seen = append(seen, e)
		}
	}
	return seen
}

// confide gives each bot of a game words that only it may know. A persona is not a secret: bots
// say what they like.
func confide(c *session.GameConfig) {
	for i := range c.Bots {
		b := &c.Bots[i]
		b.Private = fmt.Sprintf("Your lucky word is own%sxq.", b.Seat)
		b.Objective = fmt.Sprintf("Find out who likes own%sxq.", b.Seat)
		b.Record = true
	}
	c.Metadata = map[string]string{"for": "nobodyxq"}
}

// TestSecretsOfMafia: in whole games of Mafia, no prompt of a living player, no event of a bot's
// log and nothing that a seat may see of the game's log has what the seat may not know: what other
// bots were told, the night's lines, and roles before they are revealed.
func TestSecretsOfMafia(t *testing.T) {
	slowtest.Skip(t)
	t.Parallel()
	strategies := registry(t)
	var sum secrets
	control := secrets{knows: func(string, string) bool { return false }}
	count := *games / 5
	for seed := range count {
		seed += 3 // games in which Ann lives to see a night
		mafiosi := []string{"Ann", "Eve", "Finn"}
		models := &overseer{Models: offline.New(strategies.Skills())}
		setup := gameSetup{
			rules: "mafia", players: 11, people: 2, floor: []session.FloorMode{session.FloorFree, session.FloorModerated}[seed%2], models: models,
			change: func(c *session.GameConfig) {
				confide(c)
				c.RulesOptions = json.RawMessage(`{"day_ms":90000,"night_ms":60000}`)
				c.Roles = map[string]string{}
				for _, p := range c.Game.Players {
					if c.Roles[p.ID] = "bystander"; slices.Contains(mafiosi, p.ID) {
						c.Roles[p.ID] = "mafia"
					}
				}
			},
		}
		g := sessiontest.Must(openGame(strategies, seed, setup))(t)
		models.sim = g.Sim
		g.confess()
		log := sessiontest.Must(g.play(3 * time.Hour))(t)
		s := knowing('n', mafiosi...)
		s.searchGame(t, models, g.id)
		for _, p := range models.prompts { // by day, the moderator sees nothing of the night
			if p.log == g.id && strings.Contains(p.text, "nightxq") && strings.Contains(p.text, "dayxq") {
				s.leaks = append(s.leaks, "the moderator sees day and night at once")
			}
		}
		s.complain(t)
		sum.add(&s)
		if seed == 3 {
			control.searchGame(t, models, g.id)
		}
		if r := log[len(log)-1].Data.(*session.GameEnded).Reason; r != session.EndedByRules {
			t.Errorf("seed %d: the game has ended by %s", seed, r)
		}
	}
	sum.report(t, count, &control)
}

func (s *secrets) add(o *secrets) {
	s.prompts, s.events, s.shown, s.leaks = s.prompts+o.prompts, s.events+o.events, s.shown+o.shown, append(s.leaks, o.leaks...)
	for i, n := range o.rightly {
		s.rightly[i] += n
	}
}

// report prints what was searched. The control takes each canary for a leak: it must find many.
func (s *secrets) report(t *testing.T, games int64, control *secrets) {
	t.Helper()
	t.Logf("%d games: searched %d prompts, %d events of bots, %d events as seats see them; canaries where they may be: %d of the night, %d of the day, %d of one seat; where they may not: %d", games, s.prompts, s.events, s.shown, s.rightly['n'], s.rightly['d'], s.rightly['o'], len(s.leaks))
	t.Logf("a search of one game that allows nobody anything finds %d", len(control.leaks))
	if s.prompts == 0 || s.rightly['n'] == 0 || s.rightly['d'] == 0 || s.rightly['o'] == 0 || len(control.leaks) == 0 {
		t.Error("the search finds nothing at all")
	}
}

// confess lets the people say words that only the readers of the channel may know.
func (g *playedGame) confess() {
	rng := rand.New(rand.NewPCG(4, 4))
	for at := 3 * time.Second; at < 40*time.Minute; at += time.Duration(3+rng.IntN(9)) * time.Second {
		seat := []string{"Ann", "Bob"}[rng.IntN(2)]
		g.At(sim.Epoch().Add(at), func() error {
			state, err := g.GameState(context.Background(), g.id)
			if err != nil || state.End != nil {
				return err
			}
			text := fmt.Sprintf("i like %sxq, and you?", state.Roster.Phase)
			_, err = g.Games.Post(context.Background(), g.id, []session.Post{{Sender: seat, Text: text}}, func(int) string { return "" })
			return unlessRefused(err)
		})
	}
}

// TestSecretsOfChannels: a game of FourMind bots, some of which see a den. What is said there
// reaches the prompts, analyses and events of its members only.
func TestSecretsOfChannels(t *testing.T) {
	slowtest.Skip(t)
	t.Parallel()
	members := []string{"Ann", "Red", "Blue"}
	q := openQuartet(t, 4, func(c *session.GameConfig) {
		confide(c)
		c.Game.Channels = []session.Channel{{ID: "den", Members: members}}
		c.Game.Phases = []session.Phase{{ID: "day"}, {ID: "night", Speakers: members, Channel: "den"}}
		c.Game.Phase = "day"
	})
	models := &overseer{Models: q.models.Models, sim: q.Sim}
	q.models.Models = models
	for range 6 {
		for _, phase := range []string{"night", "day"} {
			q.observe(t, session.Observation{Kind: session.PhaseChanged, Phase: phase}, "")
			for range 8 {
				sessiontest.NoError(t, q.Run(q.Now().Add(7*time.Second)))
				p := session.Post{Sender: "Ann", Text: "red, blue, do you like " + phase + "xq?"}
				if phase == "night" {
					p.Channel = "den"
				}
				sessiontest.NoError(t, q.post(p))
			}
		}
	}
	s := knowing('n', members...)
	s.searchGame(t, models, q.id)
	control := secrets{knows: func(string, string) bool { return false }}
	control.searchGame(t, models, q.id)
	analyses, private := 0, 0
	for _, p := range models.prompts {
		if p.task == taskAnalysis {
			analyses++
			if strings.Contains(p.text, "nightxq") {
				private++
			}
		}
	}
	s.complain(t)
	t.Logf("%d analyses, %d of them of lines in the den", analyses, private)
	if private == 0 || private == analyses {
		t.Error("the analyses are not of both channels")
	}
	s.report(t, 1, &control)
}
