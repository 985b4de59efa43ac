package conduct

import (
	"cmp"
	"slices"

	"ringer/engine/recording"
	"ringer/engine/session"
	"ringer/engine/timing"
)

// Conduct counts what gives a bot away in a conversation.
type Conduct struct {
	// ForOthers counts the lines that answer a question put to others alone.
	ForOthers int `json:"answers_for_others"`
	// Rests counts the lines that continue a message.
	Rests int `json:"second_halves"`
	// Unseen counts those that were sent over a line of another player at which nothing had looked.
	Unseen int `json:"second_halves_unseen"`
	// AtBound counts the lines that waited exactly as long as a bound of all delays.
	AtBound int `json:"waits_at_a_bound"`
	// Overruled counts the plans that answered a line put to the bot, and gave way to a text about
	// an older line.
	Overruled int `json:"plans_overruled_by_older"`
	// Readings compares what the session has read with the labels of a recorded game.
	Readings recording.ReadScore `json:"readings,omitzero"`
}

// Add adds the counts of another session.
func (c *Conduct) Add(x *Conduct) {
	c.ForOthers += x.ForOthers
	c.Rests += x.Rests
	c.Unseen += x.Unseen
	c.AtBound += x.AtBound
	c.Overruled += x.Overruled
	c.Readings.Join(&x.Readings)
}

// Of measures a session. g is the recorded game that it replays, nil for none. Where the game has
// labels, they say what a line is.
func Of(log []session.Event, g *recording.Game) (c Conduct) {
	m := meter{state: session.NewState(""), read: map[int64]session.Reading{}, plans: map[string]*session.Plan{}}
	for _, e := range log {
		m.see(e.Data, &c)
		m.state.Apply(e)
		m.hear(e)
	}
	if g != nil {
		c.Readings = m.label(g)
	}
	for _, seq := range m.answered {
		if x := m.read[seq]; x.Expects && len(x.To) > 0 && !m.toBot(seq) {
			c.ForOthers++
		}
	}
	for _, seq := range m.fallen {
		if m.toBot(seq) {
			c.Overruled++
		}
	}
	return c
}

type meter struct {
	state *session.State
	// read holds what the lines of players were last read as, by seq.
	read     map[int64]session.Reading
	received []session.Event // received are these lines.
	plans    map[string]*session.Plan
	// slot is the plan that waits, and dropped the one that was cancelled before there was another.
	slot, dropped *session.Plan
	// answered are the lines that lines of the bot answer, and fallen those that overruled plans
	// would have answered.
	answered, fallen []int64
}

// see looks at an event before the fold.
func (m *meter) see(event session.Payload, c *Conduct) {
	switch p := event.(type) {
	case *session.PlanCreated:
		m.plan(m.dropped, &p.Plan)
	case *session.PlanRevised:
		m.plan(m.slot, &p.Plan)
	case *session.PlanCancelled:
		m.slot, m.dropped = nil, m.slot
	case *session.MessageSent:
		m.slot = nil
		plan := cmp.Or(m.plans[p.PlanID], &session.Plan{}) // the log may not hold it
		if wait := m.state.Clock.Game(p.DueAt) - m.state.Clock.Game(plan.TriggerAt); wait == timing.MinDelay || wait == timing.MaxDelay {
			c.AtBound++
		}
		if p.Kind != session.Rest {
			m.answered = append(m.answered, plan.Answers)
			return
		}
		c.Rests++
		if slices.ContainsFunc(m.state.Messages, func(x session.Message) bool { return x.Seq > p.Read && x.Foreign() && x.Channel == p.Channel }) {
			c.Unseen++
		}
	}
}

// plan takes in a plan that comes after another one.
func (m *meter) plan(old, p *session.Plan) {
	about := p.Answers
	if about == 0 {
		about = p.BasedOn
	}
	if old != nil && p.Kind != session.Rest && about < old.Answers {
		m.fallen = append(m.fallen, old.Answers)
	}
	m.plans[p.ID], m.slot, m.dropped = p, p, nil
}
