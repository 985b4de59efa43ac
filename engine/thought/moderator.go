package thought

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"ringer/engine/mouth"
	"ringer/engine/prompt"
	"ringer/engine/session"
)

const (
	sectionContenders = "who may be next"
	sectionPeople     = "people"
	nobodyNext        = "none"
	moderatorLines    = 16 // how many lines of the chat the moderator reads, to see who was asked
	moderatorTokens   = 30 // the length of an answer: one key, with the JSON around it
)

type moderatorAnswer struct {
	Next string `json:"next"`
}

func moderate(ctx context.Context, v session.View, ask prompt.Asker) (session.Finding, error) {
	var a moderatorAnswer
	choices := contenderChoices(v)
	if err := ask.Ask(ctx, moderatorPrompt(v, choices), &a); err != nil {
		return nil, err
	}
	return nextSpeaker(v, choices, a.Next), nil
}

// nextSpeaker reads a key, or the name of a bot. Any other answer is a seat that no bot has.
func nextSpeaker(v session.View, choices []prompt.Choice, answer string) session.NextSpeaker {
	answer = strings.Trim(strings.TrimSpace(answer), `"'.`)
	if strings.EqualFold(answer, nobodyNext) {
		return session.NextSpeaker{}
	}
	i := slices.IndexFunc(choices, func(c prompt.Choice) bool { return strings.EqualFold(c.Key, answer) })
	if i < 0 {
		i = slices.IndexFunc(choices, func(c prompt.Choice) bool { return strings.EqualFold(c.Text, answer) })
	}
	if i < 0 {
		return session.NextSpeaker{Seat: "?" + answer}
	}
	return session.NextSpeaker{Seat: v.Contenders[i].ID}
}

// contenderChoices returns the bots that may be next, under keys that are not the name of a player.
func contenderChoices(v session.View) []prompt.Choice {
	entries := make([]entry, len(v.Contenders))
	var taken []string
	for _, p := range v.Players {
		taken = append(taken, p.ID, p.Name)
	}
	for i, c := range v.Contenders {
		entries[i].Text, entries[i].Hint = c.Name, contenderHint(c, v.Now)
	}
	setKeys(entries, letterKey, taken)
	return session.Each(entries, func(e entry) prompt.Choice { return e.Choice })
}

func contenderHint(c session.Contender, now session.Millis) string {
	hint := "has not written yet"
	if c.Lines > 0 {
		hint = fmt.Sprintf("wrote %d lines, the last one %s", c.Lines, prompt.FormatAge(int64(now-c.LastAt)/1000))
	}
	switch {
	case c.Chosen && c.Spoke:
		hint += ", was your last choice"
	case c.Chosen:
		hint += fmt.Sprintf(", was your last choice %s, and has written nothing since", prompt.FormatAge(int64(now-c.ChosenAt)/1000))
	}
	return hint
}

// people returns the names of the players in the game who are not bots, or who may not speak now.
func people(v session.View) (names []string) {
	for _, p := range v.Active() {
		if !slices.ContainsFunc(v.Contenders, func(c session.Contender) bool { return c.ID == p.ID }) {
			names = append(names, p.Name)
		}
	}
	return names
}

func moderatorPrompt(v session.View, choices []prompt.Choice) prompt.Prompt {
	lines := v.Messages[max(0, len(v.Messages)-moderatorLines):]
	return prompt.Prompt{
		Task: session.KindModerator, Role: prompt.RoleDecision, AnswerTokens: moderatorTokens, Instruction: instruction("moderator"),
		Sections: []prompt.Section{
			prompt.Rules(v), prompt.ListSection(sectionPeople, people(v)), prompt.TranscriptSection(prompt.SectionTranscript, prompt.TranscriptLines(v, lines)),
			prompt.ChoiceSection(sectionContenders, choices), prompt.Time(v),
		},
	}
}

// moderateOffline is the offline model as a moderator. It chooses a bot that the last lines name,
// else the bot that has been silent for longest, and now and then nobody.
func moderateOffline(p prompt.Parsed, rng *rand.Rand) any {
	lines, choices := p.Transcript(prompt.SectionTranscript), p.Choices(sectionContenders)
	silent := map[string]int{}
	for i, l := range lines {
		silent[l.Name] = i + 1
	}
	if len(lines) > 0 {
		last := lines[len(lines)-1]
		for _, c := range choices {
			if last.Name != c.Text && mouth.Mentions(last.Text, c.Text) {
				return moderatorAnswer{c.Key}
			}
		}
	}
	if len(choices) == 0 || rng.IntN(8) == 0 {
		return moderatorAnswer{nobodyNext}
	}
	rng.Shuffle(len(choices), func(i, k int) { choices[i], choices[k] = choices[k], choices[i] })
	return moderatorAnswer{slices.MinFunc(choices, func(a, b prompt.Choice) int { return silent[a.Text] - silent[b.Text] }).Key}
}
