package replay

import (
	"context"
	"io"
	"strings"
	"testing"
	"time"

	"ringer/engine/llm/offline"
	"ringer/engine/prompt"
	"ringer/engine/sessiontest"
	"ringer/engine/sim"
	"ringer/engine/step"
	"ringer/engine/strategy"
	"ringer/store"
)

type overheard struct {
	step.Models
	prompts *strings.Builder
}

func (o overheard) Asker(c prompt.Caller) prompt.Asker {
	return overheardAsker{o.Models.Asker(c), o.prompts}
}

type overheardAsker struct {
	prompt.Asker
	prompts *strings.Builder
}

func (a overheardAsker) Ask(ctx context.Context, p prompt.Prompt, answer any) error {
	for _, shown := range []prompt.Rendered{p.Render(), p.Renewed().Render()} { // as planned, and as sent
		a.prompts.WriteString(shown.System + shown.User)
	}
	return a.Asker.Ask(ctx, p, answer)
}

func promptsOf(t *testing.T, strategyName, seat string) string {
	t.Helper()
	var prompts strings.Builder
	s := Settings{
		File: "../../../engine/recording/testdata/mafia.jsonl", As: seat, Virtual: true, Speed: 20, Seed: 1, Latency: []time.Duration{500 * time.Millisecond}, Strategy: strategyName,
		NewSim: func(_ context.Context, strategies *strategy.Registry) (*sim.Sim, error) {
			return sim.New(store.NewMemory(), strategies, overheard{offline.New(strategies.Skills()), &prompts}), nil
		},
	}
	sessiontest.NoError(t, s.ParseVariants())
	sessiontest.NoError(t, Run(t.Context(), s, io.Discard, io.Discard))
	return prompts.String()
}

// TestNightStaysSecret: what is said and voted at night reaches no prompt of a bystander's seat. It
// does reach the prompts of the mafia.
func TestNightStaysSecret(t *testing.T) {
	t.Parallel()
	night := []string{"tangerine", "zeppelin", "ok eve", "Nighttime has ended", "Ben voted for Eve", "Dan voted for Eve", "Ben voted for Finn", "mafiosi: "}
	for _, name := range []string{"scheduler", "fourmind", "tom", "recon"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			prompts := promptsOf(t, name, "Ann")
			for _, secret := range night {
				if strings.Contains(prompts, secret) {
					t.Errorf("a prompt of a bystander holds %q", secret)
				}
			}
			if !strings.Contains(prompts, "Dan was voted out. Their role was mafia") {
				t.Error("no prompt holds what everybody heard")
			}
			prompts = promptsOf(t, name, "Ben")
			sessiontest.Contains(t, prompts, "zeppelin", "Dan voted for Eve", "The other mafiosi: Dan.")
		})
	}
}
