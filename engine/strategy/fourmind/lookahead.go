package fourmind

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"ringer/engine/prompt"
	"ringer/engine/session"
)

// lookaheadFound is what a lookahead finds.
type lookaheadFound struct {
	// botFirst says that the model was told to begin with the bot.
	botFirst bool
	// continuations are those of the calls that succeeded.
	continuations [][]simulated
	// seen is the seq of the last message that all prompts showed.
	seen int64
	// newest is the analysis of the newest line of the others, if the lookahead was to make it.
	newest *analysis
	// unsent is what becomes of the bot's line that waits, if one was shown.
	unsent session.Look
}

// simulate asks for the continuations. For a silence it asks once: the bot is first in any case.
// The first one also decides about the bot's line that waits, else it analyses the newest line of
// the others.
func (f *FourMind) simulate(ctx context.Context, v session.View, w session.Want, ask prompt.Asker) (session.Finding, error) {
	// If a plan for a silence is stale, the core's want for its kind has no Silence. Somebody has
	// spoken, so the bot need not be first.
	s := lookaheadFound{botFirst: w.Kind == kindSilence && w.Silence}
	paths := f.options.Simulations
	if s.botFirst || v.Path != session.PathFull {
		paths = 1
	}
	chooses := !s.botFirst && waits(v)
	reads := !chooses && f.toRead(v) > 0 // one job besides the continuation
	var choosing choosingAnswer
	var reading readingAnswer
	newest := int64(0)
	answers, questions, seen := make([]lookaheadAnswer, paths), make([]prompt.Question, paths), make([]int64, paths)
	for i := range questions {
		first := i == 0
		p := prompt.Newest(ask, v, func(v session.View) prompt.Prompt {
			seen[i] = v.LastHere()
			x := ahead{view: v, botFirst: s.botFirst, chooses: first && chooses, turn: f.hasTurn(v) && !s.botFirst && !chooses}
			if first && reads {
				newest = newestOfOthers(v)
				x.read = newest
			}
			return f.lookaheadPrompt(x)
		})
		p.Temperature = temperature(v.Seed, w, i)
		questions[i] = prompt.Question{Answer: &answers[i], Prompt: p}
	}
	switch {
	case chooses:
		questions[0].Answer = &choosing
	case reads:
		questions[0].Answer = &reading
	}
	errs := askEach(ctx, ask, questions)
	switch {
	case errs[0] != nil:
	case chooses:
		answers[0].Messages, s.unsent = choosing.Messages, choosing.Unsent
	case reads:
		answers[0].Messages, s.newest = reading.Messages, reading.Newest.of(newest)
	}
	for i, a := range answers {
		if errs[i] == nil {
			s.continuations = append(s.continuations, a.Messages)
		}
	}
	s.seen = slices.Min(seen)
	if len(s.continuations) == 0 {
		return nil, fmt.Errorf("who writes next: %w", errs[0])
	}
	return s, nil // the calls that succeeded are enough
}

// askEach asks a single question alone: then the call may also read the newest lines.
func askEach(ctx context.Context, ask prompt.Asker, questions []prompt.Question) []error {
	if len(questions) == 1 {
		return []error{ask.Ask(ctx, questions[0].Prompt, questions[0].Answer)}
	}
	return prompt.AskAll(ctx, ask, questions)
}

func waits(v session.View) bool { return v.Plan != nil && v.Plan.Kind == session.Reply }

// The temperatures of simulations. Below, the lines of all sessions are alike; above, the sender is
// a guess.
const (
	coolest = 0.4
	warmest = 0.9
)

func temperature(seed int64, w session.Want, path int) *float64 {
	t := coolest + (warmest-coolest)*session.Draw(seed, w.BasedOn, "temperature:"+w.Kind, path).Float64()
	return &t
}

func (f *FourMind) concludeLookahead(v session.View, w session.Want, s lookaheadFound, m mind) session.Conclusion {
	w.BasedOn = max(w.BasedOn, s.seen)
	line, urge := s.botLine(v)
	m.Lookaheads++
	m.expect(v, s)
	m.Last = &lastLookahead{At: v.Now, BasedOn: w.BasedOn, Silence: s.botFirst, Urge: urge, Continuations: s.keptContinuations(v)}
	out := session.Conclusion{Considered: s.seen}
	if s.newest != nil {
		out.Annotations, out.Readings = m.analysed(v, []analysis{*s.newest}), readings(v, []analysis{*s.newest})
	}
	late := overtaken(v, w, s.botFirst)
	speaks := line.Text != "" && !late
	if !s.botFirst {
		speaks = speaks && urge >= f.options.SpeakThreshold
		out.Urge = &urge
	}
	if !late {
		out.Unsent = s.unsent
	}
	if speaks = speaks && !(out.Unsent.Settled() && waits(v)); speaks {
		m.Spoken++
		answers := prompt.Written{Answers: line.Answers}.AnsweredSeq(v)
		out.Candidate = &session.Candidate{Kind: session.Reply, Class: session.ClassCognition, Answers: answers, Parts: f.Write(v, w, line.Text)}
		if w.Kind == kindSilence {
			// An answer to a message may replace it.
			out.Candidate.Class = session.ClassReserve
		}
	}
	return f.complete(v, m, out)
}

// botLine returns the share of continuations that begin with the bot, and its line in the first of
// them. If the bot was to be first, the line may stand anywhere.
func (s lookaheadFound) botLine(v session.View) (first simulated, urge float64) {
	n := 0
	for _, path := range s.continuations {
		for i, x := range path {
			line := strings.TrimSpace(x.Text)
			if id, ok := prompt.PlayerNamed(v, x.Sender); ok && id == v.Me.ID && line != "" {
				n++
				if first.Text == "" {
					first = simulated{x.Sender, x.Answers, line}
				}
				break
			}
			if i == 0 && !s.botFirst {
				break
			}
		}
	}
	return first, float64(n) / float64(max(1, len(s.continuations)))
}

func (s lookaheadFound) keptContinuations(v session.View) [][]keptMessage {
	paths := make([][]keptMessage, len(s.continuations))
	for i, path := range s.continuations {
		paths[i] = []keptMessage{}
		for _, x := range path[:min(len(path), maxSimulated)] {
			id, _ := prompt.PlayerNamed(v, x.Sender)
			paths[i] = append(paths[i], keptMessage{id, shorten(x.Text)})
		}
	}
	return paths
}

// maxSimulated bounds a continuation in the mind. It is the maximum of the option simulated; a
// model may write more.
const maxSimulated = 5

// overtaken reports whether the bot has written since a thought began and would answer the same
// lines twice, or somebody has ended the silence that the thought was about.
func overtaken(v session.View, w session.Want, silence bool) bool {
	v = v.Here()
	return slices.ContainsFunc(v.After(w.BasedOn), func(x session.Message) bool { return x.Own || silence && x.Foreign() })
}
