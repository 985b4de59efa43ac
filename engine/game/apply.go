package game

import (
	"slices"
	"strings"
	"time"
)

// Apply folds one event into the state. It is pure but for the state itself: the same events give the same state, on any
// machine, at any time. Slices and plans that a view may share are replaced, never changed in place.
func (s *State) Apply(e Event) {
	s.Seq = e.Seq
	if created, ok := e.Data.(*SessionCreated); ok {
		s.create(e, created)
		return
	}
	s.Now = max(s.Now, s.Clock.Game(e.At))
	switch p := e.Data.(type) {
	case *MessageReceived:
		s.Rhythm.fact(s.Now)
		s.receive(e, p)
	case *ObservationReceived:
		s.Rhythm.fact(s.Now)
		s.observe(e, &p.Observation)
	case *MessageReceipt:
		s.Rhythm.fact(s.Now)
		s.acknowledge(e, p)
	case *PlanCommanded:
		s.Rhythm.fact(s.Now)
		s.command(e, p)
	case *VoteRequested:
		s.Rhythm.fact(s.Now)
		s.openVote(e, p)
	case *VoteUpdated:
		s.Rhythm.fact(s.Now)
		s.updateVote(e, p)
	case *VoteCancelled:
		s.Rhythm.fact(s.Now)
		s.closeVote(e, p.VoteID, VoteWithdrawn)
	case *VoteReceipt:
		s.Rhythm.fact(s.Now)
		s.acknowledgeVote(e, p)
	case *VoteCast:
		s.castVote(e, p)
	case *SessionUpdated:
		s.Rhythm.fact(s.Now)
		s.Barrier, s.Config = e.Seq, s.Config.With(p.Changes)
		if s.Config.Accuse != AccuseAuto {
			s.Accusations.Planned = nil
		}
		if p.Limits != nil || p.Model != nil { // what a call may cost at most hangs on its model, too
			s.Budget = Budget{Spent: s.Budget.Spent, Since: e.Seq}
		}
	case *SessionEnded:
		s.Ended, s.Barrier, s.Plan, s.Draft = true, e.Seq, nil, nil
		s.End = &End{e.At, *p}
		s.closeVotes()
	case *ThoughtCompleted:
		s.complete(p)
	case *ThoughtFailed:
		s.fail(p)
	case *MessageAnnotated:
		s.annotateMessage(&p.Annotated)
	case *BeliefUpdated: // the mind has it
	case *TextRejected:
		s.Rhythm.Refusals++
		if p.Rewrite != nil {
			s.Draft = p.Rewrite
		}
	case *PlanCreated:
		s.plan(p.Plan)
	case *PlanRevised:
		s.plan(p.Plan)
	case *PlanCancelled:
		s.Plan = nil
	case *TypingStarted:
		s.setTyping(true)
	case *TypingStopped:
		s.setTyping(false)
	case *MessageSent:
		s.send(e, p)
	case *StrategyDegraded:
		s.Path.take(p.PathChange)
	case *StrategyRecovered:
		s.Path.take(p.PathChange)
	case *Unknown: // of a newer version; what it did there is not known here
	}
}

func (s *State) create(e Event, p *SessionCreated) {
	s.Config = p.Config
	s.Clock = NewClock(e.At, p.Config.Speed)
	s.Roster = p.Config.roster()
	s.Barrier = e.Seq
	if p.Config.Seed != nil {
		s.Seed = *p.Config.Seed
	}
	if p.Config.Bot.Private != "" {
		s.Private = []string{p.Config.Bot.Private}
	}
}

func (s *State) observe(e Event, o *Observation) {
	before, barred := s.Roster.Phase, s.barred() != ""
	if o.Barrier() {
		s.Barrier = e.Seq
		s.Roster = s.Roster.After(o)
	}
	if s.Roster.Phase != before {
		s.beginPhase(e.Seq)
	}
	if barred && s.barred() == "" {
		s.Rhythm.FreeSince = s.Now
	}
	switch o.Kind {
	case PlayerJoined:
		delete(s.Gone, o.Player.ID)
		s.playerChanged(e, o.Player.ID)
	case PlayerLeft, PlayerOut:
		s.Gone[o.Player.ID] = e.Seq
		s.playerChanged(e, o.Player.ID)
	case BotMuted:
		s.Accusations.Planned, s.Draft = nil, nil
	case PhaseChanged:
		s.Accusations.Planned, s.Draft = nil, nil // as a plan of another phase, they would be out of place
		for id, c := range s.Talk {
			c.Phase = 0
			s.Talk[id] = c
		}
	case PrivateInfo:
		s.Private = append(slices.Clip(s.Private), o.Text)
		if n := len(s.Private) - KeptPrivate; n > 0 {
			s.Private = s.Private[n:]
		}
	case PlayerTyping:
		s.Rhythm.LastActivity = s.Now
	}
}

