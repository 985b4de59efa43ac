package api

import (
	"fmt"
	"net/http"

	"github.com/labstack/echo/v4"

	"ringer/engine"
	"ringer/engine/game"
)

// maxBatch bounds the messages of one request.
const maxBatch = 100

// messageBody is one message, or several under messages.
type messageBody struct {
	Messages []game.Post `json:"messages"`
	game.Post
}

type postedMessages struct {
	Messages []engine.Posted `json:"messages"`
}

func (s *Server) postMessages(c echo.Context) error {
	var body messageBody
	if err := decode(c, &body); err != nil {
		return err
	}
	posts, pointer := body.Messages, func(i int) string { return fmt.Sprintf("/messages/%d", i) }
	switch {
	case posts == nil:
		posts, pointer = []game.Post{body.Post}, func(int) string { return "" }
	case body.Post != (game.Post{}):
		return refuse(codeUnknownField, "/messages", "stands beside the fields of a single message; send one or the other")
	case len(posts) == 0:
		return refuse(game.CodeRequired, "/messages", "must hold at least one message")
	case len(posts) > maxBatch:
		return refuse(game.CodeTooMany, "/messages", fmt.Sprintf("has %d messages, at most %d are taken; split it", len(posts), maxBatch))
	}
	done, err := s.engine.Post(c.Request().Context(), c.Param("id"), posts, pointer)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusAccepted, postedMessages{done})
}

type transcript struct {
	Messages []engine.Line `json:"messages"`
	// NextAfter is the after of the next page, absent on the last one.
	NextAfter int64 `json:"next_after,omitempty"`
}

func (s *Server) listMessages(c echo.Context) error {
	after, err := number(c, "after", 0, 0, 1<<62)
	if err != nil {
		return err
	}
	limit, err := number(c, "limit", 100, 1, 1000)
	if err != nil {
		return err
	}
	lines, more, err := s.engine.Transcript(c.Request().Context(), c.Param("id"), after, int(limit))
	if err != nil {
		return err
	}
	page := transcript{Messages: lines}
	if more {
		page.NextAfter = lines[len(lines)-1].Seq
	}
	return c.JSON(http.StatusOK, page)
}
