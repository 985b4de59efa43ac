package session

import (
	"slices"
	"time"

	"pgregory.net/rapid"
)

// trackedVote is a vote as checkVotes follows it. It knows nothing about how the core decides.
type trackedVote struct {
	request  *VoteRequested
	deadline time.Time
	options  map[string]bool // whether the bot may choose it, by option id
	over     bool
}

// checkVotes: each vote is answered once, in time, with what may be chosen then, and not after it
// was closed. An accusation is made by a bot that may accuse, of an active player.
func checkVotes(r *rapid.T, log []Event) {
	votes, state := map[string]*trackedVote{}, NewState("ses_test")
	accused := ""
	for _, e := range log {
		before := state.Clone()
		state.Apply(e)
		switch p := e.Data.(type) {
		case *VoteRequested:
			votes[p.ID] = newTrackedVote(p, e.At)
		case *VoteUpdated:
			if v := votes[p.VoteID]; v != nil && !v.over {
				v.offer(p.Options)
			}
		case *ObservationReceived:
			for _, v := range votes {
				if _, offered := v.options[playerOf(p)]; offered && (p.Kind == PlayerLeft || p.Kind == PlayerOut || p.Kind == PlayerJoined) {
					v.options[playerOf(p)] = p.Kind == PlayerJoined && playerOf(p) != "red"
				}
			}
		case *VoteCancelled:
			votes[p.VoteID] = closed(votes[p.VoteID])
		case *VoteReceipt:
			votes[p.VoteID] = closed(votes[p.VoteID])
			if p.Used == UsedNone && p.VoteID == accused {
				accused = ""
			}
		case *VoteCast:
			if p.Origin == FromAccusation {
				pl, _ := before.Roster.Player(p.Answer.Option)
				if accused != "" || pl.Presence != Active || pl.ID == "red" || before.Config.Accuse != AccuseAuto || before.barred() != "" || before.Config.Timing == TimingManual {
					r.Fatalf("event %d accuses %+v after %q, mode %s, barred %q", e.Seq, p.Answer, accused, before.Config.Accuse, before.barred())
				}
				accused = p.VoteID
				continue
			}
			v := votes[p.VoteID]
			if v == nil || v.over || e.At.After(v.deadline) || p.Late || !v.legal(p.Answer) {
				r.Fatalf("event %d casts %+v at %s; the vote is %+v", e.Seq, p, e.At, v)
			}
			v.over = true
		}
		if barrier := barred(e.Data); barrier && state.Barrier != e.Seq {
			r.Fatalf("event %d, %s, does not move the barrier", e.Seq, e.Data.Type())
		}
	}
	for id, v := range votes {
		if !v.over && !state.Ended && state.Clock.Wall(state.Now).After(v.deadline) {
			r.Fatalf("vote %s was never answered: %+v", id, v)
		}
	}
}

func barred(p Payload) bool {
	switch p.(type) {
	case *VoteRequested, *VoteUpdated, *VoteCancelled, *VoteReceipt, *VoteCast:
		return true
	}
	return false
}

func playerOf(o *ObservationReceived) string {
	if o.Player == nil {
		return ""
	}
	return o.Player.ID
}

func closed(v *trackedVote) *trackedVote {
	if v == nil {
		v = &trackedVote{}
	}
	v.over = true
	return v
}

func newTrackedVote(p *VoteRequested, at time.Time) *trackedVote {
	v := &trackedVote{request: p, deadline: at.Add(time.Duration(p.Within) * time.Millisecond)}
	v.offer(p.Options)
	return v
}

func (v *trackedVote) offer(options []Option) {
	v.options = map[string]bool{}
	for _, o := range options {
		v.options[o.ID] = o.ID != "red"
	}
}

// legal reports whether an answer is allowed. If nobody is left to choose, only abstaining is.
func (v *trackedVote) legal(a Answer) bool {
	var may []string
	for id, ok := range v.options {
		if ok {
			may = append(may, id)
		}
	}
	choice := v.request.Kind == ChooseOne || v.request.Kind == ChooseMany || v.request.Kind == LabelEach
	if choice && len(may) == 0 || a.Abstain {
		return a.Abstain && (v.request.AllowAbstain || choice && len(may) == 0)
	}
	switch v.request.Kind {
	case ChooseOne:
		return slices.Contains(may, a.Option)
	case ChooseMany:
		return len(a.Options) == 1 && slices.Contains(may, a.Options[0])
	case YesNo:
		return a.Option == Yes || a.Option == No
	case PickNumber:
		return a.Number != nil && *a.Number >= 1 && *a.Number <= 10 && *a.Number == float64(int(*a.Number))
	}
	for _, id := range may {
		if !slices.Contains([]string{"ai", "human", "unsure"}, a.Labels[id]) {
			return false
		}
	}
	return len(a.Labels) == len(may)
}
