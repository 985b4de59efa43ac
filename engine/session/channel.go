package session

import "slices"

// Narrower reports whether a line of one channel may be news to a reader of another. Players who
// are out count, too: they may still read, or come back.
func (r *Roster) Narrower(from, to string) bool {
	return from != to && slices.ContainsFunc(r.Players, func(p Player) bool { return r.Sees(p.ID, to) && !r.Sees(p.ID, from) })
}

func (s *State) here() string { return s.Roster.Current().Channel }

// newest returns the seqs of the newest messages up to a seq that the bot may see, 0 for none: the
// newest in the channel where the bot speaks, and the newest in any other channel.
func (s *State) newest(upTo int64) (here, elsewhere int64) {
	if len(s.Roster.Channels) == 0 {
		return 0, 0 // there is no other channel, so nobody asks for this one
	}
	channel := s.here()
	for i := range s.Messages {
		switch m := &s.Messages[i]; {
		case m.Seq > upTo || !s.Roster.Sees(s.Roster.Seat, m.Channel):
		case m.Channel == channel:
			here = m.Seq
		default:
			elsewhere = m.Seq
		}
	}
	return here, elsewhere
}

// basis returns the seq on which a text of a thought rests, and whether it may be said where the
// bot speaks: not if the newest line that the thought considered is elsewhere. A thought that ran
// again for a stale plan answers what the plan answers.
func (s *State) basis(w Want) (basedOn int64, ok bool) {
	here, elsewhere := s.newest(w.BasedOn)
	if s.severalChats() {
		return here, true // what is said elsewhere goes on there
	}
	if elsewhere <= here {
		return w.BasedOn, true
	}
	if w.Silence && here == 0 && s.Config.Generation >= 3 {
		return w.BasedOn, true // the first line of a channel answers none
	}
	again := s.Plan != nil && s.Plan.Thought == w.Kind && s.stale(s.Plan)
	return here, again
}

// mayBreakSilence reports whether the bot may say something unasked. The newest line that it sees
// must be known to all readers: else the bot would seem to answer it. Of several chats at once each
// has silences of its own.
func (s *State) mayBreakSilence() bool {
	if s.severalChats() {
		return true
	}
	for i := len(s.Messages) - 1; i >= 0; i-- {
		if m := &s.Messages[i]; s.Roster.Sees(s.Roster.Seat, m.Channel) {
			return !s.Roster.Narrower(m.Channel, s.here())
		}
	}
	return true
}

// linesByReaders returns the lines that some reader of the bot's next line does not see, and those
// that all see. Summaries and what a strategy was confided stand for older lines. It returns
// nothing if there are none of the first kind.
func (s *State) linesByReaders(confided []ChannelSummary) (narrower, open []string) {
	for _, c := range slices.Concat(s.Window.Summary.Private, confided) {
		if s.Roster.Narrower(c.Channel, s.here()) {
			narrower = append(narrower, sentences(c.Text)...)
		}
	}
	for i := range s.Messages {
		switch m := &s.Messages[i]; {
		case !s.Roster.Sees(s.Roster.Seat, m.Channel):
		case s.Roster.Narrower(m.Channel, s.here()):
			narrower = append(narrower, m.Text)
		default:
			open = append(open, m.Text)
		}
	}
	if len(narrower) == 0 {
		return nil, nil
	}
	return narrower, open
}

func (s *State) closed(p *Plan) bool {
	return p.Channel != s.here() || !s.Roster.Sees(s.Roster.Seat, p.Channel)
}

// LastHere returns the seq of the last message in the channel where the bot speaks, or 0.
func (v *View) LastHere() int64 {
	here := v.Here()
	last, _ := here.Last()
	return last.Seq
}

// Here returns the view with only the messages of the channel where the bot speaks. What a strategy
// answers must be there.
func (v View) Here() View {
	if len(v.Config.Game.Channels) > 0 {
		v.Messages = onlyMessages(v.Messages, func(m *Message) bool { return m.Channel == v.Channel })
	}
	return v
}

// onlyMessages returns the messages to keep. It copies none if these are all, as for most seats.
func onlyMessages(messages []Message, keep func(*Message) bool) (kept []Message) {
	all := true
	for i := range messages {
		if k := keep(&messages[i]); k && !all {
			kept = append(kept, messages[i])
		} else if !k && all {
			kept, all = slices.Clone(messages[:i]), false
		}
	}
	if all {
		return slices.Clip(messages)
	}
	return kept
}

// unheard reports whether nobody else in the game reads the bot's next line. Sessions of before
// generation 4 talk to themselves.
func (s *State) unheard() bool {
	channel := s.here()
	return s.Config.Generation > 3 && channel != "" && !slices.ContainsFunc(s.Roster.Players, func(p Player) bool {
		return p.ID != s.Roster.Seat && p.Presence == Active && s.Roster.Sees(p.ID, channel)
	})
}
