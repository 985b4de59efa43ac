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

// room is what the offline player sees of the others: how each one writes.
type room struct {
	prompt.Parsed
	speakers []*speakerSigns
}

// speakerSigns is how one player writes.
type speakerSigns struct {
	speaker
	signs []sign
	score float64
}

// sign is one thing that may give a machine away: how far from 0, where it says nothing, to 1, or to −1 where it speaks for a person.
type sign struct {
	what   string
	weight float64
	value  float64
}

// What is known of people and of machines in games of this kind, as averages over such games, in part those that the README counts: people write
// 4 words a line and do a quarter of the talk in a game of three, machines 5 to 6 words and 33 to 41 %, more alike from line to line, and they
// repeat themselves five times as often. The scales begin half-way between. The weights are log-odds by how well a sign is founded, not fitted to
// any game, and small: trained classifiers are right about seven of ten players in such games, so that all signs together must not amount to
// certainty.
const (
	middleWords = 4.75 // words a line, half-way between both
	spanWords   = 1.5  // from the middle to where a line is surely a machine's
	middleShare = 0.93 // of a fair share of the talk: 31 % among three
	spanShare   = 0.4
	middleVary  = 0.65 // standard deviation of the words a line, by their mean
	spanVary    = 0.4
	fastChars   = 8   // characters a second, reading included: good typists write six or seven
	fastLeast   = 15  // characters; a shorter line proves nothing
	patience    = 30  // seconds that somebody has who is asked
	fewLines    = 4   // lines at which half of the score counts: nobody is known by one
	measured    = 0.6 // weight of a sign that was measured in real games
	remarked    = 0.4 // weight of one that players remark on
	plausible   = 0.2 // weight of what is only plausible
)

// Words that tell what is meant, in the languages served.
var (
	accusing = []string{
		"bot", "ai", "ki", "machine", "maschine", "robot", "roboter", "mafia", "sus", "suspicious", "suspect", "verdächtig", "weird", "odd", "komisch",
		"fake", "liar", "lying", "lügt", "vote", "accuse",
	}
	denying  = []string{"not", "no", "isn", "isnt", "dont", "don", "never", "nicht", "kein", "keine", "nie"}
	trusting = []string{"trust", "human", "person", "innocent", "good", "friend", "vertrauen", "vertraust", "mensch", "unschuldig"}
)

// readRoom looks at all who have said something, besides the bot itself.
func readRoom(p prompt.Parsed) *room {
	said := slices.DeleteFunc(slices.Clone(p.Transcript(prompt.SectionTranscript)), func(l prompt.Line) bool { return l.Gamemaster })
	r, talkers := &room{Parsed: p}, speakersOf(said)
	for _, x := range talkers {
		if x.name != p.Name() {
			s := &speakerSigns{speaker: x}
			s.read(said, len(talkers))
			r.speakers = append(r.speakers, s)
		}
	}
	slices.SortFunc(r.speakers, func(a, b *speakerSigns) int { return cmp.Compare(a.name, b.name) })
	return r
}

// read finds a player's signs.
func (s *speakerSigns) read(said []prompt.Line, talkers int) {
	n := float64(len(s.lines))
	mean, deviation := s.words()
	fair := n / float64(len(said)) * float64(talkers)
	s.signs = []sign{
		{"how long the lines are", measured, within((mean - middleWords) / spanWords)},
		{"how much of the talk it is", measured, within((fair - middleShare) / spanShare)},
		{"saying the same again", measured, min(1, float64(s.repeats()))},
		{"writing as if for print", remarked, float64(s.neat()) / n},
		{"long answers in no time", remarked, s.fast(said)},
		{"not answering", remarked, s.evades(said)},
	}
	if len(s.lines) >= fewLines && mean > 0 {
		s.signs = append(s.signs, sign{"how alike the lines are", plausible, within((middleVary - deviation/mean) / spanVary)})
	}
	for _, sign := range s.signs {
		s.score += sign.weight * sign.value
	}
	s.score *= n / (n + fewLines)
}

