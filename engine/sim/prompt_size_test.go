package sim_test

import (
	"cmp"
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

// mostLineTokens is how long the prompt of a line of about five words may be, with the options that
// new sessions have.
const mostLineTokens = 900

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
				playToTwenty(t, played{name, options, seed, ""}, func(p prompt.Prompt) {
					if tokens(p) > tokens(longest[p.Task]) {
						longest[p.Task] = p
					}
				})
			}
			if len(longest) == 0 {
				t.Error("no prompt")
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

// TestALineOfFiveWordsHasAShortPrompt plays the same games, but for a line that doubts. From then
// on the strategies pursue somebody. What a call reads beside its line is not counted.
func TestALineOfFiveWordsHasAShortPrompt(t *testing.T) {
	slowtest.Skip(t)
	t.Parallel()
	for _, name := range []string{"scheduler", "fourmind", "recon"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var longest prompt.Prompt
			lines := 0
			for seed := range int64(8) {
				playToTwenty(t, played{name, "", seed, "somebody here is a bot"}, func(p prompt.Prompt) {
					p.Sections = prompt.Without(slices.Clone(p.Sections), prompt.SectionRead)
					p.Instruction, _, _ = strings.Cut(p.Instruction, "\nBegin the JSON with one entry for each line")
					if n := p.Parsed().Words(); n == 0 || n > 5 {
						return
					}
					if lines++; tokens(p) > tokens(longest) {
						longest = p
					}
				})
			}
			t.Logf("%d prompts, at most %d tokens", lines, tokens(longest))
			if r := longest.Render(); lines == 0 || tokens(longest) > mostLineTokens {
				t.Errorf("of %d prompts one has %d tokens, more than %d:\n%s%s", lines, tokens(longest), mostLineTokens, r.System, r.User)
			}
		})
	}
}

// played is a game of a strategy.
type played struct {
	strategy, options string
	seed              int64
	ninth             string // the text of its ninth line, in place of small talk
}

// playToTwenty plays a game of three, and shows take the prompts from message 20 on.
func playToTwenty(t *testing.T, g played, take func(prompt.Prompt)) {
	strategies := registry(t)
	said := 0
	models := &wrapped{offline.New(strategies.Skills()), func(_ prompt.Caller, p prompt.Prompt, _ any, next func() error) error {
		if said >= 15 {
			take(p)
		}
		return next()
	}}
	s := sim.New(store.NewMemory(), strategies, models)
	config := session.Config{Strategy: g.strategy, Seed: &g.seed, Bot: session.Bot{Seat: "Red"}, Game: session.Setting{Rules: "turing"}}
	if g.options != "" {
		config.Options = []byte(g.options)
	}
	players := []string{"Red", "Blue", "Green"}
	for _, name := range players {
		config.Game.Players = append(config.Game.Players, session.Player{ID: name, Name: name})
	}
	id := sessiontest.Must(s.Open(config))(t)
	rng, at := rand.New(rand.NewPCG(uint64(g.seed), 20)), sim.Epoch()
	for i := range 15 { // with the bot's own lines these are some 20
		at = at.Add(time.Duration(3+rng.IntN(9)) * time.Second)
		s.At(at, func() error {
			text := talk[(i*7+rng.IntN(5))%len(talk)]
			if said++; said == 9 {
				text = cmp.Or(g.ninth, text)
			}
			return s.Say(id, session.Post{Sender: players[1+rng.IntN(2)], Text: text})
		})
	}
	s.At(at.Add(time.Second), func() error {
		_, err := s.Desk.AskVote(t.Context(), id, session.VoteRequest{ID: "v1", Kind: session.ChooseOne, Question: "Who is the machine?", Within: 20_000})
		return err
	})
	sessiontest.NoError(t, s.Run(at.Add(time.Minute)))
}
