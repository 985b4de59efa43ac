package session

import "slices"

func (q *VoteRequest) mayChoose(o *Option, seat string) bool {
	return o.Player == "" || o.Player != seat || q.AllowSelf
}

// Barred reports whether an option is only for the players of another side, if one is named.
func (o *Option) Barred(side Side) bool { return o.Side != "" && side != "" && o.Side != side }

func (q *VoteRequest) choices(seat string) (ids []string) {
	for i := range q.Options {
		if o := &q.Options[i]; q.mayChoose(o, seat) {
			ids = append(ids, o.ID)
		}
	}
	return ids
}

// Offered returns the options of a vote, except the players who have left the game since.
func (s *State) Offered(v *Vote) []Option {
	return slices.DeleteFunc(slices.Clone(v.Options), func(o Option) bool {
		gone, has := s.Gone[o.Player]
		return has && gone > v.OfferedSeq
	})
}

// options returns what the bot may choose or label, without allies if it is to choose suspects.
func (s *State) options(v *Vote) []Option {
	return s.withoutAllies(v, slices.DeleteFunc(s.Offered(v), func(o Option) bool { return !v.mayChoose(&o, s.Roster.Seat) || o.Barred(s.Config.Side()) }))
}

// Choices returns the ids of the options that the bot may choose or label.
func (s *State) Choices(v *Vote) []string {
	return Each(s.options(v), func(o Option) string { return o.ID })
}

// visibleVotes returns the open votes as thoughts see them, with the options that the bot may
// choose now. Judgements are left out, because no message may tell them.
func (s *State) visibleVotes() (open []Vote) {
	for i := range s.Votes {
		v := s.Votes[i]
		if v.Status != VoteOpen {
			continue
		}
		v.Judgement, v.Options = nil, s.options(&v)
		open = append(open, v)
	}
	return open
}
