package play

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"text/tabwriter"

	"ringer/engine/game"
)

// record is a game as GET /v1/games/{id} shows it, with its votes.
type record struct {
	Players []game.Player  `json:"players"`
	Config  game.Table     `json:"config"`
	Said    map[string]int `json:"said"`
	Votes   []struct {
		Casts []struct {
			Seat   string      `json:"seat"`
			Answer game.Answer `json:"answer"`
		} `json:"casts"`
	} `json:"votes"`
}

// finish shows how the game ended: the outcome, who was what, and how everybody played.
func (g *sitting) finish(ctx context.Context) error {
	end := g.story.end
	if end.Outcome != "" && end.Outcome != g.story.told {
		g.console.print(notice(note, "%s", end.Outcome))
	}
	if end.Reason != game.EndedByRules {
		g.console.print(notice(note, "The rules did not end this game; the reason is: %s.", end.Reason))
	}
	var r record
	for _, path := range []string{g.path, g.path + "/votes"} {
		if err := g.client.Get(ctx, path, &r); err != nil {
			return err
		}
	}
	for row := range strings.Lines(r.table(g.story)) {
		g.console.print(notice(listing, "%s", strings.TrimRight(row, " \n")))
	}
	g.console.print(notice(note, "--seed %d deals the same game again.", g.settings.Seed))
	return nil
}

// table says of each player who that was, and what the player has done.
func (r *record) table(s *story) string {
	var text strings.Builder
	w := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "player\trole\tplayed by\tmessages\tvotes")
	for _, p := range r.Players {
		role := s.end.Reveal[p.ID]
		if role == "" {
			role = "–"
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n", clean(s.name(p.ID)), clean(role), r.playedBy(s, p.ID), strconv.Itoa(r.Said[p.ID]), clean(r.votesOf(s, p.ID)))
	}
	w.Flush()
	return text.String()
}

// playedBy says who played a seat.
func (r *record) playedBy(s *story, seat string) string {
	if seat == s.seat {
		return "you"
	}
	for _, b := range r.Config.Bots {
		if b.Seat == seat {
			return b.Strategy
		}
	}
	return "a person"
}

// votesOf returns the votes of a player, in order.
func (r *record) votesOf(s *story, seat string) string {
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
