package bigtom

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"

	"golang.org/x/sync/errgroup"

	"ringer/engine/prompt"
	"ringer/engine/session"
)

// Settings say which questions are asked, and whom.
type Settings struct {
	// File has the stories, of which the first Stories are taken; 0 for all.
	File     string
	Stories  int
	Seed     int64
	Parallel int
	Model    interface {
		Asker(prompt.Caller) prompt.Asker
	}
}

// Score is how often a method is right.
type Score struct {
	Method string
	// Kinds has a share for each column of table 1, and Average is their mean.
	Kinds   [6]float64
	Average float64
	// True and False are the shares among the people who believe what is true, and among the
	// others.
	True, False float64
	Questions   int
	// Failed counts the questions without a usable answer, which count as wrong.
	Failed int
	Spent  session.Spent
}

// Run asks all questions by each method.
func Run(ctx context.Context, s Settings, progress func(done, all int)) ([]Score, error) {
	stories, err := load(s.File)
	if err != nil {
		return nil, err
	}
	if s.Stories > 0 && s.Stories < len(stories) {
		stories = stories[:s.Stories]
	}
	var all []question
	for i := range stories {
		all = append(all, stories[i].questions()...)
	}
	var scores []Score
	for n, method := range Methods() {
		score, err := s.score(ctx, method, all, func(done int) { progress(n*len(all)+done, len(all)*len(Methods())) })
		if err != nil {
			return nil, err
		}
		scores = append(scores, score)
	}
	return scores, nil
}

func (s *Settings) score(ctx context.Context, method string, all []question, progress func(done int)) (Score, error) {
	type sum struct{ right, of float64 }
	var mu sync.Mutex // protects the rest
	score, byKind, byTruth, done := Score{Method: method, Questions: len(all)}, [6]sum{}, [2]sum{}, 0
	var last error
	var workers errgroup.Group
	workers.SetLimit(max(s.Parallel, 1))
	for i := range all {
		workers.Go(func() error {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			right, spent, err := s.take(ctx, method, &all[i], i)
			mu.Lock()
			defer mu.Unlock()
			score.Spent = score.Spent.Plus(spent)
			if err != nil {
				last = err
				score.Failed++
			}
			for _, x := range []*sum{&byKind[all[i].kind], &byTruth[truth(all[i].noticed)]} {
				if x.of++; right {
					x.right++
				}
			}
			done++
			progress(done)
			return nil
		})
	}
	if err := workers.Wait(); err != nil {
		return score, err
	}
	if score.Failed == len(all) {
		return score, fmt.Errorf("%s: no question has an answer; is the model there, and does it write JSON? %w", method, last)
	}
	for k, x := range byKind {
		score.Kinds[k] = x.right / max(x.of, 1)
		score.Average += score.Kinds[k]
	}
	score.Average /= float64(len(byKind))
	score.False, score.True = byTruth[0].right/max(byTruth[0].of, 1), byTruth[1].right/max(byTruth[1].of, 1)
	return score, nil
}

func truth(noticed bool) int {
	if noticed {
		return 1
	}
	return 0
}

// take asks one question. The seed decides which answer is A, the same for all methods.
func (s *Settings) take(ctx context.Context, method string, q *question, number int) (right bool, spent session.Spent, err error) {
	ask := s.Model.Asker(prompt.Caller{Session: task, Seed: session.DrawSeed(s.Seed, int64(number), task+":"+method, 0), Record: func(x prompt.Exchange) {
		spent = spent.Plus(session.SpentOn([]session.Call{x.Call}))
	}})
	t := &taker{ctx: ctx, ask: ask, question: q, options: [2]string{q.right, q.wrong}}
	want := "A"
	if session.Draw(s.Seed, int64(number), task+":order", 0).IntN(2) == 1 {
		t.options, want = [2]string{q.wrong, q.right}, "B"
	}
	answer := t.answer(method)
	return t.err == nil && answer == want, spent, t.err
}

// Skills answer without a model: by lot, so about half is right.
func Skills() map[string]prompt.Skill {
	return map[string]prompt.Skill{task: func(_ prompt.Parsed, rng *rand.Rand) any {
		return map[string]any{"answer": string(rune('A' + rng.IntN(2))), "thought": "a guess", "text": "a guess", "number": 1 + rng.IntN(branches)}
	}}
}
