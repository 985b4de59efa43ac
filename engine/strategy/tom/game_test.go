package tom_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"ringer/engine/prompt"
	"ringer/engine/session"
	"ringer/engine/sim"
)

func TestAblations(t *testing.T) {
	t.Parallel()
	for options, want := range map[string][]string{
		`{}`:                  {"core.biography", "core.read", "tom.beliefs", "tom.goal", "tom.intention", "tom.knowledge", "tom.message", "tom.reflex", "tom.reserve"},
		`{"cycle":"fused"}`:   {"core.biography", "core.read", "tom.message", "tom.reflex", "tom.reserve", "tom.state"},
		`{"cognition":"off"}`: {"core.biography", "core.read", "tom.reflex", "tom.reserve"},
		`{"tom":"off"}`:       {"core.biography", "core.read", "tom.reserve", "tom.single"},
	} {
		t.Run(options, func(t *testing.T) {
			t.Parallel()
			s := newStage(t, believing(80), options)
			s.talks(30, 120, 12)
			log := s.Until(180)
			if got := asksIn(log, 0); !slices.Equal(got, want) {
				t.Errorf("it asks %v", got)
			}
			if len(said(log)) < 3 {
				t.Errorf("it says %q", said(log))
			}
			thinks := slices.Contains(want, "tom.message")
			believes := slices.ContainsFunc(log, func(e session.Event) bool {
				p, ok := e.Data.(*session.BeliefUpdated)
				return ok && p.Changes[0].Belief == "suspicion_percent"
			})
			if believes != thinks {
				t.Errorf("beliefs change: %v", believes)
			}
		})
	}
}

// The biography is written once, before the first message, and the bot's answer is always the same.
func TestWhereAreYouFrom(t *testing.T) {
	t.Parallel()
	plain := believing(20)
	n := 0
	s := newStage(t, func(p prompt.Parsed) (any, error) {
		if lines := p.Transcript(prompt.SectionTranscript); len(lines) > 0 && strings.HasSuffix(lines[len(lines)-1].Text, "from") {
			if city := p.Biography(prompt.SectionBiography).Town; city != "" && (p.Task == "tom.reflex" || p.Task == "tom.message") {
				n++
				return map[string]any{"text": fmt.Sprint(city, strings.Repeat(" really", n%3))}, nil
			}
		}
		return plain(p)
	}, `{"city":"Porto"}`)
	ask := func() error { return s.Sim.Say(s.ID, session.Post{Sender: "blue", Text: "red where are you from"}) }
	s.At(30, ask)
	s.talks(60, 200, 10)
	s.At(230, ask)
	log := s.Until(260)
	var about []string
	for _, text := range said(log) {
		if strings.Contains(text, "porto") || strings.Contains(text, "Porto") {
			about = append(about, text)
		}
	}
	if len(about) != 2 {
		t.Errorf("it says %q", said(log))
	}
	first := slices.IndexFunc(log, func(e session.Event) bool { _, ok := e.Data.(*session.MessageSent); return ok })
	made := 0
	for i, e := range log {
		if p, ok := e.Data.(*session.ThoughtCompleted); ok && p.Kind == session.KindBiography {
			if made++; i > first {
				t.Error("the biography was made after the first message")
			}
		}
	}
	if made != 1 {
		t.Errorf("the biography was made %d times", made)
	}
}

// Cognition is shown the line of a reflex that waits, and leaves its own text empty.
func TestCognitionDropsALine(t *testing.T) {
	t.Parallel()
	plain := believing(20)
	shown := 0
	s := newStage(t, func(p prompt.Parsed) (any, error) {
		switch p.Task {
		case "tom.reflex":
			return map[string]any{"text": "well so it is then"}, nil
		case "tom.message":
			if unsent, _ := p.Pending(); unsent != "" {
				shown++
			}
			return map[string]any{"text": ""}, nil
		}
		return plain(p)
	}, `{}`)
	s.At(30, func() error { return s.Sim.Say(s.ID, session.Post{Sender: "blue", Text: "so it is"}) })
	dropped := 0
	for _, e := range s.Until(45) {
		if p, ok := e.Data.(*session.PlanCancelled); ok && p.Reason == session.CancelDropped {
			dropped++
		}
	}
	if shown == 0 || dropped != shown {
		t.Errorf("of %d lines that cognition saw, %d are dropped", shown, dropped)
	}
}

