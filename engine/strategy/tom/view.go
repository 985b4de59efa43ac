package tom

import (
	"fmt"
	"strings"

	"ringer/engine/prompt"
	"ringer/engine/session"
)

// Brief says what the bot believes and what it intends.
func (t *ToM) Brief(v session.View) session.Brief {
	m := readMind(v)
	lines := []string{}
	say := func(format string, args ...any) { lines = append(lines, fmt.Sprintf(format, args...)) }
	if t.options.ToM == off {
		return session.Brief{Lines: lines, Suspicion: t.suspicion(v, m)}
	}
	say("The phase of play is %s.", m.Play)
	for _, line := range m.beliefs(v, severalReasons) {
		_, about, _ := strings.Cut(line, `"`) // the name is the first thing in quotation marks
		lines = append(lines, `Suspects "`+about)
	}
	for _, p := range v.Opponents() {
		if b, ok := m.Beliefs[p.ID]; ok && b.Sum != 0 && v.Sums == nil {
			say("Sum of the log-odds of %s: %.2f.", prompt.Quote(p.Name), b.Sum)
		}
	}
	if i := m.Intention; i.Action != "" {
		say("Means to %s: %s", i.Action, i.Reasoning)
	}
	if inGame(v, m.Intention.Ally) {
		say("Wants %s as an ally.", quotedName(v, m.Intention.Ally))
	}
	for _, goal := range m.goals() {
		say("The goal: %s", goal)
	}
	return session.Brief{Lines: lines, Beliefs: m.verdicts(v), Suspicion: t.suspicion(v, m)}
}

func quotedName(v session.View, id string) string { return prompt.Quote(prompt.NameOf(v, id)) }

// A small model does not read a number alone.
func suspicion(percent int) string {
	switch {
	case percent < mediumFrom:
		return "You hardly suspect"
	case percent <= unsureTo:
		return "You are unsure about"
	case percent < highFrom:
		return "You suspect"
	}
	return "You strongly suspect"
}

// allyPotential stands before the part that says how players stand to each other.
const allyPotential = " Ally potential: "

// How many lines a belief quotes on each side, the newest ones. With none it has only its number.
const (
	numberOnly     = 0
	oneReason      = 1 // for a decision
	severalReasons = 2
)

func (m *mind) beliefs(v session.View, reasons int) (lines []string) {
	for _, p := range v.Opponents() {
		if b, ok := m.Beliefs[p.ID]; ok {
			lines = append(lines, b.line(v, p.ID, reasons))
		}
	}
	return lines
}

// verdicts returns the suspicion of each other player for a vote, with one line for it and one
// against it.
func (m *mind) verdicts(v session.View) (lines []string) {
	for _, p := range v.Opponents() {
		if b, ok := m.Beliefs[p.ID]; ok {
			b.Tells = nil
			line, _, _ := strings.Cut(b.line(v, p.ID, oneReason), allyPotential)
			lines = append(lines, line)
		}
	}
	return lines
}

// line returns a belief in plain sentences:
//
//	You strongly suspect "Blue", 72 of 100, because of #12 "As I said." Tells: answers too fast.
//	Lowered by #15 "haha no". Against this: may be polite. Ally potential: 20 of 100.
func (b belief) line(v session.View, player string, reasons int) string {
	var s strings.Builder
	fmt.Fprintf(&s, "%s %s, %d of 100", suspicion(b.Suspicion), quotedName(v, player), b.Suspicion)
	if reasons == numberOnly {
		return s.String() + "."
	}
	if said := quotes(v, b.Evidence, reasons); len(said) > 0 {
		s.WriteString(", because of " + strings.Join(said, " and "))
	}
	s.WriteByte('.')
	if len(b.Tells) > 0 {
		s.WriteString(" Tells: " + strings.Join(b.Tells, "; ") + ".")
	}
	if said := quotes(v, b.Relief, reasons); len(said) > 0 {
		s.WriteString(" Lowered by " + strings.Join(said, " and ") + ".")
	}
	if b.Against != "" {
		s.WriteString(" Against this: " + strings.TrimRight(b.Against, ".") + ".")
	}
	fmt.Fprintf(&s, "%s%d of 100.", allyPotential, b.Ally)
	stance := func(of, whom string) {
		if of == stanceDoubts || of == stanceTrusts {
			fmt.Fprintf(&s, " %s %s.", strings.ToUpper(of[:1])+of[1:], whom)
		}
	}
	stance(b.OfMe, "you")
	for _, p := range v.OtherPlayers() {
		stance(b.OfOthers[p.ID], prompt.Quote(p.Name))
	}
	return s.String()
}

// quotes returns the newest of some messages, without those that have left the view.
func quotes(v session.View, seqs []int64, most int) (all []string) {
	for _, seq := range seqs[max(0, len(seqs)-most):] {
		m, ok := v.Message(seq)
		if !ok {
			continue
		}
		where := ""
		if prompt.IsPrivate(v, m.Channel) {
			where = " in " + prompt.Quote(m.Channel) + " (private)"
		}
		all = append(all, fmt.Sprintf("#%d%s %s", m.Number, where, quote(m.Text)))
	}
	return all
}

func (m *mind) knowledge(v session.View, facts int) (lines []string) {
	k := m.Knowledge
	if k.Latest != "" {
		lines = append(lines, "Latest message: "+k.Latest)
	}
	for _, p := range v.OtherPlayers() {
		if pattern := k.Patterns[p.ID]; pattern != "" {
			lines = append(lines, prompt.Quote(p.Name)+": "+pattern)
		}
	}
	for _, f := range k.Facts[max(0, len(k.Facts)-facts):] {
		about := ""
		if f.Channel != "" {
			about = " in " + prompt.Quote(f.Channel) + " (private)"
		}
		if f.Player != "" {
			about += " " + quotedName(v, f.Player)
		}
		lines = append(lines, strings.TrimSpace(number(v, f.Seq)+about)+": "+f.Text)
	}
	return lines
}

// Confided implements session.Confidant: facts from private channels outlive their lines.
func (t *ToM) Confided(v session.View) (all []session.ChannelSummary) {
	for _, f := range readMind(v).Knowledge.Facts {
		if f.Channel == "" {
			continue
		}
		text := f.Text
		if f.Player != "" {
			text = prompt.NameOf(v, f.Player) + " " + text
		}
		all = append(all, session.ChannelSummary{Channel: f.Channel, Text: text})
	}
	return all
}

// number returns the number of a message, or "" if it has left the view.
func number(v session.View, seq int64) string {
	m, ok := v.Message(seq)
	if !ok {
		return ""
	}
	return fmt.Sprintf("#%d", m.Number)
}

func (m *mind) intention(v session.View, short bool) (lines []string) {
	i := m.Intention
	for _, x := range []struct{ what, player string }{{"Suspect: ", i.Suspect}, {"Ally: ", i.Ally}} {
		if inGame(v, x.player) {
			lines = append(lines, x.what+prompt.NameOf(v, x.player))
		}
	}
	if i.Action != "" && !(short && i.Action == actionChat) {
		lines = append(lines, "Next: "+i.Action)
	}
	if i.Reasoning != "" && !short {
		lines = append(lines, "Because: "+i.Reasoning)
	}
	return lines
}
