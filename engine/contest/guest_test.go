package contest

import (
	"math"
	"testing"

	"ringer/engine/referee"
	"ringer/engine/session"
	"ringer/engine/strategy"
)

// TestLikeness: each mark of a machine counts by itself.
func TestLikeness(t *testing.T) {
	t.Parallel()
	ask := Line{Sender: "Ann", Text: "Bot where are you from?"}
	reply := func(at session.Millis, text string) Line { return Line{At: at, Sender: "Bot", Text: text} }
	for name, c := range map[string]struct {
		lines []Line
		want  float64
	}{
		"Silent":            {[]Line{ask}, 4},
		"Answers":           {[]Line{ask, reply(5000, "near reno")}, 0},
		"AnswersLate":       {[]Line{ask, reply(25_000, "near reno")}, 1},
		"RepeatsItself":     {[]Line{ask, reply(5000, "near reno"), reply(15_000, "Near reno")}, 0.5},
		"WritesLikeABook":   {[]Line{ask, reply(5000, "I live near Reno.")}, 1},
		"FasterThanATypist": {[]Line{ask, reply(500, "near reno")}, 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g := &guest{seat: "Ann", bots: []string{"Eve", "Bot"}}
			if got := g.likeness("Bot", c.lines); math.Abs(got-c.want) > 1e-9 {
				t.Errorf("%v, want %v", got, c.want)
			}
		})
	}
}

func TestSuspect(t *testing.T) {
	t.Parallel()
	g := &guest{seat: "Ann", bots: []string{"Bob", "Cleo"}}
	lines := []Line{{Sender: "Ann", Text: "Bob tea or coffee?"}, {At: 4000, Sender: "Bob", Text: "tea"}, {At: 9000, Sender: "Cleo", Text: "I prefer coffee."}}
	if got := g.suspect(lines); got != "Cleo" {
		t.Error(got)
	}
}

// TestAccused counts as Table 2 of the ToM paper does: 31 and 73 of 104 games.
func TestAccused(t *testing.T) {
	t.Parallel()
	c := &Contest{Settings: &Settings{Guest: true, Seats: []strategy.Variant{{Name: "tom"}, {Name: "tom:tom=off"}}}, Names: referee.FirstNames[:3]}
	c.Variants = c.Seats
	var games []*Game
	for i := range 104 {
		suspect := "Casey"
		if i < 31 {
			suspect = "Alex"
		}
		games = append(games, &Game{
			Seats:   []Seat{{ID: "Alex", Variant: "tom"}, {ID: "Casey", Variant: "tom:tom=off"}, {ID: "Eden", Variant: guestName}},
			Ballots: []referee.Ballot{{Answers: map[string]session.Answer{"Eden": {Option: suspect}}}},
		})
	}
	rows := c.accused(games)
	if rows[0].Times != 31 || rows[1].Times != 73 || rows[0].Games != 104 || rows[0].P != rows[1].P || rows[0].P > 1e-4 || rows[0].High > 0.4 {
		t.Errorf("%+v", rows)
	}
}
