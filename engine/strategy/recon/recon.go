package recon

import (
	"context"
	"encoding/json"

	"ringer/engine/prompt"
	"ringer/engine/schema"
	"ringer/engine/session"
	"ringer/engine/timing"
)

// Name is the strategy's name in the API.
const Name = "recon"

// kindContemplation is the only kind of thought.
const kindContemplation = "contemplation"

// ReCon is the strategy with the options of one session.
type ReCon struct{ options options }

// New returns the strategy for one session. It returns session.Errors for options that have no
// effect together.
func New(raw json.RawMessage) (prompt.Thinker, error) {
	o, err := schema.Parse[options](optionsSchema, raw)
	if err != nil {
		return nil, err
	}
	return &ReCon{options: o}, o.validate()
}

// Schema returns the JSON schema of the options.
func Schema() []byte { return optionsSchema }

// CheaperPaths implements session.Frugal.
func (r *ReCon) CheaperPaths() []string {
	switch r.options.Contemplation {
	case contemplateRecon:
		return []string{contemplateCoT, contemplateVanilla}
	case contemplateCoT:
		return []string{contemplateVanilla}
	}
	return nil
}

func (r *ReCon) contemplation(v session.View) string {
	if v.Path == contemplateCoT || v.Path == contemplateVanilla {
		return v.Path
	}
	return r.options.Contemplation
}

type found struct {
	// guesses are by player id; nil if none were made.
	guesses map[string]guess
	done    contemplated
	// seen is the seq of the last message that the prompt of the speech showed.
	seen    int64
	unsent  session.Look // what becomes of the line that waits
	answers int          // the number of the line that the speech answers
}

// Think runs the calls of a contemplation.
func (r *ReCon) Think(ctx context.Context, v session.View, _ session.Want, ask prompt.Asker) (session.Finding, error) {
	c := &contemplator{ReCon: r, ask: ask, view: v, mind: readMind(v)}
	c.found.done.Contemplation = r.contemplation(v)
	if err := c.run(ctx); err != nil {
		return nil, err
	}
	return c.found, nil
}

// Conclude keeps the guesses and the thoughts, and proposes the speech.
func (r *ReCon) Conclude(v session.View, w session.Want, f session.Finding) session.Conclusion {
	before := readMind(v)
	x, ok := f.(found)
	if !ok { // the session starts: nothing has been thought yet
		return session.Conclusion{Mind: session.EncodeMind(before)}
	}
	m := readMind(v)
	m.take(v, x.guesses)
	if x.guesses != nil && r.options.Stages == stagesJoined {
		m.Guessed = x.seen
	}
	m.Rounds++
	m.Last = &x.done
	m.fit()
	if m.Quiet++; x.done.Speech != "" || w.BasedOn > v.Progress(kindContemplation).Considered {
		m.Quiet = 0
	}
	out := session.Conclusion{Considered: x.seen, Unsent: x.unsent}
	w.BasedOn = max(w.BasedOn, x.seen)
	if x.done.Speech != "" {
		m.Spoke++
		out.Candidate = &session.Candidate{Kind: session.Reply, Class: session.ClassCognition, BasedOn: x.seen, Answers: prompt.Written{Answers: x.answers}.AnsweredSeq(v), Parts: r.Write(v, w, x.done.Speech), Whole: x.done.Speech}
	}
	out.Beliefs = m.changes(v, before)
	out.Mind = session.EncodeMind(m)
	if v.Config.Accuse == session.AccuseAuto && v.Config.Side() != session.Evil { // an evil bot looks for Merlin, and does not say so
		out.Accuse = session.Suspect(r.standing(v, m).suspicion(), accuseLead)
	}
	return out
}

// accuseLead is in log-odds. It is FourMind's: guesses from 1 to 99 percent do not reach
// session.AccuseLead.
const accuseLead = 5

// Write implements session.Writer. A speech is one part.
func (r *ReCon) Write(_ session.View, _ session.Want, text string) []session.PlanPart {
	return []session.PlanPart{{Text: text, Timing: timing.Delay{Typing: timing.Words(text, r.options.WordsPerMinute)}}}
}

// Reads implements session.Reader.
func (r *ReCon) Reads(kind string) bool { return kind == kindContemplation }