// TestTheLadder: as the budget runs out, the four stages become one call, then cognition ends, then
// the bot is silent.
func TestTheLadder(t *testing.T) {
	t.Parallel()
	s := newStage(t, believing(50), `{}`, func(c *session.Config) { c.Limits.MaxCalls = 80 })
	s.talks(30, 900, 11)
	log := s.Until(900)
	quick := []string{"tom.reflex", "tom.reserve", session.KindBiography, session.KindRewrite, session.KindSummary}
	allowed := map[string][]string{
		session.PathFull: append([]string{session.KindRead, "tom.knowledge", "tom.beliefs", "tom.intention", "tom.goal", "tom.message"}, quick...),
		"fused":          append([]string{"tom.state", "tom.message"}, quick...),
		"reflex":         quick,
	}
	path, since := session.PathFull, int64(0)
	var steps []string
	for _, e := range log {
		switch p := e.Data.(type) {
		case *session.StrategyDegraded:
			path, since = p.To, e.Seq
			steps = append(steps, path)
		case *session.ThoughtCompleted:
			for _, c := range p.Calls {
				if p.Began.Seq >= since && !slices.Contains(allowed[path], c.Task) {
					t.Errorf("on the path %s it asks %s", path, c.Task)
				}
			}
		}
	}
	if want := []string{"fused", "reflex", session.PathSilence}; !slices.Equal(steps, want) {
		t.Errorf("it takes the paths %v", steps)
	}
	for _, task := range []string{"tom.knowledge", "tom.state", "tom.reflex"} {
		if !slices.Contains(asksIn(log, 0), task) {
			t.Errorf("it never asks %s", task)
		}
	}
}

func TestOptionsChangeInTheMiddleOfAGame(t *testing.T) {
	t.Parallel()
	s := newStage(t, believing(80), `{}`)
	s.talks(30, 400, 12)
	for at, options := range map[float64]string{100: `{"cycle":"fused"}`, 200: `{"cognition":"off"}`, 300: `{"tom":"off"}`} {
		s.At(at, func() error {
			return s.Sim.Update(t.Context(), s.ID, session.Changes{Options: json.RawMessage(options)})
		})
	}
	log := s.Until(400)
	for from, task := range map[float64]string{0: "tom.knowledge", 110: "tom.state", 310: "tom.single"} {
		if !slices.Contains(asksIn(log, from), task) {
			t.Errorf("from second %v on it never asks %s: %v", from, task, asksIn(log, from))
		}
	}
	if got := asksIn(log, 210); slices.Contains(got, "tom.state") || slices.Contains(got, "tom.message") {
		t.Errorf("without cognition it asks %v", got)
	}
	if got := asksIn(log, 310); slices.Contains(got, "tom.reflex") {
		t.Errorf("the predecessor asks %v", got)
	}
}

