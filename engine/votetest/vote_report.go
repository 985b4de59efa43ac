// Package votetest judges answers to votes from the log of a session alone.
//
// [Judge] reads a whole log and returns a [Report]: every vote with its fate, and every violation.
// It checks that an answer is legal for its vote, that its probabilities are valid, and that the
// event states the deadline correctly. Whether an answer came early enough is for the test to
// judge, by [Vote.Left] and [Vote.Margin].
//
// TestVotes in engine/sim judges 1,000 votes in games with failing models, players who leave, and
// drivers that are killed.
//
// The package is an independent second opinion: it shares no code with what gives the answers.
package votetest

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"time"

	"ringer/engine/session"
)

// Fate is what became of a vote.
type Fate string

// The fates of a vote. The fate of an open vote is empty.
const (
	Cast      Fate = "cast"
	Cancelled Fate = "cancelled"
	Closed    Fate = "closed"
	Ended     Fate = "ended"
)

// Vote is a vote as the log records it.
type Vote struct {
	session.VoteRequest
	At       time.Time
	Deadline time.Time
	// Typing reports that the bot was typing when the vote was requested.
	Typing bool
	Fate   Fate
	Cast   *session.VoteCast
	Left   time.Duration

	// optionsSeq is the seq of the event that gave the options.
	optionsSeq int64
}

// Margin returns the time that should be left between an answer and its deadline.
func (v *Vote) Margin() time.Duration { return min(500*time.Millisecond, v.Deadline.Sub(v.At)/4) }

// Report is what Judge finds in the log of a session.
type Report struct {
	Votes map[string]*Vote
	Order []string
	// Accused are the players whom the bot accused by itself.
	Accused []string
	Wrong   []string

	seat string
	// players maps each player to the seq at which they left, or 0.
	players map[string]int64
}

func (l *Report) blame(e session.Event, format string, args ...any) {
	l.Wrong = append(l.Wrong, fmt.Sprintf("event %d: %s", e.Seq, fmt.Sprintf(format, args...)))
}

func Judge(log []session.Event) *Report {
	l := &Report{Votes: map[string]*Vote{}, players: map[string]int64{}}
	for i, e := range log {
		switch p := e.Data.(type) {
		case *session.SessionCreated:
			l.seat = p.Config.Bot.Seat
			for _, x := range p.Config.Game.Players {
				l.players[x.ID] = 0
			}
		case *session.ObservationReceived:
			switch p.Kind {
			case session.PlayerJoined:
				l.players[p.Player.ID] = 0
			case session.PlayerLeft, session.PlayerOut:
				l.players[p.Player.ID] = e.Seq
			}
		case *session.VoteRequested:
			l.ask(e, p.VoteRequest, Typing(log[:i]))
		case *session.VoteUpdated:
			if v := l.open(p.VoteID); v != nil {
				v.Options, v.optionsSeq = p.Options, e.Seq
			}
		case *session.VoteRescheduled:
			if v := l.open(p.VoteID); v != nil {
				v.Deadline = p.Deadline
			}
		case *session.VoteCancelled:
			l.close(p.VoteID, Cancelled)
		case *session.VoteReceipt:
			l.close(p.VoteID, Closed)
		case *session.VoteCast:
			l.judge(e, p)
		case *session.SessionEnded:
			for id := range l.Votes {
				l.close(id, Ended)
			}
		}
	}
	return l
}

// Typing reports whether the bot is typing at the end of a log.
func Typing(log []session.Event) bool {
	for _, e := range slices.Backward(log) {
		switch e.Data.(type) {
		case *session.TypingStarted:
			return true
		case *session.TypingStopped, *session.MessageSent:
			return false
		}
	}
	return false
}

func (l *Report) open(id string) *Vote {
	if v := l.Votes[id]; v != nil && v.Fate == "" {
		return v
	}
	return nil
}

func (l *Report) close(id string, fate Fate) {
	if v := l.open(id); v != nil {
		v.Fate = fate
	}
}

func (l *Report) ask(e session.Event, q session.VoteRequest, typing bool) {
	v := &Vote{VoteRequest: q, At: e.At, optionsSeq: e.Seq, Typing: typing, Deadline: e.At.Add(time.Duration(q.Within) * time.Millisecond)}
	if q.Deadline != nil {
		v.Deadline = *q.Deadline
	} else if q.Within == 0 {
		v.Deadline = e.At.Add(30 * time.Second)
	}
	switch {
	case q.Kind == session.YesNo:
		v.Options = []session.Option{{ID: "yes"}, {ID: "no"}}
	case q.Options == nil && q.Kind != session.PickNumber:
		for id, gone := range l.players {
			if gone == 0 {
				v.Options = append(v.Options, session.Option{ID: id})
			}
		}
	}
	l.Votes[q.ID] = v
	l.Order = append(l.Order, q.ID)
}

