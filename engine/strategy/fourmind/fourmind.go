package fourmind

import (
	"context"
	"encoding/json"
	"fmt"
	"math"

	"ringer/engine/prompt"
	"ringer/engine/schema"
	"ringer/engine/session"
)

// Name is the strategy's name in the API.
const Name = "fourmind"

const (
	kindLookahead = "lookahead"
	kindSilence   = "silence"
	kindAnalysis  = "analysis"
	kindAppraisal = "appraisal"
)

const (
	pathLean = "lean"
	// pathSparse is pathLean with fewer lookaheads.
	pathSparse = "sparse"
)

// FourMind is the strategy with the options of one session.
type FourMind struct{ options options }

// New returns the strategy for one session. It returns session.Errors for options that do not fit
// together.
func New(raw json.RawMessage) (prompt.Thinker, error) {
	o, err := schema.Parse[options](optionsSchema, raw)
	if err != nil {
		return nil, err
	}
	return &FourMind{options: o}, o.validate()
}

// Schema returns the JSON schema of the options.
func Schema() []byte { return optionsSchema }

// CheaperPaths implements session.Frugal.
func (f *FourMind) CheaperPaths() []string { return []string{pathLean, pathSparse} }

func (f *FourMind) Wants(v session.View) []session.Want {
	var wants []session.Want
	for _, want := range []func(session.View) (session.Want, bool){f.wantLookahead, f.wantSilence, f.wantAnalysis, f.wantAppraisal} {
		if w, ok := want(v); ok {
			wants = append(wants, w)
		}
	}
	return wants
}

// Think runs one thought.
func (f *FourMind) Think(ctx context.Context, v session.View, w session.Want, ask prompt.Asker) (session.Finding, error) {
	switch w.Kind {
	case kindAnalysis:
		return f.analyse(ctx, v, ask)
	case kindAppraisal:
		return f.appraise(ctx, v, ask)
	}
	return f.simulate(ctx, v, w, ask)
}

// Conclude turns a finding into a conclusion. The finding is nil at the start of the session.
func (f *FourMind) Conclude(v session.View, w session.Want, found session.Finding) session.Conclusion {
	m := readMind(v)
	m.compare(v)
	switch found := found.(type) {
	case lookaheadFound:
		return f.concludeLookahead(v, w, found, m)
	case analysisAnswer:
		return f.concludeAnalysis(v, found, m)
	case appraisalAnswer:
		return f.concludeAppraisal(v, found, m)
	}
	return f.complete(v, m, session.Conclusion{})
}

// complete adds what every conclusion has. The bot never accuses the player it supports by itself.
func (f *FourMind) complete(v session.View, m mind, out session.Conclusion) session.Conclusion {
	m.Objective = f.currentObjective(v, m.Objective)
	out.Mind = session.EncodeMind(m)
	if out.Accuse = session.Suspect(m.suspicion(v), f.options.AccuseLead); out.Accuse == m.Objective.Support {
		out.Accuse = ""
	}
	return out
}

// Supports implements session.Loyal.
func (f *FourMind) Supports(v session.View) string {
	return f.currentObjective(v, readMind(v).Objective).Support
}

// Brief says what the bot pursues, how much it suspects each player, how often it has spoken, and
// what it has foreseen.
func (f *FourMind) Brief(v session.View) session.Brief {
	m := readMind(v)
	suspicion := m.suspicion(v)
	p := f.currentObjective(v, m.Objective).consistent(suspicion, f.options.Target)
	var lines []string
	say := func(format string, args ...any) { lines = append(lines, fmt.Sprintf(format, args...)) }
	supports, turns := "Supports %s.", "Turns suspicion on %s."
	if f.stage(v, &m) == smallTalk {
		supports, turns = "Small talk so far. Later it supports %s.", "Small talk so far. Later it turns suspicion on %s."
	}
	if p.Support != "" {
		say(supports, prompt.Quote(prompt.NameOf(v, p.Support)))
	}
	if p.Target != "" {
		say(turns, prompt.Quote(prompt.NameOf(v, p.Target)))
	}
	for _, o := range v.OtherPlayers() {
		if percent, ok := m.Doubts[o.ID]; ok {
			say("%s: %d %% that this is %s.", prompt.Quote(o.Name), percent, soughtIn(v))
		}
	}
	say("Looked ahead %d times, and spoke after %d of them.", m.Lookaheads, m.Spoken)
	if m.Last != nil && !m.Last.Silence {
		say("The last urge to speak was %d %%.", int(math.Round(m.Last.Urge*100)))
	}
	if m.Foreseen.Of > 0 {
		say("%s", m.Foreseen)
	}
	return session.Brief{Lines: lines, Suspicion: suspicion}
}

// Reads implements session.Reader.
func (f *FourMind) Reads(kind string) bool { return kind == kindLookahead || kind == kindAnalysis }
