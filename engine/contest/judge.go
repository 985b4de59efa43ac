package contest

import (
	"context"
	_ "embed"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"

	"ringer/engine/prompt"
	"ringer/engine/session"
	"ringer/engine/stats"
)

//go:embed judge.txt
var judgeText string

// Judge is a model that compares speeches.
type Judge struct {
	// Model gives askers of the model. Name is its name.
	Model interface {
		Asker(prompt.Caller) prompt.Asker
	}
	Name string
	// Pairs is how many pairs of each two variants are compared at most, Parallel how many at once.
	Pairs, Parallel int
	// Known returns what the judge has said about a pair before, if anything. Keep gets each new
	// judgement.
	Known func(Place) (Judgement, bool)
	Keep  func(Judgement)
	// Lines is how many lines of each variant on each side are marked at most. KnownLine and
	// KeepLine do for them what Known and Keep do for pairs.
	Lines     int
	KnownLine func(LineAt) (LineJudgement, bool)
	KeepLine  func(LineJudgement)
	// Show gets how many pairs or lines of all have been judged.
	Show func(done, all int)
}

// verdict is the answer of the judge: the better speech by each measure of §4.1.2 of the ReCon
// paper.
type verdict struct {
	Concealment    string `json:"concealment" enum:"A,B"`
	Logic          string `json:"logic" enum:"A,B"`
	Contribution   string `json:"contribution" enum:"A,B"`
	Persuasiveness string `json:"persuasiveness" enum:"A,B"`
	Information    string `json:"information" enum:"A,B"`
	Creativity     string `json:"creativity" enum:"A,B"`
}

var measures = []string{"concealment", "logic", "contribution", "persuasiveness", "information", "creativity"}

func (v *verdict) choices() []string {
	return []string{v.Concealment, v.Logic, v.Contribution, v.Persuasiveness, v.Information, v.Creativity}
}

// Judgement is what the judge has said about a pair: with the first speech as A, and swapped.
type Judgement struct {
	Judge string `json:"judge"`
	Place
	Straight *verdict `json:"straight"`
	Swapped  *verdict `json:"swapped"`
}

// Speech is what a judge says about the speeches.
type Speech struct {
	Judge string
	// Pairs counts the pairs that were compared, and Failed those without two usable answers.
	Pairs, Failed int
	Spent         session.Spent
	Preferences   []Preference
}

// Preference compares two variants by one measure.
type Preference struct {
	Measure, First, Second string
	// Pairs counts the compared pairs. Split counts those in which the two orders disagree.
	Pairs, Split int
	// Points is 1 for each pair in which the first was preferred, and half for a split one.
	Points float64
}

// Share returns the share of the pairs in which the first variant was preferred, with its 95 %
// interval.
func (p *Preference) Share() (share, low, high float64) {
	share = p.Points / float64(max(p.Pairs, 1))
	low, high = stats.WilsonShare(share, p.Pairs)
	return share, low, high
}

// Compare compares speeches, each pair in both orders.
func (c *Contest) Compare(ctx context.Context, games []*Game, by Judge) (*Speech, error) {
	pairs := c.pairs(games, by.Pairs)
	if len(pairs) == 0 {
		return nil, refuse("judge", "finds no two variants that have spoken in the same seat and turn of a deal; play more games, or other variants")
	}
	s, judged := &Speech{Judge: by.Name, Pairs: len(pairs)}, make([]Judgement, len(pairs))
	s.Spent = by.each(len(pairs), func(i int) (spent session.Spent, keep func()) {
		j, known := by.Known(pairs[i].place)
		if !known {
			j, spent = c.compareSpeeches(ctx, by, &pairs[i], i)
		}
		judged[i] = j
		return spent, func() {
			if !known {
				by.Keep(j)
			}
		}
	})
	if s.count(pairs, judged); s.Failed == s.Pairs && ctx.Err() == nil {
		return s, refuse("judge", "%s: no answer could be used; is the model there, and does it write JSON?", by.Name)
	}
	return s, ctx.Err()
}

// each asks about n things, some at once, and returns what that has cost. It calls one keep at a
// time.
func (by *Judge) each(n int, ask func(i int) (spent session.Spent, keep func())) (sum session.Spent) {
	var mu sync.Mutex // protects done and sum, and calls of keep and by.Show
	done := 0
	var workers errgroup.Group
	workers.SetLimit(max(by.Parallel, 1))
	for i := range n {
		workers.Go(func() error {
			spent, keep := ask(i)
			mu.Lock()
			defer mu.Unlock()
			keep()
			sum = sum.Plus(spent)
			done++
			by.Show(done, n)
			return nil
		})
	}
	_ = workers.Wait() // none fails
	return sum
}