func within(x float64) float64 { return min(max(x, -1), 1) }

// words returns the mean of the words a line, and their standard deviation.
func (s *speakerSigns) words() (mean, deviation float64) {
	n, squares := float64(len(s.lines)), 0.0
	for _, l := range s.lines {
		words := float64(len(strings.Fields(l.Text)))
		mean, squares = mean+words/n, squares+words*words/n
	}
	return mean, math.Sqrt(max(0, squares-mean*mean))
}

// repeats counts the lines of more than one word that were said before.
func (s *speakerSigns) repeats() (n int) {
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

// neat counts the lines that begin with a capital and end with a full stop.
func (s *speakerSigns) neat() (n int) {
	for _, l := range s.lines {
		text := strings.TrimSpace(l.Text)
		if runes := []rune(text); len(runes) > 1 && unicode.IsUpper(runes[0]) && strings.HasSuffix(text, ".") {
			n++
		}
	}
	return n
}

// fast is the share of the longer lines that came sooner after another player's than somebody can type them.
func (s *speakerSigns) fast(said []prompt.Line) float64 {
	fast, longer := 0, 0
	for i, l := range said {
		chars := len([]rune(l.Text))
		if l.Name != s.name || i == 0 || said[i-1].Name == s.name || chars < fastLeast {
			continue
		}
		longer++
		if float64(l.Clock-said[i-1].Clock+1) < float64(chars)/fastChars { // the clock leaves out parts of seconds
			fast++
		}
	}
	return float64(fast) / float64(max(1, longer))
}

// evades is the share of the questions to a player by name that are met with a question or with silence.
func (s *speakerSigns) evades(said []prompt.Line) float64 {
	asked, evaded := 0, 0
	for i, l := range said {
		if l.Name == s.name || !strings.Contains(l.Text, "?") || !mouth.Mentions(l.Text, s.name) {
			continue
		}
		asked++
		next := slices.IndexFunc(said[i+1:], func(a prompt.Line) bool { return a.Name == s.name })
		switch {
		case next >= 0 && said[i+1+next].Clock-l.Clock <= patience:
			if strings.HasSuffix(strings.TrimSpace(said[i+1+next].Text), "?") {
				evaded++
			}
		case said[len(said)-1].Clock-l.Clock > patience:
			evaded++
		default:
			asked-- // the answer may be on its way
		}
	}
	return float64(evaded) / float64(max(1, asked))
}

// speaker returns a player who has said something.
func (r *room) speaker(name string) (*speakerSigns, bool) {
	i := slices.IndexFunc(r.speakers, func(s *speakerSigns) bool { return s.name == name })
	if i < 0 {
		return nil, false
	}
	return r.speakers[i], true
}

// score is how much speaks against a player; 0 where nothing is known.
func (r *room) score(name string) float64 {
	if s, ok := r.speaker(name); ok {
		return s.score
	}
	return 0
}

// likely makes the score of a player, compared with that of all, a probability.
func (r *room) likely(name string) float64 {
	s, ok := r.speaker(name)
	if !ok {
		return evenPlayer
	}
	mean := 0.0
	for _, o := range r.speakers {
		mean += o.score / float64(len(r.speakers))
	}
	return 1 / (1 + math.Exp(mean-s.score))
}

// reason names the strongest sign against one of the choices.
func (r *room) reason(choices []prompt.Choice) string {
	const plainly = "(from the built-in player, which is no language model)"
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
		return "Nothing that was said speaks for one answer more than for another " + plainly + "."
	}
	return fmt.Sprintf("What stands out most is %s: %s %s.", who, what, plainly)
}

// holds tells whether a text holds one of some words.
func holds(text string, words []string) bool {
	return slices.ContainsFunc(words, func(word string) bool { return mouth.Mentions(text, word) })
}
