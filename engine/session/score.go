package session

import (
	"fmt"
	"maps"
	"math"
	"slices"
)

// MessagesScored says how much new lines of others read like lines of a machine. A classifier has
// scored them beside the fold, so the scores stay when its weights change.
type MessagesScored struct {
	Weights string         `json:"weights"`      // Weights is the version of the classifier's weights.
	BasedOn int64          `json:"based_on_seq"` // BasedOn is the seq of the last line that was scored.
	Scores  []MessageScore `json:"scores"`       // Scores are the scores, oldest line first.
	// Accusation is the accusation that the bot now plans, if there is one.
	Accusation *Accusation `json:"accusation,omitempty"`
}

// MessageScore is the score of one line.
type MessageScore struct {
	Seq    int64  `json:"message_seq"`
	Player string `json:"player"`
	// LogOdds is the natural logarithm of the odds that a machine wrote the line, given what the
	// player wrote before.
	LogOdds float64 `json:"log_odds"`
	// Repeats says that the player has said the line before. The sum leaves it out.
	Repeats bool `json:"repeats,omitempty"`
}

func (*MessagesScored) Type() Type { return "message.scored" }

// Scored is the finding of the kind KindSuspicion.
type Scored struct {
	Weights string
	Scores  []MessageScore
}

// Scores is what the classifier has said of the other players so far.
type Scores struct {
	// Weights is the version of the weights that scored the last line.
	Weights string `json:"weights,omitempty"`
	UpTo    int64  `json:"up_to_seq,omitempty"` // UpTo is the seq of the last line that was scored.
	// Players holds the scores of each player, by id.
	Players map[string]PlayerScore `json:"players,omitempty"`
}

// PlayerScore sums up the scores of one player's lines.
type PlayerScore struct {
	// Sum is the running sum S of the Theory of Mind paper, section 3.4, equation 5: the sum of the
	// log-odds of all lines. A line that was said several times counts once.
	Sum   float64 `json:"log_odds_sum"`
	Lines int     `json:"lines"` // Lines counts the lines.
}

// Add returns the score with another line.
func (p PlayerScore) Add(logOdds float64, repeats bool) PlayerScore {
	if p.Lines++; !repeats {
		p.Sum = Round(p.Sum + logOdds)
	}
	return p
}

// Probability returns how likely the player is a machine, calibrated.
func (p PlayerScore) Probability() float64 { return Round(sigmoid(p.calibrated())) }

// calibration turns a sum into log-odds that are true. The scores of one player's lines are not
// independent, so their sum is too sure. A fifth of it has the least cross-entropy in recorded
// games that the weights have not seen: 0.30 nats after each line, where the whole sum has 0.66.
const calibration = 0.2

func (p PlayerScore) calibrated() float64 { return bounded(calibration * p.Sum) }

// add returns the scores with more of them. It never changes a map that a clone may share.
func (s Scores) add(p *MessagesScored) Scores {
	s.Weights, s.UpTo, s.Players = p.Weights, max(s.UpTo, p.BasedOn), maps.Clone(s.Players)
	if s.Players == nil {
		s.Players = map[string]PlayerScore{}
	}
	for _, x := range p.Scores {
		s.Players[x.Player] = s.Players[x.Player].Add(x.LogOdds, x.Repeats)
	}
	return s
}

// Heard returns the kept messages after a seq that the bot may see, oldest first.
func (s *State) Heard(seq int64) []Message {
	return onlyMessages(after(s.Messages, seq), func(m *Message) bool { return s.Roster.Sees(s.Roster.Seat, m.Channel) })
}

func (d *decider) concludeScores(t Thought) {
	found, _ := t.Finding.(Scored)
	scores := slices.DeleteFunc(slices.Clone(found.Scores), func(x MessageScore) bool {
		return x.Seq <= d.s.Scores.UpTo || math.IsNaN(x.LogOdds) || math.IsInf(x.LogOdds, 0)
	})
	if len(scores) == 0 || d.s.Config.Suspicion != On {
		return
	}
	for i := range scores {
		scores[i].LogOdds = Round(scores[i].LogOdds)
	}
	done := &MessagesScored{Weights: found.Weights, BasedOn: scores[len(scores)-1].Seq, Scores: scores}
	t.Want = Want{Kind: KindSuspicion, BasedOn: done.BasedOn}
	before, after := d.s.Scores, d.s.Scores.add(done)
	view := d.s.View(d.now)
	view.Sums = after.sums(&d.s.Config, view.Opponents())
	done.Accusation = d.plannedAccusation(d.accused(view, ""), t)
	d.emit(done)
	d.emitBeliefs(t, before.changes(after, scores))
}

func (s Scores) changes(to Scores, because []MessageScore) (changes BeliefChanges) {
	for _, id := range slices.Sorted(maps.Keys(to.Players)) {
		var evidence []int64
		for _, x := range because {
			if x.Player == id {
				evidence = append(evidence, x.Seq)
			}
		}
		if len(evidence) > 0 {
			was, known := s.Players[id]
			var from any
			if known {
				from = was.Sum
			}
			changes.Add(id, "log_odds_sum", from, to.Players[id].Sum, evidence...)
		}
	}
	return changes
}

// sums returns S of each opponent; nil if the scores do not say what the bot looks for.
func (s Scores) sums(c *Config, opponents []Player) map[string]float64 {
	if c.Suspicion != On || !c.seeksMachines() {
		return nil
	}
	sums := map[string]float64{}
	for _, p := range opponents {
		sums[p.ID] = s.Players[p.ID].Sum
	}
	return sums
}

// scoreLines says what the scores are, for people.
func (v *View) scoreLines() (lines []string) {
	for _, p := range v.Opponents() {
		if sum := v.Sums[p.ID]; sum != 0 {
			lines = append(lines, fmt.Sprintf("By the classifier, %q is a machine with a probability of %.0f %% (log-odds of all lines: %.2f, of which a fifth counts).",
				p.Name, 100*PlayerScore{Sum: sum}.Probability(), sum))
		}
	}
	return lines
}
