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
