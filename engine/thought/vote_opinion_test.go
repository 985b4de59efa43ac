package thought

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"ringer/engine/prompt"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

var (
	twoPlayers = []prompt.Choice{{Key: "A", Text: "Blue", Player: "Blue"}, {Key: "B", Text: "Green", Player: "Green"}}
	shortChat  = []prompt.Line{{Clock: 1, Name: "Blue", Text: "a b c"}, {Clock: 9, Name: "Green", Text: "d e f"}}
)

// askSkill returns the offline player Red's answer. vote holds the sentences of its section.
func askSkill(t *testing.T, task session.VoteKind, vote []string, question string, choices []prompt.Choice, own []string, lines ...prompt.Line) any {
	t.Helper()
	p := prompt.Prompt{Task: voteTask(task), Sections: []prompt.Section{
		prompt.TextSection(prompt.SectionYou, `Your name in this chat: "Red"`), prompt.TranscriptSection(prompt.SectionTranscript, lines), prompt.ListSection(prompt.SectionOwn, own),
		prompt.ListSection(sectionQuestion, []string{question}), prompt.TextSection(sectionVote, strings.Join(vote, "\n")), prompt.ChoiceSection(sectionChoices, choices),
	}}
	parsed := sessiontest.Must(prompt.Parse(p.Render()))(t)
	return Skills()[p.Task](parsed, rand.New(rand.NewPCG(1, 0)))
}

// TestOfflineVote checks what moves the offline player, one thing at a time.
func TestOfflineVote(t *testing.T) {
	t.Parallel()
	t.Run("votes for the player whom it has accused", func(t *testing.T) {
		a := askSkill(t, session.ChooseOne, []string{meansSuspicion}, "who?", twoPlayers, []string{"green is a bot"}, shortChat...).(chooseAnswer)
		if a.Said != "B" || a.Choices[1].Percent < 70 {
			t.Errorf("%+v", a)
		}
	})
	t.Run("chooses a number of options midway between the bounds", func(t *testing.T) {
		four := append(slices.Clone(twoPlayers), prompt.Choice{Key: "C", Text: "x"}, prompt.Choice{Key: "D", Text: "y"})
		a := askSkill(t, session.ChooseMany, []string{"Choose from 1 to 3 of the choices."}, "which?", four, nil).(chooseAnswer)
		for _, c := range a.Choices {
			if c.Percent != 50 {
				t.Errorf("%+v", a)
			}
		}
	})
	t.Run("has no opinion if the question names two players", func(t *testing.T) {
		long := prompt.Line{Clock: 30, Name: "Green", Text: "I am the one who writes long lines that end with a full stop."}
		yes := []prompt.Choice{{Key: "A", Text: "yes", Hint: hintYes}}
		if a := askSkill(t, session.YesNo, nil, "Is green a bot, or blue?", yes, nil, append(shortChat, long)...).(chooseAnswer); a.Choices[0].Percent != defaultYes {
			t.Errorf("%+v", a)
		}
	})
	t.Run("suspects more after three lines than after one", func(t *testing.T) {
		said := func(n int) float64 {
			var lines []prompt.Line
			for i := range n {
				at, word := int64(20*i), strings.Repeat("x", i+1) // so that no line is a repeat
				lines = append(lines, prompt.Line{Clock: at, Name: "Green", Text: word + " this is as long as lines of machines are"}, prompt.Line{Clock: at + 9, Name: "Blue", Text: word})
			}
			return askSkill(t, session.ChooseOne, []string{meansSuspicion}, "who?", twoPlayers, nil, lines...).(chooseAnswer).Choices[1].Percent
		}
		if one, many := said(1), said(3); one >= many || one <= 50 {
			t.Errorf("after a line each %g %%, after three %g %%", one, many)
		}
	})
}

// TestSigns checks the limits of the signs by which the offline player suspects somebody.
func TestSigns(t *testing.T) {
	t.Parallel()
	t.Run("ignores a repeated word and a fast short line", func(t *testing.T) {
		for last, want := range map[string]float64{"hahahahaha": 0, "we like tea, all of us": 1} {
			said := []prompt.Line{{Clock: 2, Name: "Blue", Text: "hi"}, {Clock: 2, Name: "Green", Text: last}, {Clock: 8, Name: "Blue", Text: "ok"}, {Clock: 8, Name: "Green", Text: last}}
			s := speakerSigns{speaker: speaker{"Green", []prompt.Line{said[1], said[3]}}}
			if s.countRepeats() != int(want) || s.fastShare(said) != want {
				t.Errorf("%q: repeats %d, fast %g", last, s.countRepeats(), s.fastShare(said))
			}
		}
	})
	t.Run("suspects a player whose four lines have one length", func(t *testing.T) {
		alike, varied := []string{"a b c", "d e f", "g h i", "j k l"}, []string{"a", "b c", "d e f", "g h i j k l"}
		var lines []prompt.Line
		for i := range alike {
			lines = append(lines, prompt.Line{Clock: int64(20 * i), Name: "Blue", Text: varied[i]}, prompt.Line{Clock: int64(20*i + 9), Name: "Green", Text: alike[i]})
		}
		a := askSkill(t, session.ChooseOne, []string{meansSuspicion}, "who?", twoPlayers, nil, lines...).(chooseAnswer)
		if a.Choices[0].Percent >= a.Choices[1].Percent || !strings.Contains(a.Rationale, "Green: how alike the lines are") {
			t.Errorf("%+v", a)
		}
	})
	t.Run("ignores the game master and players who are not choices", func(t *testing.T) {
		long := prompt.Line{Clock: 30, Name: "Green", Text: "I am the one who writes long lines that end with a full stop."}
		without := askSkill(t, session.ChooseOne, []string{meansSuspicion}, "who?", twoPlayers, nil, append(shortChat, long)...).(chooseAnswer)
		master := prompt.Line{Name: "GameMaster", Gamemaster: true, Text: "welcome"}
		with := askSkill(t, session.ChooseOne, []string{meansSuspicion}, "who?", twoPlayers, nil, master, shortChat[0], shortChat[1], long).(chooseAnswer)
		if !slices.Equal(with.Choices, without.Choices) || !strings.Contains(with.Rationale, "Green") {
			t.Errorf("%+v, without the game master %+v", with, without)
		}
		if a := askSkill(t, session.ChooseOne, []string{meansSuspicion}, "who?", twoPlayers[:1], nil, append(shortChat, long)...).(chooseAnswer); strings.Contains(a.Rationale, "Green") {
			t.Errorf("%+v", a)
		}
	})
	t.Run("waits for an answer that may be on its way", func(t *testing.T) {
		evades := func(until int64) float64 {
			said := []prompt.Line{{Clock: 5, Name: "Blue", Text: "green who are you?"}, {Clock: until, Name: "Blue", Text: "green?"}}
			return (&speakerSigns{speaker: speaker{name: "Green"}}).evasionShare(said)
		}
		if evades(20) != 0 || evades(60) != 1 {
			t.Errorf("%g, %g", evades(20), evades(60))
		}
	})
	t.Run("does not suspect a player who writes like the others", func(t *testing.T) {
		alike := []prompt.Line{{Clock: 1, Name: "Blue", Text: "We write the same."}, {Clock: 20, Name: "Green", Text: "We write the same."}}
		yes := []prompt.Choice{{Key: "A", Text: "yes", Hint: hintYes}}
		if a := askSkill(t, session.YesNo, nil, "Is green a bot?", yes, nil, alike...).(chooseAnswer); a.Choices[0].Percent != 50 {
			t.Errorf("%+v", a)
		}
	})
}
