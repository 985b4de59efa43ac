package session

import "slices"

// Takeover says who plays the seat of a person who is away.
type Takeover string

const (
	TakeoverOff Takeover = "off" // nobody: the seat is silent
	TakeoverBot Takeover = "bot" // a bot, until the person is back
)

// AwayNotice says what players learn of people who are away.
type AwayNotice string

const (
	AwayHidden AwayNotice = "hidden" // nothing
	AwayTold   AwayNotice = "told"   // a line says who is away, whether a bot plays, and who is back
)

// LateMode says what becomes of people who come after the beginning of a game that Ringer runs.
type LateMode string

const (
	LateRefuse LateMode = "refuse" // they are refused
	LateNext   LateMode = "next"   // they wait, and play in the rematch
)

// AwayReason says why a person is away.
type AwayReason string

const (
	AwayIdle AwayReason = "afk"  // the person did nothing while something was asked
	AwayLeft AwayReason = "left" // the person has left, and a bot plays on
)

// StandIn is how the bots play that take the seats of people who are away.
type StandIn struct {
	Strategy string     `json:"strategy,omitempty"` // Strategy decides when they speak and what they say.
	Fidelity Fidelity   `json:"fidelity,omitempty"` // Fidelity says which defaults they have.
	Timing   TimingMode `json:"timing,omitempty"`   // Timing says when a planned message goes out.
	// Limits bound what each of them may send, and what its thoughts may cost.
	Limits *Limits `json:"limits,omitempty"`
	// Model says which models answer for them.
	Model *ModelChoices `json:"model,omitempty"`
	// Record keeps the prompt and the answer of every model call.
	Record bool `json:"record,omitempty"`
}

// PlayerAway says that a person is away. A bot that stands in for the person plays from now on.
type PlayerAway struct {
	// ID is the platform's id of the observation that has said so.
	ID     string     `json:"id,omitempty"`
	Seat   string     `json:"seat"`
	Reason AwayReason `json:"reason"`
	// Silent says that the bot may not speak yet. Only its own log says so.
	Silent bool `json:"silent,omitempty"`
}

// PlayerReturned says that a person is back, and has the seat again.
type PlayerReturned struct {
	// ID is the platform's id of the observation that has said so.
	ID   string `json:"id,omitempty"`
	Seat string `json:"seat"`
}

// PlayerWaits says that somebody who has come late plays in the next game.
type PlayerWaits struct {
	// ID is the platform's id of the observation that has said so.
	ID     string `json:"id,omitempty"`
	Player Player `json:"player"` // Player is who waits.
}

// MinAFK and MaxAFK bound afk_ms: the time to read and press, and a day.
const (
	MinAFK = 5000
	MaxAFK = 24 * 60 * 60 * 1000
)

func (t *GameConfig) validateAway(errs *Errors) {
	if t.Takeover != "" {
		oneOf(errs, "/takeover", t.Takeover, TakeoverOff, TakeoverBot)
	}
	if t.Away != "" {
		oneOf(errs, "/away", t.Away, AwayHidden, AwayTold)
	}
	if t.Late != "" {
		oneOf(errs, "/late", t.Late, LateRefuse, LateNext)
		errs.AddIf(t.Host != HostRinger, CodeHosted, "/late", "belongs to games that Ringer runs; remove it, and post joined for whoever comes late")
	}
	errs.AddIf(t.AFK != 0 && (t.AFK < MinAFK || t.AFK > MaxAFK), CodeOutOfRange, "/afk_ms", "must be from %d to %d milliseconds; leave it out if nobody becomes away by doing nothing", MinAFK, MaxAFK)
	errs.AddIf(t.StandIn != nil && t.Takeover != TakeoverBot, CodeInvalidValue, "/stand_in", "belongs to takeover bot; send that, too, or remove it")
}

// StandIns returns the bots that stand by for people: one for each seat without a bot.
func (t *GameConfig) StandIns() (bots []GameBot) {
	if t.Takeover != TakeoverBot {
		return nil
	}
	of := StandIn{}
	if t.StandIn != nil {
		of = *t.StandIn
	}
	b := GameBot{Strategy: of.Strategy, Fidelity: of.Fidelity, Timing: of.Timing, Model: of.Model, Record: of.Record}
	if of.Limits != nil {
		b.Limits = *of.Limits
	}
	for _, p := range t.Game.Players {
		isBot := slices.ContainsFunc(t.Bots, func(b GameBot) bool { return b.Seat == p.ID })
		if b.Seat = p.ID; !isBot && (p.Presence == "" || p.Presence == Active) {
			bots = append(bots, b)
		}
	}
	return bots
}

// IsAway reports whether a person of a game is away.
func (r *Roster) IsAway(seat string) bool { return slices.Contains(r.Away, seat) }

// AllBots returns the bots of a game, with those that stand by.
func (r *Roster) AllBots() []BotSeat { return slices.Concat(r.Bots, r.StandIns) }

// WithAway returns the roster after a person is away. The bot that stands by plays now.
func (r Roster) WithAway(seat string) Roster {
	if !r.IsAway(seat) {
		r.Away = append(slices.Clip(r.Away), seat)
		r.StandIns, r.Bots = handed(r.StandIns, r.Bots, seat)
	}
	return r
}

// WithReturned returns the roster after a person is back. The bot stands by again.
func (r Roster) WithReturned(seat string) Roster {
	if r.IsAway(seat) {
		r.Away = slices.DeleteFunc(slices.Clone(r.Away), func(s string) bool { return s == seat })
		r.Bots, r.StandIns = handed(r.Bots, r.StandIns, seat)
	}
	return r
}

// handed moves the bot of a seat from one list to another.
func handed(from, to []BotSeat, seat string) (less, more []BotSeat) {
	i := slices.IndexFunc(from, func(b BotSeat) bool { return b.Seat == seat })
	if i < 0 {
		return from, to
	}
	return slices.Delete(slices.Clone(from), i, i+1), append(slices.Clip(to), from[i])
}

// takeOver lets a bot play that stood by. Votes whose time has passed meanwhile are over.
func (s *State) takeOver(e Event, p *PlayerAway) {
	s.Barrier, s.StandIn, s.Roster.Muted = e.Seq, false, p.Silent
	s.Rhythm.FreeSince = s.Now
	for i := range s.Votes {
		if v := &s.Votes[i]; v.Status == VoteOpen && s.Clock.Standing(e.At).After(v.DeadlineAt) {
			s.endVote(i, VoteClosed)
		}
	}
	s.forgetVotes()
}

// giveBack lets a bot stand by again.
func (s *State) giveBack(e Event, _ *PlayerReturned) {
	s.Barrier, s.StandIn, s.Roster.Muted = e.Seq, true, true
	s.Accusations.Planned, s.Draft = nil, nil
}

// standBy decides while the person has the seat: the bot hears and drops what it was about to say.
func (d *decider) standBy(inbox []Thought) Decision {
	for _, t := range inbox {
		d.conclude(t)
	}
	if d.s.Plan != nil {
		d.cancel(CancelMuted)
	}
	return Decision{Acts: d.acts}
}

func (*PlayerAway) Type() Type     { return "player.away" }
func (*PlayerReturned) Type() Type { return "player.returned" }
func (*PlayerWaits) Type() Type    { return "player.waits" }
