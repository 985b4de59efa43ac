package suspicion

import (
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"sync"

	"golang.org/x/sync/errgroup"

	"ringer/cmd/internal/show"
	"ringer/engine/suspicion"
	"ringer/engine/suspicion/training"
)

// networks is how many networks are averaged. More were no better in trials.
const networks = 6

// Settings are the flags of a training.
type Settings struct {
	Files   []string `arg:"" help:"Recorded games, one JSON object a line, with the kind of each player." type:"existingfile"`
	Out     string   `help:"Write the weights to this file. engine/suspicion/weights.bin is such a file." placeholder:"FILE" type:"path"`
	Report  string   `help:"Write the report as a page with charts to this file." placeholder:"FILE" type:"path"`
	Seed    uint64   `default:"1" help:"Seed of all random choices. The same games and seed give the same file, byte for byte."`
	Folds   int      `default:"10" help:"How many parts the games are dealt to. Each part is judged by networks that trained on the others."`
	LeftOut bool     `help:"Also show how it does with each bot and each domain left out of the training. This takes several times as long."`
}

type study struct {
	*Settings
	games    []*recording
	lessons  []training.Game
	fold     []int
	progress io.Writer

	// stop is the place of the best stop. temperature follows from all folds with it.
	stop        int
	temperature float64
	// folds are the networks of each fold. held are the scores of lines in unseen games, divided by
	// the temperature that follows from all other folds.
	folds [][]*job
	held  []scored
	weigh func(*scored) float64
}

func newStudy(s *Settings, progress io.Writer) (*study, error) {
	t := &study{Settings: s, progress: progress}
	lines := [2]int{}
	err := stream(s.Files, func(g *recording) error {
		t.games, t.lessons = append(t.games, g), append(t.lessons, g.lesson())
		for _, l := range t.lessons[len(t.lessons)-1].Lines {
			lines[count(l.Bot)]++
		}
		return nil
	})
	switch {
	case err != nil:
		return nil, err
	case s.Folds < 2 || s.Folds > len(t.games):
		return nil, fmt.Errorf("--folds must be from 2 to the number of games, %d", len(t.games))
	case lines[0] == 0 || lines[1] == 0:
		return nil, errors.New("the games need lines of people and of bots; the field kind of each player says which they are")
	}
	t.fold = split(t.games, s.Folds, s.Seed)
	return t, nil
}

func (t *study) train(what string, jobs []*job) error {
	shown, done := show.Progress(t.progress), 0
	var mu sync.Mutex // protects done
	var workers errgroup.Group
	workers.SetLimit(runtime.NumCPU())
	for _, j := range jobs {
		workers.Go(func() error {
			err := j.run()
			mu.Lock()
			defer mu.Unlock()
			done++
			shown(float64(done)/float64(len(jobs)), fmt.Sprintf("%s: %d of %d networks", what, done, len(jobs)))
			return err
		})
	}
	return workers.Wait()
}

func (t *study) jobs(games []training.Game, n int, stops []int) (jobs []*job) {
	for i := range n {
		jobs = append(jobs, &job{games: games, seed: t.Seed<<8 + uint64(i), stops: stops})
	}
	return jobs
}

func (t *study) unseen(fold int) (which []int) {
	for i, f := range t.fold {
		if f == fold {
			which = append(which, i)
		}
	}
	return which
}

func (t *study) crossValidate() error {
	var all []*job
	for fold := range t.Folds {
		var games []training.Game
		for i, g := range t.lessons {
			if t.fold[i] != fold {
				games = append(games, g)
			}
		}
		t.folds = append(t.folds, t.jobs(games, networks, stops))
		all = append(all, t.folds[fold]...)
	}
	if err := t.train("folds", all); err != nil {
		return err
	}
	best := 0.0
	for stop := range stops {
		held := t.scores(stop, func(w *suspicion.Weights) *suspicion.Weights { return w })
		joined := slices.Concat(held...)
		_, loss := temperature(joined)
		if stop == 0 || loss < best {
			best, t.stop, t.temperature = loss, stop, sharp(t.games, joined)
			t.held = t.cool(held)
		}
	}
	t.weigh = balance(t.games, t.held)
	return nil
}

func (t *study) scores(stop int, change func(*suspicion.Weights) *suspicion.Weights) (held [][]scored) {
	for fold, jobs := range t.folds {
		var n []*suspicion.Weights
		for _, j := range jobs {
			n = append(n, change(j.weights[stop]))
		}
		held = append(held, apply(n, t.games, t.unseen(fold)))
	}
	return held
}

// cool divides the scores of each fold by the temperature of the other folds, and judges them as
// the program does. Temperatures follow from the networks alone.
func (t *study) cool(held [][]scored) (all []scored) {
	for fold := range held {
		var others []scored
		for i, h := range held {
			if i != fold {
				others = append(others, h...)
			}
		}
		all = append(all, cooled(held[fold], sharp(t.games, others))...)
	}
	for i := range all {
		v := suspicion.View{Admits: all[i].admits}
		all[i].score, all[i].apart = v.Judge(all[i].score), all[i].repeats
	}
	return all
}

func (t *study) weights() (*suspicion.Weights, error) {
	jobs := t.jobs(t.lessons, networks, stops[t.stop:t.stop+1])
	if err := t.train("file", jobs); err != nil {
		return nil, err
	}
	var n []suspicion.Network
	for _, j := range jobs {
		n = append(n, j.network)
	}
	return suspicion.New(n, t.temperature)
}
