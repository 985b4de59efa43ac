package systemtest

import (
	"bytes"
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

// record opens a session whose model calls are recorded.
func (p *process) record(speed float64) (id string) {
	p.t.Helper()
	return p.open(turing(map[string]any{"seed": 1, "record": true, "speed": speed}))
}

// ask asks for a vote.
func (p *process) ask(id, vote string) {
	p.t.Helper()
	q := session.VoteRequest{ID: vote, Kind: session.ChooseOne, Question: "Who is the machine?"}
	if status := p.call("POST", "/v1/sessions/"+id+"/votes", q, nil); status != http.StatusAccepted {
		p.t.Fatalf("vote: status %d", status)
	}
}

// export writes the export of the session at an address to a file.
func (p *process) export(address string) (file string) {
	p.t.Helper()
	response, body := p.get(address + "/export")
	if response.StatusCode != http.StatusOK {
		p.t.Fatalf("export: %s", response.Status)
	}
	file = filepath.Join(p.t.TempDir(), "export.ndjson")
	if err := os.WriteFile(file, []byte(body), 0o600); err != nil {
		p.t.Fatal(err)
	}
	return file
}

// TestRecordedSessionIsDecidedTheSameAgain plays a game with votes on a server that is killed
// several times. It exports the session and decides it again.
func TestRecordedSessionIsDecidedTheSameAgain(t *testing.T) {
	slow(t)
	onBoth(t, recordedSession)
}

func recordedSession(t *testing.T, env string) {
	db := filepath.Join(t.TempDir(), "ringer.db")
	p := start(t, db, env)
	id := p.record(30)
	for i, text := range []string{"red, where are you from?", "hi all", "red you are slow", "who do you think it is, red?", "red?"} {
		seq := p.say(id, []string{"Blue", "Green"}[i%2], text)
		switch i % 3 {
		case 0: // kill it right after it has done something: while it thinks, or a plan is pending
			p.events(id, seq, "1s")
		case 1:
			p.call("PATCH", "/v1/sessions/"+id, map[string]any{"persona": text}, nil)
			p.call("POST", "/v1/sessions/"+id+"/observations", map[string]any{"kind": "typing", "player": "Blue"}, nil)
		case 2:
			p.ask(id, "killed")
		}
		p.end(syscall.SIGKILL)
		p = start(t, db, env)
	}
	for range 3 { // otherwise the bot may have the last word, and has nothing to think about
		p.say(id, "Green", "red, are you there?")
		await(p, id, func(*session.MessageSent) bool { return true })
	}
	p.ask(id, "quiet")
	for _, vote := range []string{"killed", "quiet"} {
		await(p, id, func(c *session.VoteCast) bool { return c.VoteID == vote })
	}
	p.call("POST", "/v1/sessions/"+id+"/end", map[string]any{}, nil)
	file := p.export("/v1/sessions/" + id)
	out, _, err := command(t, nil, "replay", "--recorded", file)
	if err != nil || !strings.Contains(out, ", 0 differ\n  thoughts") || !strings.Contains(out, "cannot be decided again 0") || strings.Contains(out, "prompts compared        0") {
		t.Fatalf("%v\n%s", err, out)
	}
	t.Log(out)
	t.Run("Tampered", func(t *testing.T) { tampered(t, file) })
	t.Run("NotRecorded", func(t *testing.T) { notRecorded(t, file) })
}

// tampered changes in the file what the bot said, and expects to be told where.
func tampered(t *testing.T, file string) {
	b := sessiontest.Must(os.ReadFile(file))(t)
	lines := bytes.SplitAfter(b, []byte("\n"))
	for i, line := range lines {
		var e map[string]any
		if json.Unmarshal(line, &e) != nil || e["type"] != "message.sent" {
			continue
		}
		e["data"].(map[string]any)["text"] = "i never said that"
		changed := sessiontest.Must(json.Marshal(e))(t)
		lines[i] = append(changed, '\n')
		break
	}
	at := filepath.Join(t.TempDir(), "tampered.ndjson")
	sessiontest.NoError(t, os.WriteFile(at, bytes.Join(lines, nil), 0o600))
	out, _, err := command(t, nil, "replay", "--recorded", at)
	if err == nil || !strings.Contains(err.Error(), "decided differently") || !strings.Contains(out, `message.sent: /text was "i never said that", and is `) {
		t.Errorf("%v\n%s", err, out)
	}
}

// notRecorded removes the calls from the file.
func notRecorded(t *testing.T, file string) {
	b := sessiontest.Must(os.ReadFile(file))(t)
	events, _, _ := bytes.Cut(b, []byte(`{"call":`))
	at := filepath.Join(t.TempDir(), "events.ndjson")
	sessiontest.NoError(t, os.WriteFile(at, events, 0o600))
	if out, _, err := command(t, nil, "replay", "--recorded", at); err == nil || !strings.Contains(err.Error(), `create the session with "record": true`) {
		t.Errorf("%v\n%s", err, out)
	}
}
