package session

import (
	"slices"
	"strings"
	"time"
)

// Apply folds one event into the state. The same events give the same state, on any machine, at any
// time. It replaces slices and plans that a view may share, and never changes them in place.
func (s *State) Apply(e Event) {
	s.Seq = e.Seq
	if created, ok := e.Data.(*SessionCreated); ok {
		s.create(e, created)
		return
	}
	s.setShift(e.Shift)
	s.Now = max(s.Now, s.Clock.Now(e.Moment()))
	kind := kindOf(e.Data)
	if !kind.act && !kind.other {
		s.Rhythm.fact(s.Now)
	}
	more := s.Plan != nil && len(s.Plan.Rest) > 0 // the next plan is the rest of this one
	if kind.fold != nil {
		kind.fold(s, e)
	}
	if !more {
		s.moveOn(e.Seq)
	}
}

// configure notes new values. Calls depend on the model, so new models count like limits.
func (s *State) configure(e Event, p *SessionUpdated) {
	s.Barrier, s.Config = e.Seq, s.Config.With(p.Changes)
	if s.Config.Accuse != AccuseAuto {
		s.Accusations.Planned = nil
	}
	if p.Limits != nil || p.Model != nil {
		s.Budget = Budget{Spent: s.Budget.Spent, Since: e.Seq}
	}
}

func (s *State) end(e Event, p *SessionEnded) {
	s.Ended, s.Barrier, s.Plan, s.Draft = true, e.Seq, nil, nil
	s.End = &End{e.At, *p}
	s.closeVotes()
}

func (s *State) create(e Event, p *SessionCreated) {
	s.Config, s.FirstPersona, s.GameID, s.Peers, s.Bots = p.Config, p.Config.Persona, p.GameID, p.Peers, p.Bots
	s.Dealt = p.Dealt != ""
	s.Clock = NewClock(e.Moment().Steady(), p.Config.Speed)
	s.Clock.Shift = e.Shift
	s.Roster = p.Config.roster()
	s.Roster.Muted, s.Floor.Bids, s.StandIn = p.Muted, p.Bids, p.StandIn
	s.Barrier = e.Seq
	if p.Config.Seed != nil {
		s.Seed = *p.Config.Seed
	}
	s.Rhythm.PhaseEnds = s.phaseEnd(e, p.Config.Game.PhaseEndsAt, p.Config.Game.PhaseEndsIn)
	for _, known := range []string{p.Dealt, p.Config.Bot.Private} {
		if known != "" {
			s.Private = append(s.Private, known)
		}
	}
}

func (s *State) observe(e Event, o *Observation) {
	before, channel, barred := s.Roster.Phase, s.here(), s.barred() != ""
	if o.Barrier() {
		s.Barrier = e.Seq
		s.Roster = s.Roster.With(o)
	}
	if s.Roster.Phase != before {
		s.beginPhase(e.Seq)
	}
	if s.here() != channel {
		s.Rhythm.LinesSince, s.Rhythm.ChannelSince = s.Rhythm.ChannelSince, e.Seq
	}
	if (barred || s.here() != channel) && s.barred() == "" {
		s.Rhythm.FreeSince = s.Now
	}
	switch o.Kind {
	case PlayerJoined:
		delete(s.Gone, o.Player.ID)
		s.playerChanged(e, o.Player.ID)
	case PlayerLeft, PlayerOut:
		s.Gone[o.Player.ID] = e.Seq
		s.playerChanged(e, o.Player.ID)
		s.Questions.pass(func(q *Question) bool { return q.Asker == o.Player.ID || q.To == o.Player.ID })
	case BotMuted:
		s.Accusations.Planned, s.Draft = nil, nil
	case PhaseChanged:
		s.Accusations.Planned, s.Draft = nil, nil // both belong to the old phase
		s.Rhythm.PhaseEnds = s.phaseEnd(e, o.EndsAt, o.EndsIn)
		for id, c := range s.Talk {
			c.Phase = 0
			s.Talk[id] = c
		}
	case PrivateInfo:
		s.Private = append(slices.Clip(s.Private), o.Text)
		if n := len(s.Private) - KeptPrivate; n > 0 {
			s.Private = s.Private[n:]
		}
	case RulingMade:
		s.rule(e, *o.Ruling)
	case PlayerTyping:
		s.Rhythm.LastActivity = s.Now
	}
}

