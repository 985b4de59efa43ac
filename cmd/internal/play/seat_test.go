package play_test

import (
	"context"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"ringer/client"
	"ringer/cmd/internal/clitest"
	"ringer/cmd/internal/follow"
	"ringer/engine/recording"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

// serve starts a server, and returns its URL with a client of it.
func serve(t *testing.T) (url string, c *client.Client) {
	t.Helper()
	url = clitest.Serve(t)
	transport := &http.Transport{}
	t.Cleanup(transport.CloseIdleConnections) // before the server stops
	return url, follow.New(url, "", transport)
}

// lastGame returns the path of the newest game of a server.
func lastGame(t *testing.T, c *client.Client) string {
	t.Helper()
	var list struct{ Games []struct{ ID string } }
	if err := c.Do(context.Background(), "GET", "/v1/games?limit=1", nil, &list); err != nil || len(list.Games) != 1 {
		t.Errorf("%d games, %v", len(list.Games), err)
		return ""
	}
	return "/v1/games/" + list.Games[0].ID
}

// TestSeesOnlyItsSeat compares the screen of a bystander and of a mafioso with the log of the game.
func TestSeesOnlyItsSeat(t *testing.T) {
	t.Parallel()
	url, c := serve(t)
	for seed, role := range map[string]string{"5": "bystander", "7": "mafia"} {
		screen := new(person).mustPlay(t, "--rules", "mafia", "--me", "Lee", "--seed", seed, "--server", url)
		var deal *session.Deal
		night := 0
		_, err := follow.Stream(t.Context(), c, lastGame(t, c)+"/stream", 0, func(e recording.Event) {
			switch p := e.Event.Data.(type) {
			case *session.GameCreated:
				deal = p.Deal
			case *session.MessageSent:
				if shown := strings.Contains(screen, "[night] "+p.Sender+": "+p.Text+"\n"); p.Channel != "" {
					night++
					if shown != slices.Contains(deal.Channels[0].Members, "Lee") {
						t.Errorf("seed %s: %q of the night is shown: %v", seed, p.Text, shown)
					}
				}
			}
		})
		sessiontest.NoError(t, err)
		if deal.Roles["Lee"] != role {
			t.Fatalf("seed %s deals the role %s; choose a seed for %s", seed, deal.Roles["Lee"], role)
		}
		if role == "bystander" && strings.Contains(screen, "[night]") {
			t.Errorf("a bystander sees the night:\n%s", screen)
		}
		if regexp.MustCompile(`> \w+ votes`).MatchString(screen) {
			t.Errorf("seed %s: the screen shows single votes:\n%s", seed, screen)
		}
		for seat, private := range deal.Private {
			if seat != "Lee" && private != deal.Private["Lee"] && strings.Contains(screen, private) {
				t.Errorf("seed %s: the screen shows what %s knows: %s", seed, seat, private)
			}
		}
	}
}

// TestOut plays on for a person who is not in the game any more: their lines are refused.
func TestOut(t *testing.T) {
	t.Parallel()
	url, c := serve(t)
	typed := once(map[string][]string{"You are out": {"am i still here", "/who"}, "you are out": {"/vote 1"}})
	me := &person{react: func(shown string) []string {
		if strings.Contains(shown, "/help shows") {
			left := session.Observation{Kind: session.PlayerLeft, Player: &session.Player{ID: "Lee"}}
			if err := c.Do(context.Background(), "POST", lastGame(t, c)+"/observations", left, nil); err != nil {
				t.Error(err)
			}
		}
		return typed(shown)
	}}
	screen := me.mustPlay(t, "--rules", "mafia", "--me", "Lee", "--seats", "scheduler*7", "--server", url)
	mustShow(t, screen, `^        > You are out\. `, `^        ! you are out: you neither talk nor vote any more$`, `Lee \(you\) \(out\)`, `^        ! nothing is asked of you now$`, `(has|have) won\.`)
	if strings.Contains(screen, "Lee: ") {
		t.Errorf("a line of somebody who is out was taken:\n%s", screen)
	}
}
