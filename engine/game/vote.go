package game

import (
	"slices"
	"strings"
	"time"

	"ringer/engine/timing"
)

// VoteStatus says how far a vote has come.
type VoteStatus string

// The statuses of a vote.
const (
	VoteOpen      VoteStatus = "open"      // the bot has not answered yet
	VoteAnswered  VoteStatus = "cast"      // it has
	VoteWithdrawn VoteStatus = "cancelled" // the platform wants no answer any more
	VoteClosed    VoteStatus = "closed"    // the platform has counted something else meanwhile, or ended the session
)

// Vote is a vote as the state holds it.
type Vote struct {
	// VoteRequest is what was asked, with what was left open filled.
	VoteRequest
	Origin VoteOrigin `json:"origin"`
	Status VoteStatus `json:"status"`
	// Seq is the event that opened it, Offered the one that its options are from, Changed the last one that changed what may be chosen, at
	// ChangedAt in game time.
	Seq       int64  `json:"seq"`
	Offered   int64  `json:"offered_seq"`
	Changed   int64  `json:"changed_seq"`
	ChangedAt Millis `json:"changed_at_ms"`
	// At is when it was opened, AskedAt the same in game time, DeadlineAt when the platform needs the answer.
	At         time.Time `json:"at"`
	AskedAt    Millis    `json:"asked_at_ms"`
	DeadlineAt time.Time `json:"deadline_at,omitzero"`
	// Last is the latest game time at which the answer is cast in time.
	Last Millis `json:"last_ms"`
	// Standing is the answer that is cast if nothing better is known.
	Standing Answer `json:"standing_answer"`
	// Delay is how long a person would take; nothing where the bot is not to seem one.
	Delay timing.Delay `json:"delay"`
	// Judgement is what the last thought about it found.
	Judgement *Judgement `json:"judgement,omitempty"`
	// Unpaid is the event that said that the session's limits did not bear a thought about it.
	Unaffordable int64 `json:"unaffordable_seq,omitempty"`
	// Over is the event that closed it.
	Over int64 `json:"over_seq,omitempty"`
	// Cast is the answer, Receipt the platform's word on it.
	Cast    *VoteCast `json:"cast,omitempty"`
	Receipt *VoteUse  `json:"receipt,omitempty"`
}

// KeptVotes is how many votes that are over the state keeps, for those who look into the mind. Older ones are read from the log.
const KeptVotes = 10

// Bounds of the time that is left between an answer and its deadline: half a second for the way to the platform, but never more than a
// quarter of a short window.
const (
	voteMargin      = 500 * time.Millisecond
	voteMarginShare = 4
)

// Judge is what the thoughts about votes are for, VoteThought how their kinds begin; the vote's id follows.
const (
	Judge       = CorePrefix + "vote"
	VoteThought = Judge + ":"
)

// KindOf returns what a thought of a kind is for, without the vote that it is about: there are few of them.
func KindOf(kind string) string {
	kind, _, _ = strings.Cut(kind, ":")
	return kind
}

// thought is the kind of the thoughts about a vote.
func (v *Vote) thought() string { return VoteThought + v.ID }

// Vote returns one of the votes that the state keeps.
func (s *State) Vote(id string) (Vote, bool) {
	if i := s.voteAt(id); i >= 0 {
		return s.Votes[i], true
	}
	return Vote{}, false
}

// voteAt returns the place of a vote, −1 if there is none. It is most likely one of the last.
func (s *State) voteAt(id string) int {
	for i := len(s.Votes) - 1; i >= 0; i-- {
		if s.Votes[i].ID == id {
			return i
		}
	}
	return -1
}

// openAt returns the place of a vote that is open, −1 if there is none.
func (s *State) openAt(id string) int {
	if i := s.voteAt(id); i >= 0 && s.Votes[i].Status == VoteOpen {
		return i
	}
	return -1
}

// OpenVotes counts those that the bot has not answered.
func (s *State) OpenVotes() (n int) {
	for i := range s.Votes {
		if s.Votes[i].Status == VoteOpen {
			n++
		}
	}
	return n
}

// NewVote returns a vote as the state will hold it that is asked for now, in an event of this seq and time.
func (s *State) NewVote(q VoteRequest, seq int64, at time.Time) Vote {
	q.fill(&s.Roster)
	if q.Kind == ChooseMany {
		low, high := q.bounds(len(q.choices(s.Roster.Seat)))
		q.Min, q.Max = &low, &high
	}
	deadline := at.Add(time.Duration(q.Within) * time.Millisecond)
	if q.Deadline != nil {
		deadline = q.Deadline.UTC()
	}
	window := deadline.Sub(at)
	now := max(s.Now, s.Clock.Game(at))
	v := Vote{
		VoteRequest: q, Origin: FromRequest, Status: VoteOpen, Seq: seq, Offered: seq, Changed: seq, ChangedAt: now, At: at, AskedAt: now, DeadlineAt: deadline,
		Last: max(now, s.Clock.Game(deadline.Add(-min(voteMargin, window/voteMarginShare)))),
	}
	if s.Config.Timing == TimingHuman {
		v.Delay = timing.Vote(v.words(), Draw(s.Seed, seq, "vote", 0).Float64())
	}
	v.Standing = s.standingAnswer(&v)
	return v
}

// words counts what there is to read.
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

