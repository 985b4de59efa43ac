package sim_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"ringer/engine/llm/offline"
	"ringer/engine/prompt"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
	"ringer/engine/sim"
	"ringer/engine/step"
	"ringer/engine/strategy"
	"ringer/store"
)

// agreed matches what the bot may say in the den only.
var agreed = regexp.MustCompile(`take (?:green|yellow)`)

// denGame is a game in which Blue asks the bot something in their den, and the day begins before,
// while or after the bot answers.
type denGame struct {
	*sim.Sim
	id      string
	channel string
	// wrong are the lines that were sent where they did not belong.
	wrong []string
	// main and den count the lines that were sent in these channels.
	main, den int
	unsaid    []string
}

// observing are the tasks that judge what was said. It is nothing to them where the next line goes.
var observing = []string{"tom.knowledge", "tom.beliefs", "recon.first_order", "recon.second_order", session.KindRead}

// obey answers every prompt as a model that does what the newest line asks, wherever that was said.
func (g *denGame) obey(p prompt.Parsed) (any, error) {
	if channel, ok := p.Channel(); (!ok || channel != g.channel) && !slices.Contains(observing, p.Task) {
		g.unsaid = append(g.unsaid, fmt.Sprintf("%s names %q, %v; it is %q", p.Task, channel, ok, g.channel))
	}
	text := fmt.Sprintf("slept like stone number %d", len(p.OwnLines()))
	for _, l := range p.Transcript(prompt.SectionTranscript) {
		if l.Private != (l.Channel == "den") {
			g.unsaid = append(g.unsaid, p.Task+" does not mark "+l.Text)
		}
		if found := agreed.FindString(l.Text); found != "" && l.Name != "Red" {
			text = "lets " + found + ", partner"
		}
	}
	switch p.Task {
	case "scheduler.when":
		return map[string]any{"decision": "send"}, nil
	case "fourmind.lookahead":
		return map[string]any{"messages": []map[string]string{{"sender": "Red", "text": text}}}, nil
	case "tom.intention":
		return map[string]any{"reasoning": text, "next_action": "chat"}, nil
	case "core.rewrite":
		return map[string]any{"text": "slept fine"}, nil
	}
	return map[string]any{"text": text, "goal": text, "type": "casual"}, nil
}

// openDenGame opens a session, and puts a night, a day and another night on the agenda.
func openDenGame(strategies *strategy.Registry, name string, seed int64, obedient bool) (*denGame, error) {
	g := &denGame{}
	models := step.Models(offline.New(strategies.Skills()))
	if obedient {
		models = sessiontest.Model(g.obey)
	}
	g.Sim = sim.New(store.NewMemory(), strategies, models)
	c := session.Config{
		Strategy: name, Biography: sessiontest.Biography(), Bot: session.Bot{Seat: "Red", Role: "mafia", Private: "Blue is your partner."}, Seed: &seed, Pace: session.PacePaper,
		Game: session.Setting{
			RulesText: "Red and Blue are mafia. By day all talk; at night the two agree in their den whom to take.",
			Channels:  []session.Channel{{ID: "den", Members: []string{"Red", "Blue"}}},
			Phases:    []session.Phase{{ID: "day"}, {ID: "night", Speakers: []string{"Red", "Blue"}, Channel: "den"}},
		},
	}
	for _, id := range []string{"Red", "Blue", "Green", "Yellow"} {
		c.Game.Players = append(c.Game.Players, session.Player{ID: id, Name: id})
	}
	var err error
	if g.id, err = g.Open(c); err != nil {
		return nil, err
	}
	rng := rand.New(rand.NewPCG(uint64(seed), 4))
	at := sim.Epoch().Add(time.Second)
	wait := func(least, most float64) {
		at = at.Add(time.Duration((least + rng.Float64()*(most-least)) * float64(time.Second)))
	}
	say := func(who, channel, text string) {
		g.At(at, func() error { return g.Say(g.id, session.Post{Sender: who, Channel: channel, Text: text}) })
	}
	phase := func(id, channel string) {
		g.At(at, func() error {
			g.channel = channel
			_, err := g.Observe(context.Background(), g.id, session.Observation{Kind: session.PhaseChanged, Phase: id})
			return err
		})
	}
	say("Green", "", "hi all")
	wait(3, 9)
	phase("night", "den")
	wait(1, 4)
	say("Blue", "den", "red, shall we take green tonight?")
	wait(0, 9)
	phase("day", "")
	wait(30, 50)
	say("Green", "", "morning everyone, did you sleep well red?")
	wait(2, 30)
	say("Blue", "den", "red, still there?")
	wait(25, 35) // a slow model must be able to find its line, and somebody to type it
	phase("night", "den")
	wait(1, 4)
	say("Blue", "den", "red, so who is next? i say we take yellow")
	wait(40, 40)
	return g, g.Run(at)
}

// judge reads the log. A line is wrong if the newest line that it rests on, or after which a
// silence was ended, was said in another channel, or if it tells in public what was agreed in the
// den.
func (g *denGame) judge() error {
	log, err := g.Log(g.id)
	state := session.NewState(g.id)
	for _, e := range log {
		before := state.Clone()
		state.Apply(e)
		p, ok := e.Data.(*session.MessageSent)
		if !ok {
			continue
		}
		view := before.View(before.Now)
		var trigger, newest session.Message
		for _, m := range view.Messages {
			if newest = m; m.Seq <= p.BasedOn {
				trigger = m
			}
		}
		switch {
		case p.Channel != view.Channel, p.Kind != session.Rest && trigger.Seq > 0 && trigger.Channel != p.Channel, p.Channel == "" && agreed.MatchString(p.Text),
			p.Channel == "" && newest.Channel != "" && (before.Plan.Class == session.ClassReserve || p.BasedOn < before.Rhythm.ChannelSince):
			g.wrong = append(g.wrong, fmt.Sprintf("%q in %q, which rests on %q", p.Text, p.Channel, trigger.Text))
		case p.Channel == "":
			g.main++
		default:
			g.den++
		}
	}
	return err
}

// TestDen plays the den's game. What is asked in the den is answered there or not at all, and the
// bot still speaks by day and at night.
func TestDen(t *testing.T) {
	t.Parallel()
	strategies := registry(t)
	sessions := int(seeds(200, 20)) // of each strategy with each model
	for _, e := range strategies.Entries() {
		for _, obedient := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s,obedient=%v", e.Name, obedient), func(t *testing.T) {
				t.Parallel()
				wrong, main, den := 0, 0, 0
				for seed := range int64(sessions) {
					g, err := openDenGame(strategies, e.Name, seed, obedient)
					if err == nil {
						err = g.judge()
					}
					if err != nil {
						t.Fatalf("seed %d: %v", seed, err)
					}
					wrong, main, den = wrong+len(g.wrong), main+g.main, den+g.den
					if len(g.wrong)+len(g.unsaid) > 0 && !t.Failed() {
						t.Errorf("seed %d: wrong lines %q\n%s", seed, g.wrong, strings.Join(g.unsaid, "\n"))
					}
				}
				t.Logf("%d sessions: %d lines in the wrong channel, %d in the main one, %d in the den", sessions, wrong, main, den)
				if main < sessions || den < sessions/2 {
					t.Errorf("only %d lines in the main channel and %d in the den", main, den)
				}
			})
		}
	}
}
