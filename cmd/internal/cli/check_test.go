package cli

import (
	"os"
	"path/filepath"
	"testing"

	"ringer/engine/sessiontest"
)

// TestCheckReadsWholeLogs: a file that lacks events would hide mistakes, so check refuses it.
func TestCheckReadsWholeLogs(t *testing.T) {
	t.Parallel()
	const created = `{"seq":1,"type":"session.created","session_id":"ses_1","at":"2026-03-01T12:00:00Z","data":{"config":{"game":{"players":["Ann","Ben"]},"bot":{"seat":"Ann"}}}}`
	const ended = `{"seq":3,"type":"session.ended","session_id":"ses_1","at":"2026-03-01T12:01:00Z","data":{"reason":"platform"}}`
	for want, text := range map[string]string{
		"lacks event 2; read it with types=*": created + "\n" + ended,
		"it holds no event":                   "\n",
		"line 1: is no line of an export":     "hello",
	} {
		file := filepath.Join(t.TempDir(), "export.ndjson")
		sessiontest.NoError(t, os.WriteFile(file, []byte(text), 0o600))
		_, err := commandIn(t, nil, "check", file)
		sessiontest.Fails(t, err, want)
	}
	_, err := commandIn(t, nil, "check", "nowhere.ndjson")
	sessiontest.Fails(t, err, "give the id of a session or game, or a file")
	_, err = commandIn(t, nil, "check", "ses_1", "--url", "localhost")
	sessiontest.Fails(t, err, "--url must be the URL of a server")
}
