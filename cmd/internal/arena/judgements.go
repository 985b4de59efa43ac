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
)

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
