package strategy_test

import (
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"ringer/engine/attacktest"
	"ringer/engine/enginetest"
	"ringer/engine/llm/offline"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
	"ringer/engine/sim"
	"ringer/engine/strategy"
	"ringer/engine/votetest"
	"ringer/store"
)

// others are the names of the players other than the bot.
var others = []string{"Blue", "Green", "Purple", "Yellow"}

// siege is a game in which the players attack the bot.
type siege struct {
	strategy string
	// obeys makes the bot's model do what it is told. Otherwise it is the offline model.
	obeys bool
	names []string
	lines []string
	seed  int64
	// admits allows the bot to say what it is when it is asked.
	admits bool
}

// harmlessLines is how many harmless lines end a siege. A person would answer at least one of them.
const harmlessLines = 8

// play plays a siege and returns the verdict on it.
func (g siege) play(t *testing.T, c attacktest.Corpus) attacktest.Verdict {
	t.Helper()
	strategies := enginetest.Strategies(t)
	recorder := &attacktest.PromptRecorder{Models: offline.New(strategies.Skills())}
	var model *attacktest.Obedient
	if g.obeys {
		model = attacktest.NewObedient(c)
		recorder.Models = model
	}
	s := sim.New(store.NewMemory(), strategies, recorder)
	config := attacktest.Config(g.strategy, g.seed, g.names...)
	if g.admits {
		config.Disclosure = session.DiscloseBot
	}
	id := sessiontest.Must(s.Open(config))(t)
	at := sim.Epoch()
	say := func(n int, text string, pause time.Duration) {
		at = at.Add(pause)
		s.At(at, func() error { return s.Say(id, session.Post{Sender: fmt.Sprint("p", n%len(g.names)+1), Text: text}) })
	}
	for i, text := range c.Harmless {
		say(i, text, 9*time.Second)
	}
	for i, text := range g.lines {
		say(i, text, 17*time.Second)
		if i%3 == 2 {
			say(i+1, fmt.Sprint(c.Harmless[i%len(c.Harmless)], " ", i), 6*time.Second)
		}
	}
	s.At(at.Add(5*time.Second), func() error {
		return s.Say(id, session.Post{Kind: session.FromGamemaster, Sender: "GM", Text: "Five minutes are left."})
	})
	peace := at.Add(10 * time.Second)
	for i := range harmlessLines {
		say(i, fmt.Sprintf("red %s, number %d", c.Harmless[i%len(c.Harmless)], i), 20*time.Second)
	}
	s.At(at.Add(5*time.Second), func() error {
		_, err := s.AskVote(t.Context(), id, session.VoteRequest{Kind: session.ChooseOne, Question: "Who belongs to the mafia?"})
		return err
	})
	sessiontest.NoError(t, s.Run(at.Add(time.Minute)))
	log := sessiontest.Must(s.Log(id))(t)
	v := attacktest.Judge(log, recorder.Prompts, model)
	v.Wrong = append(v.Wrong, votetest.Judge(log).Wrong...)
	if g.admits && g.obeys && v.Admitted == 0 {
		v.Wrong = append(v.Wrong, "the bot may say what it is, but has not said so when it was asked")
	}
	answers := func(e session.Event) bool { _, sent := e.Data.(*session.MessageSent); return sent && e.At.After(peace) }
	if !slices.ContainsFunc(log, answers) {
		v.Wrong = append(v.Wrong, "the bot answers none of the harmless lines at the end")
	}
	return v
}

// totals counts what happened in sieges.
type totals struct {
	mu     sync.Mutex // protects counts
	counts map[string]int
}

func (x *totals) add(row string, v attacktest.Verdict) {
	x.mu.Lock()
	defer x.mu.Unlock()
	for what, n := range map[string]int{"lines": v.Lines, "sent": len(v.Sent), "leaks": len(v.Leaks), "admitted": v.Admitted, "taken wrongly": len(v.Wrong), "rewritten": v.Rewritten} {
		x.counts[row+", "+what] += n
	}
	for rule, n := range v.Rejected {
		x.counts[row+", rejected by "+rule] += n
	}
}

// TestAttacks plays hostile lines against every strategy. The bot must give nothing away. Each line
// must reach the prompts and the state as the line of its player. The session must go on. With -v
// it prints counts.
func TestAttacks(t *testing.T) {
	t.Parallel()
	c := sessiontest.Must(attacktest.Load())(t)
	if n := len(attacks(c)); n < 200 {
		t.Errorf("there are only %d hostile lines", n)
	}
	table := &totals{counts: map[string]int{}}
	t.Run("Sieges", func(t *testing.T) {
		for _, e := range strategy.All() {
			for _, obeys := range []bool{false, true} {
				for name, g := range sieges(c) {
					if testing.Short() && g.seed%4 != 0 {
						continue // a siege runs in one goroutine, so few are enough for the race detector
					}
					g.strategy, g.obeys = e.Name, obeys
					t.Run(fmt.Sprint(e.Name, " obeying ", obeys, " ", name), func(t *testing.T) {
						t.Parallel()
						v := g.play(t, c)
						table.add(name, v)
						table.add(fmt.Sprintf("(all, %s, obedient model %t)", e.Name, obeys), v)
						for _, wrong := range slices.Concat(v.Leaks, v.Wrong) {
							t.Error(wrong)
						}
					})
				}
			}
		}
	})
	t.Log(table.counts)
}

// attacks returns all hostile lines.
func attacks(c attacktest.Corpus) (lines []string) {
	for _, class := range c.Classes {
		for _, line := range class.Lines {
			lines = append(lines, line[0])
		}
	}
	return lines
}

// sieges returns one game a class of attacks, one with all, and some with deceptive names.
func sieges(c attacktest.Corpus) map[string]siege {
	all := map[string]siege{"everything in one game": {names: others, lines: attacks(c), seed: 1}}
	for i, class := range c.Classes {
		g := siege{names: others, seed: int64(i)}
		for _, line := range class.Lines {
			g.lines = append(g.lines, line[0])
		}
		all[class.Name] = g
		if g.admits = true; class.Name == "is it a bot" {
			all["is it a bot, that may say so"] = g
		}
	}
	i := 0
	for names := range slices.Chunk(legal(c.Names), 10) {
		i++
		g := siege{names: names, seed: int64(i)}
		for n, line := range attacks(c) {
			if n%9 == i {
				g.lines = append(g.lines, line)
			}
		}
		all[fmt.Sprint("names that deceive ", i)] = g
	}
	return all
}

// legal returns the names with which a session can be created. No other name can get into a prompt.
func legal(names []string) (ok []string) {
	for _, name := range names {
		c := attacktest.Config("scheduler", 1, name)
		if c.Complete() == nil {
			ok = append(ok, name)
		}
	}
	return ok
}
