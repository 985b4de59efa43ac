package recording

import (
	"strings"
	"testing"
)

// TestRecordingsAreCountedFirst: a line of many small values is refused before anything is made of
// it, and what a list would keep of a game is short. So is a file that holds no games.
func TestRecordingsAreCountedFirst(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ file, want string }{
		"Messages": {`{"messages":[{}` + strings.Repeat(`,{}`, 340_000) + `]}`, "line 1: has more than 100000 values"},
		"Event":    {`{"type":"game.created","data":[[]` + strings.Repeat(`,[]`, 100_000) + `]}`, "line 1: has more than 100000 values"},
		"Text":     {`{"messages":[{"at":1,"kind":"player","sender":"Ann","text":"a\"` + strings.Repeat(`,[{`, 100_000) + `"}]}`, ""},
		"Deep":     {`{"messages":` + strings.Repeat("[", 90_000) + strings.Repeat("]", 90_000) + `}`, "line 1: "},
		"Binary":   {"SQLite format 3\x00\x10\x00\x01\x01\x00@  \x00\xff\xfe\n\x00", "line 1: is not JSON; write each game as one line"},
		"Zeros":    {strings.Repeat("\x00", 1<<21), "line 1 is longer than 1 MiB; check that this is the right file"},
		"Name":     {`{"players":[{"name":"` + strings.Repeat("x", 1000) + `"}],"messages":[]}`, "player 1 has a name, a kind and a role of more than 960 bytes"},
	} {
		_, err := Recordings{}.Games(strings.NewReader(c.file))
		if (c.want == "") != (err == nil) || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}
