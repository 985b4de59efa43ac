package fourmind

import (
	"context"
	"fmt"
	"slices"

	"ringer/engine/prompt"
	"ringer/engine/session"
)

const (
	// analysisWindow is how many of the newest messages may be analysed: prompts show no older
	// annotations.
	analysisWindow = 24
	// contextBefore is how many messages are shown before the first one, which may answer them.
	contextBefore = 12
)

const (
	labelFacts        = "facts"
	labelRevelation   = "self-revelation"
	labelRelationship = "relationship"
	labelAppeal       = "appeal"
)

const (
	readNewest      = "newest"
	readInLookahead = "lookahead"
	readByAnalyst   = "analysis"
)

// ownLines is how many lines of the bot itself are worth a call.
const ownLines = 3

func (f *FourMind) wantAnalysis(v session.View) (session.Want, bool) {
	if f.options.Reading == readNewest {
		return session.Want{}, false
	}
	pending := f.pending(v)
	if len(pending) == 0 || !v.Begun() || v.Path != session.PathFull || v.Me.Presence != session.Active {
		return session.Want{}, false
	}
	if others := slices.ContainsFunc(pending, func(m session.Message) bool { return !m.Own && !m.Corrects() }); !others && len(pending) < min(ownLines, f.options.Batch) {
		return session.Want{}, false
	}
	w := session.Want{Kind: kindAnalysis, BasedOn: pending[len(pending)-1].Seq}
	if v.Turn > 0 { // another bot makes it, unless it cannot
		w.At = pending[0].At + session.Millis(v.Turn)*sharedPatience
	}
	return w, mayStartBackground(v, kindAnalysis)
}

// sharedPatience is how long a bot waits for the analyses of each bot before it, which may have no
// model, budget or voice. If all waited alike, all would make them.
const sharedPatience = 20_000

// reads reports whether lookaheads analyse lines. Their prompts show what only this seat knows, so
// other bots get nothing of it: where bots share analyses, they leave the lines to the analyst.
func (f *FourMind) reads(v session.View) bool {
	return f.options.Reading == readNewest || f.options.Reading == readInLookahead && !v.Shared
}

// toRead returns the number of the line that a lookahead analyses first, or 0.
func (f *FourMind) toRead(v session.View) int64 {
	number := newestOfOthers(v)
	if m, ok := v.Numbered(number); !ok || m.Annotation != nil || f.options.Batch == 0 || !f.reads(v) || v.Path != session.PathFull {
		return 0
	}
	return number
}

// newestOfOthers returns the number of the newest line here that the bot has not written, or 0. A
// game master's line has nothing between the lines. Sessions of before generation 3 analyse it.
func newestOfOthers(v session.View) int64 {
	m, _ := v.Newest(func(m *session.Message) bool {
		return !m.Own && !m.History && m.Channel == v.Channel && (m.Kind == session.FromPlayer || v.Config.Generation < 3)
	})
	return m.Number
}

// mayStartBackground reports whether an analysis or an appraisal may start. After a failure it
// waits for a lookahead that succeeds: else its failures would make the core take a cheaper path
// for replies, too.
func mayStartBackground(v session.View, kind string) bool {
	done, replies := v.Progress(kind), v.Progress(kindLookahead)
	return done.Failures == 0 || replies.Failures == 0 && replies.FinishedAt > done.FinishedAt
}

// pending returns the messages that one call analyses, the oldest first. The newest lines belong to
// the lookahead as long as one comes.
func (f *FourMind) pending(v session.View) []session.Message {
	newest := v.After(v.Progress(kindAnalysis).Considered)
	looked := v.Progress(kindLookahead).Considered
	reads := v.MaySpeak && f.reads(v)
	newest = slices.DeleteFunc(slices.Clone(newest[max(0, len(newest)-analysisWindow):]), func(m session.Message) bool {
		return m.Annotation != nil || m.History || reads && m.Seq > looked && m.Channel == v.Channel
	})
	if v.Shared && len(newest) > 0 { // one call shows one channel
		channel := newest[0].Channel
		newest = slices.DeleteFunc(newest, func(m session.Message) bool { return m.Channel != channel })
	}
	return newest[:min(len(newest), f.options.Batch)]
}

func (f *FourMind) analyse(ctx context.Context, v session.View, ask prompt.Asker) (session.Finding, error) {
	pending := f.pending(v)
	if len(pending) == 0 {
		return analysisAnswer{}, nil
	}
	var a analysisAnswer
	if err := ask.Ask(ctx, prompt.Newest(ask, v, func(v session.View) prompt.Prompt { return analysisPrompt(v, pending) }), &a); err != nil {
		return nil, fmt.Errorf("what was said: %w", err)
	}
	return a, nil
}

func (f *FourMind) concludeAnalysis(v session.View, a analysisAnswer, m mind) session.Conclusion {
	return f.complete(v, m, session.Conclusion{Annotations: m.analysed(v, a.Analyses), Readings: readings(v, a.Analyses)})
}

func (m *mind) analysed(v session.View, analyses []analysis) (found []session.Annotated) {
	for _, x := range analyses {
		about, ok := v.Numbered(int64(x.Number))
		if !ok || slices.ContainsFunc(found, func(a session.Annotated) bool { return a.Seq == about.Seq }) {
			continue
		}
		found = append(found, x.annotation(v, about))
	}
	m.Analysed += len(found)
	m.Analyses = slices.Concat(m.Analyses, found)
	m.Analyses = m.Analyses[max(0, len(m.Analyses)-keptAnalyses):]
	return found
}

// readings returns what the analyses say of whom the messages are for, and what they answer.
func readings(v session.View, analyses []analysis) []session.Reading {
	return prompt.Readings(v, session.Each(analyses, func(x analysis) prompt.LineRead {
		return prompt.LineRead{Line: x.Number, To: x.Receivers, Expects: x.Expects, Answers: x.Answers}
	}))
}

// annotation returns the annotation of a message. Only players who see its channel can be its
// receivers.
func (x analysis) annotation(v session.View, m session.Message) session.Annotated {
	a, roster := session.Annotated{Seq: m.Seq}, v.Roster()
	for _, name := range x.Receivers {
		if id, ok := prompt.PlayerNamed(v, name); ok && id != m.Sender && roster.Sees(id, m.Channel) && !slices.Contains(a.Receivers, id) {
			a.Receivers = append(a.Receivers, id)
		}
	}
	for _, n := range []session.Note{
		{Label: labelFacts, Text: x.Facts}, {Label: labelRevelation, Text: x.Revelation},
		{Label: labelRelationship, Text: x.Relationship}, {Label: labelAppeal, Text: x.Appeal},
	} {
		if n.Text != "" {
			n.Text = shorten(n.Text)
			a.Notes = append(a.Notes, n)
		}
	}
	return a
}
