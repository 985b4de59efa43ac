package arena

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"

	"ringer/engine/prompt"
	"ringer/engine/session"
	"ringer/engine/stats"
)

//go:embed judge.txt
var judgeText string

// Judge gives askers of the model that compares speeches.
type Judge interface {
	Asker(prompt.Caller) prompt.Asker
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

// measures are the names of the measures, in the order of the paper.
var measures = []string{"concealment", "logic", "contribution", "persuasiveness", "information", "creativity"}

// choices returns the answers in the order of the measures.
func (v *verdict) choices() []string {
	return []string{v.Concealment, v.Logic, v.Contribution, v.Persuasiveness, v.Information, v.Creativity}
}

// judgement is what the judge has said about a pair: with the first speech as A, and swapped.
type judgement struct {
	// Judge is the name of the judge's model.
	Judge string `json:"judge"`
	place
	Straight *verdict `json:"straight"`
	Swapped  *verdict `json:"swapped"`
}

// Speech is what a judge says about the speeches.
type Speech struct {
	Judge string
	// Pairs counts the pairs that were compared, and Failed those without two usable answers.
	Pairs, Failed int
	// Spent is what the judge has cost.
	Spent       session.Spent
	Preferences []Preference
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

// judge compares speeches, each pair in both orders. It does not ask again what the file of
// judgements answers.
func (c *Contest) judge(ctx context.Context, games []*Game, show func(done, all int)) (*Speech, error) {
	pairs := c.pairs(games, c.JudgePairs)
	if len(pairs) == 0 {
		return nil, fmt.Errorf("--judge: no two variants have spoken in the same seat and turn of a deal; play more games, or other variants")
	}
	kept, err := c.openJudgements()
	if err != nil {
		return nil, err
	}
	s, judged := &Speech{Judge: c.JudgeName, Pairs: len(pairs)}, make([]judgement, len(pairs))
	var mu sync.Mutex // protects done, s and kept
	done := 0
	queue := make(chan int)
	var workers sync.WaitGroup
	for range min(c.Parallel, len(pairs)) {
		workers.Go(func() { // ends with the queue
			for i := range queue {
				j, known := kept.find(c.JudgeName, pairs[i].place)
				var spent session.Spent
				if !known {
					j, spent = c.compareSpeeches(ctx, &pairs[i], i)
				}
				judged[i] = j
				mu.Lock()
				if !known {
					kept.add(j)
				}
				s.Spent = s.Spent.Plus(spent)
				done++
				show(done, len(pairs))
				mu.Unlock()
			}
		})
	}
	for i := range pairs {
		queue <- i
	}
	close(queue)
	workers.Wait()
	s.count(pairs, judged)
	if s.Failed == s.Pairs && ctx.Err() == nil {
		err = fmt.Errorf("--judge %s: no answer could be used; is the model there, and does it write JSON?", c.JudgeName)
	}
	return s, errors.Join(ctx.Err(), err, kept.close())
}

// compareSpeeches asks about a pair in both orders. A verdict is nil if its answer was not usable.
func (c *Contest) compareSpeeches(ctx context.Context, p *pair, number int) (j judgement, spent session.Spent) {
	ask := c.Judge.Asker(prompt.Caller{Session: "judge", Seed: session.DrawSeed(c.Settings.Seed, int64(number), "arena:judge", 0), Record: func(x prompt.Exchange) {
		spent = spent.Plus(session.SpentOn([]session.Call{x.Call}))
	}})
	j = judgement{Judge: c.JudgeName, place: p.place}
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
	rules, _ := session.FindPreset(c.Settings.Rules)
	a, b := &p.speeches[0], &p.speeches[1]
	if swapped {
		a, b = b, a
	}
	about := fmt.Sprintf("The player is %s, with the role %s.", p.seat.ID, p.seat.Role)
	return prompt.Prompt{
		Task: judgeTask, Role: prompt.RoleAnalysis, Instruction: strings.TrimSuffix(judgeText, "\n"),
		Sections: []prompt.Section{
			prompt.TextSection(prompt.SectionRules, rules.Text), prompt.TextSection("player", strings.TrimSpace(about+" "+p.seat.Private)),
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

// count adds up judgements, by two variants and measure.
func (s *Speech) count(pairs []pair, judged []judgement) {
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
	return map[string]prompt.Skill{judgeTask: func(p prompt.Parsed, rng *rand.Rand) any {
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
