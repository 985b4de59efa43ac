package match

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"ringer/engine/session"
)

// Vote is an open vote of the rules.
type Vote struct {
	ID string `json:"id"`
	// Step is what the vote decides, in rules that name steps.
	Step session.Step `json:"step,omitempty"`
	// Phase is the phase in which it was opened.
	Phase string `json:"phase"`
	// Seats are asked.
	Seats []string `json:"seats"`
	// Options are the seats that may be chosen or labelled.
	Options []string `json:"options"`
	// Labels are the labels of a vote that asks for one for each option.
	Labels []string `json:"labels,omitempty"`
	// Own lets a seat choose or label itself.
	Own bool `json:"own,omitempty"`
	// Size is how many options make an answer, in a vote that asks for several.
	Size int `json:"size,omitempty"`
	// Lasting says that an option counts although its player has left. Or it stands for nobody.
	Lasting bool `json:"lasting,omitempty"`
	// Sides holds the side whose seats alone may choose an option, by option. The rules that have
	// sides keep the answers of others out.
	Sides map[string]session.Side `json:"sides,omitempty"`
	// Closes is when the last answer counts, in game time.
	Closes session.Millis `json:"closes_ms"`
	// Answers holds the first answer of each seat.
	Answers map[string]session.Answer `json:"answers"`
	// Draw lets the seed decide if there is a tie, or if nobody has voted.
	Draw bool `json:"draw,omitempty"`
	// Majority says that only an option with the votes of more than half of the players in the game
	// is chosen.
	Majority bool `json:"majority,omitempty"`
}

// Open notes that a vote of the rules has begun, and returns it. Other votes may be open.
func (m *Match) Open(p *session.VoteRequested, phase string, at session.Millis, draw bool) *Vote {
	v := &Vote{ID: p.ID, Step: p.Step, Phase: phase, Seats: slices.Clone(p.Seats), Own: p.AllowSelf, Size: p.K, Closes: at + m.Played(p.Within), Answers: map[string]session.Answer{}, Draw: draw}
	for _, o := range p.Options {
		v.Options = append(v.Options, o.ID)
		if o.Side != "" {
			v.Sides = map[string]session.Side{o.ID: o.Side}
		}
	}
	v.Lasting = slices.Contains([]session.Step{session.StepApproval, session.StepQuest, session.StepAssassination}, p.Step)
	for _, l := range p.Labels {
		v.Labels = append(v.Labels, l.ID)
	}
	m.hold(append(m.OpenVotes(), v))
	return v
}

// OpenVotes returns the open votes, in the order in which they were asked.
func (m *Match) OpenVotes() []*Vote {
	if m.Vote == nil {
		return nil
	}
	return append([]*Vote{m.Vote}, m.Beside...)
}

func (m *Match) hold(open []*Vote) {
	if m.Vote, m.Beside = nil, nil; len(open) > 0 {
		m.Vote, m.Beside = open[0], slices.Clip(open[1:])
	}
}

// open returns the open vote with this id, or nil.
func (m *Match) open(id string) *Vote {
	for _, v := range m.OpenVotes() {
		if v.ID == id {
			return v
		}
	}
	return nil
}

// close counts an open vote.
func (m *Match) close(v *Vote) {
	m.Ballots = append(m.Ballots, m.CountOf(v))
	m.hold(slices.DeleteFunc(m.OpenVotes(), func(o *Vote) bool { return o == v }))
}

// CloseAll counts all open votes.
func (m *Match) CloseAll() {
	for _, v := range m.OpenVotes() {
		m.close(v)
	}
}

// note counts the first answer in time of a seat that was asked and is in the game. It ignores one
// that names nobody who may be named.
func (m *Match) note(id, seat string, a session.Answer, at session.Millis) {
	v := m.open(id)
	if v == nil || at > v.Closes || m.Gone[seat] || !slices.Contains(v.Seats, seat) {
		return
	}
	if _, again := v.Answers[seat]; again {
		return
	}
	switch {
	case a.Abstain:
	case len(v.Labels) > 0:
		seats := slices.DeleteFunc(slices.Clone(v.Options), func(o string) bool { return o == seat && !v.Own })
		a = session.Answer{Labels: ReadLabels(a.Labels, seats), Confidence: a.Confidence, Reason: a.Reason}
	case v.Size > 0:
		if !v.takes(a.Options) {
			return
		}
	case a.Option == seat && !v.Own && !v.Lasting, !slices.Contains(v.Options, a.Option):
		return
	}
	v.Answers[seat] = a
}

