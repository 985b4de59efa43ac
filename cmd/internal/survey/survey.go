package survey

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"ringer/cmd/internal/show"
	"ringer/engine/desk"
	"ringer/engine/session"
	"ringer/engine/stats"
)

// answer is what one person thought of one bot. A person who rates nobody has one without a bot.
type answer struct {
	game, person, strategy string
	form                   session.SurveyForm
	suspects               []string
	right                  bool
	// rating is from 1 to 5, as in the paper.
	rating session.Rating
}

// Pool reads results of games, as GET /v1/games/{id}/result gives them, and prints what people
// thought of the bots in all of them. With table it writes a table of all answers there, as CSV.
func Pool(w, table io.Writer, files []string) error {
	var all []answer
	games, people, right := 0, 0, 0
	for _, name := range files {
		results, err := load(name)
		if err != nil {
			return err
		}
		for i := range results {
			r := &results[i]
			if len(r.Survey.Answers) > 0 {
				games++
			}
			for k := range r.Survey.Answers {
				given := answersOf(r, &r.Survey.Answers[k])
				people++
				if all = append(all, given...); given[0].right {
					right++
				}
			}
		}
	}
	if table != nil {
		return writeTable(table, all)
	}
	fmt.Fprintf(w, "%d surveys of %d games.", people, games)
	if people > 0 {
		fmt.Fprintf(w, " %d people named only bots: %.1f %%. In the paper it was 59.6 %%.", right, 100*float64(right)/float64(people))
	}
	fmt.Fprint(w, "\n\nHow the bots seemed, from 1 to 5: mean ± standard deviation\n\n")
	print(w, all)
	return nil
}

func load(name string) (all []desk.GameResult, err error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	for d := json.NewDecoder(f); ; {
		var r desk.GameResult
		if err := d.Decode(&r); errors.Is(err, io.EOF) {
			return all, nil
		} else if err != nil {
			return nil, fmt.Errorf("%s: result %d: %w; store what GET /v1/games/{id}/result answers", name, len(all)+1, err)
		}
		all = append(all, r)
	}
}

func answersOf(r *desk.GameResult, s *session.Survey) (all []answer) {
	strategies := map[string]string{}
	for _, p := range r.Players {
		if p.Bot {
			strategies[p.Seat] = p.Strategy
		}
	}
	a := answer{game: r.ID, person: s.Seat, form: s.Form, suspects: s.Suspects}
	a.right = s.Identified(func(seat string) bool { return strategies[seat] != "" })
	for _, rating := range s.In(session.SurveyPaper) {
		a.rating, a.strategy = rating, strategies[rating.Seat]
		all = append(all, a)
	}
	if len(all) == 0 {
		all = append(all, a)
	}
	return all
}

// The values of a rating, in the order of table 5.
var metrics = []struct {
	name string
	of   func(*session.Rating) *float64
}{
	{"similarity", func(r *session.Rating) *float64 { return r.Similarity }},
	{"timing", func(r *session.Rating) *float64 { return r.Timing }},
	{"relevance", func(r *session.Rating) *float64 { return r.Relevance }},
}

func print(w io.Writer, all []answer) {
	t := show.Columns(w)
	fmt.Fprintln(t, "who\tratings\tsimilarity\ttiming\trelevance\t")
	fmt.Fprintln(t, "the paper's bot\t"+show.None+"\t2.63 ± 1.32\t3.19 ± 1.33\t2.99 ± 1.37\t")
	var strategies []string
	for _, a := range all {
		if a.rating.Seat != "" {
			strategies = append(strategies, a.strategy)
		}
	}
	slices.Sort(strategies)
	for _, name := range slices.Compact(strategies) {
		cells, rated := []string{name}, 0
		for _, m := range metrics {
			var values []float64
			for i := range all {
				if v := m.of(&all[i].rating); v != nil && all[i].strategy == name {
					values = append(values, *v)
				}
			}
			cell := show.None
			if rated = max(rated, len(values)); len(values) > 0 {
				cell = fmt.Sprintf("%.2f ± %.2f", stats.Mean(values), stats.Deviation(values))
			}
			cells = append(cells, cell)
		}
		fmt.Fprintln(t, strings.Join(slices.Insert(cells, 1, strconv.Itoa(rated)), "\t")+"\t")
	}
	t.Flush()
}

func writeTable(w io.Writer, all []answer) error {
	t := csv.NewWriter(w)
	rows := [][]string{{"game", "person", "form", "suspects", "identified", "bot", "strategy", "similarity", "timing", "relevance"}}
	for i := range all {
		a := &all[i]
		form := a.form
		if form == "" {
			form = session.SurveyPercent
		}
		row := []string{a.game, a.person, string(form), strings.Join(a.suspects, " "), strconv.FormatBool(a.right), a.rating.Seat, a.strategy}
		for _, m := range metrics {
			value := ""
			if v := m.of(&a.rating); v != nil {
				value = strconv.FormatFloat(*v, 'f', -1, 64)
			}
			row = append(row, value)
		}
		rows = append(rows, row)
	}
	return t.WriteAll(rows)
}