// asker returns what asks the judge, and adds to spent what that costs.
func (by *Judge) asker(seed uint64, spent *session.Spent) prompt.Asker {
	return by.Model.Asker(prompt.Caller{Session: "judge", Seed: seed, Record: func(x prompt.Exchange) {
		*spent = spent.Plus(session.SpentOn([]session.Call{x.Call}))
	}})
}

func (c *Contest) compareSpeeches(ctx context.Context, by Judge, p *pair, number int) (j Judgement, spent session.Spent) {
	ask := by.asker(session.DrawSeed(c.Settings.Seed, int64(number), "arena:judge", 0), &spent)
	j = Judgement{Judge: by.Name, Place: p.place}
	for order, answer := range []**verdict{&j.Straight, &j.Swapped} {
		var v verdict
		if err := ask.Ask(ctx, c.judgePrompt(p, order == 1), &v); err == nil {
			*answer = &v
		}
	}
	return j, spent
}

// judgePrompt shows a pair without the names of its variants. swapped shows the second speech as A.
func (c *Contest) judgePrompt(p *pair, swapped bool) prompt.Prompt {
	played := session.Config{Game: session.Setting{Rules: c.Settings.Rules, RulesOptions: c.options}}
	a, b := &p.speeches[0], &p.speeches[1]
	if swapped {
		a, b = b, a
	}
	about := fmt.Sprintf("The player is %s, with the role %s.", p.seat.ID, p.seat.Role)
	return prompt.Prompt{
		Task: judgeTask, Role: prompt.RoleAnalysis, Instruction: strings.TrimSuffix(judgeText, "\n"),
		Sections: []prompt.Section{
			prompt.TextSection(prompt.SectionRules, played.RulesText()), prompt.TextSection("player", strings.TrimSpace(about+" "+p.seat.Private)),
			prompt.TranscriptSection("talk before a", transcriptLines(a.before)), prompt.TextSection(speechA, prompt.Quote(a.text())),
			prompt.TranscriptSection("talk before b", transcriptLines(b.before)), prompt.TextSection(speechB, prompt.Quote(b.text())),
		},
	}
}

const (
	judgeTask = "arena.judge"
	speechA   = "speech a"
	speechB   = "speech b"
)

func transcriptLines(lines []Line) (shown []prompt.Line) {
	for i, l := range lines {
		x := prompt.Line{Number: int64(i + 1), Clock: int64(l.At / 1000), Gamemaster: l.Sender == "", Name: l.Sender, Channel: l.Channel, Private: l.Channel != "", Text: l.Text}
		shown = append(shown, x)
	}
	return shown
}

func (s *Speech) count(pairs []pair, judged []Judgement) {
	for i, p := range pairs {
		straight, swapped := judged[i].Straight, judged[i].Swapped
		if straight == nil || swapped == nil {
			s.Failed++
			continue
		}
		for m, measure := range measures {
			x := s.preference(measure, p.speeches[0].variant, p.speeches[1].variant)
			first, second := straight.choices()[m] == "A", swapped.choices()[m] == "B"
			x.Pairs++
			switch {
			case first && second:
				x.Points++
			case first != second:
				x.Split++
				x.Points += 0.5
			}
		}
	}
}

func (s *Speech) preference(measure, first, second string) *Preference {
	for i := range s.Preferences {
		if p := &s.Preferences[i]; p.Measure == measure && p.First == first && p.Second == second {
			return p
		}
	}
	s.Preferences = append(s.Preferences, Preference{Measure: measure, First: first, Second: second})
	return &s.Preferences[len(s.Preferences)-1]
}

// Skills answer the judge's prompts without a model. The offline judge prefers the speech with more
// different words, and for concealment the one with fewer. It shows how the table is made, and
// knows nothing about speeches.
func Skills() map[string]prompt.Skill {
	return map[string]prompt.Skill{lineTask: markSkill, judgeTask: func(p prompt.Parsed, rng *rand.Rand) any {
		a, b := differentWords(p.Text(speechA)), differentWords(p.Text(speechB))
		more, fewer := "A", "B"
		if b > a || a == b && rng.IntN(2) == 0 {
			more, fewer = fewer, more
		}
		return verdict{Concealment: fewer, Logic: more, Contribution: more, Persuasiveness: more, Information: more, Creativity: more}
	}}
}

func differentWords(text string) int {
	words := map[string]bool{}
	for word := range strings.FieldsSeq(strings.ToLower(text)) {
		words[word] = true
	}
	return len(words)
}
