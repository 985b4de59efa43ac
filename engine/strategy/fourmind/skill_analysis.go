package fourmind

import (
	"math/rand/v2"
	"slices"
	"strings"

	"ringer/engine/prompt"
	"ringer/engine/session"
	"ringer/engine/smalltalk"
)

// Limits in characters: the texts stand next to the message.
const (
	sideChars  = 100
	quoteChars = 40
)

func readSides(p prompt.Parsed, rng *rand.Rand) any {
	return analysisAnswer{readLines(p, lineNumbers(p.Text(sectionAnalyse)), rng)}
}

func readLines(p prompt.Parsed, numbers []int64, rng *rand.Rand) []analysis {
	lines, players := p.Transcript(prompt.SectionTranscript), p.List(prompt.SectionPlayers)
	chat := prompt.Prompt{Sections: []prompt.Section{
		prompt.ListSection(prompt.SectionPlayers, players), prompt.TranscriptSection(prompt.SectionTranscript, lines),
	}}.Parsed()
	found := []analysis{}
	for _, r := range smalltalk.Read(chat, smalltalk.ReadOptions{AllChannels: true, MaxLines: len(lines)}, rng).Readings() {
		if slices.Contains(numbers, r.Number) {
			found = append(found, analysisOf(r))
		}
	}
	for _, l := range lines {
		if l.Gamemaster && slices.Contains(numbers, l.Number) {
			found = append(found, announcement(l, players))
		}
	}
	return found
}

func announcement(l prompt.Line, players []string) analysis {
	return analysis{
		Number: int(l.Number), Receivers: players, Facts: "announces: " + session.Shortened(strings.Join(strings.Fields(l.Text), " "), quoteChars),
		Relationship: "leads the game", Appeal: "go on as announced",
	}
}

func analysisOf(r smalltalk.Reading) analysis {
	w := wordings[r.Kind]
	switch {
	case r.Kind == smalltalk.Accusation && r.IsQuestion:
		w = doubtful
	case r.Kind == smalltalk.Remark || r.Kind == smalltalk.Question:
		if mood, known := moods[r.Mood]; known {
			w.revelation, w.relationship = mood.revelation, mood.relationship
		}
	}
	to, who := strings.Join(r.To, " and "), r.Accused
	if len(r.To) != 1 {
		to = "the others"
	}
	if who == "" {
		who = "somebody here"
	}
	text := session.Shortened(strings.Join(strings.Fields(r.Text), " "), quoteChars)
	fill := func(side string) string {
		return session.Shortened(strings.NewReplacer("{to}", to, "{who}", who, "{text}", text).Replace(side), sideChars)
	}
	return analysis{
		Number: int(r.Number), Receivers: r.To,
		Facts: fill(w.facts), Revelation: fill(w.revelation), Relationship: fill(w.relationship), Appeal: fill(w.appeal),
	}
}

// wording has the texts of the four sides. {to} are the receivers, {who} is the accused player,
// {text} the line.
type wording struct{ facts, revelation, relationship, appeal string }

var wordings = map[smalltalk.Kind]wording{
	smalltalk.Greeting:   {"none, a greeting", "is here and in a friendly mood", "friendly to {to}", "greet back"},
	smalltalk.Laughter:   {"none, a laugh", "finds it funny, or wants to look relaxed", "at ease with {to}", "keep it light"},
	smalltalk.Noise:      {"none, or a typo mended", "types carelessly", "does not mind what {to} may think", "nothing"},
	smalltalk.Order:      {"demands: {text}", "wants to test who does as told", "puts itself above {to}", "do as told and give yourself away"},
	smalltalk.Accusation: {"says that {who} is not what they seem", "suspects {who}, or wants to look as if", "distrusts {who}", "doubt {who} too, or {who} should answer"},
	smalltalk.Denial:     {"denies it", "feels accused", "on the defence before {to}", "believe me"},
	smalltalk.Question:   {"asks: {text}", "is curious", "interested in {to}", "answer, so that we see how you do it"},
	smalltalk.Remark:     {"says: {text}", "tells something of their own", "speaks to {to} as an equal", "take it up"},
}

var doubtful = wording{"asks whether {who} is a machine", "is not sure yet", "tests {who}", "deny it, or slip"}

// moods replace two of the sides.
var moods = map[string]wording{
	"thanks": {revelation: "is thankful", relationship: "kind to {to}"},
	"sorry":  {revelation: "feels sorry", relationship: "wants to be on good terms with {to}"},
	"bye":    {revelation: "is about to leave", relationship: "on good terms with {to}"},
	"rude":   {revelation: "is annoyed", relationship: "hostile to {to}"},
	"sad":    {revelation: "feels bad about something", relationship: "trusts {to} with it"},
	"glad":   {revelation: "is pleased", relationship: "warm to {to}"},
	"agree":  {revelation: "has an opinion", relationship: "talks to {to} as to equals"},
}