func (s *State) complete(p *ThoughtCompleted) {
	s.Budget.spend(p.Calls)
	s.ModelAnswered = s.ModelAnswered || slices.ContainsFunc(p.Calls, func(c Call) bool { return c.Outcome == OutcomeOK && c.Model != OfflineModel })
	if !IsCore(p.Kind) && answered(p.Calls) {
		s.Path.Unanswered = 0
	}
	t := s.Thoughts[p.Kind]
	t.Considered = max(t.Considered, p.BasedOn)
	if t.FinishedAt = s.Now; p.Began != nil {
		t.Took = p.Began.Took
	}
	t.Count++
	t.Failures, t.RetryAt = 0, 0
	s.progress(p.Kind, t)
	if p.Mind != nil {
		s.Mind = p.Mind
	}
	if p.Biography != nil {
		s.Biography = p.Biography
	}
	if p.Summary != nil {
		s.Window.summarise(*p.Summary)
	}
	s.noteRewritten(p.Kind, p.BasedOn)
	s.keep(p)
	s.noteRead(p)
	s.noteUrge(p)
	if p.Slot == SlotRejected {
		s.noteRethought(p.Kind, p.BasedOn)
	}
	if p.Judgement != nil {
		s.judge(p.Judgement)
	}
	if !IsCore(p.Kind) {
		s.Accusations.Planned = p.Accusation
	}
	s.Window.calibrate(p.Calls)
}

func (s *State) fail(p *ThoughtFailed) {
	s.Budget.spend(p.Calls)
	if p.Code == ThoughtStopped {
		return
	}
	s.noteFailure(p)
	s.noteRewritten(p.Kind, p.BasedOn)
	s.noteLook(p.Kind)
	t := s.Thoughts[p.Kind]
	t.FinishedAt = s.Now
	t.Failures++
	t.RetryAt = s.Clock.Game(p.RetryAt)
	s.progress(p.Kind, t)
	s.Window.calibrate(p.Calls)
	s.noteRethought(p.Kind, p.BasedOn)
}

// noteRewritten removes the refused text that was rewritten: each gets one try. A newer one stays.
func (s *State) noteRewritten(kind string, basedOn int64) {
	if kind == KindRewrite && s.Draft != nil && s.Draft.BasedOn == basedOn {
		s.Draft = nil
	}
}

func (s *State) noteRethought(kind string, basedOn int64) {
	if s.Plan != nil && s.Plan.Thought == kind && basedOn > s.Plan.BasedOn {
		s.changePlan(func(p *Plan) { p.Rethinks++ })
	}
}

// progress notes how far the thoughts of a kind have come, unless their vote has left the state.
func (s *State) progress(kind string, p Progress) {
	if id, vote := strings.CutPrefix(kind, KindVotePrefix); !vote || s.voteIndex(id) >= 0 {
		s.Thoughts[kind] = p
	}
}

// plan fills the slot, and forgets earlier refusals. The texts may even be parts of this plan.
func (s *State) plan(e Event, p Plan) {
	p.Since, p.RuledSince = e.Seq, s.Rhythm.RuledSince
	if p.Kind == Reserve {
		p.TypedBy = s.Clock.Wall(s.Now + s.typing(&p)) // the silence may be long already
	}
	s.Plan, s.Draft, s.Rhythm.Refusals = &p, nil, 0
}

// beginPhase notes that another phase has begun. A plan from an earlier one is never sent.
func (s *State) beginPhase(seq int64) {
	s.Rhythm.PhaseSince, s.Rhythm.LinesSince, s.Rhythm.PhaseBegan = seq, seq, s.Now
	s.Questions.pass(func(*Question) bool { return true })
	if s.Plan != nil {
		s.changePlan(func(p *Plan) { p.Passed = true })
	}
}

// changePlan changes the plan in a copy, because views share it.
func (s *State) changePlan(change func(*Plan)) {
	plan := *s.Plan
	change(&plan)
	s.Plan = &plan
}

func (s *State) command(e Event, p *PlanCommanded) {
	s.Barrier = e.Seq
	if s.Plan != nil && s.Plan.ID == p.PlanID {
		s.changePlan(func(plan *Plan) { plan.Command, plan.DueAt = p.Command, s.Clock.Wall(s.Now) })
	}
}

func (s *State) reject(p *TextRejected) {
	s.Rhythm.Refusals++
	if p.Rewrite != nil {
		s.Draft = p.Rewrite
	}
}

func (s *State) setTyping(on bool) {
	if s.Plan != nil {
		plan := *s.Plan
		if plan.Typing, plan.TypingSince = on, (time.Time{}); on {
			if plan.TypingSince = s.Clock.Wall(s.Now); s.Now >= s.Due(s.Plan) {
				plan.TypedBy = s.Clock.Wall(s.Now + s.typing(s.Plan))
			}
		}
		s.Plan = &plan
	}
}

func (s *State) send(e Event, p *MessageSent) {
	s.leaveFloor()
	s.Plan = nil
	if p.Kind != Rest {
		s.Rhythm.OwnRun++ // a rest continues the same utterance
	}
	name := p.Sender
	if pl, ok := s.Roster.Player(p.Sender); ok {
		name = pl.Name
	}
	s.addMessage(Message{
		Seq: e.Seq, ID: p.MessageID, Sender: p.Sender, Name: name, Kind: FromPlayer, Text: p.Text, Channel: p.Channel,
		At: s.Now, SaidAt: s.Now, Own: true, Follows: p.Follows, BasedOn: s.restsOn(p), Answers: p.Answers,
	})
}
