package contest

import (
	"fmt"
	"maps"
	"slices"

	"ringer/engine/session"
)

// Flow says how the players of a game shared the talk.
type Flow struct {
	Lines int `json:"lines"`
	// Crossed counts the lines that came within 2 s of a line of another player in their channel:
	// nobody can have read that one.
	Crossed int `json:"crossed"`
	// Typed counts the lines that the others saw being typed, and Together those that a bot began
	// to type while another one typed.
	Typed    int `json:"typed"`
	Together int `json:"typed_together"`
	// Silences counts the times of more than 20 s without a line in which all may talk. A vote and
	// a phase of a few end such a time, and are none themselves.
	Silences int `json:"silences"`
	// Least and Most are the smallest and the largest share of the talk among the players who were
	// in the game to its end, as parts of an even share.
	Least float64 `json:"least_share"`
	Most  float64 `json:"most_share"`
}

const (
	crossedGap = 2000   // game time
	silenceGap = 20_000 // game time: as long as a bot may keep the floor
)

// flow measures the talk of a game while its log is read.
type flow struct {
	Flow
	// typing are the seats that type, with the channel.
	typing map[string]string
	// last is the line before, by channel.
	last  map[string]Line
	lines map[string]int
	// open says that all may talk and no vote is open, and since is when somebody last did.
	open  bool
	since session.Millis
}

func newFlow(open bool) *flow {
	return &flow{typing: map[string]string{}, last: map[string]Line{}, lines: map[string]int{}, open: open}
}

// read takes the next event. open says that all may talk in the phase after it.
func (f *flow) read(e session.Event, l Line, isLine, open bool) {
	switch p := e.Data.(type) {
	case *session.TypingStarted:
		f.Typed++
		delete(f.typing, p.Seat)
		if slices.Contains(slices.Collect(maps.Values(f.typing)), p.Channel) {
			f.Together++
		}
		f.typing[p.Seat] = p.Channel
	case *session.TypingStopped:
		delete(f.typing, p.Seat)
	case *session.ObservationReceived:
		if p.Kind == session.PhaseChanged {
			f.goOn(l.At, open)
			f.last = map[string]Line{}
		}
	case *session.VoteRequested:
		f.goOn(l.At, false)
	case *session.GameEnded:
		f.goOn(l.At, false)
	}
	if !isLine || l.Accuses != "" {
		return
	}
	f.goOn(l.At, f.open || l.Sender == "" && open) // the game master speaks when a vote is over
	if l.Sender == "" {
		return
	}
	delete(f.typing, l.Sender)
	if before, ok := f.last[l.Channel]; ok && before.Sender != l.Sender && l.At-before.At < crossedGap {
		f.Crossed++
	}
	f.last[l.Channel] = l
	f.Lines++
	f.lines[l.Sender]++
}

// goOn ends the time in which nobody said anything.
func (f *flow) goOn(at session.Millis, open bool) {
	if f.open && at-f.since > silenceGap {
		f.Silences++
	}
	f.since, f.open = at, open
}

// share ends the measure. stayed are the players who were in the game to its end.
func (f *flow) share(stayed []string) *Flow {
	all := 0
	for _, seat := range stayed {
		all += f.lines[seat]
	}
	if all > 0 {
		shares := session.Each(stayed, func(seat string) float64 { return float64(f.lines[seat]*len(stayed)) / float64(all) })
		f.Least, f.Most = slices.Min(shares), slices.Max(shares)
	}
	return &f.Flow
}

// flows returns what the games say about the talk; nothing for games of older versions.
func flows(games []*Game) (rows []Mechanism) {
	var sum Flow
	n := 0
	for _, g := range games {
		if f := g.Flow; f != nil {
			n++
			sum = Flow{
				sum.Lines + f.Lines, sum.Crossed + f.Crossed, sum.Typed + f.Typed, sum.Together + f.Together, sum.Silences + f.Silences, sum.Least + f.Least, sum.Most + f.Most,
			}
		}
	}
	if sum.Lines == 0 {
		return nil
	}
	add := func(name, figure string, args ...any) {
		rows = append(rows, Mechanism{name, fmt.Sprintf(figure, args...)})
	}
	share := func(n, of int) float64 { return 100 * float64(n) / float64(max(of, 1)) }
	add("talk: lines within 2 s of another player's", "%d of %d (%.1f %%)", sum.Crossed, sum.Lines, share(sum.Crossed, sum.Lines))
	add("talk: typing begun while another bot typed", "%d of %d (%.1f %%)", sum.Together, sum.Typed, share(sum.Together, sum.Typed))
	add("talk: silences of more than 20 s, a game", "%.1f", float64(sum.Silences)/float64(n))
	add("talk: lines, a game", "%.1f", float64(sum.Lines)/float64(n))
	add("talk: least and largest share, 1 is even", "%.2f and %.2f", sum.Least/float64(n), sum.Most/float64(n))
	return rows
}
