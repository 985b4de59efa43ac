package systemtest

import (
	"fmt"
	"io"
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

// TestExampleMafiaNight plays examples/mafia-night as a person at its terminal, who answers what
// others say and votes. The server is killed during the first vote. Each session has heard what
// its seat may hear, each line once.
func TestExampleMafiaNight(t *testing.T) {
	slow(t)
	const program = "mafia-night/night.py"
	server := restarting(t)
	cmd := python(t, filepath.Join(repotest.Root(t), "examples", program),
		"--bots", "Blue,Cleo,Dan,Eve,Finn,Gus,Hal", "--day", "4", "--night", "3", "--vote", "2", "--speed", "10", "--seed", "1")
	cmd.Env = append(cmd.Env, "RINGER_URL="+server.url)
	keyboard := sessiontest.Must(cmd.StdinPipe())(t)
	child, screen := launch(t, cmd)
	var shown []string
	votes, typed := 0, 0
	for screen.Scan() {
		shown = append(shown, screen.Text())
		if _, names, ok := strings.Cut(screen.Text(), "Type a name: "); ok {
			if votes++; votes == 1 {
				server.restart(syscall.SIGKILL)
			}
			name, _, _ := strings.Cut(names, ",")
			write(t, keyboard, strings.ToLower(name))
		} else if name, _, ok := strings.Cut(screen.Text(), ": "); ok && typed < 5 {
			typed++
			write(t, keyboard, fmt.Sprintf("line %d, what do you say, %s?", typed, strings.ToLower(name)))
		}
	}
	t.Log("\n" + strings.Join(shown, "\n"))
	sessiontest.NoError(t, child.cmd.Wait())
	if last := shown[len(shown)-1]; !strings.HasSuffix(last, " win.") && !strings.HasSuffix(last, " wins.") {
		t.Errorf("the last line is %q, want who wins", last)
	}
	judgeNight(t, server)
	// Two bots of the built-in player may say the same. The votes of this test are short, and the
	// server is away in one.
	noMistakes(t, server.process, audit.EchoAsOther, audit.VoteRushed)
}

func write(t *testing.T, to io.Writer, line string) {
	t.Helper()
	if _, err := fmt.Fprintln(to, line); err != nil {
		t.Errorf("the example reads no more: %v", err)
	}
}

// judgeNight compares what each session has heard of each player with what that player said.
func judgeNight(t *testing.T, server *restartable) {
	t.Helper()
	var list struct{ Sessions []struct{ ID, Seat string } }
	server.call("GET", "/v1/sessions?limit=100", nil, &list)
	if len(list.Sessions) != 7 {
		t.Fatalf("the example has opened %d sessions, want 7", len(list.Sessions))
	}
	// The lines of each player, and the lines that each seat has heard of each player.
	said, heard, role := map[string][]string{}, map[string]map[string][]string{}, map[string]string{}
	for _, s := range list.Sessions {
		log := server.process.log(s.ID)
		said[s.Seat], heard[s.Seat] = linesOfNight(log)
		if end, ok := log[len(log)-1].Data.(*session.SessionEnded); ok {
			role = end.Reveal
		} else {
			t.Errorf("the session of %s has not ended", s.Seat)
		}
	}
	for seat := range heard { // all that Ann says is heard by a mafioso
		if role[seat] == "mafia" {
			said["Ann"] = heard[seat]["Ann"]
		}
	}
	if n := len(said["Ann"]); n != len(slices.Compact(slices.Sorted(slices.Values(said["Ann"])))) {
		t.Errorf("the others have heard of Ann: %q, want lines that differ", said["Ann"])
	}
	for seat, from := range heard {
		for sender, want := range said {
			if role[seat] != "mafia" {
				want = slices.DeleteFunc(slices.Clone(want), func(line string) bool { return strings.HasPrefix(line, "den") })
			}
			if sender != seat && !slices.Equal(from[sender], want) {
				t.Errorf("%s, a %s, has heard of %s: %q, want %q", seat, role[seat], sender, from[sender], want)
			}
		}
	}
}

// linesOfNight returns the lines of a session's own seat that the platform has shown, and the lines
// that it has heard of each other player. The name of the channel stands before each.
func linesOfNight(log []session.Event) (own []string, others map[string][]string) {
	sent := map[string]string{}
	others = map[string][]string{}
	for _, e := range log {
		switch d := e.Data.(type) {
		case *session.MessageSent:
			sent[d.MessageID] = d.Channel + ": " + d.Text
		case *session.MessageReceipt:
			if d.Status == "posted" {
				own = append(own, sent[d.MessageID])
			}
		case *session.MessageReceived:
			others[d.Sender] = append(others[d.Sender], d.Channel+": "+d.Text)
		}
	}
	return own, others
}
