package cli

import (
	"fmt"
	"slices"
	"strings"

	"ringer/engine/contest"
	"ringer/engine/referee/gameshow"
	"ringer/engine/session"
)

// paper is the set-up of a paper, with the figures that it reports.
type paper struct {
	title, setup, note string
	// games are the games of the set-up, seats their variants, and sides the arrangements of sides
	// in place of seats.
	games        contest.Settings
	seats, sides []string
	rows         func(*reproduceCommand, *terminal, *paper) ([]reproduced, error)
}

const unreported = "–"

// cot is the baseline of the ReCon paper.
const cot = "recon:contemplation=cot"

func papers() map[string]*paper {
	faithful := map[string]any{"fidelity": "paper"}
	return map[string]*paper{
		"time-to-talk": {
			title: "Time to Talk, tables 2 to 4 and figures 5 and 6", setup: "The scheduler in the seat of the bot of recorded games of Mafia. Nobody answers it, since the lines of the others are recorded.",
			note: "ringer stats has all figures, also of other variants. The paper's people and bot are those of its 21 games.", rows: timeToTalk,
		},
		"fourmind": {
			title: "FourMind: A lookahead, objective-driven ChatBot", setup: "Games of Turing with FourMind as the machine. The paper's people are bots of the scheduler here.",
			note:  "The paper shows chats, and reports no figures. With --out DIR the folder keeps the chats.",
			games: contest.Settings{Rules: "turing", Games: 20, Every: faithful}, sides: []string{"machine=fourmind,person=scheduler:fidelity=best"}, rows: fourMind,
		},
		"tom": {
			title: "Conversational Agents in Multi-User Environments, table 2", setup: "Reverse games of Turing. A scripted person talks to the end, and accuses one of two bots.",
			note:  "Table 1 judges the classifier: ringer suspicion train measures ours on recorded games.",
			games: contest.Settings{Rules: "reverse_turing", Guest: true, Games: 104, Every: map[string]any{"fidelity": "paper", "accuse": "on_request"}}, seats: []string{"tom", "tom:tom=off"}, rows: theoryOfMind,
		},
		"recon": {
			title: "ReCon, figure 3 (good side, ChatGPT) and table 7", setup: "Games of Avalon with six players, in turns, without lost refusals. Evil thinks by chain of thought.",
			note:  "Where the paper draws its figures without numbers, it has only p-values against chain of thought (Barnard's test).",
			games: contest.Settings{Rules: "avalon", Players: 6, Games: 20 * len(methods), Every: faithful, Options: map[string]any{"discussion": "in_turn", "refusals": 0, "leader_votes": false}},
			sides: goodSides(), rows: reCon,
		},
		"gameshow": {
			title: "Turing Test, the game show of clj-turing-test", setup: "Contestants talk without a host, rounds or a clock. A moderator picks the speaker. In the end they label each other.",
			note:  "The post reports the points of one example, which the rules score here with labels of oneself, as there.",
			games: contest.Settings{Rules: "gameshow", Players: 6, Games: 12, Every: faithful, Floor: session.FloorModerated, Options: map[string]any{"host": "none", "self_labels": true}}, seats: []string{"scheduler", "fourmind", "tom"}, rows: gameShow,
		},
	}
}

func share(n, of int) string {
	return fmt.Sprintf("%d of %d (%.1f %%)", n, of, 100*float64(n)/float64(max(of, 1)))
}

func theoryOfMind(c *reproduceCommand, t *terminal, p *paper) (rows []reproduced, err error) {
	s, _, err := c.contest(t.ctx, t.stderr, p)
	if err != nil {
		return nil, err
	}
	for i, want := range []string{"31 of 104 (29.8 %)", "73 of 104 (70.2 %)"} {
		a := s.Accused[i]
		rows = append(rows, reproduced{"accused: " + a.Variant, want, share(a.Times, a.Games)})
	}
	return append(rows, reproduced{"p, against lots (from the counts)", "<0.001", fmt.Sprintf("%.3f", s.Accused[0].P)}), nil
}

// methods are those of the good side in figure 3 of the ReCon paper, with the shares of won games
// that it reports as numbers, and the p-values of table 7.
var methods = []struct{ variant, won, p string }{
	{"recon", "83.3 %", "0.00003"}, {"recon:refinement=off", unreported, "0.0183"}, {"recon:formulation=off", unreported, "0.0005"}, {"recon:first_order=off", unreported, "0.0321"},
	{"recon:second_order=off", unreported, "0.0427"}, {"recon:contemplation=vanilla", unreported, unreported}, {cot, "15.0 %", unreported},
}

func goodSides() (all []string) {
	for _, m := range methods {
		all = append(all, "good="+m.variant+",evil="+cot)
	}
	return all
}

