package client

import (
	"context"
	"iter"
	"net/http"
	"net/url"
)

// Session is one bot in its seat.
type Session struct {
	ID     string
	Opened SessionState // how the server opened it; empty after [Client.Session]
	at     place
}

// place is where a session or a game is.
type place struct {
	client *Client
	path   string
}

// Open opens a session. With an ExternalID it may be called again after a restart: then it returns
// the session that is there.
func (c *Client) Open(ctx context.Context, session NewSession) (*Session, error) {
	var opened SessionState
	if err := c.Do(ctx, http.MethodPost, "/v1/sessions", session, &opened); err != nil {
		return nil, err
	}
	s := c.Session(opened.ID)
	s.Opened = opened
	return s, nil
}

// Session returns the session of an id, without a request.
func (c *Client) Session(id string) *Session {
	return &Session{ID: id, at: place{c, "/v1/sessions/" + url.PathEscape(id)}}
}

// State returns how the session is now.
func (s *Session) State(ctx context.Context) (state SessionState, err error) {
	err = s.at.do(ctx, http.MethodGet, "", nil, &state)
	return state, err
}

// Post posts what players said, in order. A message without an id gets one. With an ID of yours it
// may be posted again after a restart: it is stored once.
func (s *Session) Post(ctx context.Context, messages ...NewMessage) error {
	return s.at.post(ctx, messages)
}

// Observe posts what happened in the game.
func (s *Session) Observe(ctx context.Context, o NewObservation) error {
	return s.at.do(ctx, http.MethodPost, "/observations", o, nil)
}

// Receipt says what became of a message of the bot.
func (s *Session) Receipt(ctx context.Context, messageID string, r Receipt) error {
	return s.at.do(ctx, http.MethodPost, "/messages/"+url.PathEscape(messageID)+"/receipt", r, nil)
}

// Vote asks the bot for a decision, and waits until it is made: the answer is in Cast. That is nil
// if the vote was cancelled.
func (s *Session) Vote(ctx context.Context, v NewVote) (vote Vote, err error) {
	if vote, err = s.Ask(ctx, v); err != nil {
		return vote, err
	}
	return s.AwaitVote(ctx, vote.ID)
}

// Ask asks the bot for a decision, and does not wait for it.
func (s *Session) Ask(ctx context.Context, v NewVote) (vote Vote, err error) {
	err = s.at.do(ctx, http.MethodPost, "/votes", v, &vote)
	return vote, err
}

// AwaitVote waits until a vote is over.
func (s *Session) AwaitVote(ctx context.Context, id string) (vote Vote, err error) {
	vote.Status = VoteStatusOpen
	for err == nil && vote.Status == VoteStatusOpen {
		err = s.at.do(ctx, http.MethodGet, "/votes/"+url.PathEscape(id)+"?wait=20s", nil, &vote)
	}
	return vote, err
}

// End ends the session.
func (s *Session) End(ctx context.Context, e Ending) error {
	return s.at.do(ctx, http.MethodPost, "/end", e, nil)
}

// Events follows the log of the session until it ends. It goes on after broken connections and
// restarts of the server, as long as the context lives. An error is the last thing it yields.
func (s *Session) Events(ctx context.Context, options ...EventOption) iter.Seq2[Event, error] {
	return s.at.events(ctx, options)
}

func (p place) do(ctx context.Context, method, path string, body, result any) error {
	return p.client.Do(ctx, method, p.path+path, body, result)
}

func (p place) post(ctx context.Context, messages []NewMessage) error {
	batch := MessageBatch{Messages: append([]NewMessage{}, messages...)}
	for i := range batch.Messages {
		if m := &batch.Messages[i]; m.ID == "" {
			m.ID = newID()
		}
	}
	return p.do(ctx, http.MethodPost, "/messages", batch, nil)
}