// replace counts a person's later answer in place of the one before, which stays if the later one
// does not count.
func (m *Match) replace(p *session.VoteReplaced, at session.Millis) {
	v := m.open(p.VoteID)
	if v == nil {
		return
	}
	before, voted := v.Answers[p.Seat]
	delete(v.Answers, p.Seat)
	m.note(p.VoteID, p.Seat, p.Answer, at)
	if _, counts := v.Answers[p.Seat]; voted && !counts {
		v.Answers[p.Seat] = before
	}
}

// takes reports whether options are an answer to a vote for several: fewer, too, since somebody may
// have left.
func (v *Vote) takes(options []string) bool {
	for i, o := range options {
		if !slices.Contains(v.Options, o) || slices.Contains(options[:i], o) {
			return false
		}
	}
	return len(options) > 0 && len(options) <= v.Size
}

// VoteOver reports whether the open vote, the first of several, is over: all who were asked and are
// in the game have answered, or its time has passed.
func (m *Match) VoteOver(now session.Millis) bool {
	waits := func(seat string) bool {
		_, answered := m.Vote.Answers[seat]
		return !answered && !m.Gone[seat]
	}
	return now >= m.Vote.Closes || !slices.ContainsFunc(m.Vote.Seats, waits)
}

// Count returns the open vote as it stands, the first of several.
func (m *Match) Count() Ballot { return m.CountOf(m.Vote) }

// CountOf returns an open vote as it stands. Votes for somebody who has left do not count.
func (m *Match) CountOf(v *Vote) Ballot {
	b := Ballot{Vote: v.ID, Phase: v.Phase, Answers: map[string]session.Answer{}, Tally: map[string]int{}}
	for _, seat := range v.Seats {
		a, answered := v.Answers[seat]
		if !answered {
			b.Silent = append(b.Silent, seat)
			continue
		}
		b.Answers[seat] = a
		for _, o := range append(slices.Clip(a.Options), a.Option) {
			if o != "" && (v.Lasting || !m.Gone[o]) {
				b.Tally[o]++
			}
		}
	}
	if v.Size > 0 {
		b.Drawn = len(b.Answers) == 0
		return b
	}
	first := Leading(b.Tally, slices.DeleteFunc(slices.Clone(v.Options), func(o string) bool { return m.Gone[o] && !v.Lasting }))
	switch {
	case v.Majority && len(first) > 0 && 2*b.Tally[first[0]] <= len(m.Living()):
	case len(first) == 1 && b.Tally[first[0]] > 0:
		b.Chosen = first[0]
	case len(first) > 0 && v.Draw:
		b.Chosen, b.Drawn = first[session.Draw(m.Seed, 0, orderPrefix+v.ID, 0).IntN(len(first))], true
	}
	return b
}

// Leading returns those of some options that have most votes: all of them, if none has one.
func Leading(tally map[string]int, options []string) (first []string) {
	for _, o := range options {
		switch c := cmp.Compare(tally[o], tally[append(first, o)[0]]); {
		case c > 0:
			first = []string{o}
		case c == 0:
			first = append(first, o)
		}
	}
	return first
}

// WhoNamedWhom says who has named whom in a vote, and how the lot was drawn.
func (m *Match) WhoNamedWhom(b Ballot) string {
	var parts []string
	for _, p := range m.Players {
		if a, ok := b.Answers[p.ID]; ok && a.Option != "" {
			parts = append(parts, fmt.Sprintf("%s named %s.", p.Name, m.Name(a.Option)))
		} else if ok || slices.Contains(b.Silent, p.ID) {
			parts = append(parts, p.Name+" named nobody.")
		}
	}
	if b.Drawn && len(b.Tally) == 0 {
		parts = append(parts, "Nobody has a vote, so a draw decides.")
	} else if b.Drawn {
		parts = append(parts, "It is a tie, so a draw decides.")
	}
	return strings.Join(parts, " ")
}
