package tom_test

import (
	"fmt"
	"maps"
	"slices"

	"ringer/engine/session"
)

// mental is the part of a mind that is checked: beliefs and intention.
type mental struct {
	UpTo    int64 `json:"up_to_seq"`
	Beliefs map[string]struct {
		Suspicion int     `json:"suspicion_percent"`
		Level     string  `json:"suspicion"`
		Evidence  []int64 `json:"evidence_seqs"`
		Relief    []int64 `json:"relief_seqs"`
	} `json:"beliefs"`
	Intention struct {
		Suspect  string  `json:"suspect"`
		Since    int64   `json:"suspect_since_seq"`
		Evidence []int64 `json:"suspect_evidence_seqs"`
	} `json:"intention"`
}

// withoutReason returns changes of suspicion or suspect without a message new to the mind before.
func (m mental) withoutReason(was mental, s *session.State, basedOn int64) (wrong []string) {
	newer := func(evidence []int64, than int64) bool {
		return slices.ContainsFunc(evidence, func(seq int64) bool {
			return seq > than && seq <= basedOn && slices.ContainsFunc(s.Messages, func(x session.Message) bool { return x.Seq == seq && !x.Own })
		})
	}
	for _, id := range slices.Sorted(maps.Keys(m.Beliefs)) {
		b := m.Beliefs[id]
		if old, ok := was.Beliefs[id]; ok && old.Suspicion != b.Suspicion && !newer(slices.Concat(b.Evidence, b.Relief), was.UpTo) {
			wrong = append(wrong, fmt.Sprintf("the suspicion of %s goes from %d to %d by %v, known was all up to %d", id, old.Suspicion, b.Suspicion, b.Evidence, was.UpTo))
		}
		if b.Level != level(b.Suspicion) {
			wrong = append(wrong, fmt.Sprintf("a suspicion of %d is called %s", b.Suspicion, b.Level))
		}
		if p, ok := s.Roster.Player(id); !ok || p.ID == s.Roster.Seat {
			wrong = append(wrong, fmt.Sprintf("a belief about %q", id))
		}
	}
	if m.UpTo < was.UpTo {
		wrong = append(wrong, fmt.Sprintf("a mind of all up to %d follows on one of all up to %d", m.UpTo, was.UpTo))
	}
	old, is := was.Intention.Suspect, m.Intention.Suspect
	if p, ok := s.Roster.Player(old); is == old || old == "" || is == "" || !ok || p.Presence != session.Active {
		return wrong
	}
	if !newer(m.Intention.Evidence, max(was.Intention.Since, was.UpTo)) {
		wrong = append(wrong, fmt.Sprintf("the suspect changes from %s to %s by %v, known was all up to %d", old, is, m.Intention.Evidence, was.UpTo))
	}
	return wrong
}

// changedPlayers returns the players about whom the mind before had another belief.
func (m mental) changedPlayers(was mental) (players []string) {
	for _, id := range slices.Sorted(maps.Keys(m.Beliefs)) {
		if old, ok := was.Beliefs[id]; !ok || old.Suspicion != m.Beliefs[id].Suspicion {
			players = append(players, id)
		}
	}
	return players
}

func level(percent int) string {
	switch {
	case percent < 34:
		return "low"
	case percent < 67:
		return "medium"
	}
	return "high"
}
