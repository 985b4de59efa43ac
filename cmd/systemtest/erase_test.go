package systemtest

import (
	"bytes"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

const gone = "Quokka Zebrafish 5550199"

// TestDeletedMessagesAreNowhere deletes a message of a recorded session, and looks for its text in
// every answer and in the files of the database, also after the process was killed.
func TestDeletedMessagesAreNowhere(t *testing.T) {
	onBoth(t, deletedMessages)
}

func deletedMessages(t *testing.T, env string) {
	db := filepath.Join(t.TempDir(), "ringer.db")
	p := start(t, db, env)
	id := p.record(30)
	address := "/v1/sessions/" + id
	said := p.say(id, "Blue", "red, my number is "+gone)
	await(p, id, func(*session.MessageSent) bool { return true })
	p.say(id, "Green", "red, where are you from?")
	p.end(syscall.SIGTERM) // it stores a snapshot
	p = start(t, db, env)
	if env == "" && !found(t, filepath.Dir(db)) {
		t.Fatal("the files do not hold the text, so this test shows nothing")
	}
	message := ""
	for _, e := range p.events(id, 0, "0s") {
		if e.Seq == said {
			message = e.MessageID(id)
		}
	}
	if status := p.call("DELETE", address+"/messages/"+message, nil, nil); status != http.StatusNoContent {
		t.Fatalf("deletion: status %d", status)
	}
	p.say(id, "Green", "red, what do you eat?")
	p.end(syscall.SIGKILL)
	p = start(t, db, env)
	p.say(id, "Green", "red, are you there?")
	for _, path := range []string{"/events?types=*&limit=1000", "/messages", "/export", "/mind", "/plan"} {
		if _, body := p.get(address + path); strings.Contains(body, "Zebrafish") {
			t.Errorf("%s has the text: %s", path, body)
		}
	}
	if env == "" && found(t, filepath.Dir(db)) {
		t.Error("a file has the text")
	}
	if _, _, err := command(t, nil, "replay", "--recorded", p.export(address)); err == nil || !strings.Contains(err.Error(), "has deleted a message, and its text is gone") {
		t.Errorf("the session is decided again: %v", err)
	}
}

// found reports whether a file of a folder has the text.
func found(t *testing.T, folder string) bool {
	for _, f := range sessiontest.Must(os.ReadDir(folder))(t) {
		if b := sessiontest.Must(os.ReadFile(filepath.Join(folder, f.Name())))(t); bytes.Contains(b, []byte("Zebrafish")) {
			t.Logf("%s has the text", f.Name())
			return true
		}
	}
	return false
}
