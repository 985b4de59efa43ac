package tom

import (
	"regexp"
	"slices"

	"ringer/engine/session"
)

// overText matches how a game master says that the game is over, or who has won it.
var overText = regexp.MustCompile(`(?i)\bgame over\b|\bgame (?:is|has|was) (?:now )?(?:over|ended|finished|timed out|cancell?ed)\b|\b(?:has|have) (?:won|lost)\b|\bwins?\b(?: the game)?[.!]*$|` +
	`\b(?:the )?(?:bot|machine|ai|human) was\b|\bspiel (?:ist|wurde) (?:jetzt |nun )?(?:aus|vorbei|zu ende|beendet|abgebrochen)\b|\bspielende\b|\b(?:hat|haben) (?:gewonnen|verloren)\b`)

// over returns the seq of the game master's newest line, and whether it ends the game: by its
// words, or because it follows on a vote about suspicion in a game without further phases.
func over(v session.View) (seq int64, ended bool) {
	m, ok := v.Newest(func(m *session.Message) bool { return m.Kind == session.FromGamemaster })
	return m.Seq, ok && (overText.MatchString(m.Text) || afterVote(v, m.Seq))
}

func afterVote(v session.View, seq int64) bool {
	if len(v.Config.Game.Phases) > 1 || voteAsksForSuspect(v) {
		return false
	}
	seen := readMind(v).VoteSeen
	return 0 < seen && seen < seq
}

// maySayGoodbye reports whether the bot may write one line after the end of a game: another player
// has written, or a question was open.
func maySayGoodbye(v session.View, ended int64) bool {
	return !spokeAfter(v, ended) && (len(v.OpenQuestions()) > 0 || slices.ContainsFunc(v.After(ended), func(m session.Message) bool { return m.Foreign() }))
}