func (s *State) complete(p *ThoughtCompleted) {
	s.Budget.spend(p.Calls)
	if !IsCore(p.Kind) && answered(p.Calls) {
		s.Path.Unanswered = 0
	}
	t := s.Thoughts[p.Kind]
	t.Considered = max(t.Considered, p.BasedOn)
	t.FinishedAt = s.Now
	t.Count++
	t.Failures, t.RetryAt = 0, 0
	s.progress(p.Kind, t)
	if p.Mind != nil {
		s.Mind = p.Mind
	}
	if p.Summary != nil {
		s.Window.summarise(*p.Summary)
	}
	s.noteRewritten(p.Kind, p.BasedOn)
	if p.Slot == SlotRejected {
		s.noteRethought(p.Kind, p.BasedOn)
	}
	if p.Judgement != nil {
		s.judge(p.Judgement)
	}
	if !IsCore(p.Kind) {
		s.Accusations.Planned = p.Accusation
	}
	s.Window.weigh(p.Calls)
}

func (s *State) fail(p *ThoughtFailed) {
	s.Budget.spend(p.Calls)
	if p.Code == ThoughtStopped {
		return
	}
	s.noteFailure(p)
	s.noteRewritten(p.Kind, p.BasedOn)
	t := s.Thoughts[p.Kind]
	t.FinishedAt = s.Now
	t.Failures++
	t.RetryAt = s.Clock.Game(p.RetryAt)
	s.progress(p.Kind, t)
	s.Window.weigh(p.Calls)
	s.noteRethought(p.Kind, p.BasedOn)
}

// rewritten notes that a thought has tried to write a refused text anew. There is no second try; a text refused since has its own.
func (s *State) noteRewritten(kind string, basedOn int64) {
	if kind == Rewrite && s.Draft != nil && s.Draft.BasedOn == basedOn {
		s.Draft = nil
	}
}

// rethought notes that a thought has been had again in vain, if it is the one behind the plan.
func (s *State) noteRethought(kind string, basedOn int64) {
	if s.Plan != nil && s.Plan.Thought == kind && basedOn > s.Plan.BasedOn {
		plan := *s.Plan
		plan.Rethinks++
		s.Plan = &plan
	}
}

// progress notes how far a kind of thought has come; that of a vote is forgotten with it.
func (s *State) progress(kind string, p Progress) {
	if id, vote := strings.CutPrefix(kind, VoteThought); !vote || s.voteAt(id) >= 0 {
		s.Thoughts[kind] = p
	}
}

// plan fills the slot. What was refused before is not needed any more, and keeps the bot from nothing: parts of the plan may be among it.
func (s *State) plan(p Plan) { s.Plan, s.Draft, s.Rhythm.Refusals = &p, nil, 0 }

// pass notes that another phase has begun: what was thought before is out of place, also once the phase that it was thought in comes back.
func (s *State) beginPhase(seq int64) {
	s.Rhythm.PhaseSince = seq
	if s.Plan != nil {
		plan := *s.Plan
		plan.Passed = true
		s.Plan = &plan
	}
}

// command notes what the platform wants of the plan, if it is still the one that was meant.
func (s *State) command(e Event, p *PlanCommanded) {
	s.Barrier = e.Seq
	if s.Plan == nil || s.Plan.ID != p.PlanID {
		return
	}
	plan := *s.Plan
	plan.Command = p.Command
	plan.DueAt = s.Clock.Wall(s.Now)
	s.Plan = &plan
}

func (s *State) setTyping(on bool) {
	if s.Plan != nil {
		plan := *s.Plan
		plan.Typing, plan.TypingSince = on, time.Time{}
		if on {
			plan.TypingSince = s.Clock.Wall(s.Now)
		}
		s.Plan = &plan
	}
}

func (s *State) send(e Event, p *MessageSent) {
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
		At: s.Now, Clock: s.Now, Own: true, Follows: p.Follows,
	})
}
