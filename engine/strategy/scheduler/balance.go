package scheduler

import (
	"fmt"
	"strconv"
	"strings"

	"ringer/engine/prompt"
	"ringer/engine/session"
)

// The instructions of the first stage. Answer is not in the paper.
const (
	talk   = "talk"
	listen = "listen"
	answer = "answer"
)

// balance is the bot's share of the talk, and what the first stage is told because of it.
type balance struct {
	// instruction is talk, listen or answer.
	instruction string
	// leaning is talk or listen: the instruction if no question were open.
	leaning string
	// own of all lines that those who may speak have written in this phase are the bot's.
	own, all int
	// speakers of the active players may speak in this phase.
	speakers, active int
	// asker is the quoted name of the player who waits for an answer, with the instruction answer.
	asker string
}

// balance returns the instruction of the first stage: the dynamic scheduler prompting of §2. With n
// players who may speak, a bot with less than 1/n of this phase's lines is told to talk, else to
// listen. While nobody has spoken it is told to talk. An instruction stays until the bot is more
// than the dead band away from its even share. If only few may speak, as at night, the bot is
// always told to talk. An open question to the bot alone goes before its share.
func (s *Scheduler) balance(v session.View) balance {
	b := balance{active: len(v.Active()), speakers: len(v.Speakers())}
	b.own, b.all = v.PhaseTalk()
	b.leaning = listen
	if above := float64(b.own) - b.even(); above < 0 || b.all == 0 {
		b.leaning = talk
	}
	m := readMind(v)
	if was := m.leaning(b.all); was != "" && b.all > 0 && s.withinBand(b) {
		b.leaning = was
	}
	if b.few() {
		b.leaning = talk
	}
	b.instruction = b.leaning
	if q, asked := v.Asked(); asked {
		b.instruction, b.asker = answer, prompt.Quote(nameOf(v, q.Asker))
	}
	return b
}

// withinBand reports whether the bot is so near its even share that the instruction stays.
func (s *Scheduler) withinBand(b balance) bool {
	above := float64(b.own) - b.even()
	return max(above, -above) < s.options.DeadBand
}

// even returns an even share of the lines, in lines.
func (b balance) even() float64 { return float64(b.all) / float64(max(1, b.speakers)) }

// few reports whether at most half of the players may speak, as at night in Mafia. There the mafia
// are fewer than the bystanders until the game is over.
func (b balance) few() bool { return 2*b.speakers <= b.active }

// countedFrom is how many lines there are before the prompt counts them: an even share of a third
// of a line says nothing.
const countedFrom = 4

// aboutEven is the distance from an even share, in lines, that the prompt calls even. Near it the
// instruction may be to talk although the share is a little above. No line at all is never even.
const aboutEven = 0.75

// text returns what the prompt says: the instruction and then its reason in numbers.
func (b balance) text() string {
	if b.instruction == answer {
		return fmt.Sprintf(balances[answer], b.asker)
	}
	lines := []string{balances[b.instruction]}
	if b.few() {
		lines = append(lines, fmt.Sprintf("Only %d of %d players may write now.", b.speakers, b.active))
	}
	if b.all >= countedFrom {
		even, _ := strings.CutSuffix(strconv.FormatFloat(b.even(), 'f', 1, 64), ".0")
		line := fmt.Sprintf("You wrote %d of %d lines. An even share of %d players is %s.", b.own, b.all, b.speakers, even)
		if above := float64(b.own) - b.even(); b.own > 0 && max(above, -above) < aboutEven {
			line += " That is about even."
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

// nameOf returns the name of the player with an id. Anybody else has only a name.
func nameOf(v session.View, id string) string {
	for _, p := range v.Players {
		if p.ID == id {
			return p.Name
		}
	}
	return id
}
