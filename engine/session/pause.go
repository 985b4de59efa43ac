package session

// PlayPaused stops the clock of a session or of a game: nobody is answered, and nothing is due.
type PlayPaused struct {
	Reason string `json:"reason,omitempty"` // Reason is for people who read the log.
}

// PlayResumed lets the clock go on. What was due is due later by as long as it stood.
type PlayResumed struct{}

func (s *State) pause(e Event, _ *PlayPaused) {
	s.Barrier = e.Seq
	if !s.Clock.Stands() {
		s.Clock = s.Clock.Stop(e.Moment())
	}
}

func (s *State) resume(e Event, _ *PlayResumed) {
	s.Barrier = e.Seq
	if !s.Clock.Stands() {
		return
	}
	clock, by := s.Clock.Resume(e.Moment())
	s.Clock = clock
	s.moveDue(by)
	if s.Plan != nil {
		s.changePlan(func(p *Plan) { p.TypedBy, p.ReadAt = moved(p.TypedBy, by), moved(p.ReadAt, by) })
	}
}

// stand concludes what is over already while the session is paused: it has cost something. Nobody
// sees the bot typing meanwhile.
func (d *decider) stand(inbox []Thought) Decision {
	for _, t := range inbox {
		d.conclude(t)
	}
	if d.s.Plan != nil {
		d.stopTyping()
	}
	return Decision{Acts: d.acts}
}

func (*PlayPaused) Type() Type  { return "play.paused" }
func (*PlayResumed) Type() Type { return "play.resumed" }
