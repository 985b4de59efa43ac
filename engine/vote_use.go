package engine

import (
	"context"

	"ringer/engine/game"
)

// UseVote notes what the platform has counted as the bot's answer. Anything but the answer closes a vote that is open. The same receipt
// again is answered with the first result.
func (k *Desk) UseVote(ctx context.Context, id, vote string, use game.VoteUse) (Posted, error) {
	if err := use.Validate(); err != nil {
		return Posted{}, err
	}
	done, err := k.barrier(ctx, id, func(Session) (Append, error) {
		v, _, err := k.vote(ctx, id, vote)
		if err != nil {
			return Append{}, err
		}
		e := k.event(&game.VoteReceipt{VoteID: vote, VoteUse: use})
		e.Key = useKey(vote)
		if v.Use == nil { // else the store tells whether it is the same
			err = mayUse(v, use)
		}
		return Append{Session: id, Events: []game.Event{e}}, err
	})
	return posted(vote, done, err, errSecondUse)
}

// mayUse refuses the first receipt of a vote that cannot be true.
func mayUse(v game.Vote, use game.VoteUse) error {
	switch {
	case use.Used == game.UsedAnswer && v.Cast == nil:
		return game.Errors{{
			Code: game.CodeInvalidValue, Pointer: "/used", Detail: "cannot be answer, since the bot has given none; say standing or none, or wait for its vote.cast",
		}}
	case use.Used == game.UsedStanding && v.Origin == game.FromAccusation:
		return game.Errors{{Code: game.CodeInvalidValue, Pointer: "/used", Detail: "must be answer or none: an accusation has no standing answer"}}
	}
	return nil
}

var errSecondUse = game.Errors{{
	Code: game.CodeIDReused, Pointer: "/used", Detail: "differs, or its reason does, from the receipt that was taken before; that one stays",
}}
