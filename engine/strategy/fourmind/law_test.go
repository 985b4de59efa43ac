package fourmind_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"ringer/engine/prompt"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
	"ringer/engine/slowtest"
)

// asked are lines of the others. spoken are lines that the model writes for the bot.
var (
	asked  = []string{"hi", "lol", "red what do you think", "who is it then", "i like tea", "hm", "Red?", "green is odd", "are you a bot"}
	spoken = []string{
		"hello", "i like tea, and you", "no idea, really, none", "I am an AI language model", "hm", "green skipped that twice",
		"well, as an AI i cannot say", "same here", "i am not so sure about that one, lol",
	}
)

// moody is a model that answers at random, also with errors and with texts that the mouth refuses.
func moody(rng *rand.Rand) sessiontest.Model {
	says := func(l prompt.Line) map[string]any { return map[string]any{"facts": "says " + l.Text} }
	return withSides(func(p prompt.Parsed) (any, error) {
		if rng.IntN(12) == 0 {
			return nil, errModel
		}
		switch p.Task {
		case taskLookahead:
			return next([]string{"Red", "Blue", "Green", "Red"}[rng.IntN(4)], fmt.Sprint(spoken[rng.IntN(len(spoken))], " ", rng.IntN(40))), nil
		case session.KindRewrite:
			return map[string]any{"text": []string{"fine, thanks", "", "I am a bot", fmt.Sprint("so be it ", rng.IntN(99))}[rng.IntN(4)]}, nil
		}
		return others(p)
	}, says)
}

// TestNoTriggerIsLostAndNoReplyStale plays random games. Each line that the bot sends must be fresh
// and answer something new. The bot keeps to its share of the talk, except to answer what it alone
// was asked. At the end every message has been considered.
func TestNoTriggerIsLostAndNoReplyStale(t *testing.T) {
	slowtest.Skip(t)
	t.Parallel()
	total := 0
	for seed := range int64(64) {
		rng := rand.New(rand.NewPCG(uint64(seed), 8))
		s := newScene(t, moody(rng), []string{`{}`, `{"paths":3,"objective":"adaptive"}`, `{"batch":2,"simulated":3}`}[seed%3], seed)
		s.Sim.Latencies = []session.Millis{300, 2500, 1000, 9000}
		const end = 300
		for at := 1.0; at < end; {
			s.Say(at, []string{"blue", "green"}[rng.IntN(2)], fmt.Sprint(asked[rng.IntN(len(asked))], " ", rng.IntN(30)))
			if rng.IntN(12) == 0 {
				s.observes(at+0.5, session.Observation{Kind: session.BotMuted})
				s.observes(at+0.5+8*rng.Float64(), session.Observation{Kind: session.BotUnmuted})
			}
			at += []float64{0.2, 1, 3, 8, 45}[rng.IntN(5)] * (0.5 + rng.Float64())
		}
		total += checkLog(t, seed, s.Until(end+120), session.Millis(1000*(end+120)))
	}
	if total < 600 {
		t.Errorf("%d messages in all games: too few to show anything", total)
	}
}

// observes schedules an observation.
func (s *scene) observes(at float64, o session.Observation) {
	s.At(at, func() error { _, err := s.Sim.Observe(s.T.Context(), s.ID, o); return err })
}

func checkLog(t *testing.T, seed int64, log []session.Event, until session.Millis) (sent int) {
	t.Helper()
	state := session.NewState("ses_law")
	for _, e := range log {
		p, ok := e.Data.(*session.MessageSent)
		if !ok {
			state.Apply(e)
			continue
		}
		sent++
		v := state.View(state.Now)
		if v.PlanStale && (p.Kind == session.Rest || v.Plan.Rethinks < 2) {
			t.Errorf("seed %d: event %d sends a stale text: %q\n%s", seed, e.Seq, p.Text, trace(log[:e.Seq]))
		}
		for _, m := range v.After(p.BasedOn) {
			if m.Own && p.Kind != session.Rest {
				t.Errorf("seed %d: event %d answers again what event %d answered: %q\n%s", seed, e.Seq, m.Seq, p.Text, trace(log[:e.Seq]))
			}
		}
		_, asked := v.Asked() // what the bot alone was asked, it may always answer
		state.Apply(e)
		v = state.View(state.Now)
		own, all := v.Talk("red").Phase, v.Said
		if all > 8 && !asked && float64(3*own) > 1.4*float64(all) {
			t.Errorf("seed %d: after event %d the bot has said %d of %d", seed, e.Seq, own, all)
		}
	}
	v := state.View(state.Now)
	last, _ := v.Last()
	if last.At > until-20_000 {
		return sent // a thought of nine seconds may still run
	}
	if v.MaySpeak && v.Progress("lookahead").Considered < last.Seq {
		t.Errorf("seed %d: lookaheads have considered %d of %d\n%s", seed, v.Progress("lookahead").Considered, last.Seq, trace(log))
	}
	for _, m := range v.Messages[max(0, len(v.Messages)-12):] {
		// After a failed lookahead the analyst waits for the next one.
		if v.Progress("analysis").Failures == 0 && v.Progress("lookahead").Considered >= last.Seq && !m.Own && m.Annotation == nil {
			t.Errorf("seed %d: %q is not analysed", seed, m.Text)
		}
	}
	if p, d := v.Plan, v.Draft; p != nil && p.Thought != "silence" || d != nil && d.Thought != "silence" && d.BasedOn >= last.Seq && v.MaySpeak {
		t.Errorf("seed %d: the plan is %+v, the draft %+v", seed, v.Plan, v.Draft)
	}
	return sent
}
