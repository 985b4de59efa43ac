package sim_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"ringer/engine/llm/offline"
	"ringer/engine/prompt"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
	"ringer/engine/sim"
	"ringer/engine/slowtest"
	"ringer/store"
)

// mostTokens is how long a prompt may be at message 20 of a game of three, by its role, counted as
// four bytes a token. A small model loses what stands in the middle of a longer one.
var mostTokens = map[prompt.ModelRole]int{prompt.RoleReflex: 700, prompt.RoleDecision: 700, prompt.RoleReply: 1200, prompt.RoleAnalysis: 1600}

func tokens(p prompt.Prompt) int {
	r := p.Render()
	return (len(r.System) + len(r.User) + 3) / 4
}

// TestPromptsFitSmallModels plays games of three up to message 22, with a vote, and measures every
// prompt from message 20 on.
func TestPromptsFitSmallModels(t *testing.T) {
	slowtest.Skip(t)
	t.Parallel()
	for _, v := range []string{"scheduler", "fourmind", "tom", `tom {"cycle":"fused"}`, `tom {"tom":"off"}`, "recon", `recon {"contemplation":"cot"}`} {
		t.Run(v, func(t *testing.T) {
			t.Parallel()
			name, options, _ := strings.Cut(v, " ")
			longest := map[string]prompt.Prompt{}
			for seed := range int64(4) {
				playToTwenty(t, name, options, seed, longest)
			}
			for _, task := range slices.Sorted(maps.Keys(longest)) {
				p := longest[task]
				t.Logf("%-24s %5d tokens", task, tokens(p))
				if most := mostTokens[p.Role]; tokens(p) > most && task != session.KindSummary {
					t.Errorf("%s has %d tokens, more than %d:\n%s%s", task, tokens(p), most, p.Render().System, p.Render().User)
				}
			}
		})
	}
}

func playToTwenty(t *testing.T, strategy, options string, seed int64, longest map[string]prompt.Prompt) {
	strategies := registry(t)
	said := 0
	models := &wrapped{offline.New(strategies.Skills()), func(_ prompt.Caller, p prompt.Prompt, _ any, next func() error) error {
		if said >= 15 && tokens(p) > tokens(longest[p.Task]) {
			longest[p.Task] = p
		}
		return next()
	}}
	s := sim.New(store.NewMemory(), strategies, models)
	config := session.Config{Strategy: strategy, Seed: &seed, Bot: session.Bot{Seat: "Red"}, Game: session.Setting{Rules: "turing"}}
	if options != "" {
		config.Options = []byte(options)
	}
	players := []string{"Red", "Blue", "Green"}
	for _, name := range players {
		config.Game.Players = append(config.Game.Players, session.Player{ID: name, Name: name})
	}
	id := sessiontest.Must(s.Open(config))(t)
	rng, at := rand.New(rand.NewPCG(uint64(seed), 20)), sim.Epoch()
	for i := range 15 { // with the bot's own lines these are some 20
		at = at.Add(time.Duration(3+rng.IntN(9)) * time.Second)
		s.At(at, func() error {
			said++
			return s.Say(id, session.Post{Sender: players[1+rng.IntN(2)], Text: talk[(i*7+rng.IntN(5))%len(talk)]})
		})
	}
	s.At(at.Add(time.Second), func() error {
		_, err := s.Desk.AskVote(t.Context(), id, session.VoteRequest{ID: "v1", Kind: session.ChooseOne, Question: "Who is the machine?", Within: 20_000})
		return err
	})
	sessiontest.NoError(t, s.Run(at.Add(time.Minute)))
	if len(longest) == 0 {
		t.Error(fmt.Sprint("no prompt of ", strategy))
	}
}
