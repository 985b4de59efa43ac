package cli

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"

	"ringer/engine/game"
)

// TestLogOfARefusedText: the log has the rule, but not the text, which may be a secret.
func TestLogOfARefusedText(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	refused := game.Event{Data: &game.TextRejected{Rule: "secret", Text: "it is rosebud", Kind: "turn"}}
	logAct(slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug})), "ses_1", refused)
	if got := log.String(); !strings.Contains(got, "session=ses_1 rule=secret thought=turn") || strings.Contains(got, "rosebud") {
		t.Error(got)
	}
}
