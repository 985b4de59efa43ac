package api

import (
	"fmt"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"ringer/engine/desk"
	"ringer/engine/session"
)

// MaxBatch bounds the messages of one request. They are one append, and other requests wait while
// it is stored.
const MaxBatch = 100

// messageBody is one message, or several in the field messages.
type messageBody struct {
	Messages []session.Post `json:"messages"`
	session.Post
}

// read implements reader. Nothing is posted as often as messages.
func (b *messageBody) read(w *walk) {
	w.readObject(func(name []byte) {
		if string(name) != "messages" {
			readPost(w, &b.Post, name)
			return
		}
		b.Messages = []session.Post{}
		w.readList(func() {
			var p session.Post
			w.readObject(func(name []byte) { readPost(w, &p, name) })
			b.Messages = append(b.Messages, p)
		})
	})
}

// readPost reads one field of a message.
func readPost(w *walk, p *session.Post, name []byte) {
	w.next()
	if string(name) == "history" {
		p.History = string(w.literal()) == "true"
		return
	}
	raw := w.quotedText() // all others are strings
	switch string(name) {
	case "id":
		p.ID = unquote(raw)
	case "sender":
		p.Sender = unquote(raw)
	case "text":
		p.Text = unquote(raw)
	case "kind":
		p.Kind = session.MessageKind(unquote(raw))
	case "channel":
		p.Channel = unquote(raw)
	case "sent_at":
		p.SentAt = new(time.Time)
		_ = p.SentAt.UnmarshalText([]byte(unquote(raw))) // its shape was checked
	case "reply_to":
		p.ReplyTo = unquote(raw)
	case "message_id":
		p.MessageID = unquote(raw)
	}
}

// postedMessages holds the result for each message, in the order of the request.
type postedMessages struct {
	Messages []desk.Posted `json:"messages"`
	// Warnings say what was accepted, but is probably a mistake.
	Warnings []session.Warning `json:"warnings,omitempty"`
}

// postMessages stores what players and the game master said: one message, or up to 100 messages in
// order. All are stored, or none. The answer comes when they are stored. The bot thinks afterwards,
// and what it says comes as the event message.sent.
//
// Give each message an id of your own. Then you may repeat the request: messages that are already
// stored are answered with duplicate: true.
//
// A message from the bot's own seat is the echo of a message that the bot sent. Name that message
// in message_id. An echo that matches none of the bot's messages, or only a rejected one, is stored
// as a new message of the bot.
//
// You decide who may speak. The server takes messages from players who are out, and from players
// who cannot see the channel.
//
//	@Summary	Post messages
//	@Body	messageBody	"One message, or several."
//	@Success	202	{object}	postedMessages	"The messages are stored, in the order of the request."
func (s *Server) postMessages(c echo.Context) error {
	posts, pointer, err := readPosts(c, s.desk.Logs, desk.CheckPosts)
	if err == nil {
		err = s.countPosts(c, s.desk.Logs, len(posts))
	}
	if err != nil {
		return err
	}
	began := time.Now()
	done, err := s.desk.Post(c.Request().Context(), c.Param("id"), posts, pointer)
	if err != nil {
		return err
	}
	s.tracePosts(c, began, done)
	return c.JSON(http.StatusAccepted, s.posted(done))
}

// pointerOf returns the JSON pointer of the i-th message.
type pointerOf = func(i int) string

// readPosts reads the messages of a request to a session or a game.
func readPosts(c echo.Context, logs desk.Logs, check func([]session.Post, pointerOf) func(*session.Roster) error) ([]session.Post, pointerOf, error) {
	var body messageBody
	err := decode(c, &body, func() error {
		posts, pointer, err := body.posts()
		if err != nil {
			return err
		}
		return logs.Check(c.Request().Context(), c.Param("id"), check(posts, pointer))
	})
	if err != nil {
		return nil, nil, err
	}
	return body.posts()
}

