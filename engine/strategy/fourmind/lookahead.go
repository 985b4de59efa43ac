package fourmind

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"ringer/engine/game"
	"ringer/engine/prompt"
)

// seen is what a look ahead brings back.
type seen struct {
	// first says that the bot was to be first.
	first bool
	paths [][]simulated
}

// everySparse is how many messages of others a lookahead waits for on the sparse path, unless the bot is addressed: a fifth of the calls.
const everySparse = 5

// wantLookahead asks for a simulation after every message (§3.1), the bot's own too. While the rest of a message is on its way it waits: what
// comes of the rest decides what there is to continue.
func (f *FourMind) wantLookahead(v game.View) (game.Want, bool) {
	last, ok := v.Last()
	considered := v.Thought(lookahead).Considered
	if !ok || !v.MaySpeak || last.Seq <= considered || v.Plan != nil && v.Plan.Kind == game.Rest && !v.PlanStale {
		return game.Want{}, false
	}
	return game.Want{Kind: lookahead, BasedOn: last.Seq}, v.Path != sparse || pressing(v.After(considered))
}

// pressing tells whether messages call for a lookahead on the sparse path.
func pressing(messages []game.Message) bool {
	foreign := 0
	for i := range messages {
		if messages[i].Addressed {
			return true
		}
		if messages[i].Foreign() {
			foreign++
		}
	}
	return foreign >= everySparse
}

// simulate continues the chat, on as many paths as the session wants. Who was told that the bot is first has nothing to count.
func (f *FourMind) simulate(ctx context.Context, v game.View, w game.Want, ask prompt.Asker) (game.Finding, error) {
	s := seen{first: w.Kind == silence && w.Silence} // a stale plan of a silence is thought again without one
	paths := f.options.Paths
	if s.first || v.Path != game.PathFull {
		paths = 1
	}
	p := f.lookaheadPrompt(v, s.first)
	answers, questions := make([]lookaheadAnswer, paths), make([]prompt.Question, paths)
	for i := range questions {
		questions[i] = prompt.Question{Prompt: p, Answer: &answers[i]}
	}
	errs := prompt.AskAll(ctx, ask, questions)
	for i, a := range answers {
		if errs[i] == nil {
			s.paths = append(s.paths, a.Messages)
		}
	}
	if len(s.paths) == 0 {
		return nil, fmt.Errorf("who writes next: %w", errs[0])
	}
	return s, nil // the paths that there are decide
}

// looked turns simulations into a candidate, if the bot is first in enough of them.
func (f *FourMind) looked(v game.View, w game.Want, s seen, m mind) game.Outcome {
	text, urge := s.verdict(v)
	m.Lookaheads++
	m.Last = &glance{At: v.Now, BasedOn: w.BasedOn, Silence: s.first, Urge: urge, Paths: s.foreseen(v)}
	out := game.Outcome{}
	speaks := text != "" && !overtaken(v, w, s.first)
	if !s.first {
		speaks = speaks && urge >= f.options.SpeakThreshold
		out.Urge = &urge
	}
	if speaks {
		m.Spoken++
		out.Candidate = &game.Candidate{Kind: game.Reply, Class: game.ClassCognition, Parts: f.Write(v, w, text)}
		if w.Kind == silence {
			out.Candidate.Class = game.ClassReserve // what answers somebody goes first
		}
	}
	return f.concluded(v, m, out)
}

// verdict returns the text of the first path that begins with the bot, and the share of those that do. Where the bot was to be first, it is
// the bot's first line, wherever the model put it.
func (s seen) verdict(v game.View) (text string, urge float64) {
	n := 0
	for _, path := range s.paths {
		for i, x := range path {
			line := strings.TrimSpace(x.Text)
			if id, ok := prompt.PlayerNamed(v, x.Sender); ok && id == v.Me.ID && line != "" {
				n++
				if text == "" {
					text = line
				}
				break
			}
			if i == 0 && !s.first {
				break
			}
		}
	}
	return text, float64(n) / float64(max(1, len(s.paths)))
}

func (s seen) foreseen(v game.View) [][]foreseen {
	paths := make([][]foreseen, len(s.paths))
	for i, path := range s.paths {
		paths[i] = []foreseen{}
		for _, x := range path[:min(len(path), maxSimulated)] {
			id, _ := prompt.PlayerNamed(v, x.Sender)
			paths[i] = append(paths[i], foreseen{id, shown(x.Text)})
		}
	}
	return paths
}

// maxSimulated bounds what is kept of a path. It is the greatest value of the option simulated; a model may write more than it was asked for.
const maxSimulated = 5

// overtaken tells whether a thought has become pointless while it ran: the bot has written since, and would answer the same lines twice, or
// somebody has spoken into the silence that it was about.
func overtaken(v game.View, w game.Want, silence bool) bool {
	return slices.ContainsFunc(v.After(w.BasedOn), func(x game.Message) bool { return x.Own || silence && x.Foreign() })
}
