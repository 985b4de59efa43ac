package recon

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"ringer/engine/prompt"
	"ringer/engine/session"
)

// TestTheMindSurvivesTheLog: what is stored is read back.
func TestTheMindSurvivesTheLog(t *testing.T) {
	t.Parallel()
	c := servantGame(t, `{}`)
	c.Say(1000, "bo", "hi")
	_, out := c.conclude(guessed, formulated, read, refined)
	m := readMind(c.View())
	if b := session.EncodeMind(m); string(b) != string(out.Mind) {
		t.Errorf("it stores %s, and reads %s", out.Mind, b)
	}
	want := contemplated{
		Contemplation: "recon", Goal: "get bo off the team", SubGoals: []string{"doubt bo"}, Deception: "bo pretends to be a servant", Thought: "bo leads us on", Draft: "bo is morgana, i know it",
		Readings: []reading{{"assassin", "she knows too much"}}, GivesAway: "i know it", RefinedThought: "say it as a suspicion", Speech: "bo was on the failed team",
	}
	if !reflect.DeepEqual(*m.Last, want) {
		t.Errorf("%+v", m.Last)
	}
}

// hostile is a model with long answers.
type hostile struct{ *rapid.T }

func (h hostile) text() string {
	word := rapid.SampledFrom([]string{"a", "<", "\u0001", "𝄞", "two words ", "\xff", ""}).Draw(h.T, "word")
	return strings.Repeat(word, rapid.IntRange(0, 3000).Draw(h.T, "times"))
}

func (h hostile) texts(most int) (all []string) {
	for range rapid.IntRange(0, most).Draw(h.T, "texts") {
		all = append(all, h.text())
	}
	return all
}

// answers are its answers to the four stages, as JSON.
func (h hostile) answers(names []string) (first, formulate, second, refine string) {
	encode := func(x any) string {
		b, err := json.Marshal(x)
		if err != nil {
			h.Fatal(err)
		}
		return string(b)
	}
	var guesses firstOrderAnswer
	for _, name := range names {
		if rapid.Bool().Draw(h.T, "named") {
			guesses.Players = append(guesses.Players, guessAnswer{
				Name: name, Reason: h.text(), Words: rapid.SampledFrom([]string{"good", "evil", "unclear"}).Draw(h.T, "words"), Role: rapid.SampledFrom([]string{h.text(), "merlin", "servant", "morgana"}).Draw(h.T, "role"),
				Certainty: rapid.SampledFrom([]string{"certain", "unknown"}).Draw(h.T, "certainty"), Suspicion: rapid.IntRange(-5, 200).Draw(h.T, "suspicion"),
			})
		}
	}
	var read secondOrderAnswer
	for _, text := range h.texts(40) {
		read.Readings = append(read.Readings, readingAnswer{text, h.text()})
	}
	read.GivesAway = h.text()
	return encode(guesses), encode(formulateAnswer{h.text(), h.texts(9), h.text(), h.text(), prompt.Written{Text: h.text() + "x"}}), encode(read), encode(refineAnswer{h.text(), prompt.Written{Text: h.text()}})
}

// TestAMindStaysSmall: the mind keeps its size with the most players and the longest answers.
func TestAMindStaysSmall(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(r *rapid.T) {
		id := rapid.SampledFrom([]string{"p%d", "player-%d", strings.Repeat("<", 70) + "%d"}).Draw(r, "ids")
		limit := mindBytes
		if strings.HasPrefix(id, "<") {
			limit = session.MaxMind // the ids alone fill it, since JSON makes them six times as long
		}
		var names []string
		c := chat(t, `{}`, func(c *session.Config) {
			c.Game.Players, c.Game.Phases, c.Bot.Seat = nil, nil, fmt.Sprintf(id, 0)
			for i := range session.MaxPlayers {
				names = append(names, fmt.Sprint("Player ", i))
				c.Game.Players = append(c.Game.Players, session.Player{ID: fmt.Sprintf(id, i), Name: names[i]})
			}
		})
		for i := range rapid.IntRange(1, 3).Draw(r, "rounds") {
			c.Say(session.Millis(30_000*(i+1)), fmt.Sprintf(id, 1), "hello")
			first, formulate, second, refine := hostile{r}.answers(names)
			_, out := c.conclude(first, formulate, second, refine)
			if len(out.Mind) > limit || !json.Valid(out.Mind) {
				r.Fatalf("the mind has %d bytes, want at most %d", len(out.Mind), limit)
			}
			if len(out.Beliefs) > session.MaxBeliefChanges {
				r.Fatalf("it tells %d changes", len(out.Beliefs))
			}
			if m := readMind(c.View()); m.Rounds != i+1 {
				r.Fatalf("it does not read its mind back: %+v", m)
			}
		}
	})
}