// changeVote replaces a vote by a changed copy, since clones share the slice, unless the state keeps all votes: then it has no clones, and to
// copy thousands for each event would take minutes.
func (s *State) changeVote(i int, change func(*Vote)) {
	if !s.keepsVotes {
		s.Votes = slices.Clone(s.Votes)
	}
	change(&s.Votes[i])
}

// openVote opens a vote.
func (s *State) openVote(e Event, p *VoteRequested) {
	s.Barrier = e.Seq
	if s.voteAt(p.ID) >= 0 {
		return // the store keeps one event of an id
	}
	s.Votes = append(s.Votes, s.NewVote(p.VoteRequest, e.Seq, e.At))
}

// updateVote changes the options of an open vote.
func (s *State) updateVote(e Event, p *VoteUpdated) {
	s.Barrier = e.Seq
	i := s.openAt(p.VoteID)
	if i < 0 {
		return // it was closed before
	}
	s.changeVote(i, func(v *Vote) {
		v.Options, v.Offered, v.Changed, v.ChangedAt = p.Options, e.Seq, e.Seq, s.Now
		v.fill(&s.Roster)
		v.Standing = s.standingAnswer(v)
	})
}

// closeVote closes a vote that is open; one that is not stays as it is.
func (s *State) closeVote(e Event, id string, status VoteStatus) {
	s.Barrier = e.Seq
	if i := s.openAt(id); i >= 0 {
		s.endVote(i, status)
		s.forgetVotes()
	}
}

// endVote closes a vote, with the options that there are at that time.
func (s *State) endVote(i int, status VoteStatus) {
	s.changeVote(i, func(v *Vote) { v.Status, v.Over, v.Options = status, s.Seq, s.Offered(v) })
}

// closeVotes closes all that are open, when the session ends.
func (s *State) closeVotes() {
	for i := range s.Votes {
		if s.Votes[i].Status == VoteOpen {
			s.endVote(i, VoteClosed)
		}
	}
	s.forgetVotes()
}

// acknowledgeVote notes what the platform has counted.
func (s *State) acknowledgeVote(e Event, p *VoteReceipt) {
	if s.Accusations.Made == p.VoteID && p.Used == UsedNone {
		s.Accusations.Made, s.Accusations.RefusedAt = "", s.Now
	}
	if i := s.voteAt(p.VoteID); i >= 0 { // else it was too long ago
		s.changeVote(i, func(v *Vote) { receipt := p.VoteUse; v.Receipt = &receipt })
	}
	s.closeVote(e, p.VoteID, VoteClosed)
}

// castVote closes a vote with the bot's answer; an accusation is a vote that opens with it.
func (s *State) castVote(e Event, p *VoteCast) {
	s.Barrier = e.Seq
	if p.Origin == FromAccusation {
		s.Accusations.Planned, s.Accusations.Made = nil, p.VoteID
		s.Votes = append(s.Votes, Vote{
			VoteRequest: VoteRequest{ID: p.VoteID, Kind: p.Kind}, Origin: p.Origin, Status: VoteOpen, Seq: e.Seq, Changed: e.Seq, At: s.Clock.Wall(s.Now - p.Waited), AskedAt: s.Now - p.Waited,
		})
	}
	if i := s.openAt(p.VoteID); i >= 0 {
		s.endVote(i, VoteAnswered)
		s.Votes[i].Cast = p
		s.forgetVotes()
	}
}

// KeepVotes makes a state keep all votes that it folds from now on, for those who look back when it has been folded: no view of it may be
// kept until then.
func (s *State) KeepVotes() { s.keepsVotes = true }

// KeepsVotes tells whether the state still has every vote that there was.
func (s *State) KeepsVotes() bool { return s.keepsVotes || len(s.Votes)-s.OpenVotes() < KeptVotes }

// forgetVotes lets the votes go that have been over for longest, if there are more than are kept, with how far thoughts about them have come.
func (s *State) forgetVotes() {
	for !s.keepsVotes && len(s.Votes)-s.OpenVotes() > KeptVotes {
		oldest := -1
		for i := range s.Votes {
			if v := &s.Votes[i]; v.Status != VoteOpen && (oldest < 0 || v.Over < s.Votes[oldest].Over) {
				oldest = i
			}
		}
		delete(s.Thoughts, s.Votes[oldest].thought())
		s.Votes = slices.Delete(slices.Clone(s.Votes), oldest, oldest+1)
	}
}

// cameOrWent notes that a player came or went: votes that offer this one are to be thought again.
func (s *State) playerChanged(e Event, player string) {
	for i := range s.Votes {
		v := &s.Votes[i]
		if v.Status == VoteOpen && slices.ContainsFunc(v.Options, func(o Option) bool { return o.Player == player }) {
			s.changeVote(i, func(v *Vote) {
				v.Changed, v.ChangedAt = e.Seq, s.Now
				v.Standing = s.standingAnswer(v)
			})
		}
	}
	if s.Accusations.Planned != nil && s.Accusations.Planned.Player == player {
		s.Accusations.Planned = nil
	}
}

// spareVote notes that the limits do not bear a thought about a vote.
func (s *State) voteUnaffordable(thought string) {
	if i := s.voteAt(strings.TrimPrefix(thought, VoteThought)); i >= 0 {
		s.changeVote(i, func(v *Vote) { v.Unaffordable = s.Seq })
	}
}

// judge keeps what a thought found of a vote that is still open.
func (s *State) judge(j *Judgement) {
	if i := s.openAt(j.VoteID); i >= 0 {
		s.changeVote(i, func(v *Vote) { v.Judgement = j })
	}
}
