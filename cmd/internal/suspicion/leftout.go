package suspicion

import (
	"cmp"
	"maps"
	"slices"

	"ringer/engine/suspicion"
	"ringer/engine/suspicion/training"
)

// fewNetworks is how many networks judge what was left out. It is about a rough figure, and there
// are many to train.
const fewNetworks = 2

type judged struct {
	name string
	*figures
}

func botName(g *recording, p *player) string { return cmp.Or(p.Engine, "bot of "+g.Rules) }

// leaveBotsOut trains without the lines of each bot in turn. It judges that bot's lines, and lines
// of people in games of the bot, which are unseen, too.
func (t *study) leaveBotsOut() (all []judged, err error) {
	bots := map[string]bool{}
	for _, g := range t.games {
		for i := range g.Players {
			if g.Players[i].bot() {
				bots[botName(g, &g.Players[i])] = true
			}
		}
	}
	for _, bot := range slices.Sorted(maps.Keys(bots)) {
		var held []scored
		var jobs []*job
		var tests [][]int
		for fold := range t.Folds {
			which := slices.DeleteFunc(t.unseen(fold), func(i int) bool { return !t.games[i].has(bot) })
			if len(which) > 0 {
				jobs = append(jobs, t.jobs(t.without(fold, bot), fewNetworks, stops[t.stop:t.stop+1])...)
				tests = append(tests, which)
			}
		}
		if err := t.train("without "+bot, jobs); err != nil {
			return nil, err
		}
		for i, which := range tests {
			for _, s := range t.judge(jobs[i*fewNetworks:][:fewNetworks], which) {
				if !s.bot() || botName(t.games[s.game], s.sender) == bot {
					held = append(held, s)
				}
			}
		}
		all = append(all, judged{bot, measure(held, balance(t.games, held))})
	}
	return all, nil
}

func (t *study) leaveDomainsOut() (all []judged, err error) {
	domains := map[string][]int{}
	for i, g := range t.games {
		domains[g.Rules] = append(domains[g.Rules], i)
	}
	for _, domain := range slices.Sorted(maps.Keys(domains)) {
		games := slices.DeleteFunc(slices.Clone(t.lessons), func(g training.Game) bool { return g.Domain == domain })
		jobs := t.jobs(games, fewNetworks, stops[t.stop:t.stop+1])
		if len(games) == 0 {
			continue
		}
		if err := t.train("without "+domain, jobs); err != nil {
			return nil, err
		}
		held := t.judge(jobs, domains[domain])
		all = append(all, judged{domain, measure(held, balance(t.games, held))})
	}
	return all, nil
}

func (t *study) judge(jobs []*job, which []int) []scored {
	var n []*suspicion.Weights
	for _, j := range jobs {
		n = append(n, j.weights[0])
	}
	return cooled(apply(n, t.games, which), t.temperature)
}

func (g *recording) has(bot string) bool {
	return slices.ContainsFunc(g.Players, func(p player) bool { return p.bot() && botName(g, &p) == bot })
}

func (t *study) without(fold int, bot string) (games []training.Game) {
	for i, l := range t.lessons {
		g := t.games[i]
		if t.fold[i] == fold {
			continue
		}
		l.Lines = slices.DeleteFunc(slices.Clone(l.Lines), func(l training.Line) bool {
			return l.Bot && botName(g, g.player(l.Sender)) == bot
		})
		games = append(games, l)
	}
	return games
}

// ablate takes each group of inputs away in turn. The strongest group comes first.
func (t *study) ablate() (all []judged) {
	for _, g := range suspicion.Groups() {
		held := t.cool(t.scores(t.stop, func(w *suspicion.Weights) *suspicion.Weights { return w.Without(g.Inputs) }))
		all = append(all, judged{g.Name, measure(held, t.weigh)})
	}
	slices.SortStableFunc(all, func(a, b judged) int { return cmp.Compare(b.loss, a.loss) })
	return all
}