func (l *Report) judge(e session.Event, p *session.VoteCast) {
	if p.Origin == session.FromAccusation {
		l.Accused = append(l.Accused, p.Answer.Option)
		if gone, there := l.players[p.Answer.Option]; !there || gone > 0 || p.Answer.Option == l.seat {
			l.blame(e, "accuses %q", p.Answer.Option)
		}
		return
	}
	v := l.Votes[p.VoteID]
	switch {
	case v == nil:
		l.blame(e, "answers %q, which was not requested", p.VoteID)
		return
	case v.Fate != "":
		l.blame(e, "answers %q, which was %s", p.VoteID, v.Fate)
		return
	}
	v.Fate, v.Cast, v.Left = Cast, p, v.Deadline.Sub(e.At)
	if why := l.illegal(v, p.Answer); why != "" {
		l.blame(e, "answers %+v to %+v: %s", p.Answer, v.VoteRequest, why)
	}
	// The core counts in milliseconds, so an answer that is late by less may be in time.
	if p.Kind != v.Kind || !p.DeadlineAt.Equal(v.Deadline) || p.Late != (v.Left <= -time.Millisecond) && p.Late != (v.Left < 0) {
		l.blame(e, "has the kind %s, the deadline %s and late %t, for a vote of the kind %s with the deadline %s, at %s", p.Kind, p.DeadlineAt, p.Late, v.Kind, v.Deadline, e.At)
	}
	l.checkOdds(e, v, p)
}

// choices returns the options that may be chosen, without the bot and players who left since.
func (l *Report) choices(v *Vote) (ids []string) {
	for _, o := range v.Options {
		player := o.Player
		if _, is := l.players[o.ID]; is && player == "" {
			player = o.ID
		}
		if (player != l.seat || v.AllowSelf) && l.players[player] <= v.optionsSeq {
			ids = append(ids, o.ID)
		}
	}
	return ids
}

func (l *Report) illegal(v *Vote, a session.Answer) string {
	choices := l.choices(v)
	given := 0
	for _, there := range []bool{a.Option != "", a.Options != nil, a.Labels != nil, a.Number != nil, a.Abstain} {
		if there {
			given++
		}
	}
	switch {
	case a.Abstain && given == 1 && (v.AllowAbstain || len(choices) == 0 && v.Kind != session.PickNumber):
		return ""
	case a.Abstain:
		return "it must not abstain"
	case given > 1 || given == 0 && v.Kind != session.ChooseMany:
		return "it lacks the field of its kind, or has another field"
	}
	switch v.Kind {
	case session.ChooseMany:
		return illegalMany(v, a.Options, choices)
	case session.LabelEach:
		for id, label := range a.Labels {
			if !slices.Contains(choices, id) || !slices.ContainsFunc(v.Labels, func(x session.Label) bool { return x.ID == label }) {
				return "a label that nobody asked for"
			}
		}
		if len(a.Labels) != len(choices) {
			return "not a label each"
		}
		return ""
	case session.PickNumber:
		if n := a.Number; n == nil || *n < *v.Min || *n > *v.Max || v.Integer && *n != math.Trunc(*n) {
			return "no such number"
		}
		return ""
	}
	if !slices.Contains(choices, a.Option) {
		return fmt.Sprintf("only %q may be chosen", choices)
	}
	return ""
}

func illegalMany(v *Vote, chosen, choices []string) string {
	low, high := v.K, v.K
	if v.K == 0 {
		low, high = int(*v.Min), int(*v.Max)
	}
	if n := len(chosen); n < min(low, len(choices)) || n > high {
		return fmt.Sprintf("%d are chosen, not from %d to %d", n, low, high)
	}
	sorted := slices.Sorted(slices.Values(chosen))
	if len(slices.Compact(sorted)) != len(chosen) {
		return "one is chosen twice"
	}
	for _, id := range chosen {
		if !slices.Contains(choices, id) {
			return fmt.Sprintf("%q may not be chosen", id)
		}
	}
	return ""
}

// checkOdds checks probabilities: only options have one, and of one choice they sum to 1.
func (l *Report) checkOdds(e session.Event, v *Vote, p *session.VoteCast) {
	choices := l.choices(v)
	check := func(odds map[string]float64, abstain float64, ids []string) {
		sum := abstain
		for _, id := range slices.Sorted(maps.Keys(odds)) {
			sum += odds[id]
			if !(odds[id] >= 0 && odds[id] <= 1) || !slices.Contains(ids, id) {
				l.blame(e, "gives %q the probability %g", id, odds[id])
			}
		}
		if odds != nil && v.Kind != session.ChooseMany && math.Abs(sum-1) > 0.01 {
			l.blame(e, "gives probabilities that add up to %g: %v", sum, odds)
		}
	}
	check(p.Probabilities, p.Abstain, choices)
	labels := make([]string, len(v.Labels))
	for i, x := range v.Labels {
		labels[i] = x.ID
	}
	for _, id := range slices.Sorted(maps.Keys(p.LabelProbabilities)) {
		if !slices.Contains(choices, id) {
			l.blame(e, "labels %q", id)
		}
		check(p.LabelProbabilities[id], 0, labels)
	}
	if !(p.Confidence >= 0 && p.Confidence <= 1) || p.AnsweredBy == session.ByFallback && p.Confidence != 0 {
		l.blame(e, "has the confidence %g, answered by %s", p.Confidence, p.AnsweredBy)
	}
}
