package session

import (
	"slices"
	"strings"
)

// eventKind is what the core knows of one type of event.
type eventKind struct {
	name Type
	make func() Payload
	// fold changes a session's state. It is nil for an event that only the log of a game has.
	fold func(*State, Event)
	act  bool
	// other says that the event is neither a fact nor an act: it frames a log, or a game shares it.
	other bool
}

var eventKinds = []eventKind{
	other((*State).create),
	fact((*State).configure),
	other((*State).end),
	fact((*State).receive),
	fact(func(s *State, e Event, p *ObservationReceived) { s.observe(e, &p.Observation) }),
	fact((*State).rename),
	fact((*State).acknowledge),
	fact((*State).edit),
	fact((*State).withdraw),
	fact((*State).pause),
	fact((*State).resume),
	fact((*State).command),
	fact((*State).openVote),
	fact((*State).updateVote),
	fact((*State).rescheduleVote),
	fact((*State).cancelVote),
	fact((*State).acknowledgeVote),
	fact((*State).takeOver),
	fact((*State).giveBack),
	other(func(s *State, _ Event, p *LineAnalysed) { s.takeAnalysis(p) }),
	other((*State).takeFloor),

	act(func(s *State, _ Event, p *ThoughtCompleted) { s.complete(p) }),
	act(func(s *State, _ Event, p *ThoughtFailed) { s.fail(p) }),
	act(func(*State, Event, *BeliefUpdated) {}), // the new mind holds the beliefs
	act(func(s *State, _ Event, p *MessagesScored) {
		s.Scores, s.Accusations.Planned = s.Scores.add(p), p.Accusation
	}),
	act(func(s *State, _ Event, p *MessageAnnotated) { s.annotateMessage(&p.Annotated) }),
	act(func(s *State, _ Event, p *MessageRead) { s.takeReadings(p.Kind, p.Readings) }),
	act(func(s *State, _ Event, p *TextRejected) { s.reject(p) }),
	act(func(s *State, e Event, p *PlanCreated) { s.plan(e, p.Plan) }),
	act(func(s *State, e Event, p *PlanRevised) { s.plan(e, p.Plan) }),
	act(func(s *State, _ Event, _ *PlanCancelled) { s.Plan = nil }),
	act(func(s *State, _ Event, _ *TypingStarted) { s.setTyping(true) }),
	act(func(s *State, _ Event, _ *TypingStopped) { s.setTyping(false) }),
	act(func(s *State, _ Event, p *BidMade) { s.Floor.Bid = p.Bid }),
	act((*State).send),
	act((*State).castVote),
	act(func(s *State, _ Event, p *StrategyDegraded) { s.Path.take(p.PathChange) }),
	act(func(s *State, _ Event, p *StrategyRecovered) { s.Path.take(p.PathChange) }),

	ofGame[GameCreated](false),
	ofGame[GameUpdated](false),
	ofGame[GameEnded](false),
	ofGame[VoteReceived](false),
	ofGame[VoteReplaced](false),
	ofGame[FloorGiven](true),
	ofGame[PlayerWaits](false),
}

type payloadOf[T any] interface {
	*T
	Payload
}

// fact is the line of an event that the platform caused.
func fact[T any, P payloadOf[T]](fold func(*State, Event, P)) eventKind {
	k := ofGame[T, P](false)
	k.fold = func(s *State, e Event) { fold(s, e, e.Data.(P)) }
	return k
}

// act is the line of an event that the bot caused.
func act[T any, P payloadOf[T]](fold func(*State, Event, P)) eventKind {
	k := fact(fold)
	k.act = true
	return k
}

// other is the line of an event that is neither: the frame of a log, or what a game shares.
func other[T any, P payloadOf[T]](fold func(*State, Event, P)) eventKind {
	k := fact(fold)
	k.other = true
	return k
}

// ofGame is the line of an event that only the log of a game has.
func ofGame[T any, P payloadOf[T]](act bool) eventKind {
	return eventKind{name: P(new(T)).Type(), make: func() Payload { return P(new(T)) }, act: act}
}

var kindsByType = func() map[Type]*eventKind {
	m := map[Type]*eventKind{}
	for i := range eventKinds {
		m[eventKinds[i].name] = &eventKinds[i]
	}
	return m
}()

// unknownKind is the line of what a newer version wrote. Folding it does nothing.
var unknownKind = eventKind{other: true}

func kindOf(p Payload) *eventKind {
	if k, ok := kindsByType[p.Type()]; ok && !IsNewer(p) {
		return k
	}
	return &unknownKind
}

// Payloads returns an empty payload of each type of event in the log of a session, sorted by name.
func Payloads() (all []Payload) {
	for _, k := range eventKinds {
		if k.fold != nil {
			all = append(all, k.make())
		}
	}
	slices.SortFunc(all, func(a, b Payload) int { return strings.Compare(string(a.Type()), string(b.Type())) })
	return all
}

// IsNewer reports whether an event is of a type that only a newer version knows.
func IsNewer(p Payload) bool { _, newer := p.(*Unknown); return newer }

type ending interface{ reason() EndReason }

func (p *SessionEnded) reason() EndReason { return p.Reason }

// Ends reports whether an event ends its log. Only deletions of messages may follow.
func Ends(p Payload) bool { _, ok := p.(ending); return ok }

// IsAct reports whether the bot caused an event. For an unknown type it returns false.
func IsAct(p Payload) bool {
	if end, ok := p.(ending); ok {
		return end.reason() == EndedByTTL
	}
	return kindOf(p).act
}
