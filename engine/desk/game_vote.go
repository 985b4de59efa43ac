package desk

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"ringer/engine/game"
	"ringer/engine/journal"
	"ringer/engine/referee"
	"ringer/engine/session"
)

// GameVoteRequest asks the seats of a game for a decision.
type GameVoteRequest struct {
	session.VoteRequest
	// Seats are asked. If they are left out, all bots that are in the game are asked. Each bot
	// answers by itself. The platform posts the answers of people.
	Seats []string `json:"seats,omitempty"`
}

// GameVote is a vote of a game as the platform sees it.
type GameVote struct {
	// VoteRequest is what was asked, with the defaults filled in. An accusation has only an id and
	// a kind.
	session.VoteRequest
	Origin session.VoteOrigin `json:"origin"`
	// Status is cast once every seat that was asked has answered.
	Status session.VoteStatus `json:"status"`
	// Seats were asked.
	Seats []string `json:"seats"`
	// Seq is the event that opened the vote.
	Seq int64 `json:"seq"`
	// AskedAt is when the vote was opened.
	AskedAt time.Time `json:"asked_at"`
	// DeadlineAt is when the answers are needed. An accusation has no deadline.
	DeadlineAt time.Time `json:"deadline_at,omitzero"`
	// Casts are the answers, in the order in which they came.
	Casts []game.Cast `json:"casts"`
	// Silent are the seats that were asked and have not answered.
	Silent []string `json:"silent"`
	// Tally counts the answers by option.
	Tally map[string]int `json:"tally"`
	// Duplicate says that the same request was taken before.
	Duplicate bool `json:"duplicate,omitempty"`
	// Warnings say what was accepted, but is probably a mistake. Only the answer to the request
	// that asks the vote has them.
	Warnings []session.Warning `json:"warnings,omitempty"`
}

// ShowGameVote returns a vote as the platform sees it at a time.
func ShowGameVote(s *game.State, v game.Vote, now time.Time) GameVote {
	return GameVote{
		VoteRequest: v.VoteRequest, Origin: v.Origin, Status: v.Status(s, now), Seats: v.Seats, Seq: v.Seq, AskedAt: v.AskedAt, DeadlineAt: v.DeadlineAt,
		Casts: append([]game.Cast{}, v.Casts...), Silent: append([]string{}, v.Silent()...), Tally: v.Tally(),
	}
}

// fill names the seats, and checks the request for each of them.
func (q *GameVoteRequest) fill(r *session.Roster, now time.Time) error {
	var errs session.Errors
	none := "name at least one seat, or leave seats out to ask all bots"
	if q.Seats == nil {
		none = "name the seats that are asked; no bot is in the game"
		for _, b := range r.Bots {
			if p, _ := r.Player(b.Seat); p.Presence == session.Active {
				q.Seats = append(q.Seats, b.Seat)
			}
		}
	}
	if len(q.Seats) == 0 {
		errs.Add(session.CodeRequired, "/seats", none)
	}
	judged := 0 // mistakes, with those that several seats have in common
	for i, seat := range q.Seats {
		if max(judged, len(errs)) >= session.MaxErrors {
			break
		}
		at := fmt.Sprintf("/seats/%d", i)
		p, ok := r.Player(seat)
		switch {
		case !ok:
			errs.Add(session.CodeUnknownPlayer, at, r.NotAPlayer(seat))
			continue
		case p.Presence != session.Active:
			errs.Add(session.CodeInvalidValue, at, fmt.Sprintf("%s is out of the game and does not vote", session.Quoted(seat)))
		case slices.Contains(q.Seats[:i], seat):
			errs.Add(session.CodeInvalidValue, at, "is asked already; name each seat once")
		}
		request := q.VoteRequest
		of := r.Of(session.BotSeat{Seat: seat})
		if found, ok := errors.AsType[session.Errors](request.Complete(&of, now)); ok {
			judged += len(found)
			for _, e := range found {
				if !slices.ContainsFunc(errs, func(o *session.Error) bool { return *o == *e }) {
					errs = append(errs, e)
				}
			}
		}
	}
	return errs.Err()
}

// CheckGameVote is CheckVote for a game.
func (k *Desk) CheckGameVote(q GameVoteRequest) func(*session.Roster) error {
	q.VoteRequest = q.WithoutOptionFields()
	return func(r *session.Roster) error { return q.fill(r, k.now().At) }
}

// AskGame asks seats of a game for a decision. A repeated request gets the first result.
func (k *Desk) AskGame(ctx context.Context, id string, q GameVoteRequest) (GameVote, error) {
	asked, err := k.Games.ask(ctx, id, q, func(row *journal.Session, q *GameVoteRequest) error {
		state, err := k.GameState(ctx, id)
		if err != nil {
			return err
		}
		return k.mayAskGame(row, state, q)
	})
	if err != nil {
		return GameVote{}, err
	}
	v, err := k.GameVote(ctx, id, asked.id)
	v.Duplicate, v.Warnings = asked.known, asked.warnings
	return v, journal.AfterWrite(err)
}

