package contest

import (
	"context"
	"maps"
	"slices"
	"strings"

	"ringer/engine/conduct"
	"ringer/engine/mouth"
	"ringer/engine/session"
	"ringer/engine/stats"
)

// Summary is what the games of a contest say about its variants.
type Summary struct {
	Games int `json:"games"`
	Deals int `json:"deals"`
	// Wins holds a row for each side and variant.
	Wins []Wins `json:"wins"`
	// Matches holds a row for each arrangement of sides and each of its sides; none where seats
	// rotate.
	Matches []Match `json:"matches,omitempty"`
	// Tests compare each two variants on each side, where both have games to compare.
	Tests []Test `json:"tests,omitempty"`
	// Work holds a row for each variant, and a last one for moderators and hosts if they cost
	// anything.
	Work    []Work    `json:"-"`
	Accused []Accused `json:"accused,omitempty"`
	// Mechanisms say how the talk was shared, and what became of the choices of a moderator, and of
	// labels.
	Mechanisms []Mechanism `json:"-"`
	// Deceits say how the lines deceive.
	Deceits []Deceit `json:"deceits,omitempty"`
	// Marking is what a judge says about single lines; nil without a judge.
	Marking *Marking `json:"-"`
	// Speech is what a judge says about the speeches; nil without a judge.
	Speech *Speech `json:"-"`
}

// Wins is how often a variant has won on a side.
type Wins struct {
	Side    string  `json:"side"`
	Variant string  `json:"variant"`
	Games   int     `json:"games"`
	Seats   int     `json:"seats"`
	Won     int     `json:"won"`
	Share   float64 `json:"share"`
	Low     float64 `json:"low"`
	High    float64 `json:"high"`
}

// Work is what a variant did in its seats.
type Work struct {
	Variant string
	// Seats counts its seats in all games. The other fields are sums over them.
	Seats                                            int
	Messages, Words, Accused, Leaks, Stopped, Broken int
	// Scored counts the seats with points, and Points these points.
	Scored, Points int
	Spent          session.Spent
	Conduct        conduct.Conduct
	Texture        mouth.Texture
}

// Summarize sums up games. The summary is not complete if the context has ended.
func (c *Contest) Summarize(ctx context.Context, games []*Game) *Summary {
	s := &Summary{Games: len(games)}
	deals, sides := map[int64]bool{}, map[string]bool{}
	work := make([]Work, len(c.Variants))
	var table Work
	for i, v := range c.Variants {
		work[i].Variant = v.Name
	}
	for _, g := range games {
		deals[g.Seed] = true
		for i := range g.Seats {
			if n := c.Variant(g.Seats[i].Variant); n >= 0 { // not a guest
				sides[g.Seats[i].Side] = true
				work[n].add(&g.Seats[i])
				work[n].Texture.Join(mouth.TextureOf(g.texts(g.Seats[i].ID)))
			}
		}
		table.Spent = table.Spent.Plus(g.TableSpent)
	}
	s.Deals, s.Work, s.Accused = len(deals), work, c.accused(games)
	if table.Spent.Calls > 0 {
		table.Variant, table.Seats = "(the table)", len(games)
		s.Work = append(s.Work, table)
	}
	s.Matches, s.Mechanisms, s.Deceits = c.matches(games), mechanisms(games), c.deceits(games)
	for _, side := range slices.Sorted(maps.Keys(sides)) {
		t := tallied(games, side)
		asOne := t.asOne()
		for _, v := range c.Variants {
			if w := t.wins(side, v.Name, asOne); w.Seats > 0 {
				s.Wins = append(s.Wins, w)
			}
		}
		s.Tests = append(s.Tests, c.compare(t, side, asOne)...)
	}
	for i := range s.Tests {
		if ctx.Err() != nil {
			return s
		}
		s.Tests[i].judge()
	}
	return s
}

func (w *Work) add(s *Seat) {
	w.Seats++
	w.Messages, w.Words, w.Accused = w.Messages+s.Messages, w.Words+s.Words, w.Accused+s.Accused
	w.Leaks, w.Stopped, w.Broken, w.Spent = w.Leaks+s.Leaks, w.Stopped+s.Stopped, w.Broken+s.Broken, w.Spent.Plus(s.Spent)
	w.Conduct.Add(&s.Conduct)
	if s.Score != nil {
		w.Scored++
		w.Points += *s.Score
	}
}

// tallies hold how the seats of one side did in each game, by variant: how many have won, and how
// many there were. An empty name stands for all variants. They are counted once, since each two
// variants are compared.
type tallies []map[string]tally

type tally struct{ won, of int }

func tallied(games []*Game, side string) tallies {
	all := make(tallies, len(games))
	for i, g := range games {
		all[i] = map[string]tally{}
		for k := range g.Seats {
			s := &g.Seats[k]
			if s.Side != side {
				continue
			}
			for _, name := range []string{s.Variant, ""} {
				t := all[i][name]
				if t.of++; s.Won {
					t.won++
				}
				all[i][name] = t
			}
		}
	}
	return all
}

