package game

import (
	"slices"

	"ringer/engine/session"
)

// eventKind is what a game does with the events of one type. What has no function does nothing.
type eventKind[P session.Payload] struct {
	fold func(*State, session.Event, P)
	// deliver returns what the bots get of a fact. The roster is the one before the fact.
	deliver func(*session.Roster, P) []Delivery
	// share returns what the game's log gets of a bot's act, and the fact that others get of it, or
	// nil. The roster is the one of the bot's session.
	share func(*session.Roster, P) (logged, heard session.Payload)
	// show replaces the event by what the reader of a view may know of it, and reports whether the
	// reader sees it. No view shows an event without show.
	show func(*View, *session.Event, P, askedVote) (bool, error)
	// act says that a bot caused the event.
	act bool
	// free says that the event does not change who may do what.
	free bool
}

// eventKinds has a line for each type of event in the log of a game.
var eventKinds = []entry{
	entryOf(eventKind[*session.GameCreated]{show: (*View).showCreated}), // Apply folds it
	entryOf(eventKind[*session.GameUpdated]{fold: func(s *State, _ session.Event, p *session.GameUpdated) { s.Config.Metadata = p.Metadata }}),
	entryOf(eventKind[*session.GameEnded]{fold: (*State).close, deliver: deliverEnd, show: showAll[*session.GameEnded]}),
	entryOf(eventKind[*session.MessageReceived]{fold: (*State).hearPost, deliver: deliverMessage, show: (*View).showMessage, free: true}),
	entryOf(eventKind[*session.MessageEdited]{
		fold: (*State).edit,
		deliver: func(r *session.Roster, p *session.MessageEdited) []Delivery {
			return deliverAmended(r, &session.MessageEdited{Amendment: p.Amendment.Heard(), Text: p.Text, Edit: p.Edit}, p.Amendment)
		},
		show: func(v *View, e *session.Event, p *session.MessageEdited, _ askedVote) (bool, error) {
			e.Data = &session.MessageEdited{Amendment: v.amended(p.Amendment), Text: p.Text, Edit: 0}
			return v.sees(p.Channel), nil
		},
	}),
	entryOf(eventKind[*session.MessageDeleted]{
		fold: (*State).withdraw,
		deliver: func(r *session.Roster, p *session.MessageDeleted) []Delivery {
			return deliverAmended(r, &session.MessageDeleted{Amendment: p.Amendment.Heard()}, p.Amendment)
		},
		show: func(v *View, e *session.Event, p *session.MessageDeleted, _ askedVote) (bool, error) {
			e.Data = &session.MessageDeleted{Amendment: v.amended(p.Amendment)}
			return v.sees(p.Channel), nil
		},
	}),
	entryOf(eventKind[*session.MessageSent]{
		fold:  func(s *State, e session.Event, p *session.MessageSent) { s.hear(e, postOf(p)) },
		share: shareMessage,
		show: func(v *View, e *session.Event, p *session.MessageSent, _ askedVote) (bool, error) {
			e.Data = v.said(e.Seq, postOf(p))
			return v.sees(p.Channel), nil
		},
		act: true, free: true,
	}),
	entryOf(eventKind[*session.ObservationReceived]{fold: (*State).observe, deliver: deliverObservation, show: (*View).showObservation}),
	entryOf(eventKind[*session.PlayerCalled]{
		fold: (*State).rename,
		deliver: func(r *session.Roster, p *session.PlayerCalled) []Delivery {
			return toBots(r, &session.PlayerCalled{Player: p.Player}, everyBot)
		},
		show: func(_ *View, e *session.Event, p *session.PlayerCalled, _ askedVote) (bool, error) {
			e.Data = &session.PlayerCalled{Player: p.Player}
			return true, nil
		},
	}),
	entryOf(eventKind[*session.TypingStarted]{
		fold:  func(s *State, _ session.Event, p *session.TypingStarted) { s.Floor.typing(p.Seat, true, s.Now) },
		share: shareTyping, show: (*View).showTyping, act: true, free: true,
	}),
	entryOf(eventKind[*session.TypingStopped]{
		fold: func(s *State, _ session.Event, p *session.TypingStopped) { s.Floor.typing(p.Seat, false, s.Now) },
		share: func(r *session.Roster, p *session.TypingStopped) (logged, heard session.Payload) {
			own := *p
			own.Seat = r.Seat
			return &own, nil
		},
		act: true, free: true,
	}),
	entryOf(eventKind[*session.VoteRequested]{fold: (*State).openVote, deliver: deliverVote, show: (*View).showVote}),
	entryOf(eventKind[*session.VoteUpdated]{
		fold:    func(s *State, e session.Event, p *session.VoteUpdated) { s.offer(e, p.VoteID, p.Options) },
		deliver: func(r *session.Roster, p *session.VoteUpdated) []Delivery { return toBots(r, p, everyBot) },
		show: func(v *View, _ *session.Event, p *session.VoteUpdated, vote askedVote) (bool, error) {
			return v.asked(p.VoteID, vote)
		},
	}),
	entryOf(eventKind[*session.VoteRescheduled]{
		fold:    (*State).reschedule,
		deliver: func(r *session.Roster, p *session.VoteRescheduled) []Delivery { return toBots(r, p, everyBot) },
		show: func(v *View, _ *session.Event, p *session.VoteRescheduled, vote askedVote) (bool, error) {
			return v.asked(p.VoteID, vote)
		},
	}),
	entryOf(eventKind[*session.PlayerAway]{
		fold: (*State).leave, deliver: deliverAway,
		show: func(v *View, e *session.Event, p *session.PlayerAway, _ askedVote) (bool, error) {
			e.Data = &session.PlayerAway{Seat: p.Seat, Reason: p.Reason}
			return p.Seat == v.Seat, nil
		},
	}),
	entryOf(eventKind[*session.PlayerReturned]{
		fold: (*State).comeBack, deliver: deliverReturned,
		show: func(v *View, e *session.Event, p *session.PlayerReturned, _ askedVote) (bool, error) {
			e.Data = &session.PlayerReturned{Seat: p.Seat}
			return p.Seat == v.Seat, nil
		},
	}),
	entryOf(eventKind[*session.PlayerWaits]{
		fold: func(s *State, _ session.Event, p *session.PlayerWaits) {
			s.Waiting = append(slices.Clip(s.Waiting), p.Player)
		},
	}),
	entryOf(eventKind[*session.VoteReceived]{fold: (*State).receive, deliver: deliverAnswered, show: func(v *View, _ *session.Event, p *session.VoteReceived, _ askedVote) (bool, error) {
		return p.Seat == v.Seat, nil
	}}),
	entryOf(eventKind[*session.VoteReplaced]{
		fold: (*State).replace,
		show: func(v *View, _ *session.Event, p *session.VoteReplaced, _ askedVote) (bool, error) {
			return p.Seat == v.Seat, nil
		},
	}),
	entryOf(eventKind[*session.VoteCast]{
		fold: (*State).cast,
		share: func(r *session.Roster, p *session.VoteCast) (logged, heard session.Payload) {
			own := *p
			own.Seat = r.Seat
			return &own, nil
		},
		show: func(v *View, e *session.Event, p *session.VoteCast, _ askedVote) (bool, error) {
			e.Data = &session.VoteReceived{VoteID: p.VoteID, Seat: p.Seat, Answer: p.Answer}
			return p.Seat == v.Seat, nil
		},
		act: true, free: true,
	}),
	entryOf(eventKind[*session.VoteCancelled]{
		fold: func(s *State, _ session.Event, p *session.VoteCancelled) {
			s.change(p.VoteID, func(v *Vote) { v.Cancelled = true })
		},
		deliver: func(r *session.Roster, p *session.VoteCancelled) []Delivery { return toBots(r, p, everyBot) },
		show: func(v *View, _ *session.Event, p *session.VoteCancelled, vote askedVote) (bool, error) {
			return v.asked(p.VoteID, vote)
		},
	}),
	entryOf(eventKind[*session.PlayPaused]{
		fold:    (*State).pause,
		deliver: func(r *session.Roster, p *session.PlayPaused) []Delivery { return toBots(r, p, everyBot) },
		show:    showAll[*session.PlayPaused],
	}),
	entryOf(eventKind[*session.PlayResumed]{
		fold:    (*State).resume,
		deliver: func(r *session.Roster, p *session.PlayResumed) []Delivery { return toBots(r, p, everyBot) },
		show:    showAll[*session.PlayResumed],
	}),
	entryOf(eventKind[*session.FloorGiven]{
		fold: func(s *State, _ session.Event, p *session.FloorGiven) {
			s.Roster = After(s.Roster, p)
			s.Floor.give(p, s.Now)
		},
		deliver: deliverFloor,
	}),
	entryOf(eventKind[*session.BidMade]{
		fold: func(s *State, _ session.Event, p *session.BidMade) { s.Floor.bid(p.Seat, p.Bid) },
		share: func(r *session.Roster, p *session.BidMade) (logged, heard session.Payload) {
			return &session.BidMade{Seat: r.Seat, Bid: p.Bid}, nil
		},
		act: true, free: true,
	}),
	entryOf(eventKind[*session.ThoughtCompleted]{fold: func(s *State, _ session.Event, p *session.ThoughtCompleted) { s.complete(p) }, free: true}),
	entryOf(eventKind[*session.ThoughtFailed]{fold: func(s *State, _ session.Event, p *session.ThoughtFailed) { s.fail(p) }, free: true}),
}