// Votes and accusations use the beliefs about all players, not only the highest one.
func TestVotesAndAccusations(t *testing.T) {
	t.Parallel()
	cast := func(log []session.Event) (all []*session.VoteCast) {
		for _, e := range log {
			if p, ok := e.Data.(*session.VoteCast); ok {
				all = append(all, p)
			}
		}
		return all
	}
	t.Run("AVoteHasTheProbabilitiesOfAll", func(t *testing.T) {
		t.Parallel()
		plain := believing(80)
		s := newStage(t, func(p prompt.Parsed) (any, error) {
			if strings.HasPrefix(p.Task, "core.") {
				return nil, &prompt.Error{Code: prompt.ModelError} // only the mind answers
			}
			return plain(p)
		}, `{}`)
		s.talks(30, 60, 10)
		s.At(70, func() error {
			_, err := s.Sim.AskVote(t.Context(), s.ID, session.VoteRequest{Kind: session.ChooseOne, Question: "Who is it?"})
			return err
		})
		votes := cast(s.Until(120))
		// 80 % and 20 % are odds of 4 and 1/4, so one option is sixteen times as likely.
		if len(votes) != 1 || votes[0].Answer.Option != "blue" || votes[0].Chances.Probabilities["blue"] < 0.9 || votes[0].Chances.Probabilities["green"] < 0.03 {
			t.Errorf("it votes %+v", votes)
		}
	})
	// A line every ten seconds: each belief about a new line adds its log-odds to a running sum.
	for name, x := range map[string]struct {
		blue, green int
		options     string
		from, to    float64 // when it accuses, in seconds; 0 for never
	}{
		"TheThresholdOfThePaperIsReached":      {85, 40, `{}`, 50, 130},
		"AClearCaseIsAnEarlierAccusation":      {97, 20, `{}`, 35, 70},
		"OneBeliefIsNone":                      {99, 1, `{"accuse_lead":20}`, 40, 80},
		"ALowerThresholdAccusesEarlier":        {85, 40, `{"accuse_lead":4}`, 35, 60},
		"AHigherOneIsNotReached":               {85, 40, `{"accuse_lead":50}`, 0, 0},
		"EqualBeliefsAreNone":                  {60, 60, `{}`, 0, 0},
		"EvenIfBothSeemHumanTheLessHumanIsOne": {30, 10, `{}`, 60, 200},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var told atomic.Bool // that a prompt says whom the bot has accused
			answer := believingBoth(x.blue, x.green)
			s := newStage(t, func(p prompt.Parsed) (any, error) {
				if strings.Contains(p.Text(prompt.SectionYou), ` you accused "Blue" secretly, for good.`) {
					told.Store(true)
				}
				return answer(p)
			}, x.options, func(c *session.Config) { c.Accuse, c.AccuseAfter = session.AccuseAuto, session.AfterThreshold })
			s.talks(30, 200, 10)
			votes, at := []*session.VoteCast{}, 0.0
			for _, e := range s.Until(210) {
				if p, ok := e.Data.(*session.VoteCast); ok {
					votes, at = append(votes, p), e.At.Sub(sim.Epoch()).Seconds()
				}
			}
			switch {
			case x.to == 0 && len(votes) > 0:
				t.Errorf("at %v s it accuses %+v", at, votes[0])
			case x.to > 0 && (len(votes) != 1 || votes[0].Origin != session.FromAccusation || votes[0].Answer.Option != "blue" || at < x.from || at > x.to):
				t.Errorf("at %v s it accuses %+v", at, votes)
			}
			if told.Load() != (len(votes) > 0) {
				t.Errorf("of %d accusations its prompts tell: %t", len(votes), told.Load())
			}
		})
	}
}

// The person is as old as the option says, and from its city, and the model writes the rest.
func TestTheOptionsSeedTheBiography(t *testing.T) {
	t.Parallel()
	plain := believing(20)
	told := session.Biography{}
	s := newStage(t, func(p prompt.Parsed) (any, error) {
		switch p.Task {
		case "tom.reflex", "tom.message":
			return map[string]any{"text": "33, from porto, a welder"}, nil
		case session.KindRewrite:
			told = p.Biography(prompt.SectionBiography)
		}
		return plain(p)
	}, `{"age":33,"city":"Porto"}`)
	s.At(30, func() error { return s.Sim.Say(s.ID, session.Post{Sender: "blue", Text: "red tell us all about you"}) })
	log := s.Until(60)
	if told.Age != 33 || told.Town != "Porto" || told.Country != "Portugal" || told.Work != "as a welder" {
		t.Errorf("the prompt of the rewrite has the biography %+v", told)
	}
	for _, text := range said(log) {
		if strings.Contains(text, "33") {
			t.Errorf("it says %q", text)
		}
	}
}
