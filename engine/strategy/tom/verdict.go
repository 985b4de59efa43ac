package tom

import (
	"slices"

	"ringer/engine/session"
)

// over returns the seq of the game master's newest line, and whether it ends the game: by its
// words, or because it follows on a vote about suspicion in a game without further phases.
func over(v session.View) (seq int64, ended bool) {
	m, ok := v.Newest(func(m *session.Message) bool { return m.Kind == session.FromGamemaster })
	return m.Seq, ok && (v.Over() || afterVote(v, m.Seq))
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
