package tom

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"ringer/engine/prompt"
	"ringer/engine/session"
)

// hostile is a model with random answers, also about players and lines that do not exist.
type hostile struct {
	*rapid.T
	names []string
	words []string
	last  int
}

func (h hostile) text() string {
	return strings.Repeat(rapid.SampledFrom(h.words).Draw(h.T, "text"), rapid.IntRange(0, 900).Draw(h.T, "times"))
}
func (h hostile) name() string { return rapid.SampledFrom(h.names).Draw(h.T, "name") }
func (h hostile) line() int    { return rapid.IntRange(-1, h.last+2).Draw(h.T, "line") }
func (h hostile) stance() string {
	return rapid.SampledFrom([]string{"trusts", "neutral", "doubts", "unknown"}).Draw(h.T, "stance")
}

// upTo draws up to n values.
func upTo[X any](h hostile, n int, one func() X) (all []X) {
	for range rapid.IntRange(0, n).Draw(h.T, "n") {
		all = append(all, one())
	}
	return all
}

func (h hostile) state() stateAnswer {
	return stateAnswer{
		Knowledge: knowledgeAnswer{
			Type:     rapid.SampledFrom([]string{"casual", "accusation"}).Draw(h.T, "type"),
			Facts:    upTo(h, 60, func() factAnswer { return factAnswer{h.line(), h.name(), h.text()} }),
			Patterns: upTo(h, 60, func() patternAnswer { return patternAnswer{h.name(), h.text()} }),
		},
		Beliefs: upTo(h, 60, func() believed {
			return believed{
				Name: h.name(), Suspicion: rapid.IntRange(-10, 999).Draw(h.T, "suspicion"), Tells: upTo(h, 6, h.text), Ally: 50, OfMe: h.stance(),
				OfOthers: upTo(h, 40, func() stance { return stance{h.name(), h.stance()} }), Evidence: upTo(h, 20, h.line),
			}
		}),
		Intention: intentionAnswer{Reasoning: h.text(), Suspect: h.name(), Ally: h.name(), Action: "vote"},
		Goal:      h.text(),
	}
}

// The mind keeps its size and form with the most players and the longest answers.
func TestAMindStaysSmall(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(r *rapid.T) {
		ids := rapid.SampledFrom([]string{"p%d", "player-%d", strings.Repeat("<", 70) + "%d"}).Draw(r, "ids")
		limit := mindBytes
		if strings.HasPrefix(ids, "<") {
			limit = session.MaxMind // the ids alone fill it, since JSON makes them six times as long
		}
		c := newSession(t, nobody, func(c *session.Config) {
			c.Game.Players, c.Bot.Seat = nil, fmt.Sprintf(ids, 0)
			for i := range session.MaxPlayers {
				c.Game.Players = append(c.Game.Players, session.Player{ID: fmt.Sprintf(ids, i), Name: fmt.Sprintf("Player %d", i)})
			}
		})
		s := newToM(t, `{"preferences":"`+strings.Repeat(`\u0001`, 2000)+`"}`)
		h := hostile{T: r, words: []string{"a", "<", "\u0001", "𝄞", "two words ", "\xff", ""}, names: []string{"", "Nobody", "PLAYER 3"}}
		for i := range session.MaxPlayers {
			h.names = append(h.names, fmt.Sprintf("Player %d", i))
		}
		for i := range rapid.IntRange(1, 4).Draw(r, "cycles") {
			for j := range 3 {
				c.Say(session.Millis(1000*(4*i+j+1)), fmt.Sprintf(ids, i*3+j+1), "hello")
			}
			h.last = int(c.State.Seq)
			out := c.conclude(s, kindCognition, cognitionFound{state: h.state(), line: prompt.Written{Text: h.text()}})
			if len(out.Mind) > limit || !json.Valid(out.Mind) {
				r.Fatalf("the mind has %d bytes, want at most %d", len(out.Mind), limit)
			}
			if len(out.Beliefs) > session.MaxBeliefChanges {
				r.Fatalf("it tells %d changes", len(out.Beliefs))
			}
			c.checkForm(r)
		}
	})
}

// It drops the oldest facts first, and nothing else if that is enough.
func TestAMindThatIsTooLargeForgetsTheOldest(t *testing.T) {
	t.Parallel()
	m := mind{Beliefs: map[string]belief{"blue": {Tells: []string{strings.Repeat("a", mindBytes/2)}}}, LastGoals: []string{"chat"}}
	for i := range keptFacts {
		m.Knowledge.Facts = append(m.Knowledge.Facts, fact{Seq: int64(i), Text: strings.Repeat("<", keptChars)})
	}
	m.fit()
	k := m.Knowledge.Facts
	if len(k) != keptFacts/2 || k[0].Seq != keptFacts/2 || len(m.LastGoals) != 1 || len(m.Beliefs["blue"].Tells) != 1 {
		t.Errorf("it keeps %d facts from #%d, the goals %q", len(k), k[0].Seq, m.LastGoals)
	}
}

// checkForm checks the form of a mind.
func (c *fixture) checkForm(r *rapid.T) {
	m, v := c.mind(), c.View()
	k := m.Knowledge
	if len(k.Facts) > keptFacts || len(m.LastGoals) > keptGoals || len(strings.Fields(m.Goal)) > goalWords {
		r.Fatalf("%d facts, %d goals, the goal %q", len(k.Facts), len(m.LastGoals), m.Goal)
	}
	for id, b := range m.Beliefs {
		if !inGame(v, id) || b.Suspicion < 0 || b.Suspicion > 100 || b.Level != level(b.Suspicion) || len(b.Tells) > keptTells || len(b.Evidence) > keptEvidence {
			r.Fatalf("of %q it believes %+v", id, b)
		}
		for _, seq := range b.Evidence {
			if !slices.ContainsFunc(v.Messages, func(m session.Message) bool { return m.Seq == seq }) {
				r.Fatalf("of %q it believes %+v, with a line that does not exist", id, b)
			}
		}
	}
	if i := m.Intention; i.Suspect != "" && (!inGame(v, i.Suspect) || i.Ally == i.Suspect) {
		r.Fatalf("the intention is %+v", i)
	}
}
