package arena

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"

	"ringer/cmd/internal/show"
	"ringer/engine/contest"
	"ringer/engine/recording"
)

// Played are files of recorded games that several variants have played in the same seats.
type Played struct {
	Files []string
	// Side is the side whose speeches are compared; empty for all.
	Side string
	Seed int64
	Use
}

// Compare lets the judge compare the speeches, and prints what it says.
func (p *Played) Compare(ctx context.Context, stdout, stderr io.Writer) error {
	var all []recording.Game
	for _, name := range p.Files {
		games, err := recording.Load(name)
		if err != nil {
			return err
		}
		all = append(all, games...)
	}
	c, games, err := contest.Played(all, p.Side, p.Seed)
	if err != nil {
		return err
	}
	a := &Arena{Contest: c, Use: p.Use}
	speech, err := a.judge(ctx, games, stderr)
	if err == nil {
		printSpeech(stdout, speech)
	}
	return err
}

// judge lets the judge compare speeches. Answers cost money, so they are kept in a file beside the
// games, and none is asked for twice.
func (a *Arena) judge(ctx context.Context, games []*contest.Game, stderr io.Writer) (*contest.Speech, error) {
	type question struct {
		judge string
		at    contest.Place
	}
	path := ""
	switch {
	case a.inFolder():
		path = filepath.Join(a.Out, "judged.jsonl")
	case a.Out != "":
		path = a.Out + ".judged"
	}
	known := map[question]contest.Judgement{}
	kept, err := openLines(path, func(_ int, line []byte) error {
		var j contest.Judgement
		if err := json.Unmarshal(line, &j); err != nil {
			return fmt.Errorf("is not a judgement: %w; delete the file to judge again", err)
		}
		known[question{j.Judge, j.Place}] = j
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("--judge: %w", err)
	}
	var failed error
	by, shown := a.Judge, show.Progress(stderr)
	by.Parallel = a.Parallel
	by.Known = func(at contest.Place) (contest.Judgement, bool) {
		j, ok := known[question{by.Name, at}]
		return j, ok
	}
	by.Keep = func(j contest.Judgement) {
		if failed == nil && j.Straight != nil && j.Swapped != nil { // else an answer was not usable
			failed = kept.add(j)
		}
	}
	by.Show = func(done, all int) {
		shown(float64(done)/float64(all), fmt.Sprintf("judged %d of %d pairs of speeches", done, all))
	}
	s, err := a.Compare(ctx, games, by)
	if err := errors.Join(failed, kept.close()); err != nil {
		return nil, fmt.Errorf("--judge: %w", err)
	}
	return s, flagged(err)
}