// posts returns the messages of a body, and a function that returns the JSON pointer of the i-th
// message.
func (b *messageBody) posts() (posts []session.Post, pointer func(i int) string, err error) {
	switch {
	case b.Messages == nil:
		return []session.Post{b.Post}, func(int) string { return "" }, nil
	case b.Post != (session.Post{}):
		err = refuse(codeUnknownField, "/messages", "cannot be combined with the fields of a single message; send one or the other")
	case len(b.Messages) == 0:
		err = refuse(session.CodeRequired, "/messages", "must hold at least one message")
	case len(b.Messages) > MaxBatch:
		err = refuse(session.CodeTooMany, "/messages", fmt.Sprintf("has %d messages, at most %d are taken; split it", len(b.Messages), MaxBatch))
	}
	return b.Messages, func(i int) string { return fmt.Sprintf("/messages/%d", i) }, err
}

// messagePage is a page of the messages.
type messagePage struct {
	Messages []desk.Line `json:"messages"`
	// Accusations are the accusations that the bot has made by itself between these messages, or
	// after the last one of the session.
	Accusations []desk.Accused `json:"accusations,omitempty"`
	// NextAfter is the after of the next page; absent on the last page.
	NextAfter int64 `json:"next_after,omitempty"`
}

// updateMessage gives a message another text: one that you have posted, or one of the bot. The log
// keeps both texts; prompts, transcripts and views show the new one. The bot reads the message
// again, and if it has not spoken since, it thinks again. The same text again returns the first
// result.
//
//	@Summary	Edit a message
//	@Body	desk.MessageChanges	"The new text."
//	@Success	200	{object}	desk.Posted	"The edit is stored."
func (s *Server) updateMessage(c echo.Context) error { return s.editMessage(c, s.desk.Logs) }

// deleteMessage takes a message back: one that you have posted, or one of the bot. Its text is
// erased from the log, from recorded calls and from snapshots, and wherever the bot has quoted it.
// What was about to answer it is not sent. The same request again changes nothing. Sessions and
// games that have ended take deletions, too.
//
//	@Summary	Delete a message
//	@Success	204	"The message is deleted, and its text is gone."
func (s *Server) deleteMessage(c echo.Context) error { return s.eraseMessage(c, s.desk.Logs) }

// updateGameMessage is updateMessage for a game: all bots that have heard the message hear of it.
//
//	@Summary	Edit a message of a game
//	@Body	desk.MessageChanges	"The new text."
//	@Success	200	{object}	desk.Posted	"The edit is stored."
func (s *Server) updateGameMessage(c echo.Context) error { return s.editMessage(c, s.desk.Games) }

// deleteGameMessage is deleteMessage for a game: the text goes from the logs of all its bots, too.
//
//	@Summary	Delete a message of a game
//	@Success	204	"The message is deleted, and its text is gone."
func (s *Server) deleteGameMessage(c echo.Context) error { return s.eraseMessage(c, s.desk.Games) }

func (s *Server) editMessage(c echo.Context, logs desk.Logs) error {
	var to desk.MessageChanges
	check := func() error { return session.CheckText(to.Text) }
	if err := decode(c, &to, check); err != nil {
		return err
	}
	done, err := logs.Edit(c.Request().Context(), c.Param("id"), c.Param("mid"), to)
	return answer(c, http.StatusOK, done, err)
}

func (s *Server) eraseMessage(c echo.Context, logs desk.Logs) error {
	if err := logs.DeleteMessage(c.Request().Context(), c.Param("id"), c.Param("mid")); err != nil {
		return err
	}
	return c.NoContent(http.StatusNoContent)
}

// listMessages returns the transcript, oldest first: the messages that you posted and the messages
// that the bot sent. Each has what is known about it. A page of very long messages ends early: go
// on while there is a next_after.
//
//	@Summary	List the messages
//	@Success	200	{object}	messagePage	"One page."
func (s *Server) listMessages(c echo.Context) error {
	t, err := s.desk.Transcript(c.Request().Context(), c.Param("id"), queryNumber(c, "after", 0), int(queryNumber(c, "limit", 100)))
	if err != nil {
		return err
	}
	page := messagePage{Messages: t.Lines, Accusations: t.Accusations}
	if t.More {
		page.NextAfter = t.Lines[len(t.Lines)-1].Seq
	}
	return c.JSON(http.StatusOK, page)
}
