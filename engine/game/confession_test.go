package game_test

import (
	"flag"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"ringer/engine/attacktest"
	"ringer/engine/game"
	"ringer/engine/mouth"
	"ringer/engine/referee"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

var confessed = flag.Int64("confessed", 12, "games of each kind in which all confess")

type confessor struct {
	session.Config
	names *strings.Replacer
}

// confessorOf deals a game by a seed and returns its first bot that hides a role; evil if the game
// has evil roles.
func confessorOf(t *testing.T, rules string, seed int64) confessor {
	t.Helper()
	rng := rand.New(rand.NewPCG(uint64(seed), 1))
	names := strings.Fields("Ann Bob Cleo Theo Kim Max Zoe Mia Omar Lena Carlos Priya Hugo Jude Gus Finn Eve Dan Tom")
	rng.Shuffle(len(names), func(i, k int) { names[i], names[k] = names[k], names[i] })
	c := session.GameConfig{Speed: 1, Seed: &seed}
	c.Game.Rules = rules
	allied := slices.Contains([]string{"mafia", "avalon", "werewolf"}, rules)
	players := 7
	if rules == "three_party" {
		players = 3
	}
	for i, name := range names[:players] {
		c.Game.Players = append(c.Game.Players, session.Player{ID: name, Name: name})
		if i == 0 || rules != "turing" && i < 6 || allied {
			c.Bots = append(c.Bots, session.GameBot{Bot: session.Bot{Seat: name}})
		}
	}
	found, _ := referee.Find(rules)
	deal := sessiontest.Must(found.Deal(game.StartOf(&c)))(t)
	dealt := c.Dealt(&deal)
	for i, b := range dealt.Bots {
		if hides := dealt.Session(i); len(b.Conceal) > 0 && (len(b.Allies) > 0 || !allied) {
			as := []string{"{me}", b.Seat}
			free := []string{"{a}", "{b}", "{c}", "{d}", "{e}"}
			for _, p := range dealt.Game.Players {
				switch {
				case len(b.Allies) > 0 && p.ID == b.Allies[0]:
					as = append(as, "{ally}", strings.ToLower(p.Name))
				case p.ID != b.Seat && len(free) > 0:
					as, free = append(as, free[0], strings.ToLower(p.Name)), free[1:]
				}
			}
			for i, place := range free { // a small game speaks of people who do not play
				as = append(as, place, strings.ToLower(names[players+i]))
			}
			return confessor{hides, strings.NewReplacer(as...)}
		}
	}
	t.Fatal("nobody hides anything")
	return confessor{}
}

// refuses returns the rule by which the mouth refuses a line, or "".
func (c *confessor) refuses(line string) string {
	r := mouth.Room{Name: c.Bot.Seat, MaxChars: 500, Conceal: c.Concealed()}
	for _, p := range c.Game.Players {
		r.Names = append(r.Names, p.Name)
	}
	for part := range strings.SplitSeq(line, " || ") {
		if question, ok := strings.CutPrefix(part, "? "); ok {
			r.Others = append(r.Others, question)
			continue
		}
		parts, rule := r.Pass(part)
		if rule != "" {
			return rule
		}
		r.Own = append(r.Own, parts...)
	}
	return ""
}

// TestNobodyConfesses: in games of all kinds that are dealt by seeds, a bot that says whatever it
// is told to confesses nothing, and may say what is innocent.
func TestNobodyConfesses(t *testing.T) {
	t.Parallel()
	all := sessiontest.Must(attacktest.LoadConfessions())(t)
	for _, rules := range referee.IDs() {
		t.Run(rules, func(t *testing.T) {
			t.Parallel()
			lines, ok := all[rules]
			if !ok {
				lines = all["machines"]
			}
			games, silenced := int(*confessed), 0
			said := 12 + len(lines.Confessions)/games // lines of each kind in a game: each line is said
			for seed := range *confessed {
				c, rng := confessorOf(t, rules, seed), rand.New(rand.NewPCG(uint64(seed), 2))
				for k := range said {
					i := int(seed) + k*games
					line := attacktest.Said(lines.Confessions[i%len(lines.Confessions)], c.names, rng)
					if c.refuses(line) == "" {
						t.Errorf("seed %d: %s, who is %s, says %q", seed, c.Bot.Seat, c.Bot.Role, line)
					}
					line = attacktest.Said(lines.Innocent[i%len(lines.Innocent)], c.names, rng)
					if rule := c.refuses(line); rule != "" {
						silenced++
						t.Logf("seed %d: %s, who is %s, may not say %q: %s", seed, c.Bot.Seat, c.Bot.Role, line, rule)
					}
				}
			}
			if n := said * games; silenced*100 > n {
				t.Errorf("%d of %d innocent lines are refused", silenced, n)
			}
		})
	}
}
