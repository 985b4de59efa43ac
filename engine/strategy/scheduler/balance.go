package scheduler

import (
	"fmt"
	"strconv"
	"strings"

	"ringer/engine/prompt"
	"ringer/engine/session"
)

// Answer and even are not in the paper.
const (
	talk   = "talk"
	listen = "listen"
	answer = "answer"
	even   = "even" // a little below the share, where the code decides what else is decided
)

// balance is the bot's share of the talk, and what the first stage is told because of it: talk,
// listen or answer. Leaning is the instruction if no question were open.
type balance struct {
	instruction string
	leaning     string
	// own of all lines of this phase are the bot's.
	own, all         int
	speakers, active int
	// asker is the quoted name of who waits for an answer.
	asker string
}

// balance returns the instruction of the first stage (§2). A bot with less than an even share of
// this phase's lines is told to talk, else to listen, once it is more than the dead band away. If
// nobody has spoken, or only few may, it is told to talk. An open question to the bot alone goes
// first. Where the code decides, the dead band is below the share, and its instruction is even.
func (s *Scheduler) balance(v session.View) balance {
	b := balance{active: len(v.Active()), speakers: len(v.Speakers())}
	b.own, b.all = v.PhaseTalk()
	b.leaning = listen
	if above := float64(b.own) - b.even(); above < 0 || b.all == 0 {
		b.leaning = talk
	}
	m := readMind(v)
	switch was := m.leaning(b.all); {
	case b.all == 0 || !s.withinBand(b):
	case s.options.Decide == decideModel && was != "":
		b.leaning = was
	case s.options.Decide == decideCode && b.leaning == talk:
		b.leaning = even
	}
	if b.few() {
		b.leaning = talk
	}
	b.instruction = b.leaning
	if q, asked := v.Asked(); asked {
		b.instruction, b.asker = answer, prompt.Quote(prompt.NameOf(v, q.Asker))
	}
	return b
}

func (s *Scheduler) withinBand(b balance) bool {
	above := float64(b.own) - b.even()
	return max(above, -above) < s.options.DeadBand
}

func (b balance) even() float64 { return float64(b.all) / float64(max(1, b.speakers)) }

// few reports whether at most half of the players may speak, as at night in Mafia, where the mafia
// are fewer than the bystanders.
func (b balance) few() bool { return 2*b.speakers <= b.active }

// countedFrom is how many lines a prompt counts: an even share of a third of a line says nothing.
const countedFrom = 4

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
		lines = append(lines, fmt.Sprintf("You wrote %d of %d lines. An even share of %d players is %s.", b.own, b.all, b.speakers, even))
	}
	return strings.Join(lines, "\n")
}
