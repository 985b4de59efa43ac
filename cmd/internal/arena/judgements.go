package arena

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// judgements is the file of what judges have said, one JSON object a line in the order of the
// answers. Answers cost money, so none is asked for twice.
type judgements struct {
	known []judgement
	out   *os.File
	// failed is the first error of a write.
	failed error
}

// openJudgements opens the file beside the games. Without a file of games nothing is kept.
func (c *Contest) openJudgements() (*judgements, error) {
	k := &judgements{}
	path := c.Out + ".judged"
	switch {
	case c.Out == "":
		return k, nil
	case c.inFolder():
		path = filepath.Join(c.Out, "judged.jsonl")
	}
	b, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("--judge: %w", err)
	}
	b = b[:bytes.LastIndexByte(b, '\n')+1] // a killed program may have left a part of a line
	for line := range bytes.Lines(b) {
		var j judgement
		if err := json.Unmarshal(line, &j); err != nil {
			return nil, fmt.Errorf("--judge: %s holds a line that is not a judgement: %w; delete the file to judge again", path, err)
		}
		k.known = append(k.known, j)
	}
	if k.out, err = os.OpenFile(path, os.O_WRONLY|os.O_CREATE, 0o644); err == nil {
		err = errors.Join(k.out.Truncate(int64(len(b))), seekTo(k.out, int64(len(b))))
	}
	if err != nil {
		return nil, fmt.Errorf("--judge: %w", err)
	}
	return k, nil
}

// find returns what a judge has said about a pair, if it has.
func (k *judgements) find(judge string, at place) (judgement, bool) {
	i := slices.IndexFunc(k.known, func(j judgement) bool { return j.Judge == judge && j.place == at })
	if i < 0 {
		return judgement{}, false
	}
	return k.known[i], true
}

// add keeps a judgement, unless an answer was not usable. It does not change what find knows.
func (k *judgements) add(j judgement) {
	if k.out == nil || k.failed != nil || j.Straight == nil || j.Swapped == nil {
		return
	}
	_, k.failed = k.out.Write(append(marshal(j), '\n'))
}

func (k *judgements) close() error {
	if k.out == nil {
		return nil
	}
	if err := errors.Join(k.failed, k.out.Close()); err != nil {
		return fmt.Errorf("--judge: %w", err)
	}
	return nil
}
