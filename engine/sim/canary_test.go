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

	"ringer/engine/desk"
	"ringer/engine/journal"
	"ringer/engine/llm"
	"ringer/engine/llm/offline"
	"ringer/engine/prompt"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
	"ringer/engine/sim"
	"ringer/engine/slowtest"
	"ringer/engine/step"
	"ringer/engine/strategy"
	"ringer/store"
)

type canary struct {
	word  string
	seats []string
}

// cage is a game of three bots and two people in which canaries are hidden.
type cage struct {
	*sim.Sim
	store    journal.Store
	id       string
	rng      *rand.Rand
	canaries []canary
	at       time.Time
}

func (g *cage) hide(what string, seats ...string) string {
	word := "zq" + what + strings.Join(seats, "")
	g.canaries = append(g.canaries, canary{word, seats})
	return word
}

// bot returns a bot of which every private field holds a canary.
func (g *cage) bot(seat, name string) session.GameBot {
	hide := func(what string) string { return g.hide(what, seat) }
	b := session.GameBot{
		Bot:      session.Bot{Seat: seat, Role: hide("role"), Private: "You know " + hide("info") + ".", Secrets: []string{hide("secret")}},
		Strategy: name, Objective: "Find " + hide("aim") + ".", Pace: session.PacePaper, Record: true,
		Biography: &session.Biography{Age: 30, Town: hide("town"), Country: "Austria", Work: hide("work"), Habits: []string{hide("habit"), "naps"}, Worry: hide("worry"), Writing: hide("writing")},
	}
	if name == "tom" {
		b.Options = json.RawMessage(`{"preferences":"You want ` + hide("wish") + `."}`)
	} else {
		b.Persona = "You are " + hide("persona") + "."
	}
	return b
}

func openCage(t *testing.T, strategies *strategy.Registry, models step.Models, seed int64) *cage {
	t.Helper()
	db := store.NewMemory()
	g := &cage{Sim: sim.New(db, strategies, models), store: db, rng: rand.New(rand.NewPCG(uint64(seed), 5)), at: sim.Epoch()}
	c := session.GameConfig{
		Seed: &seed, External: g.hide("external"), Metadata: map[string]string{"note": g.hide("note")},
		Game: session.Setting{
			RulesText: "Red and Blue are mafia, and meet at night. Gold and Bo meet at dusk.",
			Channels:  []session.Channel{{ID: "den", Members: []string{"red", "blue", "ann"}}, {ID: "pit", Members: []string{"gold", "bo"}}},
			Phases:    []session.Phase{{ID: "day"}, {ID: "night", Channel: "den"}, {ID: "dusk", Channel: "pit"}},
		},
		Bots: []session.GameBot{g.bot("red", "scheduler"), g.bot("blue", "fourmind"), g.bot("gold", []string{"tom", "recon"}[seed%2])},
	}
	for _, name := range []string{"Red", "Blue", "Gold", "Ann", "Bo"} {
		c.Game.Players = append(c.Game.Players, session.Player{ID: strings.ToLower(name), Name: name})
	}
	g.id = sessiontest.Must(g.OpenGame(c))(t)
	return g
}

// then puts a call on the agenda, some seconds after the last one.
func (g *cage) then(do func(context.Context) error) {
	g.at = g.at.Add(time.Duration(2+g.rng.IntN(12)) * time.Second)
	g.At(g.at, func() error { return do(context.Background()) })
}

func (g *cage) say(who, channel, text string) {
	g.then(func(ctx context.Context) error {
		_, err := g.Games.Post(ctx, g.id, []session.Post{{Sender: who, Channel: channel, Text: text}}, func(int) string { return "" })
		return err
	})
}

func (g *cage) observe(o session.Observation, seat string) {
	g.then(func(ctx context.Context) error {
		_, err := g.Games.Observe(ctx, g.id, desk.GameObservation{Observation: o, Seat: seat})
		return err
	})
}

// play plays two days with their nights and votes.
func (g *cage) play() error {
	for day := range 2 {
		for i, line := range talk[:10] {
			g.say([]string{"ann", "bo"}[i%2], "", line)
			if i%3 == 0 {
				g.say("bo", "", []string{"red", "blue", "gold"}[(i/3)%3]+", where are you from and what do you do?")
			}
		}
		for _, seat := range []string{"red", "blue", "gold"} {
			g.observe(session.Observation{Kind: session.PrivateInfo, Text: "Remember " + g.hide(fmt.Sprint("told", day), seat) + "."}, seat)
			question := "Is it " + g.hide(fmt.Sprint("vote", day), seat) + "?"
			g.then(func(ctx context.Context) error {
				_, err := g.AskGame(ctx, g.id, desk.GameVoteRequest{VoteRequest: session.VoteRequest{Kind: session.ChooseOne, Question: question}, Seats: []string{seat}})
				return err
			})
		}
		g.observe(session.Observation{Kind: session.PhaseChanged, Phase: "night"}, "")
		for i := range 4 {
			g.say("ann", "den", fmt.Sprintf("red blue, shall we take %s tonight?", g.hide(fmt.Sprintf("den%d%d", day, i), "red", "blue", "ann")))
		}
		g.observe(session.Observation{Kind: session.PhaseChanged, Phase: "dusk"}, "")
		for i := range 4 {
			g.say("bo", "pit", fmt.Sprintf("gold, i saw %s, what do you think?", g.hide(fmt.Sprintf("pit%d%d", day, i), "gold", "bo")))
		}
		g.observe(session.Observation{Kind: session.PhaseChanged, Phase: "day"}, "")
		g.say("ann", "", "red blue gold, who is it?")
	}
	if err := g.Run(g.at.Add(time.Minute)); err != nil {
		return err
	}
	_, err := g.Games.End(context.Background(), g.id, desk.Ending{})
	return err
}

