package session

import (
	"regexp"
	"slices"
	"strings"
)

// verdictText matches how a game master says that the game is over, or who has won it.
var verdictText = regexp.MustCompile(`(?i)\bgame over\b|\b(?:game|match|round|spiel|partie|runde) (?:is |has |was |ist |wurde )?(?:now |jetzt |nun )?(?:over|ended|finished|timed out|cancell?ed|aus|vorbei|zu ende|beendet|abgebrochen)\b` +
	`|\bspielende\b|\b(?:has|have|had|hat|haben) (?:won|lost|gewonnen|verloren)\b(?: the game)?[ .!,;]*$|\bwins?\b(?: the game)?[.!]*$|\b(?:bot|machine|ai|human) was\b` +
	`|\b(?:humans?|people|machines?|bots?|mafia|bystanders|town|menschen|maschinen) (?:won|lost|wins?|loses?|gewinnen|verlieren)\b`)

// verdictParts: all that verdictText matches has one. Each step asks, and they are found faster.
var verdictParts = []string{"over", "end", "finish", "timed", "cancel", "aus", "vorbei", "brochen", "won", "lost", "lose", "gew", "verl", "win", "was"}

func mayBeVerdict(text string) bool {
	lower := strings.ToLower(text)
	return slices.ContainsFunc(verdictParts, func(part string) bool { return strings.Contains(lower, part) })
}

// ruleText matches words that make a line a rule, not a verdict.
var ruleText = regexp.MustCompile(`(?i)\b(?:if|when|until|once|unless|as soon as|wenn|falls|sobald|bis)\b`)

// Over reports whether the game master's newest line of this phase says how the game ended.
func (v *View) Over() bool {
	m, _ := v.Newest(func(m *Message) bool { return m.Kind == FromGamemaster })
	return m.Seq > v.PhaseSince && mayBeVerdict(m.Text) && verdictText.MatchString(m.Text) && !ruleText.MatchString(m.Text)
}

// Begun reports whether a player has written, or the bot was asked. Before that only silences call
// for a line.
func (v *View) Begun() bool {
	if _, asked := v.Asked(); asked || len(v.Speakers()) < len(v.Active()) {
		return true
	}
	_, written := v.Newest(func(m *Message) bool { return m.Kind == FromPlayer })
	return written || v.Summary.Text != ""
}

// leastTyping is how long the shortest line takes at least from its thought to the chat.
const leastTyping = 1000

// tooLate reports whether no line of a thought could be sent before the phase ends, if the thought
// takes as long as the last one of its kind.
func (d *decider) tooLate(w Want) bool {
	ends := d.s.Rhythm.PhaseEnds
	return ends > 0 && max(d.now, w.At)+d.s.Thoughts[w.Kind].Took+leastTyping > ends
}
