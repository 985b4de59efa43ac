package cli

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"

	"ringer/cmd/internal/show"
	"ringer/engine/contest"
)

type ratingsCommand struct {
	Files []string `arg:"" name:"file" help:"Games that arena --out has written, of any rules." type:"existingfile"`
	JSON  bool     `name:"json" help:"Print JSON, in place of tables."`
}

func (c *ratingsCommand) Help() string {
	return `The scale is that of Elo. Players are strategies with their options and models. They are rated over all, apart for deceiving and for detecting, and on each side.

  ringer arena --rules mafia --seats scheduler,tom,fourmind,recon --teams --games 160 --out mafia.jsonl
  ringer ratings mafia.jsonl`
}

func (c *ratingsCommand) Run(t *terminal) error {
	var games []*contest.Rated
	for _, path := range c.Files {
		file, err := os.Open(path)
		if err != nil {
			return err
		}
		more, err := contest.ReadRated(file)
		file.Close() // it was only read
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		games = append(games, more...)
	}
	ratings := contest.Ratings(games)
	if c.JSON {
		out := json.NewEncoder(t.stdout)
		out.SetIndent("", "  ")
		return out.Encode(ratings)
	}
	fmt.Fprintf(t.stdout, "%s, with 95 %% intervals (bootstrap over deals)\n", show.Plural(len(games), "game"))
	narrow := map[bool]string{true: "*"}
	show.Table(t.stdout, "Ratings", "measure\tvariant\tmodel\tgames\twon\trating\tinterval", ratings, "%s\t%s\t%s\t%d\t%.0f %%\t%.0f\t%.0f–%.0f%s", func(r *contest.Rating) []any {
		return []any{r.Measure, r.Variant, r.Model, r.Games, 100 * r.Won, r.Rating, r.Low, r.High, narrow[r.Narrow]}
	})
	if slices.ContainsFunc(ratings, func(r contest.Rating) bool { return r.Narrow }) {
		fmt.Fprintln(t.stdout, "\n* fewer than 20 deals: the interval is too narrow; play more deals")
	}
	return nil
}
