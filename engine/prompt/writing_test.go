package prompt

import (
	"strings"
	"testing"

	"ringer/engine/session"
)

func TestStyleIsToldInNumbers(t *testing.T) {
	t.Parallel()
	v := session.View{Me: session.Player{ID: "red"}, Config: session.Config{Language: "en"}}
	for _, name := range []string{"red", "blue", "green"} {
		v.Players = append(v.Players, session.Player{ID: name, Name: strings.ToUpper(name), Presence: session.Active})
	}
	say := func(sender string, lines ...string) {
		for _, text := range lines {
			n := int64(len(v.Messages) + 1)
			v.Messages = append(v.Messages, session.Message{Seq: n + 1, Number: n, Sender: sender, Text: text, Kind: session.FromPlayer, Own: sender == "red"})
		}
	}
	for _, want := range []string{"Length: at most 10 words, 60 characters. Half of the lines have at most 4 words."} {
		if got := Style(v)[0].Text; got != want {
			t.Errorf("before the chat: %s", got)
		}
	}
	say("blue", "hi", "who is here today", "me too", "where are you from?", "i was out all day long and now im tired")
	say("green", "hello", "not much", "and you?", "why?")
	say("red", "lol no", "Lol, yes", "ok then", "blue why")
	want := `Length: at most 10 words, 39 characters. Half of the lines have at most 2 words. Use small letters only. No full stop at the end. End a question with a question mark. No emoji.
Words in a line: "BLUE" 1 to 10, "GREEN" 1 to 2.
Lines of others, as examples of style only: "and you?" "where are you from?"
Do not begin with: "blue", "ok", "lol"`
	if got := Style(v)[0].Text; got != want {
		t.Errorf("%s", got)
	}
}
