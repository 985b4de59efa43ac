package tom

import (
	"encoding/json"
	"strings"
	"testing"

	"ringer/engine/sessiontest"
)

// TestACopiedExampleChangesNothing: a small model copies the example of its prompt. Its players are
// in no game, and its lines have numbers that no game reaches.
func TestACopiedExampleChangesNothing(t *testing.T) {
	t.Parallel()
	for _, text := range examples[taskState] {
		_, answer, _ := strings.Cut(text, "Answer: ")
		var a stateAnswer
		sessiontest.NoError(t, json.Unmarshal([]byte(strings.NewReplacer("{A}", "Wren", "{B}", "Otter").Replace(answer)), &a))
		c, s := newSession(t), newToM(t, `{}`)
		c.Say(1000, "blue", "hello")
		c.conclude(s, kindCognition, cognitionFound{state: a})
		if m := c.mind(); len(m.Beliefs)+len(m.Knowledge.Facts)+len(m.Knowledge.Patterns) > 0 || m.Intention.Suspect != "" || m.Intention.Ally != "" {
			t.Errorf("it takes over %+v", m)
		}
	}
}
