package fourmind

import (
	"context"
	"encoding/json"
	"fmt"
	"math"

	"ringer/engine/game"
	"ringer/engine/prompt"
)

// Name is the strategy's name in the API.
const Name = "fourmind"

// The kinds of its thoughts.
const (
	lookahead  = "lookahead"
	silence    = "silence"
	analysing  = "analysis"
	appraising = "appraisal"
)

// The cheaper paths.
const (
	lean   = "lean"   // one simulation, no analysis, no appraisal
	sparse = "sparse" // like lean, and a lookahead only when the bot is addressed or five messages have come
)

// FourMind is the strategy with the options of one session.
type FourMind struct{ options options }

// New returns the strategy with a session's options, which its schema has accepted. It returns game.Errors for options that do not fit
// together.
func New(raw json.RawMessage) (prompt.Strategy, error) {
	o, err := parseOptions(raw)
	return &FourMind{options: o}, err
}

// Schema returns the JSON schema of the options.
func Schema() []byte { return optionsSchema }

// Skills returns what the offline model needs to answer for this strategy.
func Skills() map[string]prompt.Skill { return skills() }

// CheaperPaths implements game.Frugal.
func (f *FourMind) CheaperPaths() []string { return []string{lean, sparse} }

// Wants asks for whatever there is to think about; what each kind of thought has considered, it does not ask again.
func (f *FourMind) Wants(v game.View) []game.Want {
	var wants []game.Want
	for _, want := range []func(game.View) (game.Want, bool){f.wantLookahead, f.wantSilence, f.wantAnalysis, f.wantAppraisal} {
		if w, ok := want(v); ok {
			wants = append(wants, w)
		}
	}
	return wants
}

// Think runs one thought.
func (f *FourMind) Think(ctx context.Context, v game.View, w game.Want, ask prompt.Asker) (game.Finding, error) {
	switch w.Kind {
	case analysing:
		return f.analyse(ctx, v, ask)
	case appraising:
		return f.appraise(ctx, v, ask)
	}
	return f.simulate(ctx, v, w, ask)
}

// Conclude takes up what a thought has found. The start finds nothing, and draws the objective.
func (f *FourMind) Conclude(v game.View, w game.Want, found game.Finding) game.Outcome {
	m := readMind(v)
	switch found := found.(type) {
	case seen:
		return f.looked(v, w, found, m)
	case analysisAnswer:
		return f.enriched(v, found, m)
	case appraisalAnswer:
		return f.doubted(v, found, m)
	}
	return f.concluded(v, m, game.Outcome{})
}

// concluded completes an outcome: every thought leaves an objective that fits the players of now, and says again whom the bot would accuse.
// Whom it supports it does not, whatever the others think.
func (f *FourMind) concluded(v game.View, m mind, out game.Outcome) game.Outcome {
	m.Objective = f.pursue(v, m.Objective)
	out.Mind = game.EncodeMind(m)
	if out.Accuse = game.Suspect(m.suspicion(v), f.options.AccuseLead); out.Accuse == m.Objective.Support {
		out.Accuse = ""
	}
	return out
}

// Brief says what FourMind pursues and what it makes of the others.
func (f *FourMind) Brief(v game.View) game.Brief {
	m := readMind(v)
	p := f.pursue(v, m.Objective)
	var lines []string
	say := func(format string, args ...any) { lines = append(lines, fmt.Sprintf(format, args...)) }
	if p.Support != "" {
		say("Supports %s.", prompt.Quote(prompt.NameOf(v, p.Support)))
	}
	if p.Target != "" {
		say("Turns suspicion on %s.", prompt.Quote(prompt.NameOf(v, p.Target)))
	}
	for _, o := range v.OtherPlayers() {
		if percent, ok := m.Doubts[o.ID]; ok {
			say("The chat takes %s for the machine with %d %%.", prompt.Quote(o.Name), percent)
		}
	}
	say("Looked ahead %d times, and spoke after %d of them.", m.Lookaheads, m.Spoken)
	if m.Last != nil && !m.Last.Silence {
		say("The last urge to speak was %d %%.", int(math.Round(m.Last.Urge*100)))
	}
	return game.Brief{Lines: lines, Suspicion: m.suspicion(v)}
}
