package cli

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ringer/engine/sessiontest"
)

// TestCommandsOfRecordedGames: stats, referee and read take files of games. A file that is missing,
// broken or of other games is refused.
func TestCommandsOfRecordedGames(t *testing.T) {
	t.Parallel()
	const folder = "../../../engine/recording/testdata/"
	broken := filepath.Join(t.TempDir(), "broken.jsonl")
	sessiontest.NoError(t, os.WriteFile(broken, []byte("{\n"), 0o600))
	for _, c := range []struct {
		args          []string
		out, mistaken string
	}{
		{[]string{"stats", folder + "mafia.jsonl"}, "2 games, with 4.00 phases", ""},
		{[]string{"stats"}, "", "expected"},
		{[]string{"stats", "nowhere.jsonl"}, "", "nowhere.jsonl"},
		{[]string{"stats", folder + "mafia.jsonl", broken}, "", "broken.jsonl line 1"},
		{[]string{"referee", folder + "mafia.jsonl"}, "2 of 2 games agree", ""},
		{[]string{"referee", folder + "quests.jsonl"}, "2 of 2 games agree", ""},
		{[]string{"read", folder + "readings.jsonl"}, `{"game_id":"own-read-1","index":2,"sender":"Blue","to":["Green"],"expects":true,"answers":null}`, ""},
		{[]string{"read", folder + "readings.jsonl"}, `{"game_id":"own-read-1","index":4,"sender":"Red","to":["all"],"expects":true,"answers":null}`, ""},
		{[]string{"read", "--score", folder + "readings.jsonl"}, "4          3              1.00    0.67  0.80             0.67        1   1.00", ""},
		{[]string{"read", broken}, "", "broken.jsonl line 1"},
		{[]string{"referee", folder + "games.jsonl"}, "", "holds no Mafia game"},
	} {
		out, err := command(t, c.args...)
		if sessiontest.Contains(t, out, c.out); c.mistaken != "" {
			sessiontest.Fails(t, err, c.mistaken)
		} else {
			sessiontest.NoError(t, err)
		}
	}
}

// TestReadByModel: with a model server it reads the lines, and the rules read those that it leaves
// out.
func TestReadByModel(t *testing.T) {
	t.Parallel()
	answer := `{\"read\":[{\"line\":4,\"to\":[\"Red\",\"Nobody\"],\"expects_answer\":true,\"answers\":3},{\"line\":6,\"to\":[\"all\"],\"expects_answer\":false,\"answers\":9}]}`
	asked := ""
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		asked += string(body)
		fmt.Fprintf(w, `{"choices":[{"message":{"content":"%s"},"finish_reason":"stop"}]}`, answer)
	}))
	defer server.Close()
	out, err := command(t, "read", "--openai-base-url", server.URL, "../../../engine/recording/testdata/readings.jsonl")
	sessiontest.NoError(t, err)
	for _, line := range []string{
		`"index":2,"sender":"Blue","to":["Green"],"expects":true,"answers":null}`, `"index":3,"sender":"Green","to":["Red"],"expects":true,"answers":2}`,
		`"index":5,"sender":"Blue","to":["all"],"expects":false,"answers":null}`,
	} {
		sessiontest.Contains(t, out, line)
	}
	if strings.Count(asked, "#3, #4, #5, #6") != 1 || strings.Contains(asked, "(you)") {
		t.Errorf("asked %s", asked)
	}
	server.Close()
	_, err = command(t, "read", "--openai-base-url", server.URL, "../../../engine/recording/testdata/readings.jsonl")
	sessiontest.Fails(t, err, "game own-read-1")
}
