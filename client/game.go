package client

import (
	"context"
	"iter"
	"net/http"
	"net/url"
)

// Game is all seats of a game: those of bots, and those of people.
type Game struct {
	ID     string
	Opened Table // how the server opened it; empty after [Client.Game]
	at     place
}

// OpenGame opens a game. With an ExternalID it may be called again after a restart: then it returns
// the game that is there.
func (c *Client) OpenGame(ctx context.Context, game NewTable) (*Game, error) {
	var opened Table
	if err := c.Do(ctx, http.MethodPost, "/v1/games", game, &opened); err != nil {
		return nil, err
	}
	g := c.Game(opened.ID)
	g.Opened = opened
	return g, nil
}

// Game returns the game of an id, without a request.
func (c *Client) Game(id string) *Game {
	return &Game{ID: id, at: place{c, "/v1/games/" + url.PathEscape(id)}}
}

// State returns how the game is now.
func (g *Game) State(ctx context.Context) (state Table, err error) {
	err = g.at.do(ctx, http.MethodGet, "", nil, &state)
	return state, err
}

// Post posts what players said, in order. A message without an id gets one.
func (g *Game) Post(ctx context.Context, messages ...NewMessage) error {
	return g.at.post(ctx, messages)
}

// Observe posts what happened in the game.
func (g *Game) Observe(ctx context.Context, o NewTableObservation) error {
	return g.at.do(ctx, http.MethodPost, "/observations", o, nil)
}

// Vote asks seats for a decision, and waits until all bots have answered or the vote has closed.
func (g *Game) Vote(ctx context.Context, v NewTableVote) (vote TableVote, err error) {
	if vote, err = g.Ask(ctx, v); err != nil {
		return vote, err
	}
	return g.AwaitVote(ctx, vote.ID)
}

// Ask asks seats for a decision, and does not wait for it. People answer with [Game.Cast].
func (g *Game) Ask(ctx context.Context, v NewTableVote) (vote TableVote, err error) {
	err = g.at.do(ctx, http.MethodPost, "/votes", v, &vote)
	return vote, err
}

// AwaitVote waits until a vote is over.
func (g *Game) AwaitVote(ctx context.Context, id string) (vote TableVote, err error) {
	vote.Status = VoteStatusOpen
	for err == nil && vote.Status == VoteStatusOpen {
		err = g.at.do(ctx, http.MethodGet, "/votes/"+url.PathEscape(id)+"?wait=20s", nil, &vote)
	}
	return vote, err
}

// Cast gives the answer of a person to a vote.
func (g *Game) Cast(ctx context.Context, voteID string, c NewCast) error {
	return g.at.do(ctx, http.MethodPost, "/votes/"+url.PathEscape(voteID)+"/casts", c, nil)
}

// End ends the game.
func (g *Game) End(ctx context.Context, e Ending) error {
	return g.at.do(ctx, http.MethodPost, "/end", e, nil)
}

// Result says who was what, and how everybody did, once the game has ended.
func (g *Game) Result(ctx context.Context) (result TableResult, err error) {
	err = g.at.do(ctx, http.MethodGet, "/result", nil, &result)
	return result, err
}

// Events follows the log of the game until it ends, as [Session.Events] does. With [As] it is what
// one player may see.
func (g *Game) Events(ctx context.Context, options ...EventOption) iter.Seq2[Event, error] {
	return g.at.events(ctx, options)
}

// Players returns players whose names are their ids.
func Players(names ...string) []NewPlayer {
	players := make([]NewPlayer, len(names))
	for i, name := range names {
		players[i].ID = name
	}
	return players
}
