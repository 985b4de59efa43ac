package fourmind

import (
	"strings"
	"testing"

	"ringer/engine/session"
)

// TestTypingIsSeen: while another player types, the simulation is told so.
func TestTypingIsSeen(t *testing.T) {
	t.Parallel()
	c := newSession(t, "red", 1)
	c.Say(1000, "blue", "hi")
	told := func(at session.Millis, first bool) bool {
		v := c.State.View(at)
		return strings.Contains(ahead{view: v, count: 1, botFirst: first}.section().Text, "Somebody else is typing.")
	}
	if told(2000, false) {
		t.Error("a message counts as typing")
	}
	c.Tell(4000, &session.ObservationReceived{Observation: session.Observation{Kind: session.PlayerTyping, Player: &session.Player{ID: "blue"}}})
	if !told(5000, false) || told(5000, true) || told(4000+typingFor, false) {
		t.Error("a player who types is not shown, or for too long, or though the bot is first")
	}
	c.Say(6000, "blue", "so")
	if told(6500, false) {
		t.Error("a player who has sent the line still types")
	}
}

// TestFactsAreCountedForTheSimulation: what can be counted is not asked of the model.
func TestFactsAreCountedForTheSimulation(t *testing.T) {
	t.Parallel()
	c := newSession(t, "red", 1)
	got := func() string { return ahead{view: c.view(), count: 1}.section().Text }
	if text := got(); !strings.Contains(text, "the first message is a hello") || !strings.Contains(text, "You ask no questions yet.") {
		t.Errorf("an empty chat: %s", text)
	}
	for i, id := range []string{"blue", "gold", "red", "blue"} {
		c.Say(session.Millis(1000*i), id, "hi")
	}
	c.Say(5000, "blue", "gold, ask red")
	if text := got(); !strings.Contains(text, "The last line names: \"Red\", \"Gold\"\n") {
		t.Errorf("it says %s", text)
	}
	c.Say(6000, "blue", "so")
	want := "Lines so far: \"Red\" 1, \"Blue\" 4, \"Green\" 0, \"Gold\" 1\nNobody names those who have not written: \"Green\""
	if text := got(); !strings.HasSuffix(text, want) {
		t.Errorf("it says %s, want %s", text, want)
	}
	c.Say(7000, "red", "what about you green?")
	c.Say(8000, "blue", "she sleeps")
	if text := got(); !strings.HasSuffix(text, "\nYour last line was a question: your next one asks nothing.") {
		t.Errorf("it says %s", text)
	}
}
