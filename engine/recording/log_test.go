package recording

import (
	"strings"
	"testing"

	"ringer/engine/sessiontest"
)

func readLog(t *testing.T, lines ...string) (g Game) {
	t.Helper()
	err := readRecordings(strings.NewReader(strings.Join(lines, "\n")), 0, func(read *Game) error {
		g = *read
		return nil
	})
	sessiontest.NoError(t, err)
	return g
}

// TestLogTimes: the times of a log are game time, whether or not the clock was set.
func TestLogTimes(t *testing.T) {
	t.Parallel()
	g := readLog(t,
		`{"type":"session.created","session_id":"ses_1","at":"2026-03-01T12:00:00Z","clock_shift_ms":500,"data":{"config":{"speed":2,"game":{"players":["Ann","Ben"]},"bot":{"seat":"Ann"}}}}`,
		`{"type":"message.received","session_id":"ses_1","at":"2026-03-01T12:00:01.25Z","clock_shift_ms":500,"data":{"kind":"player","sender":"Ben","text":"hi"}}`,
		`{"type":"of.the.future","session_id":"ses_1","at":"2026-03-01T12:00:02Z"}`,
		`{"type":"message.sent","session_id":"ses_1","at":"2026-03-01T12:01:03Z","clock_shift_ms":60500,"data":{"sender":"Ann","text":"hello"}}`,
	)
	if len(g.Messages) != 2 || g.Messages[0].At != 2.5 || g.Messages[1].At != 6 {
		t.Errorf("%+v", g.Messages)
	}
}

// TestLogRoles: rules that give players other ids say what each is.
func TestLogRoles(t *testing.T) {
	t.Parallel()
	g := readLog(t, `{"type":"game.created","game_id":"gam_1","data":{`+
		`"config":{"game":{"players":["Ann","Ben"]},"bots":[{"seat":"Ben"}]},"deal":{"players":["A","B"],"seats":{"Ann":"B","Ben":"A"},"roles":{"A":"machine","B":"person"}}}}`,
	)
	if got := g.Players; len(got) != 2 || got[0] != (Player{"A", BotKind, "machine"}) || got[1] != (Player{"B", "human", "person"}) {
		t.Errorf("%+v", got)
	}
}

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
