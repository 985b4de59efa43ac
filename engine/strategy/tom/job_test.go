package tom

import (
	"strings"
	"testing"

	"ringer/engine/session"
)

// The bot's last line stands in the transcript of a reflex, and the unsent one in its section.
func TestAReflexShowsTheJustSentLine(t *testing.T) {
	t.Parallel()
	c, s := newSession(t), newToM(t, `{}`)
	c.Say(1000, "blue", "hello")
	c.sends(2000, "hi blue")
	c.Say(3000, "green", "so")
	c.plan(4000, session.Reply, session.ClassReflex, 4)
	r := s.linePrompt(c.View(), c.mind(), taskReflex).Render()
	for _, part := range []string{`"Red" (you): "hi blue"`, "## your unsent line", `"hm"`} {
		if !strings.Contains(r.System+r.User, part) {
			t.Errorf("%s does not hold %s", r.System+r.User, part)
		}
	}
	for range reflexLines {
		c.Say(c.State.Now+9000, "green", "and so on")
	}
	if got := s.linePrompt(c.View(), c.mind(), taskReflex).Parsed().Text(sectionJob); !strings.Contains(got, `Your last line was "hi blue".`) {
		t.Errorf("it is told %q", got)
	}
}
