package fourmind

import (
	"slices"
	"strings"
	"unicode"

	"ringer/engine/session"
)

// stage is how far the talk has come.
type stage int

const (
	// smallTalk lasts until there is something to point at.
	smallTalk stage = iota
	// pursuit is when the objective counts.
	pursuit
)

// doubtedFrom is the doubt, in percent, that counts as doubting somebody.
const doubtedFrom = 60

func (f *FourMind) stage(v session.View, m *mind) stage {
	if f.options.Pursue == pursueFromStart || m.someoneDoubted(v) {
		return pursuit
	}
	return smallTalk
}

func lines(v session.View) (n int) {
	for _, p := range v.Players {
		n += v.Talk(p.ID).Total
	}
	return n
}

func (m *mind) someoneDoubted(v session.View) bool {
	for _, percent := range m.Doubts {
		if percent >= doubtedFrom {
			return true
		}
	}
	return firstDoubt(v) > 0
}

// firstDoubt returns the seq of the first line that doubts somebody, or 0.
func firstDoubt(v session.View) int64 {
	for _, m := range v.Messages {
		if m.Kind == session.FromPlayer && hasDoubt(v, m.Text) {
			return m.Seq
		}
	}
	return 0
}

// doubtsBot reports whether one of a player's last lines is about the bot, with a word that doubts.
func doubtsBot(v session.View, player string) bool {
	n := 0
	for _, m := range slices.Backward(v.Messages) {
		if m.Sender != player {
			continue
		}
		if n++; n > lately {
			return false
		}
		if (m.Addressed || v.Mentions(m.Text, v.Me.ID)) && hasDoubt(v, m.Text) {
			return true
		}
	}
	return false
}

func hasDoubt(v session.View, text string) bool {
	language, _, _ := strings.Cut(strings.ToLower(v.Config.Language), "-")
	return slices.ContainsFunc(words(text), func(w string) bool {
		return slices.Contains(doubtWords[""], w) || slices.Contains(doubtWords[language], w)
	})
}

// doubtWords are words with which players doubt somebody, by language; those under "" are in all. A
// chat in another language begins its pursuit by the other two rules.
var doubtWords = map[string][]string{
	"": {
		"bot", "bots", "robot", "robots", "chatbot", "gpt", "chatgpt", "llm", "machine", "machines", "maschine", "maschinen", "mafia", "mafioso", "sus", "suspect",
		"suspects", "suspicious",
	},
	"en": {"ai", "ais", "suspected", "accuse", "accused", "accusing", "liar", "lying", "fake", "human", "humans"},
	"de": {"ki", "verdächtig", "verdacht", "verdächtige", "lügner", "lügst", "lügt", "mensch", "menschen"},
}

func words(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}
