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
	VoteAnswered  VoteStatus = "cast"      // the bot has answered
	VoteWithdrawn VoteStatus = "cancelled" // the platform no longer wants an answer
	VoteClosed    VoteStatus = "closed"    // the platform has decided without it, or the session ended
)

// Vote is a vote in the state.
type Vote struct {
	// VoteRequest is the request, with defaults filled in.
	VoteRequest
	Origin VoteOrigin `json:"origin"`
	Status VoteStatus `json:"status"`
	// Seq is the event that opened it.
	Seq int64 `json:"seq"`
	// Offered is the event that its options are from.
	Offered int64 `json:"offered_seq"`
	// Changed is the last event that changed what may be chosen.
	Changed int64 `json:"changed_seq"`
	// ChangedAt is the game time of that event.
	ChangedAt Millis `json:"changed_at_ms"`
	// At is when it was opened.
	At time.Time `json:"at"`
	// AskedAt is the same in game time.
	AskedAt Millis `json:"asked_at_ms"`
	// DeadlineAt is when the platform needs the answer.
	DeadlineAt time.Time `json:"deadline_at,omitzero"`
	// Last is the latest game time at which an answer is still in time.
	Last Millis `json:"last_ms"`
	// Standing is the answer that is cast if nothing better is known.
	Standing Answer `json:"standing_answer"`
	// Delay is how long a person would take. It is zero for a bot without human timing.
	Delay timing.Delay `json:"delay"`
	// Judgement is what the last thought about the vote found.
	Judgement *Judgement `json:"judgement,omitempty"`
	// Unaffordable is the seq of the event which said that the limits could not pay for a thought
	// about the vote.
	Unaffordable int64 `json:"unaffordable_seq,omitempty"`
	// Over is the seq of the event that closed it.
	Over int64 `json:"over_seq,omitempty"`
	// Cast is the bot's answer.
	Cast *VoteCast `json:"cast,omitempty"`
	// Receipt is what the platform did with the vote.
	Receipt *VoteUse `json:"receipt,omitempty"`
}

// KeptVotes is how many votes that are over the state keeps, for people who inspect the mind. Older
// ones are read from the log.
const KeptVotes = 10

// The time left between an answer and its deadline. Half a second is for the way to the platform,
// but it is never more than a quarter of a short window.
const (
	voteMargin      = 500 * time.Millisecond
	voteMarginShare = 4
)

// The kinds of the thoughts about votes.
const (
	// KindVote is the kind without the vote.
	KindVote = CorePrefix + "vote"
	// VoteThought begins the kind. The vote's id follows.
	VoteThought = KindVote + ":"
)

// KindOf returns a kind of thought without the id of a vote, so that there are only a few kinds.
func KindOf(kind string) string {
	kind, _, _ = strings.Cut(kind, ":")
	return kind
}

// thought returns the kind of the thoughts about a vote.
func (v *Vote) thought() string { return VoteThought + v.ID }

// Vote returns one of the votes that the state keeps.
func (s *State) Vote(id string) (Vote, bool) {
	if i := s.voteAt(id); i >= 0 {
		return s.Votes[i], true
	}
	return Vote{}, false
}

// voteAt returns the index of a vote, −1 if the state has no such vote. It is most likely one of
// the last.
func (s *State) voteAt(id string) int {
	for i := len(s.Votes) - 1; i >= 0; i-- {
		if s.Votes[i].ID == id {
			return i
		}
	}
	return -1
}

// openAt returns the index of an open vote, −1 if no such vote is open.
func (s *State) openAt(id string) int {
	if i := s.voteAt(id); i >= 0 && s.Votes[i].Status == VoteOpen {
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

// NewVote returns the vote that a request opens, if the event of the request has this seq and time.
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

// words counts the words to read.
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

// changeVote changes a copy of a vote, since clones share the slice. A state that keeps all votes
// has no clones, so it changes the vote itself. To copy thousands of votes for each event would
// take minutes.
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
		return // the store keeps one event with an id
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

// closeVote closes a vote if it is open.
func (s *State) closeVote(e Event, id string, status VoteStatus) {
	s.Barrier = e.Seq
	if i := s.openAt(id); i >= 0 {
		s.endVote(i, status)
		s.forgetVotes()
	}
}

// endVote closes a vote. It keeps the options that are offered at that time.
func (s *State) endVote(i int, status VoteStatus) {
	s.changeVote(i, func(v *Vote) { v.Status, v.Over, v.Options = status, s.Seq, s.Offered(v) })
}

// closeVotes closes all open votes when the session ends.
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
	if i := s.voteAt(p.VoteID); i >= 0 { // else the vote was forgotten
		s.changeVote(i, func(v *Vote) { receipt := p.VoteUse; v.Receipt = &receipt })
	}
	s.closeVote(e, p.VoteID, VoteClosed)
}

// castVote closes a vote with the bot's answer. An accusation is a vote that opens with its answer.
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

// KeepVotes makes a state keep all votes that it folds from now on, for those who read old votes.
// Nobody may keep a view of the state until the fold is done.
func (s *State) KeepVotes() { s.keepsVotes = true }

// KeepsVotes reports whether the state still has every vote of the session.
func (s *State) KeepsVotes() bool { return s.keepsVotes || len(s.Votes)-s.OpenVotes() < KeptVotes }

// forgetVotes drops the votes that have been over for longest, down to KeptVotes. The progress of
// the thoughts about them goes, too.
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

// playerChanged notes that a player came or went. Votes that offer this player need another
// thought.
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

// voteUnaffordable notes that the limits could not pay for a thought about a vote.
func (s *State) voteUnaffordable(thought string) {
	if i := s.voteAt(strings.TrimPrefix(thought, VoteThought)); i >= 0 {
		s.changeVote(i, func(v *Vote) { v.Unaffordable = s.Seq })
	}
}

// judge stores what a thought found about a vote, if the vote is still open.
func (s *State) judge(j *Judgement) {
	if i := s.openAt(j.VoteID); i >= 0 {
		s.changeVote(i, func(v *Vote) { v.Judgement = j })
	}
}
