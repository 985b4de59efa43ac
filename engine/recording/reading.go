package recording

import (
	"slices"

	"ringer/engine/session"
)

// Label says what a line of a player is. People write labels into files, and readers make them.
type Label struct {
	// To are the names of those to whom the line is said, or the one word "all". It is empty for a
	// remark to nobody.
	To      []string `json:"to"`
	Expects bool     `json:"expects"` // Expects says that the line waits for an answer.
	// Answers is the place of the line that it answers, among all messages of the file.
	Answers *int `json:"answers"`
}

// Reading returns the label as a session reads a line, without what it answers.
func (l *Label) Reading() session.Reading {
	if slices.Contains(l.To, toAll) {
		return session.Reading{All: true, Expects: l.Expects}
	}
	return session.Reading{To: l.To, Expects: l.Expects}
}

// ReadLine is a line of a player with its label.
type ReadLine struct {
	Game   string `json:"game_id"`
	Index  int    `json:"index"` // Index is its place among all messages of the file.
	Sender string `json:"sender"`
	Label
}

const toAll = "all"

// Hear returns the messages as a session has them, and its roster. The seqs and numbers are the
// places in the file, from 1 on.
func (g *Game) Hear() (heard []session.Message, r session.Roster) {
	setting := g.Setting()
	r = session.Roster{Players: setting.Players, Channels: setting.Channels}
	for i := range r.Players {
		r.Players[i].Presence = session.Active
	}
	for i := range g.Messages {
		m := &g.Messages[i]
		heard = append(heard, session.Message{
			Seq: int64(m.index + 1), Number: int64(m.index + 1), Sender: m.Sender, Name: m.Sender, Kind: m.Kind, Text: m.Text, Channel: m.InChannel(), At: Millis(m.At), SaidAt: Millis(m.At),
		})
	}
	return heard, r
}

// Read returns the readings of the players' lines. The reader gets a line and those before it.
func (g *Game) Read(reader func(m *session.Message, before []session.Message, r *session.Roster) session.Reading) (lines []ReadLine) {
	heard, r := g.Hear()
	for i := range heard {
		if m := &heard[i]; m.Kind == session.FromPlayer {
			lines = append(lines, ReadLine{g.ID, int(m.Seq - 1), m.Sender, labelOf(reader(m, heard[:i], &r))})
		}
	}
	return lines
}

func labelOf(x session.Reading) Label {
	l := Label{To: append([]string{}, x.To...), Expects: x.Expects} // never null in JSON
	if x.All {
		l.To = []string{toAll}
	}
	if x.Answers > 0 {
		l.Answers = new(int(x.Answers - 1))
	}
	return l
}

// ReadScore counts how often readings are as the labels say.
type ReadScore struct {
	Lines  int `json:"lines"`            // Lines have a label.
	Asking int `json:"questions"`        // Asking of them expect an answer.
	Said   int `json:"questions_read"`   // Said are those of which the reader says so.
	Both   int `json:"questions_found"`  // Both are those in which both agree.
	To     int `json:"addressees_right"` // To are the asking lines whose addressees are right.
	// Answering are the lines that answer another, and Answers those whose reading names it.
	Answering int `json:"answering"`
	Answers   int `json:"answers_right"`
}

// Join adds the counts of other games.
func (s *ReadScore) Join(x *ReadScore) {
	s.Lines += x.Lines
	s.Asking += x.Asking
	s.Said += x.Said
	s.Both += x.Both
	s.To += x.To
	s.Answering += x.Answering
	s.Answers += x.Answers
}

// F1 returns the harmonic mean of precision and recall of the questions, 0 if there are none.
func (s *ReadScore) F1() float64 { return float64(2*s.Both) / float64(max(s.Said+s.Asking, 1)) }

// Add compares the readings of a game with its labels.
func (s *ReadScore) Add(g *Game, read []ReadLine) {
	for i := range g.Messages {
		m := &g.Messages[i]
		at := slices.IndexFunc(read, func(l ReadLine) bool { return l.Index == m.index })
		if m.Reading == nil || at < 0 {
			continue
		}
		want, got := m.Reading, &read[at]
		s.Lines++
		if got.Expects {
			s.Said++
		}
		if want.Expects {
			s.Asking++
			if got.Expects {
				s.Both++
			}
			if slices.Equal(g.meant(want, m.Sender), g.meant(&got.Label, m.Sender)) {
				s.To++
			}
		}
		if want.Answers != nil {
			s.Answering++
			if got.Answers != nil && *got.Answers == *want.Answers {
				s.Answers++
			}
		}
	}
}

// meant returns the addressees in order. All others by name are everybody.
func (g *Game) meant(l *Label, sender string) []string {
	names := slices.Compact(slices.Sorted(slices.Values(l.To)))
	if slices.Contains(names, toAll) || len(names) > 1 && len(names) >= len(g.Players)-1 && !slices.Contains(names, sender) {
		return []string{toAll}
	}
	return names
}