// chatter answers every prompt as a model that always wants to talk.
func chatter(p prompt.Parsed) (any, error) {
	text := fmt.Sprintf("well, that is thing number %d for me", len(p.OwnLines())+len(p.Transcript(prompt.SectionTranscript)))
	switch p.Task {
	case "scheduler.when":
		return map[string]any{"decision": "send"}, nil
	case "fourmind.lookahead":
		return map[string]any{"messages": []map[string]string{{"sender": "Blue", "text": text}}}, nil
	case "tom.intention":
		return map[string]any{"reasoning": text, "next_action": "chat"}, nil
	}
	return map[string]any{"text": text, "goal": text, "type": "casual"}, nil
}

// found counts what was searched. own counts the prompts with a canary of their own seat.
type found struct{ prompts, events, shown, leaks, own int }

// search looks in everything of each seat for the canaries of others.
func (g *cage) search(t *testing.T) (n found) {
	t.Helper()
	whole := sessiontest.Must(g.Log(g.id))(t)
	created := whole[0].Data.(*session.GameCreated)
	roster := created.Config.Roster()
	for _, seat := range []string{"red", "blue", "gold", "ann", "bo", public} {
		said := strings.ToLower(heardBy(&roster, seat, whole))
		foreign := slices.DeleteFunc(slices.Clone(g.canaries), func(c canary) bool {
			return slices.Contains(c.seats, seat) || strings.Contains(said, c.word) // a bot may tell where it lives
		})
		leaks := func(where string, text any) {
			b := sessiontest.Must(json.Marshal(text))(t)
			for _, c := range foreign {
				if strings.Contains(strings.ToLower(string(b)), c.word) {
					if n.leaks++; n.leaks < 20 {
						t.Errorf("%s of %s has %s: %.300s", where, seat, c.word, b)
					}
				}
			}
		}
		for _, e := range seenLog(g.id, seat, whole) {
			n.shown++
			leaks("the table's log as", e)
		}
		i := slices.IndexFunc(created.Bots, func(b session.BotSeat) bool { return b.Seat == seat })
		if i < 0 {
			continue
		}
		session := created.Bots[i].Session
		log := sessiontest.Must(g.Log(session))(t)
		for _, e := range log {
			n.events++
			leaks("the log", e)
		}
		for _, c := range sessiontest.Must(g.store.RecordedCalls(context.Background(), session, journal.Place{}, 1_000_000))(t) {
			n.prompts++
			leaks("a prompt", c)
			if slices.ContainsFunc(g.canaries, func(own canary) bool {
				return slices.Equal(own.seats, []string{seat}) && strings.Contains(c.Prompt.System+c.Prompt.User, own.word)
			}) {
				n.own++
			}
		}
	}
	return n
}

func heardBy(r *session.Roster, seat string, log []session.Event) string {
	var all strings.Builder
	for _, e := range log {
		switch p := e.Data.(type) {
		case *session.MessageReceived:
			if r.Sees(seat, p.Channel) {
				all.WriteString(p.Text + "\n")
			}
		case *session.MessageSent:
			if r.Sees(seat, p.Channel) {
				all.WriteString(p.Text + "\n")
			}
		}
	}
	return all.String()
}

// TestCanaries hides words where only some seats may see them, plays, and searches every prompt,
// every event of each session, and the game's log as each seat sees it.
func TestCanaries(t *testing.T) {
	slowtest.Skip(t)
	t.Parallel()
	strategies := registry(t)
	for name, models := range map[string]func() step.Models{
		"Offline": func() step.Models {
			return sessiontest.Must(llm.New(llm.Config{Roles: llm.OneModel(offline.Name, 10*time.Second), Transport: offline.Transport{Model: offline.New(strategies.Skills())}}))(t)
		},
		"Chatting": func() step.Models { return sessiontest.Model(chatter) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var all found
			hidden, spoke := 0, map[string]int{}
			for seed := range int64(4) {
				g := openCage(t, strategies, models(), seed)
				if err := g.play(); err != nil {
					t.Fatalf("seed %d: %v", seed, err)
				}
				n := g.search(t)
				hidden = len(g.canaries)
				all = found{all.prompts + n.prompts, all.events + n.events, all.shown + n.shown, all.leaks + n.leaks, all.own + n.own}
				state := sessiontest.Must(g.GameState(t.Context(), g.id))(t)
				for seat, lines := range state.Said {
					spoke[seat] += lines
				}
			}
			t.Logf("%d canaries in each game; searched %d prompts, %d events of sessions and %d events as seats; found %d; %d prompts hold one of their own; lines said: %v",
				hidden, all.prompts, all.events, all.shown, all.leaks, all.own, spoke)
			if all.own < all.prompts/2 {
				t.Errorf("only %d of %d prompts have a canary of their own seat", all.own, all.prompts)
			}
			for _, seat := range []string{"red", "blue", "gold"} {
				if spoke[seat] == 0 {
					t.Errorf("%s said nothing", seat)
				}
			}
		})
	}
}
