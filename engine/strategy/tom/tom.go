package tom

import (
	"context"
	"encoding/json"
	"strings"

	"ringer/engine/prompt"
	"ringer/engine/schema"
	"ringer/engine/session"
)

// Name is the strategy's name in the API.
const Name = "tom"

const (
	kindReflex    = "reflex"
	kindCognition = "cognition"
	kindReserve   = "reserve"
	kindSingle    = "single"
)

const (
	pathFused  = "fused"  // the four stages in one call
	pathReflex = "reflex" // no cognition
)

// ToM is the strategy with the options of one session.
type ToM struct{ options options }

// New returns the strategy for one session. It returns session.Errors for options that have no
// effect together.
func New(raw json.RawMessage) (prompt.Thinker, error) {
	o, err := schema.Parse[options](optionsSchema, raw)
	if err != nil {
		return nil, err
	}
	o.Preferences, o.City = strings.TrimSpace(o.Preferences), session.OneLine(o.City)
	return &ToM{options: o}, o.validate()
}

// Schema returns the JSON schema of the options.
func Schema() []byte { return optionsSchema }

// Origin implements session.Native: the core makes a person of the age and the city (§3.1).
func (t *ToM) Origin() session.Biography {
	return session.Biography{Age: t.options.Age, Town: t.options.City}
}

// CheaperPaths implements session.Frugal.
func (t *ToM) CheaperPaths() []string {
	switch {
	case !t.options.hasCognition():
		return nil
	case t.options.Cycle == cycleFused:
		return []string{pathReflex}
	}
	return []string{pathFused, pathReflex}
}

// Think runs one thought.
func (t *ToM) Think(ctx context.Context, v session.View, w session.Want, ask prompt.Asker) (session.Finding, error) {
	if w.Kind == kindCognition {
		return t.runCognition(ctx, v, w, ask)
	}
	return t.reply(ctx, v, w, ask)
}

// Conclude turns a finding into a conclusion. The finding is nil at the start of the session.
func (t *ToM) Conclude(v session.View, w session.Want, found session.Finding) session.Conclusion {
	switch found := found.(type) {
	case cognitionFound:
		return t.concludeCognition(v, w, found)
	case lineFound:
		return t.concludeReply(v, w, found)
	}
	return t.complete(v, readMind(v), session.Conclusion{})
}

// complete adds what every conclusion has.
func (t *ToM) complete(v session.View, m mind, out session.Conclusion) session.Conclusion {
	before := readMind(v)
	m.Preferences = t.preferences(v)
	m.noteSaid(v)
	m.movePlay(v, before)
	m.keepReserve(v, out.Candidate, out.Unsent)
	m.fit()
	out.Beliefs = m.changes(v, before)
	out.Mind = session.EncodeMind(m)
	out.Accuse = session.Suspect(t.sums(v, m), t.options.AccuseLead)
	return out
}

// Suspects implements session.Suspicious: the paper accuses by a classifier (§3.4).
func (t *ToM) Suspects() bool { return true }

// Lead implements session.Accuser.
func (t *ToM) Lead() float64 { return t.options.AccuseLead }

// sumWeight is the weight of a running sum that reaches the threshold, in log-odds. It decides
// between players about whom the bot believes much the same. With 1 the offline player voted right
// less often: 470 against 488 of 612 votes.
const sumWeight = 0.1

// suspicion returns the belief about each other player as log-odds for votes, and a little of its
// running sum, if no classifier has a better one. It is 0 for a player about whom nothing is known.
func (t *ToM) suspicion(v session.View, m mind) map[string]float64 {
	s, weight := t.sums(v, m), sumWeight
	if v.Sums != nil {
		weight = 0
	}
	for id, sum := range s {
		if b, ok := m.Beliefs[id]; ok && t.options.ToM == on {
			s[id] = session.LogOdds(b.Suspicion) + weight*sum/t.options.AccuseLead
		}
	}
	return s
}

// sums returns the running sums of the log-odds of all opponents in the game (§3.4).
func (t *ToM) sums(v session.View, m mind) map[string]float64 {
	s := map[string]float64{}
	for _, p := range v.Opponents() {
		s[p.ID] = 0
		if t.options.ToM == on {
			s[p.ID] = m.Beliefs[p.ID].Sum
		}
	}
	return s
}

// Reads implements session.Reader. Where each line has no cognition of its own, quick replies read.
func (t *ToM) Reads(kind string) bool {
	return kind == kindCognition || kind == kindSingle || kind == kindReflex && t.options.sparing()
}
