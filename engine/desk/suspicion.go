package desk

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"ringer/engine/session"
	"ringer/engine/suspicion"
)

// PlayerScore is how much the lines of one player read like lines of a machine.
type PlayerScore struct {
	ID string `json:"id"`
	session.PlayerScore
	// Probability is how likely the player is a machine, calibrated. It is 0.5 for a player without
	// lines.
	Probability float64 `json:"probability"`
}

// Scores are what the classifier has said of the other players of a session.
type Scores struct {
	// Weights is the version of the classifier's weights that scored the last line.
	Weights string `json:"weights"`
	// Players are the scores of the players whose lines were scored, ordered by id.
	Players []PlayerScore `json:"players"`
}

// ShowScores returns the scores of a session, or nil if no line was scored.
func ShowScores(s *session.State) *Scores {
	if s.Scores.UpTo == 0 {
		return nil
	}
	shown := &Scores{Weights: s.Scores.Weights}
	for _, id := range slices.Sorted(maps.Keys(s.Scores.Players)) {
		p := s.Scores.Players[id]
		shown.Players = append(shown.Players, PlayerScore{id, p, p.Probability()})
	}
	return shown
}

// TranscriptScores are the scores of a transcript.
type TranscriptScores struct {
	// Weights is the version of the classifier's weights.
	Weights string `json:"weights"`
	// Messages are the scores of the players' messages, in the order of the request.
	Messages []TranscriptScore `json:"messages"`
	// Players are the scores of the players, in the order of the request, or of their first
	// messages.
	Players []PlayerScore `json:"players"`
	// Accusation is the player whose sum leads by more than accuse_lead; null for nobody.
	Accusation *Suspect `json:"accusation"`
}

// TranscriptScore is the score of one message.
type TranscriptScore struct {
	// Index is the place of the message in the request, counted from 0.
	Index  int    `json:"index"`
	Sender string `json:"sender"`
	// LogOdds is the natural logarithm of the odds that a machine wrote the message, given what the
	// sender wrote before.
	LogOdds float64 `json:"log_odds"`
	// Repeats says that the sender has said the message before. The sum leaves it out.
	Repeats bool `json:"repeats,omitempty"`
}

// Suspect is a player whose lines read more like lines of a machine than all others.
type Suspect struct {
	// Player is the id of the player.
	Player string `json:"player"`
	// Lead is how far the player's sum leads the second highest, in log-odds. The sum of a single
	// player leads 0.
	Lead float64 `json:"lead"`
}

// ScoreTranscript scores what was said in a game that has no session. It returns session.Errors for
// an invalid transcript. The store is not asked. A long transcript takes half a second of a core,
// so it waits for a slot of long reads.
func (k *Desk) ScoreTranscript(ctx context.Context, t session.Transcript) (scores TranscriptScores, err error) {
	if err := t.Complete(); err != nil {
		return scores, err
	}
	err = k.LongRead(ctx, func() error {
		scores, err = scoreTranscript(ctx, k.strategies.Classifier, &t)
		return err
	})
	return scores, err
}

// scoreTranscript leaves out lines of the game master and of the host, as a session does.
func scoreTranscript(ctx context.Context, w *suspicion.Weights, t *session.Transcript) (TranscriptScores, error) {
	s := TranscriptScores{Weights: w.Version(), Messages: []TranscriptScore{}, Players: []PlayerScore{}}
	at := map[string]int{}
	for i, p := range t.Players {
		at[p.ID] = i
		s.Players = append(s.Players, PlayerScore{ID: p.ID})
	}
	reader := w.Reader(session.Names(t.Players))
	var last *session.TranscriptLine
	for i := range t.Messages {
		l := &t.Messages[i]
		since := gap(last, l)
		if last = l; l.Kind != session.FromPlayer {
			continue
		}
		if err := ctx.Err(); err != nil {
			return s, fmt.Errorf("desk: score a transcript: %w", err)
		}
		odds := session.Round(reader.Score(suspicion.Line{Sender: l.Sender, Text: l.Text, Gap: since}))
		repeats := reader.View().Repeats
		s.Messages = append(s.Messages, TranscriptScore{i, l.Sender, odds, repeats})
		of := &s.Players[at[l.Sender]]
		of.PlayerScore = of.Add(odds, repeats)
	}
	for i := range s.Players {
		s.Players[i].Probability = s.Players[i].PlayerScore.Probability()
	}
	s.Accusation = suspect(s.Players, *t.AccuseLead)
	return s, nil
}

// gap returns the time between two lines in seconds, or -1 if it is unknown.
func gap(last, l *session.TranscriptLine) float64 {
	if last == nil || last.SentAt == nil || l.SentAt == nil {
		return -1
	}
	return max(0, l.SentAt.Sub(*last.SentAt).Seconds())
}

func suspect(players []PlayerScore, threshold float64) *Suspect {
	sums := map[string]float64{}
	for _, p := range players {
		sums[p.ID] = p.Sum
	}
	id := session.Suspect(sums, threshold)
	if id == "" {
		return nil
	}
	first, second := sums[id], 0.0
	delete(sums, id)
	if others := slices.Collect(maps.Values(sums)); len(others) > 0 {
		second = slices.Max(others)
	}
	return &Suspect{id, session.Round(first - second)}
}
