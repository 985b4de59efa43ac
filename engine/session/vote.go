package session

import (
	"slices"
	"strings"
	"time"

	"ringer/engine/timing"
)

// VoteStatus says how far a vote has come.
type VoteStatus string

const (
	VoteOpen      VoteStatus = "open"      // the bot has not answered yet
	VoteAnswered  VoteStatus = "cast"      // the bot has answered
	VoteWithdrawn VoteStatus = "cancelled" // the platform no longer wants an answer
	VoteClosed    VoteStatus = "closed"    // the platform has decided without it, or the session ended
)

// Vote is a vote in the state.
type Vote struct {
	VoteRequest            // the request, with defaults filled in
	Origin      VoteOrigin `json:"origin"`
	Status      VoteStatus `json:"status"`
	Seq         int64      `json:"seq"` // Seq is the seq of the event that opened it.
	// OfferedSeq is the seq of the event that its options are from.
	OfferedSeq int64 `json:"offered_seq"`
	// ChangedSeq is the seq of the last event that changed what may be chosen.
	ChangedSeq int64     `json:"changed_seq"`
	ChangedAt  Millis    `json:"changed_at_ms"` // ChangedAt is the game time of that event.
	At         time.Time `json:"at"`            // At is when it was opened.
	AskedAt    Millis    `json:"asked_at_ms"`   // AskedAt is the game time at which it was opened.
	// DeadlineAt is when the platform needs the answer.
	DeadlineAt time.Time `json:"deadline_at,omitzero"`
	Last       Millis    `json:"last_ms"` // Last is the game time at which the bot answers at the latest.
	// Standing is the answer that is cast if nothing better is known.
	Standing Answer `json:"standing_answer"`
	// Delay is how long a person would take to answer. It is zero for a bot without human timing.
	Delay timing.Delay `json:"delay"`
	// Judgement is what the last thought about the vote found.
	Judgement *Judgement `json:"judgement,omitempty"`
	// UnaffordableSeq is the seq of the event which said that the limits could not pay for a
	// thought about the vote.
	UnaffordableSeq int64     `json:"unaffordable_seq,omitempty"`
	OverSeq         int64     `json:"over_seq,omitempty"` // OverSeq is the seq of the event that closed it.
	Cast            *VoteCast `json:"cast,omitempty"`     // Cast is the bot's answer.
	Receipt         *VoteUse  `json:"receipt,omitempty"`  // Receipt is what the platform did with the vote.
}

// KeptVotes is how many votes that are over the state keeps. Older ones are read from the log.
const KeptVotes = 10

// The time between the latest answer and the deadline.
const (
	voteMargin = 500 * time.Millisecond // the time that an answer needs to reach the platform
	// voteMarginShare makes the margin at most a quarter of the time to answer.
	voteMarginShare = 4
)

const (
	KindVote = CorePrefix + "vote" // the kind without the id of the vote
	// KindVotePrefix begins the kind of the thoughts about one vote. The vote's id follows.
	KindVotePrefix = KindVote + ":"
)

// KindOf returns a kind of thought without the id of a vote, for the label of a metric.
func KindOf(kind string) string {
	kind, _, _ = strings.Cut(kind, ":")
	return kind
}

func (v *Vote) thoughtKind() string { return KindVotePrefix + v.ID }

// Vote returns one of the votes that the state keeps.
func (s *State) Vote(id string) (Vote, bool) {
	return findLast(s.Votes, func(v *Vote) bool { return v.ID == id })
}

// voteIndex returns the index of a vote, −1 for none. Most callers want a recent one.
func (s *State) voteIndex(id string) int {
	for i := len(s.Votes) - 1; i >= 0; i-- {
		if s.Votes[i].ID == id {
			return i
		}
	}
	return -1
}

func (s *State) openVoteIndex(id string) int {
	if i := s.voteIndex(id); i >= 0 && s.Votes[i].Status == VoteOpen {
		return i
	}
	return -1
}

// OpenVotes counts the votes that the bot has not answered.
func (s *State) OpenVotes() (n int) {
	for i := range s.Votes {
		if s.Votes[i].Status == VoteOpen {
			n++
		}
	}
	return n
}

// NewVote returns the vote that a request opens. seq and at belong to the request's event.
func (s *State) NewVote(q VoteRequest, seq int64, at time.Time) Vote {
	q.fill(&s.Roster)
	q.fillBounds(&s.Roster)
	at = s.Clock.Standing(at)
	deadline := at.Add(time.Duration(q.Within) * time.Millisecond)
	if q.Deadline != nil {
		deadline = q.Deadline.UTC()
	}
	now := max(s.Now, s.Clock.Game(at))
	v := Vote{
		VoteRequest: q, Origin: FromRequest, Status: VoteOpen, Seq: seq, OfferedSeq: seq, ChangedSeq: seq, ChangedAt: now, At: at, AskedAt: now, DeadlineAt: deadline,
		Last: s.latestAnswer(now, at, deadline),
	}
	if s.Config.Timing == TimingHuman {
		v.Delay = timing.Vote(v.words(), Draw(s.Seed, seq, "vote", 0).Float64())
	}
	v.Standing = s.standingAnswer(&v)
	return v
}

func (v *Vote) words() int {
	n := len(strings.Fields(v.Question))
	for _, o := range v.Options {
		n += len(strings.Fields(o.Label))
	}
	for _, l := range v.Labels {
		n += len(strings.Fields(l.Label))
	}
	return n
}

