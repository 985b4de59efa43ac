package game

import (
	"slices"
	"strings"
	"time"

	"ringer/engine/session"
)

// View is what a reader sees of a game's log who may not see all of it. Nothing in it says which
// players are bots: what a bot says looks like what a person says.
type View struct {
	GameID string
	Roster session.Roster
	// Seat is the seat that reads. It is empty for a person without one, who sees what every
	// player sees.
	Seat string
	// Seals hide the seqs. A game of an older version has none: it shows the log's own seqs and
	// times, and who is typing.
	Seals *Seals
}

// askedVote returns a vote of the game.
type askedVote = func(id string) (Vote, error)

// Show returns an event as the reader sees it, and whether the reader sees it at all.
func (v *View) Show(e session.Event, vote askedVote) (session.Event, bool, error) {
	k := entryFor(e.Data)
	if k.show == nil {
		return v.dated(e), false, nil
	}
	seen, err := k.show(v, &e, e.Data, vote)
	return v.dated(e), seen, err
}

func showAll[P session.Payload](*View, *session.Event, P, askedVote) (bool, error) { return true, nil }

func (v *View) showCreated(e *session.Event, p *session.GameCreated, _ askedVote) (bool, error) {
	e.Data = createdFor(p, v.Seat)
	return true, nil
}

func (v *View) showMessage(e *session.Event, p *session.MessageReceived, _ askedVote) (bool, error) {
	e.Data = v.said(e.Seq, p.Post)
	return v.sees(p.Channel), nil
}

func (v *View) showTyping(e *session.Event, p *session.TypingStarted, _ askedVote) (bool, error) {
	e.Data = &session.ObservationReceived{Observation: typingOf(&v.Roster, p.Seat)}
	return v.Seals == nil && p.Seat != v.Seat && v.sees(p.Channel), nil
}

func (v *View) showObservation(e *session.Event, p *session.ObservationReceived, _ askedVote) (bool, error) {
	observed := p.Observation
	observed.ID = ""
	e.Data = &session.ObservationReceived{Observation: observed}
	return v.observes(p), nil
}

// showVote hides what the platform wishes of its bots: the fallback.
func (v *View) showVote(e *session.Event, p *session.VoteRequested, vote askedVote) (bool, error) {
	q := p.VoteRequest
	q.Fallback = nil
	e.Data = &session.VoteRequested{VoteRequest: q}
	if v.Seat != "" {
		return slices.Contains(p.Seats, v.Seat), nil
	}
	asked, err := vote(p.ID)
	return asked.Public, err
}

// asked reports whether the reader knows of a vote.
func (v *View) asked(id string, vote askedVote) (bool, error) {
	asked, err := vote(id)
	return asked.Public && v.Seat == "" || slices.Contains(asked.Seats, v.Seat), err
}

// dated takes out of an event what its time and its cursor tell of hidden things. What the server
// does happens just after a whole millisecond of the game, and what people do does not.
func (v *View) dated(e session.Event) session.Event {
	if v.Seals != nil {
		e.At, e.Cursor = e.At.Truncate(time.Millisecond), 0
	}
	return e
}

func (v *View) sees(channel string) bool { return v.Roster.Sees(v.Seat, channel) }

// observes reports whether an observation concerns the reader. Who is typing is shown to nobody: a
// platform need not say it of people, and then all who type are bots.
func (v *View) observes(p *session.ObservationReceived) bool {
	switch {
	case p.Kind == session.PlayerTyping && v.Seals != nil, v.Seat == "" && !slices.Contains(publicKinds, p.Kind):
		return false
	case p.Seat != "":
		return p.Seat == v.Seat
	}
	return p.Kind != session.BotMuted && p.Kind != session.BotUnmuted && v.sees(p.Channel)
}

// publicKinds are the kinds of observations that everybody at a game makes.
var publicKinds = []session.ObservationKind{
	session.PhaseChanged, session.PlayerJoined, session.PlayerLeft, session.PlayerOut, session.PlayerTyping, session.RulingMade,
}

// said returns a message with an id that does not say whether a bot or a person wrote it.
func (v *View) said(seq int64, p session.Post) *session.MessageReceived {
	p.ID, p.MessageID, p.ReplyTo, p.SentAt = v.Seals.MessageID(v.GameID, seq), "", "", nil
	return &session.MessageReceived{Post: p}
}

// amended names a message as said does.
func (v *View) amended(a session.Amendment) session.Amendment {
	a.MessageID, a.Seq = v.Seals.MessageID(v.GameID, a.Seq), 0
	return a
}

// createdFor returns how a game begins as one seat may know it.
func createdFor(p *session.GameCreated, seat string) *session.GameCreated {
	c := &session.GameCreated{Config: seenBy(p.Config.Dealt(p.Deal), seat), Bots: []session.BotSeat{}, Commitment: p.Commitment}
	if d := p.Deal; d != nil {
		g := c.Config.Game
		c.Deal = &session.Deal{
			Players: g.Players, Phases: g.Phases, Channels: g.Channels, Phase: g.Phase, Lasts: d.Lasts, RoleList: g.RoleList, Roles: of(d.Roles, seat),
			Private: of(d.Private, seat), Allies: of(d.Allies, seat), KnownRoles: of(d.KnownRoles, seat), Conceal: of(d.Conceal, seat),
		}
	}
	return c
}

// of returns the part of a map that belongs to a seat.
func of[T any](all map[string]T, seat string) map[string]T {
	if v, ok := all[seat]; ok {
		return map[string]T{seat: v}
	}
	return nil
}

// seenBy returns the configuration of a game as one seat may know it: the game, without the bots,
// the seed, and what concerns channels that the seat does not see. Its lists are sorted: a platform
// may list roles, and who speaks or reads, in an order that tells who has which role.
func seenBy(c session.GameConfig, seat string) session.GameConfig {
	r := c.Roster().SeenBy(seat)
	seen := session.GameConfig{Game: c.Game, Language: c.Language, Speed: c.Speed, TTL: c.TTL, Late: c.Late, Bots: []session.GameBot{}}
	g := &seen.Game
	g.RoleList = sorted(g.RoleList)
	g.Aims = slices.SortedFunc(slices.Values(g.Aims), func(a, b session.Aim) int { return strings.Compare(a.Role, b.Role) })
	g.Channels, g.Phases = slices.Clone(r.Channels), slices.Clone(r.Phases)
	for i := range g.Channels {
		g.Channels[i].Members = sorted(g.Channels[i].Members)
	}
	for i := range g.Phases {
		g.Phases[i].Speakers = sorted(g.Phases[i].Speakers)
	}
	return seen
}

func sorted(list []string) []string { return slices.Sorted(slices.Values(list)) }
