package fourmind

import (
	"strings"
	"testing"

	"ringer/engine/session"
)

// The first message of a lookahead is compared with the next one of the chat.
func TestForeseenMessagesAreCounted(t *testing.T) {
	t.Parallel()
	for name, x := range map[string]struct {
		simulated [2]string // sender and text
		next      [2]string // id and text
		want      foreseen
	}{
		"SenderAndText": {[2]string{"Blue", "what do you mean?"}, [2]string{"blue", "What do you mean"}, foreseen{1, 1, 1}},
		"SenderOnly":    {[2]string{"Blue", "what do you mean"}, [2]string{"blue", "lol ok"}, foreseen{1, 1, 0}},
		"Neither":       {[2]string{"Blue", "what do you mean"}, [2]string{"green", "what do you mean"}, foreseen{1, 0, 0}},
		"TheBotsOwn":    {[2]string{"Red", "what do you mean"}, [2]string{"blue", "so"}, foreseen{}},
		"NobodyKnown":   {[2]string{"Purple", "hi"}, [2]string{"blue", "hi"}, foreseen{}},
		"TheBotWasNext": {[2]string{"Blue", "so"}, [2]string{"red", "so"}, foreseen{}},
		"NotAPlayer":    {[2]string{"Blue", "so"}, [2]string{"gm", "so"}, foreseen{}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := newSession(t, "red", 1)
			c.Say(1000, "green", "hm")
			runThought(t, c, `{}`, session.Want{Kind: kindLookahead, BasedOn: c.State.Seq}, continuationBy(x.simulated[0], x.simulated[1]))
			c.Say(2000, x.next[0], x.next[1])
			c.conclude(fourMind(t, `{}`), session.Want{Kind: kindAppraisal}, appraisal(nil))
			if got := readMind(c.View()).Foreseen; got != x.want {
				t.Errorf("%+v, want %+v", got, x.want)
			}
			brief := strings.Join(fourMind(t, `{}`).Brief(c.View()).Lines, " ")
			if got := strings.Contains(brief, "Foreseen: "); got != (x.want.Of > 0) {
				t.Errorf("the mind says %q", brief)
			}
			c.Say(3000, "blue", "so")
			c.conclude(fourMind(t, `{}`), session.Want{Kind: kindAppraisal}, appraisal(nil))
			if got := readMind(c.View()).Foreseen; got != x.want && name != "NotAPlayer" {
				t.Errorf("counted twice: %+v", got)
			}
		})
	}
}

// TestOldMindsDecode: a mind of an older version goes on.
func TestOldMindsDecode(t *testing.T) {
	t.Parallel()
	c := newSession(t, "red", 1)
	c.Tell(0, &session.ThoughtCompleted{Kind: session.Start, Mind: []byte(`{"v":1,"objective":{"mode":"seed","support":"gold","target":"blue"},"lookaheads":4,"spoken":2,"analysed":3,` +
		`"last_lookahead":{"at_ms":1,"based_on_seq":2,"urge":1,"paths":[[{"player":"blue","text":"hm"}]]},"doubted_percent":{"blue":60}}`)})
	m := readMind(c.View())
	if m.Lookaheads != 4 || m.Doubts["blue"] != 60 || m.Objective.Support != "gold" || m.Expected != nil || m.Last.Continuations[0][0].Text != "hm" {
		t.Errorf("%+v", m)
	}
}
