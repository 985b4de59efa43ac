package fourmind

import (
	"context"
	"fmt"
	"slices"

	"ringer/engine/game"
	"ringer/engine/prompt"
)

// Bounds of what the analyst sees.
const (
	// analysed is how many of the newest messages may still be analysed: prompts show what was found in no others.
	analysed = 24
	// contextBefore is how many messages before those to analyse are shown: what they are likely to answer.
	contextBefore = 12
)

// The labels of the four sides.
const (
	labelFacts        = "facts"
	labelRevelation   = "self-revelation"
	labelRelationship = "relationship"
	labelAppeal       = "appeal"
)

// wantAnalysis asks for the analysis of the oldest messages that wait for it.
func (f *FourMind) wantAnalysis(v game.View) (game.Want, bool) {
	pending := f.pending(v)
	if len(pending) == 0 || v.Path != game.PathFull || v.Me.Presence != game.Active {
		return game.Want{}, false
	}
	return game.Want{Kind: analysing, BasedOn: pending[len(pending)-1].Seq}, proven(v, analysing)
}

// proven tells whether a thought in the background may start. One that has failed waits until a lookahead has brought an answer, so that
// it costs the replies nothing: failures of the strategy's thoughts in a row bring it on a cheaper path.
func proven(v game.View, kind string) bool {
	done, replies := v.Thought(kind), v.Thought(lookahead)
	return done.Failures == 0 || replies.Failures == 0 && replies.FinishedAt > done.FinishedAt
}

// pending returns the messages that one call analyses: everybody's, the bot's and the game master's among them.
func (f *FourMind) pending(v game.View) []game.Message {
	newest := v.After(v.Thought(analysing).Considered)
	newest = slices.DeleteFunc(slices.Clone(newest[max(0, len(newest)-analysed):]), func(m game.Message) bool {
		return m.Annotation != nil
	})
	return newest[:min(len(newest), f.options.Batch)]
}

// analyse puts the messages to the analyst.
func (f *FourMind) analyse(ctx context.Context, v game.View, ask prompt.Asker) (game.Finding, error) {
	pending := f.pending(v)
	if len(pending) == 0 {
		return analysisAnswer{}, nil
	}
	var a analysisAnswer
	if err := ask.Ask(ctx, analysisPrompt(v, pending), &a); err != nil {
		return nil, fmt.Errorf("what was said: %w", err)
	}
	return a, nil
}

// enriched turns analyses into annotations of their messages.
func (f *FourMind) enriched(v game.View, a analysisAnswer, m mind) game.Outcome {
	var found []game.Annotated
	for _, x := range a.Analyses {
		i := slices.IndexFunc(v.Messages, func(m game.Message) bool { return m.Seq == int64(x.Number) })
		if i < 0 || slices.ContainsFunc(found, func(a game.Annotated) bool { return a.Seq == int64(x.Number) }) {
			continue
		}
		found = append(found, x.annotated(v, v.Messages[i]))
	}
	m.Analysed += len(found)
	m.Analyses = slices.Concat(m.Analyses, found)
	m.Analyses = m.Analyses[max(0, len(m.Analyses)-shownAnalyses):]
	return f.concluded(v, m, game.Outcome{Annotations: found})
}

// annotated returns the annotation of a message. It is for nobody who does not see its channel.
func (x analysis) annotated(v game.View, m game.Message) game.Annotated {
	a, roster := game.Annotated{Seq: int64(x.Number)}, v.Roster()
	for _, name := range x.Receivers {
		if id, ok := prompt.PlayerNamed(v, name); ok && id != m.Sender && roster.Sees(id, m.Channel) && !slices.Contains(a.Receivers, id) {
			a.Receivers = append(a.Receivers, id)
		}
	}
	for _, n := range []game.Note{
		{Label: labelFacts, Text: x.Facts}, {Label: labelRevelation, Text: x.Revelation},
		{Label: labelRelationship, Text: x.Relationship}, {Label: labelAppeal, Text: x.Appeal},
	} {
		if n.Text != "" {
			n.Text = shown(n.Text)
			a.Notes = append(a.Notes, n)
		}
	}
	return a
}
