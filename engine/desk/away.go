package desk

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"ringer/engine/journal"
	"ringer/engine/session"
)

// awayError says that a person who is away does something, and so comes back first.
type awayError struct{ game, seat string }

func (e *awayError) Error() string { return "desk: " + e.seat + " is away" }

// present returns a check of messages that first looks for people who are away.
func present(id string, posts []session.Post, check func(*session.Roster) error) func(*session.Roster) error {
	return func(r *session.Roster) error {
		for _, p := range posts {
			if (p.Kind == "" || p.Kind == session.FromPlayer) && p.MessageID == "" && !p.History && r.IsAway(p.Sender) {
				return &awayError{id, p.Sender}
			}
		}
		return check(r)
	}
}

// comeBack gives a person who is away the seat back.
func (k *Desk) comeBack(ctx context.Context, id, seat string) error {
	_, err := k.Games.appendBarrier(ctx, id, func(row *journal.Session) (session.Payload, error) {
		if row.Status == journal.Ended {
			return nil, errEnded(row)
		}
		if !row.Roster.IsAway(seat) {
			return nil, errUnchanged
		}
		return &session.PlayerReturned{Seat: seat}, nil
	})
	if errors.Is(err, errUnchanged) {
		return nil
	}
	return err
}

// standing returns a game with the bots that stand by for people, and no others.
func standing(c session.GameConfig, dealt *session.Deal, own bool) session.GameConfig {
	c.Bots = c.StandIns()
	return seeded(c.Dealt(dealt), own)
}

// checkStandIns returns what is wrong with the bots that stand by, of which all are alike.
func (k *Desk) checkStandIns(tenant string, dealt session.GameConfig, found map[session.Error]bool) (session.Errors, error) {
	if dealt.Bots = dealt.StandIns(); len(dealt.Bots) == 0 {
		return nil, nil
	}
	config := dealt.Session(0)
	config.Game.Phases, config.Game.Channels, config.Game.Phase, config.Game.RulesOptions = nil, nil, "", nil
	err := k.CheckConfig(tenant, &config)
	errs, ok := errors.AsType[session.Errors](err)
	if err != nil && !ok {
		return nil, err
	}
	return slices.DeleteFunc(session.OfBot(0, errs), func(e *session.Error) bool {
		known := found[*e]
		e.Pointer = strings.Replace(e.Pointer, "/bots/0", "/stand_in", 1)
		return known
	}), nil
}

// ownCast returns an error if a bot has answered in place of the person.
func (k *Desk) ownCast(ctx context.Context, id string, p *session.VoteReceived) error {
	own, err := k.stored(ctx, id, journal.GameCastKey(p.VoteID, p.Seat))
	if err == nil && !own {
		err = refusal(session.CodeVoteFinal, "/answer", fmt.Sprintf("a bot has voted for %s, who was away; its answer stays, unless the request says replace", session.Quoted(p.Seat)))
	}
	return err
}

// attendance returns the event of an observation that a person is away, is back, or has come late;
// nil if it is none of these.
func (k *Desk) attendance(ctx context.Context, row *journal.Session, o *GameObservation) (session.Payload, error) {
	if !row.IsGame || o.Player == nil || o.Kind != session.PlayerLeft && o.Kind != session.PlayerJoined {
		return nil, nil
	}
	seat, r := o.Player.ID, &row.Roster
	player, known := r.Player(seat)
	_, plays := r.Bot(seat)
	standsBy := slices.ContainsFunc(r.StandIns, func(b session.BotSeat) bool { return b.Seat == seat })
	switch {
	case o.Kind == session.PlayerLeft && player.Presence == session.Active && (standsBy || plays && r.IsAway(seat)):
		return &session.PlayerAway{ID: o.ID, Seat: seat, Reason: session.AwayLeft}, nil
	case o.Kind == session.PlayerJoined && r.IsAway(seat) && (plays || player.Presence != session.Left):
		return &session.PlayerReturned{ID: o.ID, Seat: seat}, nil
	case o.Kind == session.PlayerLeft:
		return nil, nil
	}
	if first, ok := k.attended(ctx, row.ID, o); ok {
		return first, nil // the store compares the two
	}
	if known || !r.Hosted() {
		return nil, nil
	}
	return k.late(ctx, row, o)
}

// Rejoins reports whether an observation is that of a person who is away and comes back, or the
// same one again.
func (k *Desk) Rejoins(ctx context.Context, row *journal.Session, o GameObservation) bool {
	if o.Kind != session.PlayerJoined || o.Player == nil {
		return false
	}
	o.ID = seatID(o.Player.ID, o.ID)
	_, known := k.attended(ctx, row.ID, &o)
	return known || row.Roster.IsAway(o.Player.ID)
}

// attended returns what an observation with the same id was stored as.
func (k *Desk) attended(ctx context.Context, id string, o *GameObservation) (session.Payload, bool) {
	if o.ID == "" {
		return nil, false
	}
	e, err := k.store.Find(ctx, id, journal.ObservationKey(o.ID))
	switch p := e.Data.(type) {
	case *session.PlayerReturned:
		return p, err == nil && p.Seat == o.Player.ID
	case *session.PlayerWaits:
		return p, err == nil && p.Player == *o.Player
	case *session.ObservationReceived: // who was away and had left
		return p, err == nil && session.Same(p, o.Event(o.Seat))
	}
	return nil, false
}

// Wait is Games.Observe for the page of a spectator, who may only wait for the next game.
func (k *Desk) Wait(ctx context.Context, id string, o GameObservation) (Posted, error) {
	row, err := k.Games.Row(ctx, id)
	if err == nil {
		_, known := row.Roster.Player(o.Player.ID)
		if state, failed := k.GameState(ctx, id); failed != nil || state.Config.Late != session.LateNext || known {
			err = cmp.Or(failed, errHosted("/kind", "nobody comes into this game; ask its owner to let you wait for the next one, which late next allows"))
		}
	}
	if err != nil {
		return Posted{}, err
	}
	return k.Games.Observe(ctx, id, o)
}

// late lets somebody who has come late wait for the next game, if the game takes such people.
func (k *Desk) late(ctx context.Context, row *journal.Session, o *GameObservation) (session.Payload, error) {
	state, err := k.GameState(ctx, row.ID)
	if err != nil || state.Config.Late != session.LateNext {
		return nil, err
	}
	all := row.Roster
	all.Players = slices.Concat(all.Players, state.Waiting)
	if _, waits := all.Player(o.Player.ID); waits {
		return nil, refusal(session.CodeDuplicatePlayer, "/player", "waits for the next game already; use another id for another person")
	}
	if err := o.Observation.Validate(&all); err != nil {
		return nil, err
	}
	return &session.PlayerWaits{ID: o.ID, Player: session.Player{ID: o.Player.ID, Name: o.Player.Name}}, nil
}
