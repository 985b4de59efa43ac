package recon

import (
	"context"
	"encoding/json"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"ringer/engine/prompt"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
	"ringer/engine/slowtest"
)

// byRule answers prompts as the offline player does, and keeps the answers by task.
type byRule struct {
	rng     *rand.Rand
	answers map[string]string
}

// Ask implements prompt.Asker.
func (m *byRule) Ask(_ context.Context, p prompt.Prompt, answer any) error {
	read, err := prompt.Parse(p.Render())
	if err != nil {
		return err
	}
	b, err := json.Marshal(Skills()[p.Task](read, m.rng))
	if err != nil {
		return err
	}
	m.answers[p.Task] = string(b)
	return json.Unmarshal(b, answer)
}

// offline runs a contemplation with the offline player. It returns the answers, and the speech.
func (c *fixture) offline(seed uint64) (answers map[string]string, speech string) {
	c.t.Helper()
	m := &byRule{rand.New(rand.NewPCG(seed, 1)), map[string]string{}}
	f := sessiontest.Must(c.r.Think(c.t.Context(), c.View(), session.Want{Kind: kindContemplation}, m))(c.t)
	return m.answers, f.(found).done.Speech
}

// TestTheOfflinePlayersAnswersAreWhole: a model server refuses an answer in which a list is null.
func TestTheOfflinePlayersAnswersAreWhole(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]*fixture{
		"Avalon": servantGame(t, `{}`), "Chat": chat(t, `{}`), "Drafts": chat(t, `{"formulation":"off"}`), "CoT": servantGame(t, `{"contemplation":"cot"}`), "Vanilla": chat(t, `{"contemplation":"vanilla"}`),
		"Alone": chat(t, `{}`, func(c *session.Config) { c.Game.Players = c.Game.Players[:1] }),
	} {
		c.Say(1000, "gm", "ann, where are you from?")
		answers, _ := c.offline(1)
		for task, answer := range answers {
			if strings.Contains(answer, "null") {
				t.Errorf("%s: %s: %s", name, task, answer)
			}
		}
		if len(answers) == 0 {
			t.Errorf("%s: nothing is asked", name)
		}
	}
}

// guessedOffline returns what the offline player guesses of each player, by name.
func (c *fixture) guessedOffline() map[string]guess {
	c.t.Helper()
	answers, _ := c.offline(1)
	var a firstOrderAnswer
	sessiontest.NoError(c.t, json.Unmarshal([]byte(answers[taskFirstOrder]), &a))
	all := map[string]guess{}
	for _, g := range a.Players {
		all[g.Name] = guess{Role: g.Role, Certain: g.Certainty == certain, Words: g.Words, Suspicion: g.Suspicion}
	}
	return all
}

// It knows what it was told, and for an evil player the others are good.
func TestTheOfflinePlayerGuesses(t *testing.T) {
	t.Parallel()
	merlin := newSession(t, `{}`, "merlin", goodOthers)
	merlin.quest(1, "bo", "flo")
	merlin.Say(merlin.State.Now, "cy", "flo is sus")
	if got := merlin.guessedOffline(); len(got) != 5 || got["flo"].Suspicion != 100 || got["flo"].Role != "assassin" || got["bo"].Suspicion < 50 || got["cy"].Words != "good" {
		t.Errorf("%+v", got)
	}
	assassin := newSession(t, `{}`, "assassin", []string{"merlin", "percival", "servant", "servant", "morgana"}, func(c *session.Config) {
		c.Bot.KnownRoles["flo"] = []string{"morgana"}
	})
	assassin.Say(1000, "cy", "flo is sus")
	if got := assassin.guessedOffline(); got["flo"] != (guess{Role: "morgana", Certain: true, Words: "unclear", Suspicion: 20}) || got["cy"].Role != "merlin" || got["cy"].Suspicion != 70 {
		t.Errorf("%+v", got)
	}
}

// TestTheOfflinePlayerReadsTheOdds: the posterior reaches its guesses through the prompt.
func TestTheOfflinePlayerReadsTheOdds(t *testing.T) {
	t.Parallel()
	c := servantGame(t, `{}`)
	c.quest(2, "bo", "cy", "dee")
	c.Say(c.State.Now, "bo", "hi")
	got := c.guessedOffline()
	for _, name := range []string{"bo", "cy", "dee"} { // the others are good for certain
		want := int(math.Round(100 * c.beliefs().evil(name)))
		if g, ok := got[name]; !ok || g.Suspicion != want || (g.Role == roleServant) != (want <= startSuspects) {
			t.Errorf("%s: %+v, evil by %d of 100", name, g, want)
		}
	}
}

// TestRefinementConceals: "role exposure" (figure 2). The offline player drafts lines that give its
// role away. Refinement with the second order stops them all, without it some.
func TestRefinementConceals(t *testing.T) {
	slowtest.Skip(t)
	t.Parallel()
	leaks := func(options, role string, others []string) (n int) {
		for seed := range uint64(200) {
			c := newSession(t, options, role, others, func(c *session.Config) { c.Bot.Conceal = []string{role} })
			c.quest(1, "bo", "cy")
			c.propose("cy", "cy", "dee", "flo")
			if _, speech := c.offline(seed); c.State.Config.Concealed().Leaks("ann", speech) {
				n++
			}
		}
		return n
	}
	for role, others := range map[string][]string{"merlin": goodOthers, "morgana": evilOthers} {
		whole, first, none, cot := leaks(`{}`, role, others), leaks(`{"second_order":"off"}`, role, others), leaks(`{"refinement":"off"}`, role, others), leaks(`{"contemplation":"cot"}`, role, others)
		if whole != 0 || first == 0 || none <= first || cot <= first {
			t.Errorf("%s leaks %d times of 200, without the second order %d, without refinement %d, with a chain of thought %d", role, whole, first, none, cot)
		}
	}
}
