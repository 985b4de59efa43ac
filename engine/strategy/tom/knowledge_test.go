package tom

import (
	"slices"
	"testing"

	"ringer/engine/session"
)

// By day a line in the den changes the mental state, but no message is asked for.
func TestCognitionOfADenWritesNoLineForTheMainChannel(t *testing.T) {
	t.Parallel()
	c, s := newSession(t, func(c *session.Config) {
		c.Game.Channels = []session.Channel{{ID: "den", Members: []string{"red", "blue"}}}
	}), newToM(t, `{}`)
	c.Tell(1000, &session.MessageReceived{Post: session.Post{Sender: "blue", Text: "red, shall we take green", Kind: session.FromPlayer, Channel: "den"}})
	knows := `{"type":"question","facts":[],"patterns":[]}`
	_, m := c.thinks(s, kindCognition, knows, `{"players":[]}`, intendedJSON, `{"goal":"x"}`, `{"text":"yes"}`)
	if tasks := m.Tasks(); !slices.Contains(tasks, taskGoal) || slices.Contains(tasks, taskMessage) {
		t.Errorf("it asks for %v", tasks)
	}
}
