package metrics

import (
	"bytes"
	"errors"
	"log/slog"
	"strings"
	"testing"

	"ringer/engine/prompt"
	"ringer/engine/session"
)

// TestLogOfARefusedText: the log has the rule, but not the text, which may be a secret.
func TestLogOfARefusedText(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	refused := session.Event{Data: &session.TextRejected{Rule: "secret", Text: "it is rosebud", Kind: "turn"}}
	logAct(slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug})), "ses_1", refused)
	if got := log.String(); !strings.Contains(got, "session=ses_1 rule=secret thought=turn") || strings.Contains(got, "rosebud") {
		t.Error(got)
	}
}

// TestLogOfModelCalls checks that only calls that failed are logged by default. A busy server makes
// a thousand calls a second.
func TestLogOfModelCalls(t *testing.T) {
	t.Parallel()
	for failure, want := range map[error]string{nil: "level=DEBUG", errors.New("status code: 401"): "level=INFO"} {
		var log bytes.Buffer
		logCall(slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug})), "ses_1", &prompt.Exchange{Call: session.Call{Model: "gpt-4.1-mini"}, Err: failure})
		if got := log.String(); !strings.Contains(got, want) || !strings.Contains(got, `msg="model call" session=ses_1`) {
			t.Errorf("%v: %s", failure, got)
		}
	}
}
