package fourmind_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"ringer/engine/prompt"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
	"ringer/engine/sim"
	"ringer/engine/sim/simtest"
)

// The tasks of the strategy.
const (
	taskLookahead = "fourmind.lookahead"
	taskAnalysis  = "fourmind.analysis"
)

// errModel is the error of a server that fails.
var errModel = &prompt.Error{Code: prompt.ModelError}

// next returns an answer to a lookahead that begins with a player's message.
func next(sender, text string) any {
	return map[string]any{"messages": []any{map[string]string{"sender": sender, "text": text}}}
}

// others answers every task so that the bot says nothing.
func others(p prompt.Parsed) (any, error) {
	if p.Task == taskLookahead {
		return next("Blue", "hm"), nil
	}
	return map[string]any{}, nil
}

// replies answers the last message with the text that the map holds for it, else with silence.
func replies(to map[string]string) sessiontest.Model {
	return func(p prompt.Parsed) (any, error) {
		lines := p.Transcript(prompt.SectionTranscript)
		last := ""
		if len(lines) > 0 {
			last = lines[len(lines)-1].Text
		}
		if text, ok := to[last]; ok && p.Task == taskLookahead {
			return next(p.Name(), text), nil
		}
		return others(p)
	}
}

// withSides also analyses the lines that a prompt names. sides returns the analysis of one line.
func withSides(m sessiontest.Model, sides func(prompt.Line) map[string]any) sessiontest.Model {
	return func(p prompt.Parsed) (any, error) {
		all := []any{}
		names := strings.FieldsFunc(p.Text("lines to analyse")+"\n"+p.Text("ahead"), func(r rune) bool { return strings.ContainsRune(" ,\n", r) })
		for _, l := range p.Transcript(prompt.SectionTranscript) {
			if slices.Contains(names, fmt.Sprint("#", l.Number)) {
				one := sides(l)
				one["number"] = l.Number
				all = append(all, one)
			}
		}
		if p.Task == taskAnalysis {
			return map[string]any{"analyses": all}, nil
		}
		answer, err := m(p)
		if a, ok := answer.(map[string]any); ok && p.Task == taskLookahead && len(all) > 0 {
			a["newest"] = all[0]
		}
		return answer, err
	}
}

// scene is a chat of the bot with Blue and Green. A thought takes a second.
type scene struct{ *simtest.Chat }

// eachLine has a lookahead after each line, and an analysis of each, as most tests suppose.
const eachLine = `{"triggers":"every","reading":"lookahead","split":"comma","notes":2}`

func newScene(t *testing.T, m sessiontest.Model, options string, seed int64) *scene {
	t.Helper()
	c := session.Config{
		Strategy: "fourmind", Options: sessiontest.Merged(t, eachLine, options), Seed: &seed, Pace: session.PacePaper, Accuse: session.AccuseOnRequest, Game: simtest.Three(),
	}
	c.Game.Rules = "turing"
	return &scene{simtest.Open(t, c, m, 1000)}
}

// trace returns what the bot did with its messages, one line each.
func trace(log []session.Event) string {
	var b strings.Builder
	for _, e := range log {
		at := e.At.Sub(sim.Epoch()).Seconds()
		switch p := e.Data.(type) {
		case *session.MessageReceived:
			fmt.Fprintf(&b, "%.1f %s: %s\n", at, p.Sender, p.Text)
		case *session.PlanCreated:
			fmt.Fprintf(&b, "%.1f plans %s: %s\n", at, p.Kind, p.Text)
		case *session.PlanRevised:
			fmt.Fprintf(&b, "%.1f revises to %s: %s\n", at, p.Kind, p.Text)
		case *session.PlanCancelled:
			fmt.Fprintf(&b, "%.1f cancels: %s\n", at, p.Reason)
		case *session.MessageSent:
			fmt.Fprintf(&b, "%.1f sends %s: %s\n", at, p.Kind, p.Text)
		}
	}
	return b.String()
}

// sent returns the messages of the bot.
func sent(log []session.Event) (all []*session.MessageSent) {
	for _, e := range log {
		if p, ok := e.Data.(*session.MessageSent); ok {
			all = append(all, p)
		}
	}
	return all
}

// texts returns what the bot said, in order.
func texts(log []session.Event) string {
	var all []string
	for _, m := range sent(log) {
		all = append(all, m.Text)
	}
	return strings.Join(all, " | ")
}

// completed returns the completed thoughts of a kind.
func completed(log []session.Event, kind string) (all []*session.ThoughtCompleted) {
	for _, e := range log {
		if p, ok := e.Data.(*session.ThoughtCompleted); ok && p.Kind == kind {
			all = append(all, p)
		}
	}
	return all
}
