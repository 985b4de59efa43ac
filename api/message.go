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
