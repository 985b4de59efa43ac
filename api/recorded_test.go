package api_test

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

	"ringer/api"
	"ringer/engine/game"
)

// shelf are recordings whose games are lines.
type shelf struct{}

func (shelf) Games(file io.Reader) (any, error) {
	all, err := io.ReadAll(file)
	if err == nil && len(all) == 0 {
		err = fmt.Errorf("the file holds no game")
	}
	return map[string]int{"games": bytes.Count(all, []byte("\n"))}, err
}

func (shelf) Seat(_ io.Reader, number int, name string) (any, error) {
	if name == "Nobody" {
		return nil, game.Errors{{Code: game.CodeUnknownPlayer, Pointer: "seat", Detail: "is not a player of the game"}}
	}
	return map[string]any{"game": number, "seat": name}, nil
}

// TestRecordings: a file is answered with its games, or with one game as a seat plays it.
func TestRecordings(t *testing.T) {
	t.Parallel()
	const route = "/playground/recordings"
	s := setup(t, func(o *api.Options) { o.Recordings = shelf{} })
	for name, c := range map[string]struct {
		query, body string
		status      int
		want        string
	}{
		"Games":        {"", "one\ntwo\n", 200, `{"games":2}`},
		"Empty":        {"", "", 400, "the file holds no game"},
		"LargerThan1M": {"", strings.Repeat("game\n", 1<<20), 200, `{"games":1048576}`},
		"TooLarge":     {"", strings.Repeat("game\n", 7<<20), 413, "32 MiB"},
		"Seat":         {"?game=2&seat=Ann%20B", "one", 200, `{"game":2,"seat":"Ann B"}`},
		"AnySeat":      {"?game=1", "one", 200, `{"game":1,"seat":""}`},
		"UnknownSeat":  {"?game=1&seat=Nobody", "one", 422, `"in":"query","pointer":"seat","code":"unknown_player"`},
		"NoNumber":     {"?game=first", "one", 422, "a whole number from 1"},
		"UnknownQuery": {"?games=1", "one", 422, "did you mean game"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if a := s.send("POST", route+c.query, c.body); a.Status != c.status || !bytes.Contains(a.Body, []byte(c.want)) {
				t.Errorf("%d %s, want %d and %s", a.Status, a.Body, c.status, c.want)
			}
		})
	}
	t.Run("NeedsTheKey", func(t *testing.T) {
		t.Parallel()
		keyed := setup(t, func(o *api.Options) { o.Recordings, o.Key = shelf{}, strings.Repeat("k", 20) })
		if a := keyed.send("POST", route, "one\n"); a.Status != 401 {
			t.Errorf("without the key: %d", a.Status)
		}
	})
	t.Run("ServerWithout", func(t *testing.T) {
		t.Parallel()
		if a := setup(t).send("POST", route, "one\n"); a.Status != 404 {
			t.Errorf("without recordings: %d", a.Status)
		}
	})
}
