package thought

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode"

	"ringer/engine/mouth"
	"ringer/engine/prompt"
)

// opinion is what the offline player thinks of the others, from how each one writes.
type opinion struct {
	prompt.Parsed
	speakers []*speakerSigns
}

type speakerSigns struct {
	speaker
	signs []sign
	score float64
}

// sign is one thing that may give a machine away: from 0 to 1, or to −1 if it speaks for a person.
type sign struct {
	what   string
	weight float64
	value  float64
}

// Averages over games of people and machines. People write 4 words a line and do a quarter of the
// talk in a game of three. Machines write 5 to 6 words and do 33 to 41 %. Their lines are more
// alike, and they repeat themselves five times as often. The scales begin half-way between both.
//
// The weights are log-odds by how well a sign is founded. They are not fitted to any game. They are
// small because trained classifiers are right about seven of ten players in such games: all signs
// together must not amount to certainty.
const (
	middleWords = 4.75 // words a line, half-way between both
	spanWords   = 1.5  // words from the middle to a line that is surely a machine's
	middleShare = 0.93 // of an even share of the talk: 31 % among three
	spanShare   = 0.4
	middleVary  = 0.65 // standard deviation of the words a line, divided by their mean
	spanVary    = 0.4
	// fastChars is in characters a second, reading included. Good typists write six or seven.
	fastChars = 8
	// fastLeast is the shortest line that is timed, in characters. A shorter line proves nothing.
	fastLeast       = 15
	answerSeconds   = 30  // the time in which a player who was asked should answer
	fewLines        = 4   // the number of lines at which half of the score counts: one line proves nothing
	weightMeasured  = 0.6 // the weight of a sign that was measured in real games
	weightRemarked  = 0.4 // the weight of a sign that players remark on
	weightPlausible = 0.2 // the weight of a sign that is only plausible
)

// Words that show what is meant, in the languages served.
var (
	accusing = []string{
		"bot", "ai", "ki", "machine", "maschine", "robot", "roboter", "mafia", "sus", "suspicious", "suspect", "verdächtig", "weird", "odd", "komisch",
		"fake", "liar", "lying", "lügt", "vote", "accuse",
	}
	denying  = []string{"not", "no", "isn", "isnt", "dont", "don", "never", "nicht", "kein", "keine", "nie"}
	trusting = []string{"trust", "human", "person", "innocent", "good", "friend", "vertrauen", "vertraust", "mensch", "unschuldig"}
)

// formOpinion reads the lines of everybody who has said something, except the bot itself.
func formOpinion(p prompt.Parsed) *opinion {
	said := slices.DeleteFunc(slices.Clone(p.Transcript(prompt.SectionTranscript)), func(l prompt.Line) bool { return l.Gamemaster })
	r, talkers := &opinion{Parsed: p}, speakersOf(said)
	talkers = slices.DeleteFunc(talkers, func(x speaker) bool { return x.name == p.Name() })
	even := 0.0 // lines of each of them, if all talked alike, however much the bot talks
	for _, x := range talkers {
		even += float64(len(x.lines)) / float64(len(talkers))
	}
	for _, x := range talkers {
		s := &speakerSigns{speaker: x}
		s.findSigns(said, even)
		r.speakers = append(r.speakers, s)
	}
	slices.SortFunc(r.speakers, func(a, b *speakerSigns) int { return cmp.Compare(a.name, b.name) })
	return r
}

func (s *speakerSigns) findSigns(said []prompt.Line, even float64) {
	n := float64(len(s.lines))
	mean, deviation := s.wordsPerLine()
	s.signs = []sign{
		{"how long the lines are", weightMeasured, clamp((mean - middleWords) / spanWords)},
		{"how much of the talk it is", weightMeasured, clamp((n/even - middleShare) / spanShare)},
		{"saying the same again", weightMeasured, min(1, float64(s.countRepeats()))},
		{"writing as if for print", weightRemarked, float64(s.countNeat()) / n},
		{"long answers in no time", weightRemarked, s.fastShare(said)},
		{"not answering", weightRemarked, s.evasionShare(said)},
	}
	if len(s.lines) >= fewLines && mean > 0 {
		s.signs = append(s.signs, sign{"how alike the lines are", weightPlausible, clamp((middleVary - deviation/mean) / spanVary)})
	}
	for _, sign := range s.signs {
		s.score += sign.weight * sign.value
	}
	s.score *= n / (n + fewLines)
}

