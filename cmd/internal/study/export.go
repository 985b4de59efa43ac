package study

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"

	"ringer/engine/session"
	"ringer/engine/study"
)

// Export writes what a study holds into a folder: tables as CSV, lines and games as JSONL, a
// dictionary of all columns, the results and the preregistration. What people have said and
// answered who have withdrawn is left out. People are numbers, and their keys stay in the log.
func Export(s *study.State, dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil { // what people say is nobody else's business
		return err
	}
	x := exporter{s, dir, [][]string{{"file", "column", "type", "meaning"}}}
	games, people, ratings := rows(s)
	errs := []error{
		writeTable(&x, "games.csv", gameColumns(), games),
		writeTable(&x, "people.csv", personColumns(s.Plan), people),
		writeTable(&x, "ratings.csv", ratingColumns(), ratings),
		x.writeJSON("lines.jsonl", lineFields, lines(s)),
		x.writeJSON("games.jsonl", gameFields, records(s)),
	}
	errs = append(errs, x.writeCSV("dictionary.csv", x.dictionary), x.write("results.md", []byte(Results(s))), x.write("preregistration.md", []byte(s.Plan.Registration())))
	return errors.Join(errs...)
}

type exporter struct {
	*study.State
	dir        string
	dictionary [][]string
}

func (x *exporter) write(name string, b []byte) error {
	return os.WriteFile(filepath.Join(x.dir, name), b, 0o600)
}

func (x *exporter) writeCSV(name string, rows [][]string) error {
	f, err := os.OpenFile(filepath.Join(x.dir, name), os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	return errors.Join(csv.NewWriter(f).WriteAll(rows), f.Close())
}

func writeTable[T any](x *exporter, name string, columns []column[T], rows []T) error {
	var head []string
	for _, c := range columns {
		head = append(head, c.name)
		x.dictionary = append(x.dictionary, []string{name, c.name, c.kind, c.about})
	}
	table := [][]string{head}
	for _, r := range rows {
		var cells []string
		for _, c := range columns {
			value := c.value(r)
			if c.kind == "text" && strings.IndexAny(value, "=+-@\t\r\n") == 0 {
				value = "'" + value // or a spreadsheet would take what a person wrote for a formula
			}
			cells = append(cells, value)
		}
		table = append(table, cells)
	}
	return x.writeCSV(name, table)
}

// field is a field of a JSONL file.
type field struct{ name, kind, about string }

func (x *exporter) writeJSON(name string, fields []field, values []any) error {
	for _, f := range fields {
		x.dictionary = append(x.dictionary, []string{name, f.name, f.kind, f.about})
	}
	var all []byte
	for _, v := range values {
		b, err := json.Marshal(v)
		if err != nil {
			return err
		}
		all = append(append(all, b...), '\n')
	}
	return x.write(name, all)
}

// rows returns the rows of the tables.
func rows(s *study.State) (games []played, people []participation, ratings []judged) {
	for _, g := range s.Games {
		games = append(games, played{s, g})
	}
	for _, p := range s.People {
		x := participation{played{s, s.Game(p.Game)}, p}
		if p.Left == study.LeftStudy { // nothing that the person has said or answered is used
			x.person = &study.Person{ID: p.ID, JoinedAt: p.JoinedAt, Game: p.Game, Left: p.Left}
		}
		if people = append(people, x); x.person.Survey == nil || x.Game == nil || x.Record == nil {
			continue
		}
		for _, r := range x.person.Survey.Ratings {
			if seat := x.Record.Game.Seat(r.Seat); seat != nil {
				ratings = append(ratings, judged{x, seat, r})
			}
		}
	}
	return games, people, ratings
}

// line is a line of lines.jsonl.
type line struct {
	Game    int            `json:"game"`
	Arm     string         `json:"arm"`
	At      session.Millis `json:"at_ms"`
	Phase   string         `json:"phase"`
	Channel string         `json:"channel,omitempty"`
	Sender  string         `json:"sender,omitempty"`
	Person  string         `json:"person,omitempty"`
	Bot     string         `json:"bot,omitempty"`
	Text    string         `json:"text"`
}

var lineFields = []field{
	{"game", "whole number", "number of the game"}, {"arm", "text", "arm of the game"}, {"at_ms", "milliseconds", "when it was said, in game time"},
	{"phase", "text", "phase in which it was said"}, {"channel", "text", "channel; absent for the main one"}, {"sender", "text", "seat; absent for the game master"},
	{"person", "text", "the person who said it, as in people.csv; absent for bots"}, {"bot", "text", "variant of the bot that said it; absent for people"},
	{"text", "text", "what was said; empty if the person has withdrawn"},
}

var gameFields = []field{{"", "object", "a game as ringer arena keeps it, without the texts of people who have withdrawn; docs/arena.md lists the fields"}}

// seated returns the people of a game by their seats.
func seated(s *study.State, g *study.Game) map[string]*study.Person {
	all := map[string]*study.Person{}
	for _, id := range g.People {
		if p := s.Person(id); p != nil {
			all[p.Seat] = p
		}
	}
	return all
}

func lines(s *study.State) (all []any) {
	for _, g := range s.Games {
		if g.Record == nil {
			continue
		}
		people := seated(s, g)
		for _, l := range g.Record.Game.Lines {
			x := line{Game: g.Number, Arm: s.Plan.Arms[g.Arm].Name, At: l.At, Phase: l.Phase, Channel: l.Channel, Sender: l.Sender, Text: l.Text}
			if p := people[l.Sender]; p != nil {
				if x.Person = p.ID; p.Left == study.LeftStudy {
					x.Text = ""
				}
			} else if seat := g.Record.Game.Seat(l.Sender); seat != nil {
				x.Bot = seat.Variant
			}
			all = append(all, x)
		}
	}
	return all
}

func records(s *study.State) (all []any) {
	for _, g := range s.Games {
		if g.Record == nil {
			continue
		}
		kept, people := *g.Record.Game, seated(s, g)
		kept.Lines = append(kept.Lines[:0:0], kept.Lines...)
		for i := range kept.Lines {
			if p := people[kept.Lines[i].Sender]; p != nil && p.Left == study.LeftStudy {
				kept.Lines[i].Text = ""
			}
		}
		all = append(all, kept)
	}
	return all
}
