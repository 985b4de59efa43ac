package systemtest

import (
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"ringer/cmd/internal/repotest"
	"ringer/engine/audit"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

// chatRoom is examples/webhook, as the people in its room see it.
type chatRoom struct {
	t     *testing.T
	url   string
	start func() *child
}

func openChatRoom(t *testing.T, server string) *chatRoom {
	t.Helper()
	const program = "webhook/chat.py"
	port, file := fmt.Sprint(quietPort(t)), filepath.Join(t.TempDir(), "room.db")
	return &chatRoom{t, "http://127.0.0.1:" + port, func() *child {
		cmd := python(t, filepath.Join(repotest.Root(t), "examples", program), "--port", port, "--file", file, "--speed", "10")
		cmd.Env = append(cmd.Env, "RINGER_URL="+server)
		c, printed := launch(t, cmd)
		if !printed.Scan() {
			t.Fatal("the example has ended")
		}
		go func() { // ends with the example
			for printed.Scan() {
			}
		}()
		return c
	}}
}

func (r *chatRoom) post(path, body string) (status int) {
	r.t.Helper()
	response, err := http.Post(r.url+path, "text/plain", strings.NewReader(body))
	if err != nil {
		r.t.Fatal(err)
	}
	defer discard(response)
	return response.StatusCode
}

// lines returns what a sender has said, as the room shows it.
func (r *chatRoom) lines(sender string) (texts []string) {
	r.t.Helper()
	response := sessiontest.Must(http.Get(r.url))(r.t)
	defer discard(response)
	for line := range strings.Lines(string(sessiontest.Must(io.ReadAll(response.Body))(r.t))) {
		if of, text, _ := strings.Cut(strings.TrimSpace(line), ": "); of == sender {
			texts = append(texts, text)
		}
	}
	return texts
}

// TestExampleWebhook plays examples/webhook as people who post with curl. Ringer is killed, then
// the example, so that the bot answers while nobody receives. In the end all deliveries come again.
// The room shows what the log has, each line once.
func TestExampleWebhook(t *testing.T) {
	slow(t)
	server := restarting(t, "RINGER_WEBHOOK_PRIVATE=true")
	room := openChatRoom(t, server.url)
	example := room.start()
	var list struct{ Sessions []struct{ ID string } }
	server.call("GET", "/v1/sessions", nil, &list)
	id := list.Sessions[0].ID

	room.post("/say/Ann", "hi red, where are you from?")
	until(t, func() bool { return len(room.lines("Red")) > 0 }, "Red answers")
	for _, forged := range []string{"", `{"data":{"type":"message.sent"}}`} {
		if status := room.post("/ringer", forged); status != http.StatusBadRequest {
			t.Errorf("a delivery without a signature gets %d, want 400", status)
		}
	}
	server.end(syscall.SIGKILL)
	room.post("/say/Bob", "and what do you do, red?") // the example posts it when Ringer is back
	server.process = server.again()
	n := len(sentLines(server, id))
	example.end(syscall.SIGKILL)
	until(t, func() bool {
		server.say(id, "Bob", fmt.Sprintf("red, do you like number %d?", n))
		return len(sentLines(server, id)) > n
	}, "Red answers while nobody receives")
	room.start()
	room.post("/say/Ann", "bye red")

	var hooks struct{ Webhooks []struct{ ID string } }
	server.call("GET", "/v1/webhooks", nil, &hooks)
	until(t, func() bool { return slices.Equal(room.lines("Red"), sentLines(server, id)) }, "the room shows what Red has said")
	server.call("POST", "/v1/webhooks/"+hooks.Webhooks[0].ID+"/replay", map[string]any{"cursor": "earliest"}, nil)
	server.call("POST", "/v1/sessions/"+id+"/end", map[string]any{}, nil)
	until(t, func() bool { return slices.Contains(room.lines("*"), "The game is over.") }, "the end is delivered")
	if shown, sent := room.lines("Red"), sentLines(server, id); !slices.Equal(shown, sent) {
		t.Errorf("the room shows %q of Red, want %q", shown, sent)
	}
	for _, text := range []string{"hi red, where are you from?", "and what do you do, red?", "bye red"} {
		if n := heardTimes(server, id, text); n != 1 {
			t.Errorf("the log has %q %d times, want once", text, n)
		}
	}
	t.Logf("Red: %q", room.lines("Red"))
	noMistakes(t, server.process, audit.PostedTwice) // the test did that, in place of the example
}

// sentLines returns what the bot of a session has said.
func sentLines(server *restartable, id string) (texts []string) {
	for _, e := range server.process.log(id) {
		if m, ok := e.Data.(*session.MessageSent); ok {
			texts = append(texts, m.Text)
		}
	}
	return texts
}

// heardTimes counts the messages of a session with a text.
func heardTimes(server *restartable, id, text string) (n int) {
	for _, e := range server.process.log(id) {
		if m, ok := e.Data.(*session.MessageReceived); ok && m.Text == text {
			n++
		}
	}
	return n
}