func reCon(c *reproduceCommand, t *terminal, p *paper) (rows []reproduced, err error) {
	s, _, err := c.contest(t.ctx, t.stderr, p)
	if err != nil {
		return nil, err
	}
	for _, m := range methods {
		i := slices.IndexFunc(s.Matches, func(x contest.Match) bool { return x.Side == "good" && x.Variant == m.variant })
		if i < 0 {
			continue
		}
		x := s.Matches[i]
		rows = append(rows, reproduced{"games won: " + m.variant, m.won, fmt.Sprintf("%.1f %% of %d", 100*x.Share, x.Games)})
		i = slices.IndexFunc(s.Tests, func(x contest.Test) bool {
			return x.Side == "good" && slices.Contains([]string{x.First, x.Second}, m.variant) && slices.Contains([]string{x.First, x.Second}, cot)
		})
		if i >= 0 && m.variant != cot {
			rows = append(rows, reproduced{"p, against chain of thought", m.p, fmt.Sprintf("%.4f", s.Tests[i].P)})
		}
	}
	return rows, nil
}

func fourMind(c *reproduceCommand, t *terminal, p *paper) (rows []reproduced, err error) {
	s, games, err := c.contest(t.ctx, t.stderr, p)
	if err != nil {
		return nil, err
	}
	for _, w := range s.Wins {
		if w.Side == "machine" {
			rows = append(rows, reproduced{"games that the machine won", unreported, share(w.Won, w.Seats)})
		}
	}
	named, votes := 0, 0
	for _, g := range games {
		for i := range g.Seats {
			if g.Seats[i].Role == "machine" {
				named, votes = named+g.Seats[i].Accused, votes+len(g.Seats)-1
			}
		}
	}
	work := s.Work[0].Average()
	return append(rows, reproduced{"votes of people that name the machine", unreported, share(named, votes)}, reproduced{"messages of the machine in a game", unreported, fmt.Sprintf("%.1f", work.Messages)},
		reproduced{"calls in a game", unreported, fmt.Sprintf("%.1f", work.Calls)}), nil
}

func gameShow(c *reproduceCommand, t *terminal, p *paper) (rows []reproduced, err error) {
	s, games, err := c.contest(t.ctx, t.stderr, p)
	if err != nil {
		return nil, err
	}
	points := gameshow.Score(exampleLabels("haaa"), map[string]map[string]string{
		"A": exampleLabels("haaa"), "B": exampleLabels("a-ha"), "C": exampleLabels("ha-h"), "D": exampleLabels("haaa"),
	}, true)
	rows = append(rows, reproduced{"points of A, B, C and D in the example", "5, -1, 2, 5", fmt.Sprintf("%d, %d, %d, %d", points["A"], points["B"], points["C"], points["D"])})
	for _, v := range s.Work[:len(p.seats)] {
		m, given := v.Average(), labelled(games, v.Variant)
		rows = append(rows, reproduced{"points of a contestant: " + v.Variant, unreported, fmt.Sprintf("%.2f", *m.Points)},
			reproduced{"labels right, wrong, unsure: " + v.Variant, unreported, strings.Trim(fmt.Sprint(given), "[]")})
	}
	return rows, nil
}

// exampleLabels returns what A, B, C and D are labelled, a letter each: h for human, a for ai, and
// - for no label.
func exampleLabels(letters string) map[string]string {
	labels := map[string]string{}
	for i, label := range letters {
		if name := map[rune]string{'h': "human", 'a': "ai"}[label]; name != "" {
			labels[string(rune('A'+i))] = name
		}
	}
	return labels
}

// labelled counts the labels that a variant has given to others: right, wrong and unsure ones.
func labelled(games []*contest.Game, variant string) (n [3]int) {
	for _, g := range games {
		for _, ballot := range g.Ballots {
			for by, answer := range ballot.Answers {
				if s := g.Seat(by); s == nil || s.Variant != variant {
					continue
				}
				for of, label := range answer.Labels {
					seat := g.Seat(of)
					switch {
					case seat == nil || of == by:
					case label == seat.Role:
						n[0]++
					case label == "human" || label == "ai":
						n[1]++
					default:
						n[2]++
					}
				}
			}
		}
	}
	return n
}

func timeToTalk(c *reproduceCommand, t *terminal, _ *paper) (rows []reproduced, err error) {
	all, apart, err := c.replayed(t, "scheduler:fidelity=paper")
	if err != nil {
		return nil, err
	}
	for _, f := range all {
		want := [...]string{"10.67 ± 3.46", "1.00 ± 2.56", "66.67 ± 37.74", "4.28 ± 2.50"}
		if f.Who == "people" {
			want = [...]string{"4.19 ± 1.89", "0.44 ± 1.14", "31.56 ± 22.34", "4.54 ± 3.44"}
		}
		rows = append(rows, reproduced{"words a message: " + f.Who, want[0], f.Words}, reproduced{"repeated messages: " + f.Who, want[1], f.Repeats},
			reproduced{"unique words: " + f.Who, want[2], f.Unique}, reproduced{"messages a day: " + f.Who, want[3], f.Daily})
	}
	for _, s := range apart {
		want := "0.98"
		switch s.Kinds {
		case "mafia / bystander":
			want = "0.88"
		case "night / day":
			want = "0.91"
		}
		rows = append(rows, reproduced{"messages told apart (F1): " + s.Kinds, want, s.Score()})
	}
	return rows, nil
}
