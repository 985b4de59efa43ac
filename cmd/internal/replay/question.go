package replay

import (
	"slices"

	"ringer/engine/mouth"
	"ringer/engine/recording"
	"ringer/engine/session"
)

// answerTime is the game time within which a question is answered. Later the talk has moved on.
const answerTime session.Millis = 30_000

// questions counts what was asked of a player directly in the main channel: by name, or by a plain
// "you" after its line. What is asked of everybody is not counted. In other channels the bot cannot
// answer, because a replay has no phases.
type questions struct {
	// Asked counts the direct questions that the player could answer in time. It leaves out those
	// near the end of the game that were not answered.
	Asked int `json:"questions_asked_of"`
	// Answered counts those after which the player said something within answerTime. A line that
	// the bot had planned without knowing the question answers nothing.
	Answered int     `json:"questions_answered"`
	Asks     float64 `json:"question_share"`
}

func questionsOf(name string, d *dialogue) (q questions) {
	for i := range d.asked {
		x := &d.asked[i]
		if x.To != name || x.Channel != "" {
			continue
		}
		if slices.ContainsFunc(x.Answers, func(a session.QuestionAnswer) bool { return a.By == name && a.At <= x.At+answerTime }) {
			q.Asked++
			q.Answered++
		} else if x.At+answerTime <= d.end {
			q.Asked++
		}
	}
	own := linesOf(d.lines, name)
	q.Asks = share(own, func(line string) bool { return mouth.Ask(line).Asks })
	return q
}

type dialogue struct {
	lines []spoken
	asked []session.Question
	end   session.Millis
}

func listen(g *recording.Game, conversation []spoken) *dialogue {
	d := &dialogue{lines: conversation, end: g.Length()}
	_, roster := g.Hear()
	var latest session.Questions
	var before []session.Message
	for i := range conversation {
		m := conversation[i].message(int64(i + 1))
		latest.Hear(&m, before, &roster)
		before = append(before, m)
		for _, q := range latest {
			d.note(q, &roster)
		}
	}
	return d
}

// note replaces what is known of a question. It leaves out questions of the game master.
func (d *dialogue) note(q session.Question, r *session.Roster) {
	if _, ok := r.Player(q.Asker); !ok {
		return
	}
	for i := len(d.asked) - 1; i >= 0; i-- {
		if x := &d.asked[i]; x.Seq == q.Seq && x.To == q.To {
			*x = q
			return
		}
	}
	d.asked = append(d.asked, q)
}

// message returns the line as a session has it. It has the given seq if the line has none.
func (m *spoken) message(seq int64) session.Message {
	kind := session.FromPlayer
	if m.Gamemaster {
		kind = session.FromGamemaster
	}
	if m.seq > 0 {
		seq = m.seq
	}
	return session.Message{Seq: seq, Sender: m.Name, Name: m.Name, Kind: kind, Text: m.Text, Channel: m.Channel, At: m.At, SaidAt: m.At, Own: m.Bot, BasedOn: m.restsOn}
}
