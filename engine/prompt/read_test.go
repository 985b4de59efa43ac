package prompt_test

import (
	"reflect"
	"testing"

	"ringer/engine/prompt"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

// reads is an answer of a call that looks at the newest lines.
type reads struct {
	prompt.Reads
	Text string `json:"text"`
}

// TestCallsReadTheNewestLines: a call whose answer has room for it reads the newest lines of others
// that no model has read, at most three, at most a minute old.
func TestCallsReadTheNewestLines(t *testing.T) {
	t.Parallel()
	s := openConversation(t)
	for i, text := range []string{"so old", "hi", "how are you", "red?", "fine i guess"} {
		s.Say(session.Millis(1000+100*i), "blue", text)
	}
	s.Say(2000, "red", "hm")
	s.Tell(2500, &session.MessageRead{Kind: "turn", Readings: []session.Reading{{Seq: 6}}})
	ask := func(now session.Millis, answer any, change ...func(*session.View)) (prompt.Prompt, []session.Reading) {
		v := s.State.View(now)
		for _, f := range change {
			f(&v)
		}
		script := &sessiontest.Script{Answers: []string{`{"read":[{"line":3,"to":["blue","GREEN","nobody"],"expects_answer":true,"answers":2},{"line":4,"to":["you"],"expects_answer":true,"answers":0},` +
			`{"line":99,"to":["all"],"expects_answer":false,"answers":0},{"line":1,"to":["all"],"expects_answer":false,"answers":98}],"text":"so"}`}}
		found, err := prompt.AskReading(t.Context(), script, prompt.Prompt{Task: "t", Instruction: "Say it.", AnswerTokens: 10}, answer, func() session.View { return v })
		sessiontest.NoError(t, err)
		return script.Asked[0], found
	}
	p, found := ask(3000, &reads{})
	if got := p.Parsed().Text(prompt.SectionRead); got != "#2, #3, #4" || p.AnswerTokens != 130 {
		t.Errorf("it reads %q in %d tokens", got, p.AnswerTokens)
	}
	if added := p.Len() - len("Say it."); added > 4*200 {
		t.Errorf("reading takes %d tokens", added/4)
	}
	want := []session.Reading{{Seq: 4, To: []string{"blue", "green"}, Expects: true, Answers: 3}, {Seq: 5, To: []string{"red"}, Expects: true}, {Seq: 2, All: true}}
	if !reflect.DeepEqual(found, want) {
		t.Errorf("found %+v, want %+v", found, want)
	}
	for name, asked := range map[string]func() (prompt.Prompt, []session.Reading){
		"ALineIsOld": func() (prompt.Prompt, []session.Reading) { return ask(62_000, &reads{}) },
		"RulesRead": func() (prompt.Prompt, []session.Reading) {
			return ask(3000, &reads{}, func(v *session.View) { v.Config.Reading = session.ReadingRules })
		},
		"AnotherAnswer": func() (prompt.Prompt, []session.Reading) { return ask(3000, &struct{ Text string }{}) },
		"AnotherChannel": func() (prompt.Prompt, []session.Reading) {
			return ask(3000, &reads{}, func(v *session.View) { v.Channel = "den" })
		},
	} {
		want := "Say it.\nBegin the JSON with \"read\": []." // the form has the field
		if name == "AnotherAnswer" {
			want = "Say it."
		}
		if p, _ := asked(); p.Parsed().Text(prompt.SectionRead) != "" || p.Instruction != want {
			t.Errorf("%s: it reads %q by %q", name, p.Parsed().Text(prompt.SectionRead), p.Instruction)
		}
	}
}
