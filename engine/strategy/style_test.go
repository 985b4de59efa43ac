package strategy_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"ringer/engine/attacktest"
	"ringer/engine/enginetest"
	"ringer/engine/llm/offline"
	"ringer/engine/prompt"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
	"ringer/engine/sim"
	"ringer/engine/strategy"
	"ringer/store"
)

// TestPromptsTellHowTheRoomWrites: every strategy tells its model how the others in the chat write.
func TestPromptsTellHowTheRoomWrites(t *testing.T) {
	t.Parallel()
	strategies := enginetest.Strategies(t)
	for _, e := range strategy.All() {
		t.Run(e.Name, func(t *testing.T) {
			t.Parallel()
			witness := &attacktest.PromptRecorder{Models: offline.New(strategies.Skills())}
			s := sim.New(store.NewMemory(), strategies, witness)
			id := sessiontest.Must(s.Open(attacktest.Config(e.Name, 1, others...)))(t)
			for i := range 30 {
				s.At(sim.Epoch().Add(time.Duration(10*i)*time.Second), func() error {
					return s.Say(id, session.Post{Sender: fmt.Sprint("p", i%len(others)+1), Text: fmt.Sprint("red whats up with number ", i)})
				})
			}
			sessiontest.NoError(t, s.Run(sim.Epoch().Add(6*time.Minute)))
			told := false
			for _, p := range witness.Prompts {
				told = told || p.Task != session.KindRewrite && strings.Contains(p.Parsed().Text(prompt.SectionStyle), "Use small letters only.")
			}
			if !told && len(witness.Prompts) > 0 {
				t.Errorf("none of %d prompts says so", len(witness.Prompts))
			}
		})
	}
}