// asOne reports whether the players of the side win and lose together in all games.
func (t tallies) asOne() bool {
	return !slices.ContainsFunc(t, func(g map[string]tally) bool { return g[""].won > 0 && g[""].won < g[""].of })
}

// wins counts the wins of a variant on the side. Seats that win together are one trial a game for
// the interval, since they say the same.
func (t tallies) wins(side, variant string, asOne bool) Wins {
	w := Wins{Side: side, Variant: variant}
	for _, g := range t {
		own := g[variant]
		if own.of > 0 {
			w.Games++
		}
		w.Seats, w.Won = w.Seats+own.of, w.Won+own.won
	}
	trials := w.Seats
	if asOne {
		trials = w.Games
	}
	w.Share = float64(w.Won) / float64(max(w.Seats, 1))
	w.Low, w.High = stats.WilsonShare(w.Share, trials)
	return w
}

// Match is how a side did in one arrangement of sides.
type Match struct {
	Wins
	Against string `json:"against"`
}

func (c *Contest) matches(games []*Game) (rows []Match) {
	for n, sides := range c.Sides {
		played := slices.DeleteFunc(slices.Clone(games), func(g *Game) bool { return g.Arrangement != n })
		for _, side := range slices.Sorted(maps.Keys(sides)) {
			var others []string
			for _, other := range slices.Sorted(maps.Keys(sides)) {
				if other != side {
					others = append(others, sides[other].Name)
				}
			}
			t := tallied(played, side)
			rows = append(rows, Match{t.wins(side, sides[side].Name, t.asOne()), strings.Join(others, ", ")})
		}
	}
	return rows
}

// Average is what a bot of a variant did in a game, on average.
type Average struct {
	Variant  string   `json:"variant"`
	Seats    int      `json:"seats"`
	Messages float64  `json:"messages"`
	Words    float64  `json:"words"`
	Accused  float64  `json:"votes_against"`
	Points   *float64 `json:"points,omitempty"`
	Calls    float64  `json:"calls"`
	Tokens   float64  `json:"tokens"`
	// Cost is in the currency of the prices.
	Cost float64 `json:"cost"`
	// Leaks counts the lines that gave away what the player had to hide, and Stopped those that the
	// mouth refused for that.
	Leaks   float64 `json:"leaks"`
	Stopped float64 `json:"leaks_stopped"`
	Broken  float64 `json:"rules_broken"`
}

// Average returns the sums for each seat.
func (w *Work) Average() Average {
	a := Average{
		Variant: w.Variant, Seats: w.Seats, Messages: w.Mean(w.Messages), Words: w.Mean(w.Words), Accused: w.Mean(w.Accused),
		Calls: w.Mean(w.Spent.Calls), Tokens: w.Mean(w.Spent.PromptTokens + w.Spent.AnswerTokens), Cost: w.Mean(int(w.Spent.CostMicros)) / 1e6,
		Leaks: w.Mean(w.Leaks), Stopped: w.Mean(w.Stopped), Broken: w.Mean(w.Broken),
	}
	if w.Scored > 0 {
		a.Points = new(float64(w.Points) / float64(w.Scored))
	}
	return a
}

// Mean returns a sum for each seat.
func (w *Work) Mean(sum int) float64 { return float64(sum) / float64(max(w.Seats, 1)) }

// Accused says how often the guest has accused a variant.
type Accused struct {
	Variant string `json:"variant"`
	// Games counts the games with a guest who has accused somebody, and Times those in which it
	// accused this variant.
	Games int     `json:"games"`
	Times int     `json:"times"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
	// P is the two-sided p-value of the binomial test: would a guest who draws a bot accuse the
	// variant as often?
	P float64 `json:"p"`
}

func (c *Contest) accused(games []*Game) (rows []Accused) {
	if !c.Guest {
		return nil
	}
	bots, seats := len(c.Names)-1, map[string]int{}
	for _, name := range c.rotated(0) {
		seats[name]++
	}
	for _, v := range c.Variants {
		a := Accused{Variant: v.Name}
		for _, g := range games {
			if suspect := g.suspected(); suspect != nil {
				if a.Games++; suspect.Variant == v.Name {
					a.Times++
				}
			}
		}
		a.Low, a.High = stats.Wilson(a.Times, a.Games)
		a.P = stats.Binomial(a.Times, a.Games, float64(seats[v.Name])/float64(bots))
		rows = append(rows, a)
	}
	return rows
}

func (g *Game) suspected() *Seat {
	for i := range g.Seats {
		if s := &g.Seats[i]; s.Variant == guestName && len(g.Ballots) > 0 {
			return g.Seat(g.Ballots[len(g.Ballots)-1].Answers[s.ID].Option)
		}
	}
	return nil
}
