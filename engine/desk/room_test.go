package desk_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"ringer/engine/desk"
	"ringer/engine/game"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

// TestLogOfLongLinesIsFull posts lines of the greatest length to a game. Its log is full long
// before it has as many events as it may have.
func TestLogOfLongLinesIsFull(t *testing.T) {
	k := setup(t).start(desk.Terms{})
	row := sessiontest.First(k.CreateGame(t.Context(), "", session.GameConfig{Game: session.Setting{Players: []session.Player{{ID: "ann", Name: "Ann"}}}}))(t)
	var posts []session.Post
	for range 100 {
		posts = append(posts, session.Post{Sender: "ann", Text: strings.Repeat("😀", session.MaxText)})
	}
	lines, err := 0, error(nil)
	for err == nil && lines < 10_000 {
		if _, err = k.Games.Post(t.Context(), row.ID, posts, func(i int) string { return fmt.Sprint("/messages/", i) }); err == nil {
			lines += len(posts)
		}
	}
	errs, _ := errors.AsType[session.Errors](err)
	if bytes := lines * 4 * session.MaxText; len(errs) == 0 || errs[0].Code != session.CodeLogFull || bytes < game.MostBytes*9/10 || bytes > game.MostBytes*5/4 {
		t.Errorf("%d lines of %d bytes, then %v", lines, bytes, err)
	}
}
