package api

import (
	"fmt"
	"net/http"

	"github.com/labstack/echo/v4"

	"ringer/engine"
	"ringer/engine/game"
)

// MaxBatch bounds the messages of one request: they are one append, and others wait while it is stored.
const MaxBatch = 100

// messageBody is one message, or several under messages.
type messageBody struct {
	Messages []game.Post `json:"messages"`
	game.Post
}

// postedMessages is what became of each message, in the order of the request.
type postedMessages struct {
	Messages []engine.Posted `json:"messages"`
}

// postMessages takes one message or a batch.
//
//	@Summary		Post messages
//	@Description	Takes what players and the game master said: one message, or up to 100 in their order, all or none. The answer comes when they are stored; the bot thinks afterwards, and what it says comes as the event message.sent.
//	@Description	Give each message an id of your own: then the request may be repeated, and what is known already is answered with duplicate: true.
//	@Description	A message of the bot's own seat is the echo of one that it sent. Name that one in message_id. One that matches nothing the bot has sent, or what was rejected, becomes a line of the bot's own.
//	@Description	Who may speak is for you to say: players who are out, or who do not see a channel, are not refused.
//	@ID				postMessages
//	@Tags			Messages
//	@Accept			json
//	@Produce		json
//	@Param			id		path		string			true	"The id of the session."
//	@Param			body	body		messageBody		true	"One message, or several."
//	@Success		202		{object}	postedMessages	"The messages are stored, in the order of the request."
//	@Router			/v1/sessions/{id}/messages [post]
func (s *Server) postMessages(c echo.Context) error {
	var body messageBody
	ctx, id := c.Request().Context(), c.Param("id")
	check := func() error {
		posts, pointer, err := body.posts()
		if err != nil {
			return err
		}
		return s.engine.CheckPosts(ctx, id, posts, pointer)
	}
	if err := decode(c, &body, check); err != nil {
		return err
	}
	posts, pointer, err := body.posts()
	if err != nil {
		return err
	}
	done, err := s.engine.Post(ctx, id, posts, pointer)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusAccepted, postedMessages{done})
}

// posts returns the messages of a body, and what gives the JSON pointer of the i-th one.
func (b *messageBody) posts() (posts []game.Post, pointer func(i int) string, err error) {
	switch {
	case b.Messages == nil:
		return []game.Post{b.Post}, func(int) string { return "" }, nil
	case b.Post != (game.Post{}):
		err = refuse(codeUnknownField, "/messages", "stands beside the fields of a single message; send one or the other")
	case len(b.Messages) == 0:
		err = refuse(game.CodeRequired, "/messages", "must hold at least one message")
	case len(b.Messages) > MaxBatch:
		err = refuse(game.CodeTooMany, "/messages", fmt.Sprintf("has %d messages, at most %d are taken; split it", len(b.Messages), MaxBatch))
	}
	return b.Messages, func(i int) string { return fmt.Sprintf("/messages/%d", i) }, err
}

// transcript is a page of the messages.
type messagePage struct {
	Messages []engine.Line `json:"messages"`
	// NextAfter is the after of the next page, absent on the last one.
	NextAfter int64 `json:"next_after,omitempty"`
}

// listMessages shows the transcript.
//
//	@Summary		List the messages
//	@Description	The transcript, oldest first: what was posted, and what the bot sent, with what is known of it.
//	@ID				listMessages
//	@Tags			Messages
//	@Produce		json
//	@Param			id		path		string	true	"The id of the session."
//	@Param			after	query		int			false	"The seq after which the page begins; 0 for the beginning."	minimum(0)	default(0)
//	@Param			limit	query		int			false	"How many messages a page holds at most."	minimum(1)	maximum(1000)	default(100)
//	@Success		200		{object}	messagePage	"One page."
//	@Router			/v1/sessions/{id}/messages [get]
func (s *Server) listMessages(c echo.Context) error {
	lines, more, err := s.engine.Transcript(c.Request().Context(), c.Param("id"), queryNumber(c, "after", 0), int(queryNumber(c, "limit", 100)))
	if err != nil {
		return err
	}
	page := messagePage{Messages: lines}
	if more {
		page.NextAfter = lines[len(lines)-1].Seq
	}
	return c.JSON(http.StatusOK, page)
}