func (k *Desk) mayAskGame(row *journal.Session, state *game.State, q *GameVoteRequest) error {
	if row.Status == journal.Ended {
		return errEnded(row)
	}
	if row.Roster.Hosted() {
		return errHosted("", "Ringer runs the rules of this game and asks its votes itself; post the answers of people to them")
	}
	now := k.now().At
	if err := q.fill(&row.Roster, now); err != nil {
		return err
	}
	for _, b := range row.Roster.Bots {
		if !session.ValidVoteID(b.Session, q.ID) {
			return refusal(session.CodeInvalidID, "/id", "begins like the ids of a bot's own accusations; use another id, such as your own for the round")
		}
	}
	if state.Open(now) >= session.MaxOpenVotes {
		return refusal(session.CodeTooManyVotes, "", fmt.Sprintf("the game has %d open votes; wait for one of them, or cancel one", session.MaxOpenVotes))
	}
	return nil
}

// ErrNoGameVote is the error for a vote that a game does not have.
var ErrNoGameVote = refusal(session.CodeNoVote, "", "this game has no vote with this id; GET …/votes lists its votes")

// GameVote returns a vote of a game as it is now.
func (k *Desk) GameVote(ctx context.Context, id, vote string) (GameVote, error) {
	v, state, err := k.GameVoteState(ctx, id, vote)
	if err != nil {
		return GameVote{}, err
	}
	return ShowGameVote(state, v, k.now().At), nil
}

// GameVoteState returns a vote with the state that holds it.
func (k *Desk) GameVoteState(ctx context.Context, id, vote string) (game.Vote, *game.State, error) {
	state, err := k.GameState(ctx, id)
	if err != nil {
		return game.Vote{}, nil, err
	}
	v, ok := state.Vote(vote)
	if !ok {
		return v, nil, ErrNoGameVote
	}
	return v, state, nil
}

// GameVotes returns the votes of a game after a seq, at most limit, and reports whether there are
// more. An empty status selects all votes.
func (k *Desk) GameVotes(ctx context.Context, id string, status session.VoteStatus, after int64, limit int) (votes []GameVote, more bool, err error) {
	state, err := k.GameState(ctx, id)
	if err != nil {
		return nil, false, err
	}
	now := k.now().At
	votes, more = pageOf(state.Votes, limit,
		func(v game.Vote) bool { return v.Seq > after && (status == "" || v.Status(state, now) == status) },
		func(v game.Vote) GameVote { return ShowGameVote(state, v, now) })
	return votes, more, nil
}

// GameCast is the vote of a person.
type GameCast struct {
	// Seat is the player who votes: a person, since bots vote by themselves.
	Seat string `json:"seat"`
	// Answer is the answer, by the kind of the vote.
	Answer session.Answer `json:"answer"`
	// Replace lets the answer take the place of the one before, until the vote is over. Rules that
	// Ringer runs may refuse it.
	Replace bool `json:"replace,omitempty"`
}

// CastGame notes the vote of a person. A repeated vote gets the first result.
func (k *Desk) CastGame(ctx context.Context, id, vote string, c GameCast) (Posted, error) {
	var same game.Cast
	done, err := k.Games.appendBarrier(ctx, id, func(row *journal.Session) (session.Payload, error) {
		if row.Roster.IsAway(c.Seat) {
			return nil, &awayError{id, c.Seat}
		}
		state, err := k.GameState(ctx, id)
		if err != nil {
			return nil, err
		}
		v, ok := state.Vote(vote)
		c := c.repaired(row, &v)
		if cast, voted := v.CastOf(c.Seat); c.Replace && voted && v.Origin == session.FromRequest {
			if p := (session.VoteReceived{Answer: cast.Answer}); session.Same(&p, &session.VoteReceived{Answer: c.Answer}) {
				same = cast
				return nil, errUnchanged
			}
			return &session.VoteReplaced{VoteReceived: session.VoteReceived{VoteID: vote, Seat: c.Seat, Answer: c.Answer}}, c.checkReplace(&row.Roster, state, &v, k.now().At)
		}
		p := &session.VoteReceived{VoteID: vote, Seat: c.Seat, Answer: c.Answer}
		switch {
		case k.accused(ctx, id, p): // perhaps before the rules have asked the others
			return p, nil // the store compares the two
		case !ok && accuses(state, vote):
			return p, c.accuse(&row.Roster)
		case !ok:
			return nil, ErrNoGameVote
		}
		_, known := v.CastOf(c.Seat)
		if _, isBot := row.Roster.Bot(c.Seat); known && !isBot && v.Origin == session.FromRequest {
			return p, k.ownCast(ctx, id, p) // the store compares the two
		}
		return p, c.check(&row.Roster, state, &v, k.now().At)
	})
	switch _, reused := errors.AsType[*journal.Reused](err); {
	case reused && IsAccusation(vote):
		err = refusal(session.CodeVoteFinal, "/answer", fmt.Sprintf("%s has accused already, and an accusation is final; the first answer stays", session.Quoted(c.Seat)))
	case reused:
		err = refusal(session.CodeVoteFinal, "/answer", fmt.Sprintf("%s has voted already; the first answer stays, unless the request says replace", session.Quoted(c.Seat)))
	case errors.Is(err, errUnchanged):
		return Posted{ID: vote, Seq: same.Seq, Duplicate: true}, nil
	}
	return resultOf(vote, done, err, err)
}

