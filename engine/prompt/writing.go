package prompt

import (
	"slices"
	"strings"

	"ringer/engine/mouth"
	"ringer/engine/session"
)

// SectionStyle says how the bot's next line is to be written.
const SectionStyle = "how to write"

const (
	// sampleLines is how many lines of others show how they write. A small model copies from more.
	sampleLines   = 3
	answeredLines = 4 // how many of the newest lines the next line may answer
	// minSampleWords lets a line of four words be a sample where most have one.
	minSampleWords = 4
	openingLines   = 4 // how many of the bot's last lines may not begin like the next one
)

// Style returns the section that says how to write: the length drawn for the next line, usual
// marks, the person's own way, a few lines of others, openings just used, and what the bot has told
// of itself.
func Style(v session.View) []Section { return StyleWithin(v, Bounds{}) }

// Bounds are what the next line keeps to, whatever is drawn.
type Bounds struct {
	Most int // the most words; 0 for no limit
	// Aim says that the line accuses or asks, which one or two words cannot.
	Aim bool
	// Own says that the line does something of its own accord: it may be witty, and tell a fact.
	Own bool
}

// StyleWithin is Style for a line with bounds. A line of at most so many words is a quick word, and
// shows nobody's manner of writing.
func StyleWithin(v session.View, bounds Bounds) []Section {
	style := mouth.StyleOf(v.Others())
	told := append([]string{drawn(v, &style, bounds)}, style.Sentences(isEnglish(v.Config.Language))...)
	lines := []string{strings.Join(told, " ")}
	if !isEnglish(v.Config.Language) { // the examples of the tasks are in English
		lines[0] = "Write in " + languageName(v.Config.Language) + ". " + lines[0]
	}
	if b := v.Biography; bounds.Most == 0 && b != nil && b.Writing != "" {
		way := "Your own way of writing: "
		if style.Known() {
			way = "If it fits, your writing: "
		}
		lines = append(lines, way+Quote(b.Writing))
	}
	if samples := samples(v, &style); bounds.Most == 0 && len(samples) > 0 {
		lines = append(lines, "Lines of others, as examples of style only: "+strings.Join(samples, " "))
	}
	if used := openings(v); bounds.Most == 0 && len(used) > 0 {
		lines = append(lines, "Do not begin with: "+strings.Join(used, ", "))
	}
	return []Section{TextSection(SectionStyle, strings.Join(append(lines, factsTold(v)...), "\n"))}
}

func isEnglish(tag string) bool { return tag == "en" || strings.HasPrefix(tag, "en-") }

// samples returns quoted lines of others that are as long as most, a new one of each player whose
// lines all readers see. The newest are left out, if possible: small models copy what they answer.
func samples(v session.View, style *mouth.Style) []string {
	if older := samplesOf(v, v.Messages[:max(0, len(v.Messages)-answeredLines)], style); older != nil {
		return older
	}
	return samplesOf(v, v.Messages, style)
}

func samplesOf(v session.View, messages []session.Message, style *mouth.Style) (quoted []string) {
	words := int(max(minSampleWords, 2*style.Words))
	roster, from := v.Roster(), map[string]bool{}
	for _, m := range slices.Backward(messages) {
		n := len(strings.Fields(m.Text))
		if len(quoted) == sampleLines || !m.Foreign() || from[m.Sender] || roster.Narrower(m.Channel, v.Channel) || n < 2 || n > words {
			continue
		}
		from[m.Sender] = true
		quoted = append(quoted, Quote(session.Shortened(m.Text, session.LineChars)))
	}
	if len(quoted) < 2 {
		return nil // one sample is copied
	}
	return quoted
}

// answering are words with which people begin answers again and again.
var answering = []string{"yes", "yeah", "yep", "no", "nope", "not", "i", "im"}

func openings(v session.View) (quoted []string) {
	own := v.Own()
	for _, line := range slices.Backward(own[max(0, len(own)-openingLines):]) {
		first, _, _ := strings.Cut(mouth.Normalise(line), " ")
		if q := Quote(first); first != "" && !slices.Contains(answering, first) && !slices.Contains(quoted, q) {
			quoted = append(quoted, q)
		}
	}
	return quoted
}
