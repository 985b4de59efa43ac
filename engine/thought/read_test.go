package thought_test

import (
	"fmt"
	"strings"
	"testing"

	"ringer/engine/prompt"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
	"ringer/engine/thought"
)

// TestRead: the call reads at most five lines, in few tokens, and shows nothing of the bot's seat.
func TestRead(t *testing.T) {
	t.Parallel()
	s := sessiontest.Open(t, session.Config{Bot: session.Bot{Seat: "red", Role: "spy"}, Biography: sessiontest.Biography(), Game: session.Setting{
		Players: []session.Player{{ID: "red", Name: "Red"}, {ID: "blue", Name: "Blue"}, {ID: "green", Name: "Green"}},
	}})
	for i := range 20 {
		s.Say(session.Millis(1000+1000*i), []string{"blue", "green", "red"}[i%3], fmt.Sprintf("what did you all eat today %02d", i))
	}
	model := &sessiontest.Script{Answers: []string{`{"read":[{"line":20,"to":["Red"],"expects_answer":true,"answers":19},{"line":99,"to":[]}]}`}}
	found := sessiontest.Must(thought.Think(t.Context(), s.State.View(30000), thought.With{}, session.Want{Kind: session.KindRead}, model))(t)
	if f := found.([]session.Reading); len(f) != 1 || f[0].To[0] != "red" || !f[0].Expects || f[0].Answers == 0 {
		t.Errorf("read %+v", f)
	}
	p := model.Asked[0]
	if lines := p.Parsed().Text(prompt.SectionRead); lines != "#14, #16, #17, #19, #20" || p.Role != prompt.RoleReflex {
		t.Errorf("lines %s", lines)
	}
	text := sessiontest.PromptText(p)
	if len(text)/4 > 350 || strings.Contains(text, "spy") || strings.Contains(text, "(you)") {
		t.Errorf("%d tokens: %s", len(text)/4, text)
	}
}