// changeVote changes a vote in a copy of the slice, which clones share. A state that keeps all
// votes has no clones: to copy thousands for each event would take minutes.
func (s *State) changeVote(i int, change func(*Vote)) {
	if !s.keepsVotes {
		s.Votes = slices.Clone(s.Votes)
	}
	change(&s.Votes[i])
}

func (s *State) openVote(e Event, p *VoteRequested) {
	s.Barrier = e.Seq
	if s.voteIndex(p.ID) >= 0 {
		return // the store keeps one event with an id
	}
	s.Votes = append(s.Votes, s.NewVote(p.VoteRequest, e.Seq, e.At))
}

func (s *State) updateVote(e Event, p *VoteUpdated) {
	s.Barrier = e.Seq
	i := s.openVoteIndex(p.VoteID)
	if i < 0 {
		return // it was closed before
	}
	s.changeVote(i, func(v *Vote) {
		v.Options, v.OfferedSeq, v.ChangedSeq, v.ChangedAt = p.Options, e.Seq, e.Seq, s.Now
		v.fill(&s.Roster)
		v.Standing = s.standingAnswer(v)
	})
}

func (s *State) cancelVote(e Event, p *VoteCancelled) {
	if p.Accused != "" {
		s.Accusations = Accusations{Made: p.VoteID, Player: p.Accused, At: s.Now}
	}
	s.closeVote(e, p.VoteID, VoteWithdrawn)
}

func (s *State) closeVote(e Event, id string, status VoteStatus) {
	s.Barrier = e.Seq
	if i := s.openVoteIndex(id); i >= 0 {
		s.endVote(i, status)
		s.forgetVotes()
	}
}

// endVote closes a vote. It keeps the options that are offered at that time.
func (s *State) endVote(i int, status VoteStatus) {
	s.changeVote(i, func(v *Vote) { v.Status, v.OverSeq, v.Options = status, s.Seq, s.Offered(v) })
}

func (s *State) closeVotes() {
	for i := range s.Votes {
		if s.Votes[i].Status == VoteOpen {
			s.endVote(i, VoteClosed)
		}
	}
	s.forgetVotes()
}

func (s *State) acknowledgeVote(e Event, p *VoteReceipt) {
	if s.Accusations.Made == p.VoteID && p.Used == UsedNone {
		s.Accusations.Made, s.Accusations.RefusedAt = "", s.Now
	}
	if i := s.voteIndex(p.VoteID); i >= 0 { // else the vote was forgotten
		s.changeVote(i, func(v *Vote) { receipt := p.VoteUse; v.Receipt = &receipt })
	}
	s.closeVote(e, p.VoteID, VoteClosed)
}

// castVote closes a vote with the bot's answer. An accusation is a vote that opens with its answer.
func (s *State) castVote(e Event, p *VoteCast) {
	s.Barrier = e.Seq
	if p.Origin == FromAccusation {
		s.Accusations = Accusations{Made: p.VoteID, Player: p.Answer.Option, At: s.Now, RefusedAt: s.Accusations.RefusedAt}
		s.Votes = append(s.Votes, Vote{
			VoteRequest: VoteRequest{ID: p.VoteID, Kind: p.Kind}, Origin: p.Origin, Status: VoteOpen, Seq: e.Seq, ChangedSeq: e.Seq, At: s.Clock.Wall(s.Now - p.Waited), AskedAt: s.Now - p.Waited,
		})
	}
	if i := s.openVoteIndex(p.VoteID); i >= 0 {
		s.endVote(i, VoteAnswered)
		s.Votes[i].Cast = p
		s.forgetVotes()
	}
}

// KeepVotes makes a state keep all votes. No view of it may be used until the fold is done.
func (s *State) KeepVotes() { s.keepsVotes = true }

// KeepsVotes reports whether the state still has every vote of the session.
func (s *State) KeepsVotes() bool { return s.keepsVotes || len(s.Votes)-s.OpenVotes() < KeptVotes }

// forgetVotes drops all but the KeptVotes votes that ended last, and the progress about them.
func (s *State) forgetVotes() {
	for !s.keepsVotes && len(s.Votes)-s.OpenVotes() > KeptVotes {
		oldest := -1
		for i := range s.Votes {
			if v := &s.Votes[i]; v.Status != VoteOpen && (oldest < 0 || v.OverSeq < s.Votes[oldest].OverSeq) {
				oldest = i
			}
		}
		delete(s.Thoughts, s.Votes[oldest].thoughtKind())
		s.Votes = slices.Delete(slices.Clone(s.Votes), oldest, oldest+1)
	}
}

// playerChanged notes that a player came or went: votes about this player need another thought.
func (s *State) playerChanged(e Event, player string) {
	for i := range s.Votes {
		v := &s.Votes[i]
		if v.Status == VoteOpen && slices.ContainsFunc(v.Options, func(o Option) bool { return o.Player == player }) {
			s.changeVote(i, func(v *Vote) {
				v.ChangedSeq, v.ChangedAt = e.Seq, s.Now
				v.Standing = s.standingAnswer(v)
			})
		}
	}
	if s.Accusations.Planned != nil && s.Accusations.Planned.Player == player {
		s.Accusations.Planned = nil
	}
}

func (s *State) voteUnaffordable(thought string) {
	if i := s.voteIndex(strings.TrimPrefix(thought, KindVotePrefix)); i >= 0 {
		s.changeVote(i, func(v *Vote) { v.UnaffordableSeq = s.Seq })
	}
}

func (s *State) judge(j *Judgement) {
	if i := s.openVoteIndex(j.VoteID); i >= 0 {
		s.changeVote(i, func(v *Vote) { v.Judgement = j })
	}
}
