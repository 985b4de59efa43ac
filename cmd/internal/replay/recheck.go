package replay

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"ringer/engine/journal"
	"ringer/engine/llm"
	"ringer/engine/recheck"
	"ringer/engine/recording"
	"ringer/engine/strategy"
)

// shownDifferences is how many differences of each kind are printed. The first ones say where to
// look.
const shownDifferences = 20

// recheckFile reads what GET …/export sent, decides the session again, and prints where its acts
// differ. The file - is the standard input. It returns an error if acts differ, or if the file
// holds no model calls to decide from.
func recheckFile(w io.Writer, file string) error {
	from := os.Stdin
	if file != "-" {
		var err error
		if from, err = os.Open(file); err != nil {
			return fmt.Errorf("export: %w", err)
		}
		defer from.Close()
	}
	r, again, err := Decide(from)
	if err != nil {
		return fmt.Errorf("export %s: %w", file, err)
	}
	printRecheck(w, r, &again)
	switch {
	case len(again.Differences) > 0:
		return fmt.Errorf("%d of %d appends are decided differently now", len(again.Differences), again.Appends)
	case len(again.Missing) > 0 && len(r.Calls) == 0:
		return fmt.Errorf("%s holds no recorded calls, so %d appends cannot be decided again; create the session with \"record\": true", file, len(again.Missing))
	}
	return nil
}

// Decide reads what GET …/export sent, and decides the session again.
func Decide(from io.Reader) (*recheck.Recording, recheck.Report, error) {
	r, err := readExport(from)
	if err != nil {
		return nil, recheck.Report{}, err
	}
	strategies, err := strategy.NewRegistry(strategy.All()...)
	if err != nil {
		return nil, recheck.Report{}, err
	}
	again, err := recheck.Run(r, strategies, llm.Read)
	return r, again, err
}

func readExport(from io.Reader) (*recheck.Recording, error) {
	r := &recheck.Recording{}
	err := recording.EachLine(from, recording.LongestLine, func(_ int, text []byte) error {
		var line struct {
			Session string                `json:"session_id"`
			Call    *journal.RecordedCall `json:"call"`
		}
		if err := json.Unmarshal(text, &line); err != nil {
			return fmt.Errorf("is not a line of an export; give what GET …/export answers: %w", err)
		}
		switch {
		case line.Call != nil:
			r.Calls = append(r.Calls, *line.Call)
			return nil
		case line.Session == "" || r.Session != "" && r.Session != line.Session:
			return errors.New("is not an event of the session; give what GET …/export answers, of one session")
		}
		h, err := recording.ParseEvent(text)
		if err != nil {
			return err
		}
		r.Session, r.Events = line.Session, append(r.Events, h.Event)
		return nil
	})
	if err == nil && len(r.Events) == 0 {
		err = errors.New("it holds no event")
	}
	return r, err
}

func printRecheck(w io.Writer, r *recheck.Recording, a *recheck.Report) {
	fmt.Fprintf(w, "%s: %d events, %d recorded calls\n", r.Session, len(r.Events), len(r.Calls))
	fmt.Fprintf(w, "  appends decided again   %d, %d differ\n", a.Appends, len(a.Differences))
	fmt.Fprintf(w, "  thoughts thought again  %d\n", a.Thoughts)
	fmt.Fprintf(w, "  prompts compared        %d, %d differ\n", a.Prompts, len(a.Changed))
	fmt.Fprintf(w, "  cannot be decided again %d\n", len(a.Missing))
	printSome(w, a.Differences, func(d recheck.Difference) string { return describe(&d) })
	printSome(w, a.Changed, func(p recheck.ChangedPrompt) string {
		return fmt.Sprintf("prompt of ask %d of thought %s is different now", p.Ask, p.Thought)
	})
	printSome(w, a.Missing, func(m recheck.Missing) string { return fmt.Sprintf("seq %d cannot be decided again: %s", m.Seq, m.Why) })
}

func printSome[T any](w io.Writer, list []T, show func(T) string) {
	for _, x := range list[:min(len(list), shownDifferences)] {
		fmt.Fprintln(w, show(x))
	}
	if more := len(list) - shownDifferences; more > 0 {
		fmt.Fprintf(w, "… and %d more\n", more)
	}
}

func describe(d *recheck.Difference) string {
	at := fmt.Sprintf("seq %d, %s", d.Seq, d.Type)
	switch {
	case d.Decided == "":
		return at + " is not decided now"
	case d.Logged == "":
		return at + " is decided now, but is not in the log"
	}
	return fmt.Sprintf("%s: %s was %s, and is %s now", at, d.Field, shortened(d.Logged), shortened(d.Decided))
}

// shownValue is how many characters of a value are printed: a line of a terminal.
const shownValue = 80

func shortened(value string) string {
	value = printable(value)
	if r := []rune(value); len(r) > shownValue {
		return string(r[:shownValue]) + "…"
	}
	return value
}
