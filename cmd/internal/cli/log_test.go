package cli

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"

	"ringer/engine/game"
	"ringer/engine/llm/offline"
	"ringer/engine/prompt"
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

// TestLogOfModelCalls: a server with the offline model would log a thousand calls a second.
func TestLogOfModelCalls(t *testing.T) {
	t.Parallel()
	for model, want := range map[string]string{offline.Name: "level=DEBUG", "gpt-4.1-mini": "level=INFO"} {
		var log bytes.Buffer
		logCall(slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug})), "ses_1", &prompt.Exchange{Call: game.Call{Model: model}})
		if got := log.String(); !strings.Contains(got, want) || !strings.Contains(got, `msg="model call" session=ses_1`) {
			t.Errorf("%s: %s", model, got)
		}
	}
}
