package recording

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"ringer/engine/session"
	"ringer/engine/sessiontest"
	"ringer/engine/strategy"
)

// TestSeatLines: each line is posted at its time, or withheld. The lines of a seat are those of its
// player, and the announcements of that player's votes.
func TestSeatLines(t *testing.T) {
	t.Parallel()
	for _, file := range []string{"games", "accusations", "mafia", "quests"} {
		games := sessiontest.Must(Load("testdata/" + file + ".jsonl"))(t)
		for i := range games {
			g := &games[i]
			for _, player := range g.Players {
				s := newSeated(&Play{g, player, &strategy.Variant{}})
				var posted, shown []string
				for _, c := range s.Cues {
					if p, ok := c.Body.(*session.Post); ok {
						posted = append(posted, fmt.Sprint(c.At, p.Sender, p.Text))
					}
				}
				for _, l := range s.Lines {
					own := l.Sender == player.Name && l.Kind == session.FromPlayer || strings.HasPrefix(l.Text, player.Name+" voted for ")
					if l.Withheld != own {
						t.Errorf("%s as %s: withheld is %t: %s", g.ID, player.Name, l.Withheld, l.Text)
					}
					if !own {
						shown = append(shown, fmt.Sprint(l.At, l.Sender, l.Text))
					}
				}
				if !slices.Equal(posted, shown) || len(s.Lines) != len(g.Messages) {
					t.Errorf("%s as %s: posted\n%s\nshown\n%s", g.ID, player.Name, strings.Join(posted, "\n"), strings.Join(shown, "\n"))
				}
			}
		}
	}
}

// show returns a vote as a line of a test: whom the player of the seat chose, and which choices are
// right (+), wrong (-) or show no skill.
func (v seatedVote) show() string {
	line := fmt.Sprintf("%d %s, %s:", v.At/1000, v.Name, v.Recorded)
	for _, name := range slices.Sorted(maps.Keys(v.Choices)) {
		c := v.Choices[name]
		line += fmt.Sprintf(" %s %s", name, c.AccusedWas)
		if c.Right != nil {
			line += map[bool]string{true: "+", false: "-"}[*c.Right]
		}
	}
	for _, name := range slices.Sorted(maps.Keys(v.Roles)) {
		line += " " + name + "=" + v.Roles[name]
	}
	return line + "\n"
}

func TestSeatVotes(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		file   string
		number int
		seat   string
		want   string
	}{
		"Turing": {"accusations", 3, "Blue", `107 Who is a machine?, Red: Green human- Red bot+
`},
		"ReverseTuring": {"accusations", 1, "Purple", `101 Who is a machine?, Orange: Orange bot+ Yellow human-
`},
		"Bystander": {"mafia", 1, "Eve", `60 day 1, Dan: Ann bystander- Ben mafia+ Cleo bystander- Dan mafia+ Finn bystander- Gus bystander-
`},
		"Mafia": {"mafia", 1, "Dan", `60 day 1, Gus: Ann bystander Ben mafia Cleo bystander Eve bystander Finn bystander Gus bystander
110 night 1, Eve: Ann bystander Cleo bystander Eve bystander Finn bystander
178 day 2, Cleo: Ann bystander Ben mafia Cleo bystander Finn bystander
`},
		"Assassin": {"quests", 1, "Ben", `56 roles after quest 1, : Ann=merlin Cleo=servant Dan=percival Eve=morgana Finn=servant
140 roles after quest 2, : Ann=merlin Cleo=servant Dan=percival Eve=morgana Finn=servant
182 roles after quest 3, : Ann=merlin Cleo=servant Dan=percival Eve=morgana Finn=servant
217 roles after quest 4, : Ann=merlin Cleo=servant Dan=percival Eve=morgana Finn=servant
217 Who is Merlin?, : Ann merlin+ Cleo servant- Dan percival- Finn servant-
`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := sessiontest.Must(os.Open("testdata/" + c.file + ".jsonl"))(t)
			defer f.Close()
			s := sessiontest.Must(Recordings{}.Seat(f, c.number, c.seat))(t)
			var got strings.Builder
			for _, v := range s.(*seated).Votes {
				got.WriteString(v.show())
			}
			if got.String() != c.want {
				t.Errorf("got\n%swant\n%s", got.String(), c.want)
			}
		})
	}
}
