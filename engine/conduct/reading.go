package conduct

import (
	"slices"

	"ringer/engine/recording"
	"ringer/engine/session"
)

// hear takes in what a line is, after the fold.
func (m *meter) hear(e session.Event) {
	switch p := e.Data.(type) {
	case *session.MessageReceived:
		if last := len(m.state.Messages) - 1; p.Kind == session.FromPlayer {
			m.read[e.Seq] = session.ReadByRule(&m.state.Messages[last], m.state.Messages[:last], &m.state.Roster)
			m.received = append(m.received, e)
		}
	case *session.MessageRead:
		for _, x := range p.Readings {
			m.read[x.Seq] = x
		}
	}
}

// label compares what the session has read with the labels of the recorded game, and puts the
// labels in its place. The lines that a replay withholds are in no log, and are left out.
func (m *meter) label(g *recording.Game) (s recording.ReadScore) {
	heard, _ := g.Hear()
	inFile, inLog := map[int64]int64{}, map[int64]int64{} // seqs by each other
	for i := range heard {
		at := slices.IndexFunc(m.received, func(e session.Event) bool {
			p := e.Data.(*session.MessageReceived)
			return inFile[e.Seq] == 0 && heard[i].Kind == session.FromPlayer && p.Sender == heard[i].Sender && p.Text == heard[i].Text
		})
		if at >= 0 {
			seq := m.received[at].Seq
			inFile[seq], inLog[heard[i].Seq] = heard[i].Seq, seq
		}
	}
	s.Add(inLogOnly(g, heard, inLog), g.Read(func(x *session.Message, _ []session.Message, _ *session.Roster) session.Reading {
		r := m.read[inLog[x.Seq]]
		r.Answers = inFile[r.Answers]
		return r
	}))
	for i := range heard {
		if l := g.Messages[i].Reading; l != nil {
			m.read[inLog[heard[i].Seq]] = l.Reading()
		}
	}
	return s
}

// inLogOnly returns the game with the labels of lines in the log, which say only what they answer
// there.
func inLogOnly(g *recording.Game, heard []session.Message, inLog map[int64]int64) *recording.Game {
	own := *g
	own.Messages = slices.Clone(g.Messages)
	for i := range own.Messages {
		l := &own.Messages[i].Reading
		switch {
		case inLog[heard[i].Seq] == 0:
			*l = nil
		case *l != nil && (*l).Answers != nil && inLog[int64(*(*l).Answers+1)] == 0:
			*l = &recording.Label{To: (*l).To, Expects: (*l).Expects}
		}
	}
	return &own
}

// toBot reports whether a line waits for an answer of the bot, alone or among others.
func (m *meter) toBot(seq int64) bool {
	x := m.read[seq]
	return x.Expects && slices.Contains(x.To, m.state.Roster.Seat)
}
