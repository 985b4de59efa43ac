package step

import (
	"slices"

	"ringer/engine/game"
	"ringer/engine/suspicion"
)

// ear scores what the other players write. It stands beside the fold: it hears the lines that the
// state has folded, and remembers of each player what the classifier needs. The log stores the
// scores, so the state depends on no weights. After a restart it hears the lines again that the
// state keeps.
type ear struct {
	classifier *suspicion.Weights
	reader     *suspicion.Reader
	names      []string
	// heard is the seq of the last line that the reader knows.
	heard int64
	// at is when that line was said.
	at game.Millis
	// scores holds the scores that the log may lack, oldest first.
	scores []game.MessageScore
}

// listen returns the scores of the lines that have none in the log, as the finding of a thought. It
// returns false if there are none.
func (e *ear) listen(s *game.State) (game.Thought, bool) {
	lines := s.Unscored()
	if len(lines) == 0 || e.classifier == nil {
		return game.Thought{}, false
	}
	e.meet(s)
	for _, m := range s.Heard(e.heard) {
		e.hear(m, s.Scores.UpTo)
	}
	e.scores = slices.DeleteFunc(e.scores, func(x game.MessageScore) bool { return x.Seq <= s.Scores.UpTo })
	if len(e.scores) == 0 {
		return game.Thought{}, false
	}
	return game.Thought{Want: game.Want{Kind: game.KindSuspicion}, Finding: game.Scored{Weights: e.classifier.Version(), Scores: slices.Clone(e.scores)}}, true
}

// meet begins a new reader if the players have changed, because their names do not count as words.
func (e *ear) meet(s *game.State) {
	var names []string
	for _, p := range s.Roster.Players {
		names = append(names, p.Name)
	}
	if e.reader == nil || !slices.Equal(names, e.names) {
		*e = ear{classifier: e.classifier, reader: e.classifier.Reader(names), names: names}
	}
}

// hear scores a line, and keeps the score if it is of another player and the log lacks it. Of other
// lines than those of players only the time counts.
func (e *ear) hear(m game.Message, scored int64) {
	gap := -1.0
	if e.heard > 0 {
		gap = float64(max(0, m.At-e.at)) / 1000
	}
	if e.heard, e.at = m.Seq, m.At; m.Kind != game.FromPlayer {
		return
	}
	score := e.reader.Score(suspicion.Line{Sender: m.Sender, Text: m.Text, Gap: gap})
	if m.Seq > scored && !m.Own {
		e.scores = append(e.scores, game.MessageScore{Seq: m.Seq, Player: m.Sender, LogOdds: score})
	}
}
