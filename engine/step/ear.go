package step

import (
	"slices"

	"ringer/engine/session"
	"ringer/engine/suspicion"
)

// ear scores what the other players write. It stands beside the fold: it hears each line that the
// state has folded, and remembers of each player what the classifier needs. The log stores the
// scores, so the state depends on no weights. After a restart it hears the lines again that the
// state keeps.
type ear struct {
	classifier *suspicion.Weights
	reader     *suspicion.Reader
	names      []string
	// heard is the seq of the last line that the reader knows, and at is when it was said.
	heard int64
	at    session.Millis
	told  int64
	// scores holds the scores that the log may lack, oldest first.
	scores []session.MessageScore
}

// maxScores is the most scores of one event, so that a burst of lines makes no huge event.
const maxScores = session.KeptMessages

// hear scores the lines that the state has folded since it was last called. Each event must be
// heard before the state forgets its line.
func (e *ear) hear(s *session.State) {
	if s.Config.Suspicion != session.On || e.classifier == nil {
		return
	}
	if e.reader == nil || !slices.EqualFunc(e.names, s.Roster.Players, func(name string, p session.Player) bool { return name == p.Name }) {
		// Names do not count as words, so a new player needs a new reader.
		e.names = session.Names(s.Roster.Players)
		e.reader, e.heard = e.classifier.Reader(e.names), 0
	}
	for _, m := range s.Heard(e.heard) {
		if m.History { // nobody saw how fast it came
			e.heard = m.Seq
			continue
		}
		e.take(m, s.Scores.UpTo)
	}
}

// take keeps the score of a line that is new and of another player. Lines that are not players'
// only count for the time.
func (e *ear) take(m session.Message, scored int64) {
	gap := -1.0
	if e.heard > 0 {
		gap = float64(max(0, m.At-e.at)) / 1000
	}
	if e.heard, e.at = m.Seq, m.At; m.Kind != session.FromPlayer {
		return
	}
	score := e.reader.Score(suspicion.Line{Sender: m.Sender, Text: m.Text, Gap: gap})
	if m.Seq > max(e.told, scored) && !m.Own && !m.Edited { // an edited line has its score
		e.told = m.Seq
		e.scores = append(e.scores, session.MessageScore{Seq: m.Seq, Player: m.Sender, LogOdds: score, Repeats: e.reader.View().Repeats})
	}
}

// listen returns the oldest scores that the log lacks, as the finding of a thought. It returns
// false if there are none.
func (e *ear) listen(s *session.State) (session.Thought, bool) {
	e.hear(s)
	e.scores = slices.DeleteFunc(e.scores, func(x session.MessageScore) bool { return x.Seq <= s.Scores.UpTo })
	if len(e.scores) == 0 || s.Config.Suspicion != session.On {
		return session.Thought{}, false
	}
	scores := slices.Clone(e.scores[:min(maxScores, len(e.scores))])
	return session.Thought{Want: session.Want{Kind: session.KindSuspicion}, Finding: session.Scored{Weights: e.classifier.Version(), Scores: scores}}, true
}
