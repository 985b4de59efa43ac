package fourmind

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"ringer/engine/game"
	"ringer/engine/prompt"
)

// simulation is what a lookahead finds.
type simulation struct {
	// first says that the model was told that the bot is first.
	first bool
	// paths are the continuations of the chat, one for each call that succeeded.
	paths [][]simulated
}

// everySparse is how many messages of others a lookahead waits for on the sparse path, unless the
// bot is addressed. It saves about four of five calls.
const everySparse = 5

// wantLookahead asks for a lookahead after each message (§3.1), also the bot's own. It waits while
// the rest of a message is on its way, since that rest is part of the chat to continue.
func (f *FourMind) wantLookahead(v game.View) (game.Want, bool) {
	last, ok := v.Last()
	considered := v.Thought(kindLookahead).Considered
	if !ok || !v.MaySpeak || last.Seq <= considered || v.Plan != nil && v.Plan.Kind == game.Rest && !v.PlanStale {
		return game.Want{}, false
	}
	return game.Want{Kind: kindLookahead, BasedOn: last.Seq}, v.Path != sparse || needLookahead(v.After(considered))
}

// needLookahead reports whether messages call for a lookahead on the sparse path.
func needLookahead(messages []game.Message) bool {
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

// simulate continues the chat as many times as the option paths says. With the bot told to be first
// it asks only once: there is nothing to count.
func (f *FourMind) simulate(ctx context.Context, v game.View, w game.Want, ask prompt.Asker) (game.Finding, error) {
	// A want for a stale plan of a silence has no Silence: somebody has spoken, so the bot need not
	// be first.
	s := simulation{first: w.Kind == kindSilence && w.Silence}
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
	return s, nil // the calls that succeeded decide
}

// concludeLookahead proposes a message if the bot is first in enough simulations.
func (f *FourMind) concludeLookahead(v game.View, w game.Want, s simulation, m mind) game.Conclusion {
	text, urge := s.verdict(v)
	m.Lookaheads++
	m.Last = &lastLookahead{At: v.Now, BasedOn: w.BasedOn, Silence: s.first, Urge: urge, Paths: s.shownPaths(v)}
	out := game.Conclusion{}
	speaks := text != "" && !overtaken(v, w, s.first)
	if !s.first {
		speaks = speaks && urge >= f.options.SpeakThreshold
		out.Urge = &urge
	}
	if speaks {
		m.Spoken++
		out.Candidate = &game.Candidate{Kind: game.Reply, Class: game.ClassCognition, Parts: f.Write(v, w, text)}
		if w.Kind == kindSilence {
			// An answer to somebody may replace it.
			out.Candidate.Class = game.ClassReserve
		}
	}
	return f.complete(v, m, out)
}

// verdict returns the share of paths that begin with the bot, and the bot's line of the first such
// path. If the model was told that the bot is first, the bot's line may stand anywhere in the path.
func (s simulation) verdict(v game.View) (text string, urge float64) {
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

// shownPaths returns the paths as the mind keeps them.
func (s simulation) shownPaths(v game.View) [][]shownMessage {
	paths := make([][]shownMessage, len(s.paths))
	for i, path := range s.paths {
		paths[i] = []shownMessage{}
		for _, x := range path[:min(len(path), maxSimulated)] {
			id, _ := prompt.PlayerNamed(v, x.Sender)
			paths[i] = append(paths[i], shownMessage{id, shown(x.Text)})
		}
	}
	return paths
}

// maxSimulated is how many messages of a path the mind keeps. It is the maximum of the option
// simulated; a model may write more than that.
const maxSimulated = 5

// overtaken reports whether a thought became pointless while it ran. Either the bot has written
// since, and would answer the same lines twice. Or the thought was about a silence, and somebody
// has spoken.
func overtaken(v game.View, w game.Want, silence bool) bool {
	return slices.ContainsFunc(v.After(w.BasedOn), func(x game.Message) bool { return x.Own || silence && x.Foreign() })
}
