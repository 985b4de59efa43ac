package session

import "math"

// Floor is the bot's part in a game that gives the floor by bids.
type Floor struct {
	// Bids says that the game gives the floor to the bot that wants to speak most. Without it the
	// fields below mean nothing.
	Bids bool `json:"bids,omitempty"`
	Has  bool `json:"has,omitempty"` // Has says that the bot may speak now.
	Bid  int  `json:"bid,omitempty"` // Bid is what the bot has said last.
	// Unused says that the bot has lost the floor before it spoke. Its bid does not count any more.
	Unused bool `json:"unused,omitempty"`
	// Urge is how much the strategy wanted to say the plan; nil if it does not say.
	Urge *float64 `json:"urge,omitempty"`
}

// BidMade says how much a bot wants to speak next, in a game that gives the floor by bids. The bid
// counts until the bot makes another one.
type BidMade struct {
	// Seat is the bot's seat. Only the log of a game says so.
	Seat string `json:"seat,omitempty"`
	// Bid is 0 for a bot that listens, 1 to 3 for one that has a line ready, and 4 for one whose
	// answer somebody waits for.
	Bid int `json:"bid"`
}

// FloorChanged says that the bot may speak now in a game that gives the floor by bids, or may no
// longer.
type FloorChanged struct {
	Has bool `json:"has"` // Has says that the bot has the floor.
}

// The bids of Werewolf Arena (arXiv 2407.13943, section 3), as far as the core can tell them apart.
const (
	bidListens = 0
	bidLittle  = 1
	bidReady   = 2
	bidMuch    = 3
	bidAsked   = 4
)

func (*BidMade) Type() Type      { return "floor.bid" }
func (*FloorChanged) Type() Type { return "floor.changed" }

// takeFloor notes whether the bot may speak. A text that has waited for the floor is typed now.
func (s *State) takeFloor(e Event, p *FloorChanged) {
	had := s.Floor.Has // then it types already
	s.Floor.Unused = !p.Has && (s.Floor.Unused || had)
	s.Barrier, s.Floor.Has = e.Seq, p.Has
	if p.Has && !had && s.Plan != nil && s.Plan.Kind != Reserve {
		s.changePlan(func(p *Plan) {
			if due := s.Clock.Wall(s.Now + s.typing(p)); p.DueAt.Before(due) {
				p.DueAt = due
			}
		})
	}
}

// leaveFloor notes that the bot has said its message. The rest of it needs no other bid.
func (s *State) leaveFloor() {
	s.Floor.Has = s.Floor.Has && s.Plan != nil && len(s.Plan.Rest) > 0
}

// noteUrge keeps how much a strategy wants to say what it proposes.
func (s *State) noteUrge(p *ThoughtCompleted) {
	if !IsCore(p.Kind) && (p.Slot == SlotCreated || p.Slot == SlotRevised) {
		s.Floor.Urge = p.Urge
	}
}

// waitsForFloor reports whether a plan may not be typed since others have the floor.
func (s *State) waitsForFloor() bool { return s.Floor.Bids && !s.Floor.Has }

// bid says how much the bot wants to speak, if that has changed.
func (d *decider) bid() {
	if !d.s.Floor.Bids {
		return
	}
	if bid := d.wish(); bid != d.s.Floor.Bid {
		d.emit(&BidMade{Bid: bid})
	}
}

// wish returns the bot's bid. Only what is ready to be typed is worth one: the floor would be lost
// on a bot that still thinks. A bot that was asked is waited for.
func (d *decider) wish() int {
	p := d.s.Plan
	switch {
	case d.s.barred() != "" || d.s.Path.outOfBudget():
		return bidListens
	case p != nil && p.Kind == Rest:
		return d.s.Floor.Bid // it finishes what it says
	case d.s.Floor.Unused && (p == nil || d.s.stale(p)):
		return bidListens // it still thinks: it bids once it has something to say
	case d.answersSoon():
		return bidAsked
	case p == nil, p.Kind == Reserve && d.s.Rhythm.Dormant(d.now), d.typingAt(p, d.s.Due(p)) > d.now, d.s.stale(p):
		return bidListens
	case d.s.Floor.Urge != nil:
		return bidLittle + int(math.Round(*d.s.Floor.Urge*(bidMuch-bidLittle)))
	}
	switch t := d.s.talk(); {
	case t.Own*t.Players < t.All:
		return bidMuch
	case t.Own*t.Players > t.All:
		return bidLittle
	}
	return bidReady
}

// answersSoon reports whether a line is put to the bot alone, and the bot has an answer or thinks
// of one.
func (d *decider) answersSoon() bool {
	view := d.s.View(d.now)
	line, ok := view.Newest(func(m *Message) bool { return m.Own || m.Foreign() && m.Addressed && m.Channel == view.Channel })
	if q, asked := view.Asked(); asked {
		line, ok = Message{Seq: q.Seq}, true
	}
	if !ok || line.Own || line.Seq <= d.s.Rhythm.PhaseSince {
		return false
	}
	if d.s.Plan != nil && d.s.Plan.BasedOn >= line.Seq {
		return !d.s.stale(d.s.Plan)
	}
	for _, w := range d.strategy.Wants(view) {
		if !w.Silence && w.BasedOn >= line.Seq && d.s.Thoughts[w.Kind].Considered < line.Seq {
			return true
		}
	}
	return false
}
