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
	if got := Style(v)[0].Text; got != "Length: about three words. No wit, no unasked fact." {
		t.Errorf("before the chat: %s", got)
	}
	say("blue", "hi", "who is here today", "me too", "where are you from?", "i was out all day long and now im tired")
	say("green", "hello", "not much", "and you?", "why?")
	say("red", "lol no", "Lol, yes", "ok then", "blue why")
	want := `Length: about eight words. No wit, no unasked fact. Use small letters only. No full stop at the end. End a question with a question mark. No emoji.
Lines of others, as examples of style only: "and you?" "where are you from?"
Do not begin with: "blue", "ok", "lol"`
	if got := Style(v)[0].Text; got != want {
		t.Errorf("%s", got)
	}
}

func TestWordsAreReadBack(t *testing.T) {
	t.Parallel()
	for n := 1; n < 40; n++ {
		p := Prompt{Task: "t", Sections: []Section{TextSection(SectionStyle, lengthHead+lengthOf(n, "en")+". No emoji.")}}
		if got := p.Parsed().Words(); got != n {
			t.Errorf("%s is read as %d", lengthOf(n, "en"), got)
		}
	}
	if got := (Prompt{Task: "t"}).Parsed().Words(); got != 0 {
		t.Errorf("no section is read as %d", got)
	}
}