// CheckCastGame reports what CastGame would refuse. It does not check the answer.
func (k *Desk) CheckCastGame(ctx context.Context, id, vote string, c GameCast) error {
	row, err := k.Games.Row(ctx, id)
	if err != nil {
		return err
	}
	state, err := k.GameState(ctx, id)
	if err != nil {
		return err
	}
	if _, ok := state.Vote(vote); !ok && !accuses(state, vote) {
		return ErrNoGameVote
	}
	return c.checkSeat(&row.Roster)
}

func (c *GameCast) check(r *session.Roster, s *game.State, v *game.Vote, now time.Time) error {
	if err := c.checkSeat(r); err != nil {
		return err
	}
	if r.Hosted() && !slices.Contains(v.Seats, c.Seat) {
		return refusal(session.CodeInvalidValue, "/seat", fmt.Sprintf("%s is not asked in this vote; the seats of the vote say who is", session.Quoted(c.Seat)))
	}
	if v.Origin != session.FromRequest || v.Cancelled || s.End != nil || v.Late(s, now) || counted(s, v.ID) {
		return errVoteOver
	}
	of := r.Of(session.BotSeat{Seat: c.Seat})
	if err := v.Accepts(&of, c.Answer); err != nil {
		return err
	}
	return c.checkSide(s, v)
}

// checkReplace checks an answer that takes the place of another.
func (c *GameCast) checkReplace(r *session.Roster, s *game.State, v *game.Vote, now time.Time) error {
	if err := c.checkSeat(r); err != nil {
		return err
	}
	rules, _ := referee.Find(s.Config.Game.Rules)
	if s.Referee != nil && (!rules.Revotes() || IsAccusation(v.ID)) {
		return refusal(session.CodeVoteFinal, "/replace", fmt.Sprintf("the rules of %s count the first answer; it stays", s.Config.Game.Rules))
	}
	return c.check(r, s, v, now)
}

// checkSeat returns an error unless the seat is that of a person who is in the game.
func (c *GameCast) checkSeat(r *session.Roster) error {
	var errs session.Errors
	r.CheckPerson(&errs, c.Seat, "say who votes: the id of a player", ", which votes by itself")
	if p, _ := r.Player(c.Seat); len(errs) == 0 && p.Presence != session.Active {
		errs.Add(session.CodeInvalidValue, "/seat", fmt.Sprintf("%s is out of the game and does not vote", session.Quoted(c.Seat)))
	}
	return errs.Err()
}

// ChangeGameVote changes the options and the deadline of an open vote of a game. The same options
// and deadline change nothing.
func (k *Desk) ChangeGameVote(ctx context.Context, id, vote string, to session.VoteChanges) (GameVote, error) {
	var warnings []session.Warning
	_, err := k.Games.appendBarrier(ctx, id, func(row *journal.Session) (session.Payload, error) {
		if row.Roster.Hosted() {
			return nil, errHosted("", "Ringer runs the rules of this game, which set the options and the deadlines of its votes")
		}
		v, state, err := k.GameVoteState(ctx, id, vote)
		if err != nil {
			return nil, err
		}
		now := state.Clock.Standing(k.now().At)
		full, err := to.Complete(&row.Roster, v.VoteRequest, now)
		switch {
		case err == nil && to.Same(full, v.Options, v.DeadlineAt):
			return nil, errUnchanged
		case row.Status == journal.Ended:
			return nil, errEnded(row)
		case v.Status(state, now) != session.VoteOpen:
			return nil, errVoteOver
		}
		for i := 0; i < len(v.Seats) && err == nil; i++ { // a seat may be the only option that is left
			of := row.Roster.Of(session.BotSeat{Seat: v.Seats[i]})
			_, err = to.Complete(&of, v.VoteRequest, now)
		}
		if err == nil {
			warnings, err = k.heedChange(ctx, row, v.VoteRequest, to)
		}
		return to.Event(vote, now), err
	})
	if err != nil && !errors.Is(err, errUnchanged) {
		return GameVote{}, err
	}
	v, err := k.GameVote(ctx, id, vote)
	v.Warnings = warnings
	return v, journal.AfterWrite(err)
}

// CancelGame closes an open vote without further answers. A repeated call gets the first answer.
func (k *Desk) CancelGame(ctx context.Context, id, vote, reason string) (GameVote, error) {
	known, err := k.Games.cancel(ctx, id, vote, reason, func(row *journal.Session) error {
		v, state, err := k.GameVoteState(ctx, id, vote)
		switch {
		case err != nil:
			return err
		case row.Roster.Hosted():
			return errHosted("", "Ringer runs the rules of this game and needs the vote; post the answers of people to it")
		case !v.Cancelled && v.Status(state, k.now().At) != session.VoteOpen:
			return errVoteOver
		}
		return nil
	})
	if err != nil {
		return GameVote{}, err
	}
	v, err := k.GameVote(ctx, id, vote)
	v.Duplicate = known
	return v, journal.AfterWrite(err)
}
