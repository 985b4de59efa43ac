package fourmind

import (
	"fmt"
	"slices"

	"ringer/engine/session"
)

// foreseen counts the simulated messages of others that came true: the first message of each
// lookahead.
type foreseen struct {
	// Of is how many had a next message to compare them with.
	Of int `json:"of"`
	// Speakers is how often the simulated player wrote next, Texts how often something alike.
	Speakers int `json:"speakers"`
	Texts    int `json:"texts"`
}

type expected struct {
	// After is the seq of the last message that the simulation had seen.
	After int64 `json:"after_seq"`
	keptMessage
}

// alike is the share of two texts' words that must be in both of them.
const alike = 0.5

// compare counts the message that waits, if the next one has come. A line of the bot says nothing
// about others.
func (m *mind) compare(v session.View) {
	e := m.Expected
	if e == nil {
		return
	}
	here := v.Here()
	after := here.After(e.After)
	i := slices.IndexFunc(after, func(m session.Message) bool { return m.Kind == session.FromPlayer })
	if i < 0 {
		return
	}
	m.Expected = nil
	next := after[i]
	if next.Own {
		return
	}
	m.Foreseen.Of++
	if next.Sender == e.Player {
		m.Foreseen.Speakers++
		if areAlike(next.Text, e.Text) {
			m.Foreseen.Texts++
		}
	}
}

func (m *mind) expect(v session.View, s lookaheadFound) {
	if len(s.continuations) == 0 || s.botFirst {
		return
	}
	m.Expected = nil
	if kept := s.keptContinuations(v)[0]; len(kept) > 0 && kept[0].Player != "" && kept[0].Player != v.Me.ID {
		m.Expected = &expected{After: s.seen, keptMessage: kept[0]}
	}
}

// areAlike reports whether two texts share most of their words.
func areAlike(a, b string) bool {
	in, of := words(a), words(b)
	slices.Sort(in)
	slices.Sort(of)
	in, of = slices.Compact(in), slices.Compact(of)
	both := 0
	for _, w := range in {
		if _, ok := slices.BinarySearch(of, w); ok {
			both++
		}
	}
	all := len(in) + len(of) - both
	return all > 0 && float64(both) >= alike*float64(all)
}

func (f foreseen) String() string {
	return fmt.Sprintf("Foreseen: %d of %d next speakers, %d texts.", f.Speakers, f.Of, f.Texts)
}
