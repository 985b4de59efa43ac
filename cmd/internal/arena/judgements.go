package arena

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"

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
	summary := c.Summarize(ctx, games)
	if err := a.judge(ctx, games, summary, stderr); err != nil {
		return err
	}
	printJudged(stdout, summary)
	return nil
}

// judge lets the judge compare speeches and mark lines. Answers cost money, so they are kept in a
// file beside the games, and none is asked for twice.
func (a *Arena) judge(ctx context.Context, games []*contest.Game, summary *contest.Summary, stderr io.Writer) error {
	path := ""
	switch {
	case a.inFolder():
		path = filepath.Join(a.Out, "judged.jsonl")
	case a.Out != "":
		path = a.Out + ".judged"
	}
	known, by, shown := answers{}, a.Judge, show.Progress(stderr)
	kept, err := openLines(path, known.read)
	if err != nil {
		return fmt.Errorf("--judge: %w", err)
	}
	var failed error
	keep := func(judgement any) {
		if failed == nil {
			failed = kept.add(judgement)
		}
	}
	by.Parallel = a.Parallel
	by.Known = func(at contest.Place) (j contest.Judgement, ok bool) { return known.pair(by.Name, at) }
	by.KnownLine = func(at contest.LineAt) (j contest.LineJudgement, ok bool) { return known.line(by.Name, at) }
	by.KeepLine = func(j contest.LineJudgement) { keep(j) }
	by.Keep = func(j contest.Judgement) {
		if j.Straight != nil && j.Swapped != nil { // else an answer was not usable
			keep(j)
		}
	}
	tell := func(what string) {
		by.Show = func(done, all int) {
			shown(float64(done)/float64(all), fmt.Sprintf("judged %d of %d %s", done, all, what))
		}
	}
	if by.Pairs > 0 {
		tell("pairs of speeches")
		summary.Speech, err = a.Compare(ctx, games, by)
	}
	if by.Lines > 0 && err == nil {
		tell("lines")
		err = a.MarkLines(ctx, games, by, summary)
	}
	if err := errors.Join(failed, kept.close()); err != nil {
		return fmt.Errorf("--judge: %w", err)
	}
	return flagged(err)
}

// answers are what judges have said before, by judge and place.
type answers map[any]json.RawMessage

type question struct {
	judge string
	at    any
}

func (a answers) read(_ int, line []byte) error {
	var j struct {
		Judge string `json:"judge"`
		Kind  string `json:"kind"`
	}
	var pair contest.Place
	var one contest.LineAt
	if err := errors.Join(json.Unmarshal(line, &j), json.Unmarshal(line, &pair), json.Unmarshal(line, &one)); err != nil {
		return fmt.Errorf("is not a judgement: %w; delete the file to judge again", err)
	}
	if j.Kind != "" {
		a[question{j.Judge, one}] = slices.Clone(line)
	} else {
		a[question{j.Judge, pair}] = slices.Clone(line)
	}
	return nil
}

func (a answers) pair(judge string, at contest.Place) (j contest.Judgement, ok bool) {
	line, ok := a[question{judge, at}]
	return j, ok && json.Unmarshal(line, &j) == nil
}

func (a answers) line(judge string, at contest.LineAt) (j contest.LineJudgement, ok bool) {
	line, ok := a[question{judge, at}]
	return j, ok && json.Unmarshal(line, &j) == nil
}
