package recon

import (
	"context"
	"encoding/json"

	"ringer/engine/game"
	"ringer/engine/prompt"
	"ringer/engine/schema"
	"ringer/engine/timing"
)

// Name is the strategy's name in the API.
const Name = "recon"

// kindContemplation is the only kind of thought: what the others are, and what to say.
const kindContemplation = "contemplation"

// ReCon is the strategy with the options of one session.
type ReCon struct{ options options }

// New returns the strategy for one session. The registry has checked each option against the
// schema. New returns game.Errors for options that have no effect together.
func New(raw json.RawMessage) (prompt.Strategy, error) {
	o, err := schema.Parse[options](optionsSchema, raw)
	if err != nil {
		return nil, err
	}
	return &ReCon{options: o}, o.validate()
}

// Schema returns the JSON schema of the options.
func Schema() []byte { return optionsSchema }

// Skills returns the code that answers each task in place of a model.
func Skills() map[string]prompt.Skill { return skills() }

// CheaperPaths implements game.Frugal.
func (r *ReCon) CheaperPaths() []string {
	switch r.options.Contemplation {
	case contemplateRecon:
		return []string{contemplateCoT, contemplateVanilla}
	case contemplateCoT:
		return []string{contemplateVanilla}
	}
	return nil
}

// contemplation returns how the bot thinks on the present path.
func (r *ReCon) contemplation(v game.View) string {
	if v.Path == contemplateCoT || v.Path == contemplateVanilla {
		return v.Path
	}
	return r.options.Contemplation
}

// found is what a contemplation finds.
type found struct {
	// guesses are the new guesses by player id; nil if none were made.
	guesses map[string]guess
	done    contemplated
	// seen is the seq of the last message that the prompt of the speech showed.
	seen int64
}

// Think runs the calls of a contemplation.
func (r *ReCon) Think(ctx context.Context, v game.View, _ game.Want, ask prompt.Asker) (game.Finding, error) {
	c := &contemplator{ReCon: r, ask: ask, view: v, mind: readMind(v)}
	c.found.done.Contemplation = r.contemplation(v)
	if err := c.run(ctx); err != nil {
		return nil, err
	}
	return c.found, nil
}

// Conclude keeps the guesses and the thoughts, and proposes the speech.
func (r *ReCon) Conclude(v game.View, w game.Want, f game.Finding) game.Conclusion {
	before := readMind(v)
	x, ok := f.(found)
	if !ok { // the session starts: nothing has been thought yet
		return game.Conclusion{Mind: game.EncodeMind(before)}
	}
	m := readMind(v)
	m.take(v, x.guesses)
	m.Rounds++
	m.Last = &x.done
	if m.Quiet++; x.done.Speech != "" || w.BasedOn > v.Progress(kindContemplation).Considered {
		m.Quiet = 0
	}
	out := game.Conclusion{Considered: x.seen}
	w.BasedOn = max(w.BasedOn, x.seen)
	if x.done.Speech != "" {
		m.Spoke++
		out.Candidate = &game.Candidate{Kind: game.Reply, Class: game.ClassCognition, BasedOn: x.seen, Parts: r.Write(v, w, x.done.Speech), Whole: x.done.Speech}
	} else {
		out.Drop = v.Plan != nil // the prompts say that an empty speech drops the line
	}
	out.Beliefs = m.changes(v, before)
	out.Mind = game.EncodeMind(m)
	if v.Config.Accuse == game.AccuseAuto {
		out.Accuse = game.Suspect(r.standing(v, m).suspicion(), game.AccuseLead)
	}
	return out
}

// Write implements game.Writer. A speech is one part.
func (r *ReCon) Write(_ game.View, _ game.Want, text string) []game.PlanPart {
	return []game.PlanPart{{Text: text, Timing: timing.Delay{Typing: timing.Words(text, r.options.WordsPerMinute)}}}
}
