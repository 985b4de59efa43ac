package fourmind

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"ringer/engine/session"
)

// stage is how far the talk has come. It decides what the simulation leads to.
type stage int

const (
	// smallTalk lasts until there is something to point at.
	smallTalk stage = iota
	// pursuit is when the objective frames every simulation.
	pursuit
	// over is after the game master has said how the game ended.
	over
)

const (
	// fewLines is how many lines of players stand before the objective is pursued in a chat where
	// nobody has doubted anybody. In half of the recorded games somebody has by the eighth line.
	fewLines = 12
	// doubtedFrom is the doubt, in percent, from which the chat counts as doubting somebody.
	doubtedFrom = 60
)

// stage returns how far the talk has come. It follows from the view alone.
func (m *mind) stage(v session.View) stage {
	switch {
	case isOver(v):
		return over
	case m.someoneDoubted(v) || lines(v) >= fewLines && v.Quarry() != "":
		return pursuit
	}
	return smallTalk
}

// lines counts the lines of players.
func lines(v session.View) (n int) {
	for _, p := range v.Players {
		n += v.Talk(p.ID).Total
	}
	return n
}

// someoneDoubted reports whether a line of the chat has doubted somebody, or the last appraisal
// found that the chat does.
func (m *mind) someoneDoubted(v session.View) bool {
	for _, percent := range m.Doubts {
		if percent >= doubtedFrom {
			return true
		}
	}
	return firstDoubt(v) > 0
}

// firstDoubt returns the seq of the first line of the view whose words doubt somebody, or 0.
func firstDoubt(v session.View) int64 {
	for _, m := range v.Messages {
		if m.Kind == session.FromPlayer && hasDoubt(v, m.Text) {
			return m.Seq
		}
	}
	return 0
}

// doubtsBot reports whether one of a player's last lines speaks to the bot or of it, with a word
// that doubts.
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

// hasDoubt reports whether a line has a word with which players doubt somebody.
func hasDoubt(v session.View, text string) bool {
	language, _, _ := strings.Cut(strings.ToLower(v.Config.Language), "-")
	return slices.ContainsFunc(words(text), func(w string) bool {
		return slices.Contains(doubtWords[""], w) || slices.Contains(doubtWords[language], w)
	})
}

// doubtWords are words with which players doubt somebody, by language. Those under "" mean the same
// in all languages that use them. A chat in another language begins its pursuit by the other two
// rules.
var doubtWords = map[string][]string{
	"": {
		"bot", "bots", "robot", "robots", "chatbot", "gpt", "chatgpt", "llm", "machine", "machines", "maschine", "maschinen", "mafia", "mafioso", "sus", "suspect",
		"suspects", "suspicious",
	},
	"en": {"ai", "ais", "suspected", "accuse", "accused", "accusing", "liar", "lying", "fake", "human", "humans"},
	"de": {"ki", "verdächtig", "verdacht", "verdächtige", "lügner", "lügst", "lügt", "mensch", "menschen"},
}

// result matches what a game master says when a game has ended.
var result = regexp.MustCompile(`(?i)\b(?:game|match|round|spiel|partie|runde)\b.*\b(?:over|ended|finished|timed out|cancell?ed|vorbei|beendet|aus)\b` +
	`|\b(?:has|have|had|hat|haben) (?:won|lost|gewonnen|verloren)\b|\b(?:humans?|people|machines?|bots?|mafia|bystanders|town|menschen|maschinen) (?:won|lost|wins?|loses?|gewinnen|verlieren)\b`)

// conditional matches words that make a line of the game master a rule, not a result.
var conditional = regexp.MustCompile(`(?i)\b(?:if|when|until|once|unless|as soon as|wenn|falls|sobald|bis)\b`)

// isOver reports whether the newest line of the game master says how the game has ended.
func isOver(v session.View) bool {
	for _, m := range slices.Backward(v.Messages) {
		if m.Kind == session.FromGamemaster {
			return result.MatchString(m.Text) && !conditional.MatchString(m.Text)
		}
	}
	return false
}

// words returns the words of a text in lower case.
func words(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}
