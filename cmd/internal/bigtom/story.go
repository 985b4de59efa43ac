package bigtom

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

// story is a line of the benchmark: a story with two ways to go on, in which a person notices an
// event or does not.
type story struct {
	// parts are the sentences. The fourth says what the person believes at first.
	parts []string
	// The other fields have a value for a person who has noticed the event, and one for a person
	// who has not.
	notices, acts, believes, does [2]string
	askBelief, askAct             string
}

// The columns of a line, by their place. The last ones are about an event that does not matter.
const (
	colStory, colNotices, colActs, colAskBelief, colAskAct = 0, 1, 3, 5, 7
	colBelieves, colDoes, colBelievesNot, colDoesNot       = 8, 10, 11, 13
	columns                                                = 14
)

// storyParts is how many sentences a story has.
const storyParts = 5

// load reads stories: lines with fields between semicolons, as bigtom.csv has them.
func load(file string) ([]story, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	r := csv.NewReader(f)
	r.Comma, r.LazyQuotes, r.FieldsPerRecord = ';', true, -1
	var all []story
	for {
		row, err := r.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		line, _ := r.FieldPos(0)
		s, err := parse(row)
		if err != nil {
			return nil, fmt.Errorf("%s: line %d %w", file, line, err)
		}
		all = append(all, s)
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("%s has no stories; take bigtom.csv of cicl-stanford/procedural-evals-tom", file)
	}
	return all, nil
}

func parse(row []string) (s story, err error) {
	if len(row) < columns {
		return s, fmt.Errorf("has %d fields; a story has at least %d, with semicolons between them", len(row), columns)
	}
	s = story{
		parts: sentences(row[colStory]), notices: [2]string{row[colNotices], row[colNotices+1]}, acts: [2]string{row[colActs], row[colActs+1]},
		believes: [2]string{row[colBelieves], row[colBelievesNot]}, does: [2]string{row[colDoes], row[colDoesNot]}, askBelief: row[colAskBelief], askAct: row[colAskAct],
	}
	if len(s.parts) < storyParts {
		return s, fmt.Errorf("has a story of %d sentences; it needs %d", len(s.parts), storyParts)
	}
	return s, nil
}

func sentences(text string) (all []string) {
	for part := range strings.SplitSeq(strings.TrimSpace(text), ". ") {
		all = append(all, strings.TrimSuffix(part, ".")+".")
	}
	return all
}

// kind is a kind of question: what is asked, and whether the story says what the person believes at
// first.
type kind struct {
	name string
	// backward is set where the story tells what the person does, and not what the person notices.
	backward, act, initial bool
}

// kinds returns the columns of table 1.
func kinds() (all []kind) {
	for _, k := range []kind{{name: "forward belief"}, {name: "forward action", act: true}, {name: "backward belief", backward: true}} {
		all = append(all, k)
		k.initial = true
		all = append(all, k)
	}
	return all
}

// question is one question with its two answers.
type question struct {
	kind         int
	noticed      bool // what the person believes is true
	story, asked string
	right, wrong string
}

// questions returns those of a story: each kind for a person who has noticed the event, and whose
// belief is true, and for one who has not.
func (s *story) questions() (all []question) {
	for n, k := range kinds() {
		parts := append(append([]string{}, s.parts[:3]...), s.parts[4:]...)
		if k.initial {
			parts = s.parts
		}
		for side := range 2 {
			more, asked, answers := s.notices[side], s.askBelief, s.believes
			if k.backward {
				more = s.acts[side]
			}
			if k.act {
				asked, answers = s.askAct, s.does
			}
			all = append(all, question{n, side == 0, strings.Join(parts, " ") + " " + more, asked, answers[side], answers[1-side]})
		}
	}
	return all
}
