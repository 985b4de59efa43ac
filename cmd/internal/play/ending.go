package play

import (
	"cmp"
	"context"
	"fmt"
	"strconv"
	"strings"
	"text/tabwriter"

	"ringer/engine/session"
)

type result struct {
	Players []playerResult `json:"players"`
	Votes   []struct {
		Casts []struct {
			Seat   string         `json:"seat"`
			Answer session.Answer `json:"answer"`
		} `json:"casts"`
	} `json:"votes"`
}

type playerResult struct {
	Seat     string         `json:"seat"`
	Strategy string         `json:"strategy"`
	Was      string         `json:"was"`
	Won      bool           `json:"won"`
	Score    *int           `json:"score"`
	Messages int            `json:"messages"`
	Spent    *session.Spent `json:"spent"`
}

func (g *sitting) finish(ctx context.Context) error {
	end := g.story.end
	if end.Outcome != "" && end.Outcome != g.story.told {
		g.console.print(notice(note, "%s", end.Outcome))
	}
	if end.Reason != session.EndedByRules {
		g.console.print(notice(note, "The rules did not end this game; the reason is: %s.", end.Reason))
	}
	var r result
	if err := g.client.Do(ctx, "GET", g.path+"/result", nil, &r); err != nil {
		return err
	}
	for row := range strings.Lines(r.table(g.story)) {
		g.console.print(notice(listing, "%s", strings.TrimRight(row, " \n")))
	}
	g.console.print(notice(note, "--seed %d deals the same game again.", *g.settings.Seed))
	return nil
}

func (r *result) table(s *story) string {
	var text strings.Builder
	w := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "player\trole\twon\tpoints\tplayed by\tmessages\tmodel calls\tvotes")
	for _, p := range r.Players {
		won, points, by, calls := "no", "–", cmp.Or(p.Strategy, "a person"), "–"
		if p.Won {
			won = "yes"
		}
		if p.Score != nil {
			points = strconv.Itoa(*p.Score)
		}
		if p.Seat == s.seat {
			by = "you"
		}
		if p.Spent != nil {
			calls = strconv.Itoa(p.Spent.Calls)
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%d\t%s\t%s\n", clean(s.name(p.Seat)), clean(cmp.Or(p.Was, "–")), won, points, by, p.Messages, calls, clean(r.votesOf(s, p.Seat)))
	}
	w.Flush()
	return text.String()
}

func (r *result) votesOf(s *story, seat string) string {
	var list []string
	for _, v := range r.Votes {
		for _, c := range v.Casts {
			if c.Seat == seat {
				list = append(list, s.answered(c.Answer))
			}
		}
	}
	return strings.Join(list, ", ")
}
