package tom

import (
	"fmt"
	"slices"
	"strings"

	"ringer/engine/prompt"
	"ringer/engine/session"
	"ringer/engine/timing"
)

// sectionJob says what the next line does. Code decides it, so that the model need not choose
// between an answer and the goal.
const sectionJob = "this line"

type job int

// The jobs of the next line, the most urgent first.
const (
	jobAnswer  job = iota // an open question to the bot
	jobGoodbye            // the game is over
	jobGoal               // the goal, which was not said yet
	jobReply              // the newest line of another player
	jobBegin              // something new, since nobody else has written in this phase
)

// jobOf returns the job of the next line, and the message that it answers or replies to.
func jobOf(v session.View, m mind, task string) (job, session.Message) {
	here := v.Here()
	last, heard := here.Newest(func(m *session.Message) bool { return m.Foreign() })
	if q, ok := openQuestion(v); ok {
		if asked, ok := v.Message(q.Seq); ok {
			return jobAnswer, asked
		}
	}
	if _, ended := over(v); ended {
		return jobGoodbye, last
	}
	late := !heard || last.Seq < v.LinesSince || spokeAfter(v, last.Seq)
	switch quick := task == taskReflex || task == taskSingle; {
	case m.open() && !quick:
		return jobGoal, last
	case late || task == taskReserve:
		return jobBegin, last
	}
	return jobReply, last
}

// openQuestion returns the newest open question to the bot alone, else the newest one to everybody.
func openQuestion(v session.View) (session.Question, bool) {
	if q, ok := v.Asked(); ok {
		return q, true
	}
	open := v.OpenQuestions()
	if len(open) == 0 {
		return session.Question{}, false
	}
	return open[len(open)-1], true
}

func jobSection(v session.View, m mind, task string) prompt.Section {
	does, about := jobOf(v, m, task)
	lines := []string{jobText(v, m, does, about)}
	own, spoke := v.LastOwn()
	if spoke && does != jobGoodbye {
		window, quick := quickWindow(v), task == taskReflex
		hidden := len(window) > 0 && own.Seq < window[0].Seq
		if quick && hidden {
			lines = append(lines, fmt.Sprintf("Your last line was %s. Do not say it again.", quote(own.Text)))
		}
		if !quick || hidden { // else the lines above show that the chat goes on
			lines = append(lines, "Do not greet again.")
		}
	}
	if asked := v.AskedLast(); asked && does == jobGoal {
		lines = append(lines, "Your last line was a question. Ask nothing now: do it with a statement.")
	} else if asked {
		lines = append(lines, "Your last line was a question. Ask nothing now.")
	}
	if to := namedOthers(v, about); does == jobReply && len(to) > 0 {
		lines = append(lines, fmt.Sprintf("Line #%d speaks to or of %s: reply only if it is for you, too.", about.Number, strings.Join(to, ", ")))
	}
	if q, ok := openQuestion(v); does == jobAnswer && ok && q.To == "" {
		lines = append(lines, "If it is meant for somebody else, write nothing.")
	}
	if does == jobReply && spoke && slices.ContainsFunc(v.OtherPlayers(), func(p session.Player) bool { return v.Mentions(own.Text, p.ID) }) {
		lines = append(lines, "Your last line had a name. Write no name now.")
	}
	return prompt.TextSection(sectionJob, strings.Join(lines, "\n"))
}

func namedOthers(v session.View, line session.Message) (names []string) {
	if line.Addressed {
		return nil
	}
	for _, p := range v.OtherPlayers() {
		if p.ID != line.Sender && v.Mentions(line.Text, p.ID) {
			names = append(names, prompt.Quote(p.Name))
		}
	}
	return names
}

func jobText(v session.View, m mind, does job, about session.Message) string {
	switch does {
	case jobGoodbye:
		return "The game is over. Say goodbye, in one short line."
	case jobAnswer:
		return fmt.Sprintf("Answer the question in %s of %s, unless you have, or a newer line asks you.", whole(v, about), prompt.Quote(about.Name))
	case jobGoal:
		if about.Seq == 0 || spokeAfter(v, about.Seq) {
			return fmt.Sprintf("Do this, if it fits: %s.", prompt.Quote(m.Goal))
		}
		return fmt.Sprintf("Reply to %s of %s, or to a newer line that asks you. Or do this, if it fits better: %s.", whole(v, about), prompt.Quote(about.Name), prompt.Quote(m.Goal))
	case jobReply:
		return fmt.Sprintf("Reply to %s of %s, or to a newer line that asks you.", whole(v, about), prompt.Quote(about.Name))
	}
	v = v.Here()
	switch last, said := v.Last(); {
	case m.Play == playAgree && !last.Own:
		return "Propose to those who read this channel what you do together, and say why."
	case !said, v.Talk(v.Me.ID).Total == 0 && about.Seq == 0:
		return "No player has written yet. Write a greeting of 1 to 4 words."
	case last.Own:
		return "The last line is yours. If there is more to say, start something new: a story, a joke, or a point left open."
	default:
		return fmt.Sprintf("The last line is #%d of %s. Reply to it if it leaves something to say. Or start something new: a story, a joke, or a point left open.", last.Number, prompt.Quote(last.Name))
	}
}

// oneMessage is the longest time between two lines that are parts of one message.
const oneMessage = 8 * timing.Second

// whole names a line by its number, or the first and the last of a message in several lines: "lines
// #5 to #7".
func whole(v session.View, line session.Message) string {
	first := line
	for _, m := range slices.Backward(v.Here().Messages) {
		if m.Seq >= line.Seq {
			continue
		}
		if m.Sender != line.Sender || m.Kind != line.Kind || first.At-m.At > oneMessage {
			break
		}
		first = m
	}
	if first.Seq == line.Seq {
		return fmt.Sprintf("line #%d", line.Number)
	}
	return fmt.Sprintf("lines #%d to #%d", first.Number, line.Number)
}

const quotedChars = 60

func quote(text string) string {
	short := session.Shortened(session.OneLine(text), quotedChars)
	if short != session.OneLine(text) {
		short += "…"
	}
	return prompt.Quote(short)
}
