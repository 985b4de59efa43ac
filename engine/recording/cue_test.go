package recording

import (
	"fmt"
	"strings"
	"testing"

	"ringer/engine/session"
)

func (c Cue) show() string {
	what := "await " + c.Await
	switch {
	case c.Post != nil:
		what = fmt.Sprintf("%s%s: %.22s", c.Post.Sender, strings.TrimSuffix(" ("+c.Post.Channel+")", " ()"), c.Post.Text)
	case c.Observe != nil && c.Observe.Player != nil:
		what = fmt.Sprintf("%s %s", c.Observe.Kind, c.Observe.Player.ID)
	case c.Observe != nil && c.Observe.EndsIn != nil:
		what = fmt.Sprintf("%s %s, ends in %d ms", c.Observe.Kind, c.Observe.Phase, *c.Observe.EndsIn)
	case c.Observe != nil:
		what = string(c.Observe.Kind)
	case c.Ask != nil:
		var options []string
		for _, o := range c.Ask.Options {
			options = append(options, o.ID)
		}
		what = fmt.Sprintf("ask %s, %d ms: %s", c.Ask.ID, c.Ask.Within, strings.Join(options, " "))
	}
	return fmt.Sprintf("%d %s\n", c.At/1000, what)
}

// TestCues: the bot is asked for each vote that its seat had. The result of a vote is held back
// until it has voted. The announcement of the recorded vote of its seat is left out.
func TestCues(t *testing.T) {
	t.Parallel()
	whole, _ := mafiaGames(t)
	avalon, _ := questGames(t)
	for name, x := range map[string]struct {
		game     *Game
		seat     string
		from, to session.Millis
		want     string
	}{
		"MafiaAtNight": {whole, "Dan", 80, 118, `80 Game-Manager: Finn voted for Gus
80 await vote-1
80 Game-Manager: Gus was voted out. The
80 eliminated Gus
80 phase night, ends in 3000 ms
80 unmuted
80 Game-Manager: Now it's Nighttime for
86 Ben (night): the tangerine plan wor
97 Ben (night): ok eve
110 Game-Manager (night): Nighttime has ended, n
110 muted
110 ask vote-2, 3000 ms: Ann Cleo Eve Finn
118 Game-Manager (night): Ben voted for Eve
118 await vote-2
118 Game-Manager: Eve was voted out. The
118 eliminated Eve
118 phase day, ends in 6000 ms
118 unmuted
118 Game-Manager: Now it's Daytime for 1
`},
		"BystanderByDay": {whole, "Ann", 178, 190, `178 Game-Manager: Daytime has ended, now
178 muted
178 ask vote-3, 3000 ms: Ben Cleo Dan Finn
182 Game-Manager: Finn voted for Dan
186 Game-Manager: Dan voted for Cleo
190 Game-Manager: Cleo voted for Dan
190 Game-Manager: Ben voted for Cleo
190 await vote-3
190 Game-Manager: Dan was voted out. The
190 eliminated Dan
190 phase night, ends in 3000 ms
190 unmuted
190 Game-Manager: Now it's Nighttime for
190 Game-Manager: There is only one mafi
190 Game-Manager (night): Nighttime has ended, n
190 muted
190 Game-Manager (night): Ben voted for Finn
190 Game-Manager: Finn was voted out. Th
190 eliminated Finn
190 phase day, ends in 6000 ms
190 unmuted
190 Game-Manager: Now it's Daytime for 1
`},
		"PlayerWhoIsOut": {whole, "Finn", 250, 261, `250 Game-Manager: Daytime has ended, now
250 muted
254 Game-Manager: Ann voted for Ben
256 Game-Manager: Ben voted for Ann
261 Game-Manager: Cleo voted for Ben
261 Game-Manager: Ben was voted out. The
261 eliminated Ben
`},
		"RulingsOfQuests": {avalon, "Ben", 0, 50, `7 GameMaster: game started!
14 Cleo: morning all, who start
21 GameMaster: Cleo proposed a party:
21 ruling
35 Ann: why ben of all people?
42 GameMaster: party vote outcome: An
49 GameMaster: vote succeeded! initia
49 ruling
`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			seat, _ := x.game.SeatFor(x.seat)
			got := ""
			for _, c := range x.game.Cues(seat, 10) {
				if c.At >= 1000*x.from && c.At <= 1000*x.to {
					got += c.show()
				}
			}
			if got != x.want {
				t.Errorf("the cues are\n%s", got)
			}
		})
	}
}