func clamp(x float64) float64 { return min(max(x, -1), 1) }

func (s *speakerSigns) wordsPerLine() (mean, deviation float64) {
	n, squares := float64(len(s.lines)), 0.0
	for _, l := range s.lines {
		words := float64(len(strings.Fields(l.Text)))
		mean, squares = mean+words/n, squares+words*words/n
	}
	return mean, math.Sqrt(max(0, squares-mean*mean))
}

func (s *speakerSigns) countRepeats() (n int) {
	before := map[string]bool{}
	for _, l := range s.lines {
		text := mouth.Normalise(l.Text)
		if strings.Contains(text, " ") && before[text] {
			n++
		}
		before[text] = true
	}
	return n
}

func (s *speakerSigns) countNeat() (n int) {
	for _, l := range s.lines {
		text := strings.TrimSpace(l.Text)
		if runes := []rune(text); len(runes) > 1 && unicode.IsUpper(runes[0]) && strings.HasSuffix(text, ".") {
			n++
		}
	}
	return n
}

// fastShare returns the share of longer lines that came faster than a person can type.
func (s *speakerSigns) fastShare(said []prompt.Line) float64 {
	fast, longer := 0, 0
	for i, l := range said {
		chars := len([]rune(l.Text))
		if l.Name != s.name || i == 0 || said[i-1].Name == s.name || chars < fastLeast {
			continue
		}
		longer++
		if float64(l.Clock-said[i-1].Clock+1) < float64(chars)/fastChars { // the clock is in whole seconds
			fast++
		}
	}
	return float64(fast) / float64(max(1, longer))
}

// evasionShare returns the share of the questions to the player that get a question, or nothing.
func (s *speakerSigns) evasionShare(said []prompt.Line) float64 {
	asked, evaded := 0, 0
	for i, l := range said {
		if l.Name == s.name || !strings.Contains(l.Text, "?") || !mouth.Mentions(l.Text, s.name) {
			continue
		}
		asked++
		next := slices.IndexFunc(said[i+1:], func(a prompt.Line) bool { return a.Name == s.name })
		switch {
		case next >= 0 && said[i+1+next].Clock-l.Clock <= answerSeconds:
			if strings.HasSuffix(strings.TrimSpace(said[i+1+next].Text), "?") {
				evaded++
			}
		case said[len(said)-1].Clock-l.Clock > answerSeconds:
			evaded++
		default:
			asked-- // the answer may be on its way
		}
	}
	return float64(evaded) / float64(max(1, asked))
}

func (r *opinion) speaker(name string) (*speakerSigns, bool) {
	i := slices.IndexFunc(r.speakers, func(s *speakerSigns) bool { return s.name == name })
	if i < 0 {
		return &speakerSigns{}, false
	}
	return r.speakers[i], true
}

// probability turns a player's score, compared with the mean score, into a probability.
func (r *opinion) probability(name string) float64 {
	s, ok := r.speaker(name)
	if !ok {
		return unknownSuspicion
	}
	mean := 0.0
	for _, o := range r.speakers {
		mean += o.score / float64(len(r.speakers))
	}
	return 1 / (1 + math.Exp(mean-s.score))
}

func (r *opinion) reason(choices []prompt.Choice) string {
	const source = "(from the built-in player, which is no language model)"
	var who, what string
	most := 0.0
	for _, s := range r.speakers { // by name, whatever the order of the choices
		if !slices.ContainsFunc(choices, func(c prompt.Choice) bool { return c.Player == s.name }) {
			continue
		}
		for _, sign := range s.signs {
			if v := sign.weight * sign.value; v > most {
				who, what, most = s.name, sign.what, v
			}
		}
	}
	if who == "" {
		return "Nothing that was said speaks for one answer more than for another " + source + "."
	}
	return fmt.Sprintf("What stands out most is %s: %s %s.", who, what, source)
}

func containsAny(text string, words []string) bool {
	return slices.ContainsFunc(words, func(word string) bool { return mouth.Mentions(text, word) })
}
