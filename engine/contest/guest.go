package contest

import (
	"context"
	_ "embed"
	"math/rand/v2"
	"strings"
	"time"
	"unicode"

	"ringer/engine/desk"
	"ringer/engine/session"
	"ringer/engine/sim"
)

//go:embed guest.txt
var guestText string

// guestName stands for the guest in the place of a variant.
const guestName = "(guest)"

// guest is a scripted person at a table of bots. It asks each bot in turn, and at the end accuses
// the one whose lines look most like those of a machine. It is the third player of Table 2 of the
// ToM paper, where a person accused one of two bots.
type guest struct {
	*sim.Sim
	id, seat string
	bots     []string
	rng      *rand.Rand
	asked    int
}

func invite(s *sim.Sim, id, seat string, bots []string, seed int64) {
	g := &guest{Sim: s, id: id, seat: seat, bots: bots, rng: session.Draw(seed, 0, "arena:guest", 0)}
	g.rng.Shuffle(len(bots), func(i, k int) { bots[i], bots[k] = bots[k], bots[i] })
	s.At(sim.Epoch().Add(5*time.Second), g.act)
}

func (g *guest) act() error {
	ctx := context.Background()
	state, err := g.GameState(ctx, g.id)
	if err != nil || state.End != nil {
		return err
	}
	g.At(g.Now().Add(time.Duration(10+g.rng.IntN(10))*time.Second), g.act)
	for i := range state.Votes {
		v := &state.Votes[i]
		if _, cast := v.CastOf(g.seat); v.Origin == session.FromRequest && v.Status(state, g.Now()) == session.VoteOpen {
			if !cast {
				return g.accuse(ctx, v.ID)
			}
			return nil
		}
	}
	lines := strings.Split(strings.TrimSpace(guestText), "\n")
	text := strings.ReplaceAll(lines[g.asked%len(lines)], "NAME", g.bots[g.asked%len(g.bots)])
	g.asked++
	_, err = g.Games.Post(ctx, g.id, []session.Post{{Sender: g.seat, Text: text}}, func(int) string { return "" })
	return err
}

func (g *guest) accuse(ctx context.Context, vote string) error {
	log, err := g.Log(g.id)
	if err != nil {
		return err
	}
	suspect := g.suspect(spoken(log))
	_, err = g.CastGame(ctx, g.id, vote, desk.GameCast{Seat: g.seat, Answer: session.Answer{Option: suspect}})
	return err
}

func spoken(log []session.Event) (lines []Line) {
	for _, e := range log {
		at := session.Millis(e.At.Sub(log[0].At).Milliseconds())
		switch p := e.Data.(type) {
		case *session.MessageReceived:
			if p.Kind == session.FromPlayer {
				lines = append(lines, Line{At: at, Sender: p.Sender, Text: p.Text})
			}
		case *session.MessageSent:
			lines = append(lines, Line{At: at, Sender: p.Sender, Text: p.Text})
		}
	}
	return lines
}

// suspect returns the bot with the highest mark. The seed has shuffled equal ones.
func (g *guest) suspect(lines []Line) (seat string) {
	highest := -1.0
	for _, bot := range g.bots { // the seed has shuffled them
		if mark := g.likeness(bot, lines); mark > highest {
			seat, highest = bot, mark
		}
	}
	return seat
}

// patience is how long the guest waits for an answer to a question.
const patience = 20_000

// likeness returns how much the lines of a bot look like those of a machine: the sum of four
// shares. They are the questions of the guest without an answer, the lines that the bot had said
// before, the lines written like a sentence of a book, and those faster than a person types.
func (g *guest) likeness(bot string, lines []Line) float64 {
	var questions, ignored, said, again, formal, fast float64
	before := map[string]bool{}
	for i, l := range lines {
		if l.Sender == g.seat && strings.HasPrefix(l.Text, bot+" ") {
			if questions++; !answered(bot, lines[i:]) {
				ignored++
			}
		}
		if l.Sender != bot {
			continue
		}
		said++
		text := strings.ToLower(strings.TrimSpace(l.Text))
		if before[text] {
			again++
		}
		before[text] = true
		if first := []rune(l.Text)[0]; unicode.IsUpper(first) && strings.HasSuffix(text, ".") {
			formal++
		}
		// 12 characters a second is a very fast typist on a keyboard.
		if i > 0 && l.At-lines[i-1].At < session.Millis(len(text))*1000/12 {
			fast++
		}
	}
	if said == 0 {
		return 4 // nobody is as silent as a machine that does not work
	}
	return ignored/max(questions, 1) + (again+formal+fast)/said
}

func answered(bot string, lines []Line) bool {
	for _, l := range lines {
		if l.Sender == bot && l.At-lines[0].At <= patience {
			return true
		}
	}
	return false
}
