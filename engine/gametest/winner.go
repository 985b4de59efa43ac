package gametest

import (
	"fmt"
	"slices"
	"strings"

	"ringer/engine/session"
)

// Turing judges the log of a game of the rules turing or reverse_turing.
func Turing(log []session.Event) *Report {
	g := newSingle(log)
	if g.end == nil || g.end.Reason != session.EndedByRules {
		return g.Report
	}
	one, others := "machine", "person"
	if g.rules == "reverse_turing" {
		one, others = others, one
	}
	if !g.over {
		if len(g.living(one)) > 0 && len(g.living(others)) > 1 {
			g.blame(log[len(log)-1], "the game ends without a vote")
		}
		g.says(log, "Nobody has won")
		return g.Report
	}
	found := func(seats []string) (n int) {
		for _, seat := range seats {
			if g.role[g.named(seat)] == "machine" {
				n++
			}
		}
		return n
	}
	if g.rules == "turing" {
		g.Winner = "machine"
		if people := g.living("person"); 2*found(people) > len(people) {
			g.Winner = "people"
		}
		g.says(log, map[string]string{"machine": "The machine has won", "people": "The people agreed"}[g.Winner])
		return g.Report
	}
	var winners []string
	for _, seat := range g.living() {
		against := 0
		for _, by := range g.living() {
			if g.named(by) == seat {
				against++
			}
		}
		beaten := 2*against > len(g.living())-1
		if g.role[seat] == "person" {
			beaten = 2*found(g.living("machine")) > len(g.living("machine"))
		}
		if g.role[g.named(seat)] == "machine" && !beaten {
			winners = append(winners, seat)
		}
	}
	g.Winner = strings.Join(winners, " ")
	g.endsWith(log, haveWon(winners))
	return g.Report
}

func (g *singleGame) endsWith(log []session.Event, text string) {
	if !strings.HasSuffix(". "+g.end.Outcome, ". "+text) {
		g.blame(log[len(log)-1], "it says %q, not %q", g.end.Outcome, text)
	}
}

func haveWon(seats []string) string {
	switch n := len(seats); n {
	case 0:
		return "Nobody has won."
	case 1:
		return seats[0] + " has won."
	default:
		return strings.Join(seats[:n-1], ", ") + " and " + seats[n-1] + " have won."
	}
}

// Show judges the log of a game show of some rounds: the questions, the labels and the score.
func Show(log []session.Event, rounds int, self bool) *Report {
	g := newSingle(log)
	phases := 0
	for i, e := range log {
		if p, ok := e.Data.(*session.ObservationReceived); !ok || p.Kind != session.PhaseChanged {
			continue
		}
		phases++
		if asked, ok := log[i-1].Data.(*session.MessageReceived); !ok || asked.Kind != session.FromHost {
			g.blame(e, "the round begins without a question")
		}
	}
	if g.end == nil || g.end.Reason != session.EndedByRules || len(g.living()) < 2 {
		return g.Report
	}
	last := log[len(log)-1]
	if phases != rounds || g.vote == nil || g.vote.Kind != session.LabelEach {
		g.blame(last, "%d rounds, want %d, and the vote %+v", phases, rounds, g.vote)
		return g.Report
	}
	best := -1 << 30
	var winners []string
	for _, of := range g.players {
		if !slices.Contains(g.vote.Seats, of.ID) {
			continue
		}
		n := g.points(of.ID, self)
		g.says(log, fmt.Sprintf("%s (%s) %d", of.ID, g.role[of.ID], n))
		if n > best {
			best, winners = n, nil
		}
		if n == best {
			winners = append(winners, of.ID)
		}
	}
	g.Winner = strings.Join(winners, " ")
	g.endsWith(log, haveWon(winners))
	return g.Report
}

// points returns the score of a contestant: what its own labels are worth, and one point for each
// other contestant who did not label it rightly.
func (g *singleGame) points(seat string, self bool) (n int) {
	for _, other := range g.vote.Seats {
		if other == seat && !self {
			continue
		}
		label := g.answers()[seat].Labels[other]
		if label == g.role[other] {
			n++
		} else if label == "ai" || label == "human" {
			n--
		}
		if other != seat && g.answers()[other].Labels[seat] != g.role[seat] {
			n++
		}
	}
	return n
}
