package contest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"ringer/engine/recording"
	"ringer/engine/referee"
	"ringer/engine/session"
	"ringer/engine/strategy"
)

// Report is a summary with its arguments and its games, for the page of the server.
type Report struct {
	Rules        string   `json:"rules"`
	Models       string   `json:"models"`
	Players      int      `json:"players"`
	Arrangements int      `json:"arrangements"`
	Seed         int64    `json:"seed"`
	Variants     []string `json:"variants"`
	*Summary
	// Averages holds a row for each variant, and a last one for moderators and hosts if they cost
	// anything.
	Averages []Average `json:"averages"`
	Played   []Row     `json:"played"`
}

// Row is a game in a list.
type Row struct {
	Bout
	Outcome string         `json:"outcome"`
	Lasted  session.Millis `json:"lasted_ms"`
	Seats   []RowSeat      `json:"seats"`
}

// RowSeat is who sat in a seat, and whether the seat won.
type RowSeat struct {
	Seat    string `json:"seat"`
	Variant string `json:"variant"`
	Role    string `json:"role"`
	Won     bool   `json:"won"`
}

func (c *Contest) report(ctx context.Context, games []*Game) *Report {
	r := &Report{
		Rules: c.Settings.Rules, Models: c.Models, Players: c.Players, Arrangements: c.Arrangements(), Seed: c.Settings.Seed, Summary: c.Summarize(ctx, games), Played: []Row{},
	}
	for _, v := range c.Variants {
		r.Variants = append(r.Variants, v.Name)
	}
	for i := range r.Work {
		r.Averages = append(r.Averages, r.Work[i].Average())
	}
	for _, g := range games {
		row := Row{Bout: g.Bout, Outcome: g.Outcome, Lasted: g.Lasted}
		for i := range g.Seats {
			s := &g.Seats[i]
			row.Seats = append(row.Seats, RowSeat{s.ID, s.Variant, s.Role, s.Won})
		}
		r.Played = append(r.Played, row)
	}
	return r
}

const (
	// maxReported bounds the games of a report that is read. The tests of two variants take a
	// second at a few thousand games.
	maxReported = 2000
	// maxLine bounds a line of a file, in bytes: ten times a long game.
	maxLine = 1 << 20
	// maxArrangements bounds the arrangements in a file: far more than anybody compares.
	maxArrangements = 100
	// maxVariants bounds the variants in a file: each two are tested on each side.
	maxVariants = 16
	// maxCompared bounds the games that all tests of Barnard count together. As many take six
	// seconds. It is more than 2000 games of two sides and 16 variants have.
	maxCompared = 100_000
)

// ReadReport returns the report of a file of games. The text of an error names the line, and says
// what to do. It wraps errors of the reader.
func ReadReport(ctx context.Context, file io.Reader) (*Report, error) {
	r := reading{numbers: map[int]bool{}, sides: map[string]bool{}}
	if err := recording.EachLine(file, maxLine, r.read); err != nil {
		return nil, err
	}
	if r.contest == nil {
		return nil, errors.New("the file is empty; choose a file that ringer arena --out has written")
	}
	if r.contest.compared(r.games, r.sides) > maxCompared {
		return nil, errors.New("the file has too many games and sides to compare; make the report with ringer arena --report")
	}
	return r.contest.report(ctx, r.games), ctx.Err()
}

type reading struct {
	contest *Contest // nil before the first line
	games   []*Game
	numbers map[int]bool
	sides   map[string]bool
}

func (r *reading) read(_ int, line []byte) (err error) {
	if r.contest == nil {
		r.contest, err = readHeader(line)
		return err
	}
	g, err := readGame(line)
	switch {
	case err != nil:
		return err
	case r.numbers[g.Number]:
		return fmt.Errorf("is game %d once more; keep one of the two", g.Number)
	case len(r.games) == maxReported:
		return fmt.Errorf("is more than %d games; make the report with ringer arena --report", maxReported)
	}
	for i := range g.Seats {
		r.sides[g.Seats[i].Side] = true
	}
	if len(r.sides) > r.contest.Players {
		return errors.New("has a side that does not fit the other games; choose a file that ringer arena --out has written")
	}
	g.forget()
	r.numbers[g.Number], r.games = true, append(r.games, g)
	return nil
}

// forget drops what a report does not need: all lines, and all ballots but those of the guest.
func (g *Game) forget() {
	g.counted, g.Lines = g.deceits(), nil
	suspect := g.suspected()
	if g.Ballots = nil; suspect == nil {
		return
	}
	for i := range g.Seats {
		if s := &g.Seats[i]; s.Variant == guestName {
			g.Ballots = []referee.Ballot{{Answers: map[string]session.Answer{s.ID: {Option: suspect.ID}}}}
			return
		}
	}
}

// readHeader returns a contest that cannot be played.
func readHeader(line []byte) (*Contest, error) {
	if err := recording.CheckValues(line); err != nil {
		return nil, err
	}
	var h header
	err := json.Unmarshal(line, &h)
	switch {
	case err != nil || h.Format == 0:
		return nil, errors.New("does not begin a file of the arena; choose a file that ringer arena --out has written")
	case h.Format != format:
		return nil, fmt.Errorf("has the format %d; this server reads %d", h.Format, format)
	case h.Players < 2 || h.Players > len(referee.FirstNames) || len(h.Seats) > h.Players || h.Guest && len(h.Seats) == 0 || len(h.Sides) > maxArrangements || len(h.Seats)+len(h.Sides) == 0:
		return nil, errors.New("has seats that do not fit its players; choose a file that ringer arena --out has written")
	}
	s := &Settings{Rules: h.Rules, Players: h.Players, Seed: h.Seed, Models: h.Models, Guest: h.Guest, Language: h.Language}
	for _, name := range h.Seats {
		s.Seats = append(s.Seats, strategy.Variant{Name: name})
	}
	for _, raw := range h.Sides {
		var names map[string]string
		if json.Unmarshal(raw, &names) != nil || len(names) > h.Players {
			return nil, errors.New("has sides that are not variants; choose a file that ringer arena --out has written")
		}
		sides := map[string]strategy.Variant{}
		for side, name := range names {
			sides[side] = strategy.Variant{Name: name}
		}
		s.Sides = append(s.Sides, sides)
	}
	c := &Contest{Settings: s, Names: referee.FirstNames[:h.Players]}
	if c.collect(); len(c.Variants) > maxVariants {
		return nil, fmt.Errorf("has more than %d variants; make the report with ringer arena --report", maxVariants)
	}
	return c, nil
}

func readGame(line []byte) (*Game, error) {
	if err := recording.CheckValues(line); err != nil {
		return nil, err
	}
	g := &Game{}
	err := json.Unmarshal(line, g)
	if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return nil, fmt.Errorf("is not a game of the arena: the field %s has a wrong type", wrong.Field)
	}
	if err != nil {
		return nil, errors.New("is not JSON; the file was cut or changed")
	}
	if g.Number < 1 || len(g.Seats) == 0 || len(g.Seats) > len(referee.FirstNames) {
		return nil, errors.New("is not a game of the arena: it has no number or no seats")
	}
	return g, nil
}