// entry is an eventKind whose functions take any payload.
type entry struct {
	make func() session.Payload
	eventKind[session.Payload]
}

func entryOf[T any, P interface {
	*T
	session.Payload
}](k eventKind[P]) entry {
	e := entry{make: func() session.Payload { return P(new(T)) }}
	e.act, e.free = k.act, k.free
	if k.fold != nil {
		e.fold = func(s *State, e session.Event, p session.Payload) { k.fold(s, e, p.(P)) }
	}
	if k.deliver != nil {
		e.deliver = func(r *session.Roster, p session.Payload) []Delivery { return k.deliver(r, p.(P)) }
	}
	if k.share != nil {
		e.share = func(r *session.Roster, p session.Payload) (logged, heard session.Payload) { return k.share(r, p.(P)) }
	}
	if k.show != nil {
		e.show = func(v *View, e *session.Event, p session.Payload, vote askedVote) (bool, error) {
			return k.show(v, e, p.(P), vote)
		}
	}
	return e
}

// Payloads returns an empty payload for each type of event in the log of a game.
func Payloads() (all []session.Payload) {
	for _, k := range eventKinds {
		all = append(all, k.make())
	}
	return all
}

var entriesByType = func() map[session.Type]*entry {
	m := map[session.Type]*entry{}
	for i := range eventKinds {
		m[eventKinds[i].make().Type()] = &eventKinds[i]
	}
	return m
}()

// unknownEntry is the entry of what is not in the log of a game, or of a newer version.
var unknownEntry = func() *entry {
	e := &entry{}
	e.free = true
	return e
}()

func entryFor(p session.Payload) *entry {
	if e, ok := entriesByType[p.Type()]; ok && !session.IsNewer(p) {
		return e
	}
	return unknownEntry
}
