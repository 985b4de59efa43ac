package desk_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"ringer/engine/desk"
	"ringer/engine/game"
	"ringer/engine/table"
)

// TestLogOfLongLinesIsFull posts lines of the greatest length to a game. Its log is full long
// before it has as many events as it may have.
func TestLogOfLongLinesIsFull(t *testing.T) {
	k := setup(t).start(desk.Terms{})
	row, _, err := k.CreateTable(t.Context(), game.Table{Game: game.Setting{Players: []game.Player{{ID: "ann", Name: "Ann"}}}})
	if err != nil {
		t.Fatal(err)
	}
	var posts []game.Post
	for range 100 {
		posts = append(posts, game.Post{Sender: "ann", Text: strings.Repeat("😀", game.MaxText)})
	}
	lines := 0
	for err == nil && lines < 10_000 {
		if _, err = k.PostTable(t.Context(), row.ID, posts, func(i int) string { return fmt.Sprint("/messages/", i) }); err == nil {
			lines += len(posts)
		}
	}
	errs, _ := errors.AsType[game.Errors](err)
	if bytes := lines * 4 * game.MaxText; len(errs) == 0 || errs[0].Code != game.CodeLogFull || bytes < table.MostBytes*9/10 || bytes > table.MostBytes*5/4 {
		t.Errorf("%d lines of %d bytes, then %v", lines, bytes, err)
	}
}
