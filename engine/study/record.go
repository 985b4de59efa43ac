package study

import (
	"context"
	"fmt"
	"strings"

	"ringer/engine/contest"
	"ringer/engine/desk"
	"ringer/engine/journal"
	"ringer/engine/session"
)

// Record is how a game went.
type Record struct {
	// Reason says who ended the game: the rules, if it was played to its end.
	Reason session.EndReason `json:"reason"`
	// Game is the game as the arena keeps it. The variant of a person is a word, not a strategy.
	Game *contest.Game `json:"game"`
	// Left are the seats of people who left before the end, or whom a bot has replaced for a time.
	Left []string `json:"left,omitempty"`
}

// person stands for a person in the place of a variant.
const person = "(person)"

// record reads how a game of the server went.
func record(ctx context.Context, server *desk.Desk, p *Plan, g *Game) (*Record, error) {
	logOf := func(id string) (log []session.Event, err error) {
		page := func(ctx context.Context, after int64, limit int) ([]session.Event, error) {
			return server.Events(ctx, id, after, limit)
		}
		err = journal.Read(ctx, page, 0, func(e session.Event) bool { log = append(log, e); return true })
		return log, err
	}
	result, err := server.GameResult(ctx, g.ID)
	if err != nil {
		return nil, err
	}
	log, err := logOf(g.ID)
	if err != nil {
		return nil, err
	}
	created, ok := log[0].Data.(*session.GameCreated)
	if !ok {
		return nil, fmt.Errorf("study: the log of %s does not begin with a game", g.ID)
	}
	bots, seats := map[string]string{}, p.seats(g.Arm, g.Deal)
	for i, b := range created.Config.Bots {
		bots[created.Deal.Seat(b.Seat)] = seats[i].Name
	}
	var variants []string
	for _, player := range created.Config.Game.Players {
		variant := bots[created.Deal.Seat(player.ID)]
		if variant == "" {
			variant = person
		}
		variants = append(variants, variant)
	}
	r := &Record{Reason: result.Reason}
	bout := contest.Bout{Number: g.Number, Seed: p.seed(g.Deal), Arrangement: g.Arm}
	if r.Game, err = contest.Record(bout, variants, log, &result, contest.Logs{Of: logOf}); err != nil {
		return nil, err
	}
	gone := replaced(created, log)
	for _, x := range result.Players {
		if x.Presence == session.Left && bots[x.Seat] == "" || gone[x.Seat] {
			r.Left = append(r.Left, x.Seat)
		}
	}
	return r, nil
}

// replaced returns the seats of people in which a bot has played.
func replaced(created *session.GameCreated, log []session.Event) map[string]bool {
	seats := map[string]bool{}
	for _, e := range log {
		if away, ok := e.Data.(*session.PlayerAway); ok && created.Config.Takeover == session.TakeoverBot {
			seats[away.Seat] = true
		}
	}
	return seats
}

// judge says why a game does not count; "" if it counts.
func (p *Plan) judge(r *Record) string {
	var silent []string
	for _, s := range r.Game.Seats {
		if s.Variant == person && s.Messages < *p.LeastLines {
			silent = append(silent, s.ID)
		}
	}
	switch {
	case len(r.Left) > 0:
		return "left before the end: " + strings.Join(r.Left, ", ")
	case r.Reason != session.EndedByRules:
		return fmt.Sprintf("the rules have not ended it, but: %s", r.Reason)
	case len(silent) > 0:
		return fmt.Sprintf("said less than %s: %s", counted(*p.LeastLines, "line"), strings.Join(silent, ", "))
	}
	return ""
}
