package tom

import (
	"fmt"
	"slices"
	"strings"

	"ringer/engine/game"
	"ringer/engine/prompt"
)

// Brief says what the bot believes and what it intends.
func (t *ToM) Brief(v game.View) game.Brief {
	m := readMind(v)
	lines := []string{}
	say := func(format string, args ...any) { lines = append(lines, fmt.Sprintf(format, args...)) }
	if t.options.ToM == off {
		return game.Brief{Lines: lines, Suspicion: t.suspicion(v, m)}
	}
	say("The phase of play is %s.", m.Play)
	lines = append(lines, m.beliefs(v)...)
	if i := m.Intention; i.Action != "" {
		say("Means to %s: %s", i.Action, i.Reasoning)
	}
	if inGame(v, m.Intention.Ally) {
		say("Wants %s as an ally.", quotedName(v, m.Intention.Ally))
	}
	if m.Goal != "" {
		say("The goal: %s", m.Goal)
	}
	return game.Brief{Lines: lines, Suspicion: t.suspicion(v, m)}
}

// quotedName returns a player's name in quotation marks.
func quotedName(v game.View, id string) string { return prompt.Quote(prompt.NameOf(v, id)) }

// beliefs returns the belief about each other player as a line.
func (m *mind) beliefs(v game.View) (lines []string) {
	for _, p := range v.OtherPlayers() {
		if b, ok := m.Beliefs[p.ID]; ok {
			line := b.line(v, p.ID)
			if m.Intention.Suspect == p.ID {
				line += " The suspect since " + numbers(v, []int64{m.Intention.Since}) + because(v, m.Intention.Evidence) + "."
			}
			lines = append(lines, line)
		}
	}
	return lines
}

// line returns a belief as prompts and people read it:
//
//	Takes "Blue" for the one it looks for with 72 % (high): answers too fast; dodges.
//	Evidence: #12, #15. Would go along with 20 %. Doubts "Red".
func (b belief) line(v game.View, player string) string {
	var s strings.Builder
	fmt.Fprintf(&s, "Takes %s for the one it looks for with %d %% (%s)", quotedName(v, player), b.Suspicion, b.Level)
	if len(b.Tells) > 0 {
		s.WriteString(": " + strings.Join(b.Tells, "; "))
	}
	s.WriteByte('.')
	if len(b.Evidence) > 0 {
		s.WriteString(" Evidence: " + numbers(v, b.Evidence) + ".")
	}
	fmt.Fprintf(&s, " Would go along with %d %%.", b.Ally)
	stance := func(of, id string) {
		if of == stanceDoubts || of == stanceTrusts {
			fmt.Fprintf(&s, " %s %s.", strings.ToUpper(of[:1])+of[1:], quotedName(v, id))
		}
	}
	stance(b.OfMe, v.Me.ID)
	for _, p := range v.OtherPlayers() {
		stance(b.OfOthers[p.ID], p.ID)
	}
	return s.String()
}

// because returns the reason for a suspect, empty for none.
func because(v game.View, seqs []int64) string {
	if len(seqs) == 0 {
		return ""
	}
	return ", because of " + numbers(v, seqs)
}

// numbers returns seqs as the numbers of lines in a transcript.
func numbers(v game.View, seqs []int64) string {
	all := make([]string, len(seqs))
	for i, seq := range seqs {
		m, _ := v.Message(seq)
		all[i] = fmt.Sprintf("#%d", m.Number)
	}
	return strings.Join(all, ", ")
}

// knowledge returns what the chat shows, as a list.
func (m *mind) knowledge(v game.View) (lines []string) {
	k := m.Knowledge
	if k.Latest != "" {
		lines = append(lines, "Latest message: "+k.Latest)
	}
	for _, p := range v.OtherPlayers() {
		if pattern := k.Patterns[p.ID]; pattern != "" {
			lines = append(lines, prompt.Quote(p.Name)+": "+pattern)
		}
	}
	for _, f := range k.Facts {
		about := ""
		if f.Channel != "" {
			about = " in " + prompt.Quote(f.Channel) + " (private)"
		}
		if f.Player != "" {
			about += " " + quotedName(v, f.Player)
		}
		lines = append(lines, fmt.Sprintf("%s%s: %s", numbers(v, []int64{f.Seq}), about, f.Text))
	}
	return lines
}

// Confided implements game.Confidant: facts from private channels outlive the lines that they are
// from.
func (t *ToM) Confided(v game.View) (all []game.ChannelSummary) {
	for _, f := range readMind(v).Knowledge.Facts {
		if f.Channel == "" {
			continue
		}
		text := f.Text
		if f.Player != "" {
			text = prompt.NameOf(v, f.Player) + " " + text
		}
		all = append(all, game.ChannelSummary{Channel: f.Channel, Text: text})
	}
	return all
}

// intention returns what the bot will do, as a list.
func (m *mind) intention(v game.View) (lines []string) {
	i := m.Intention
	for _, x := range []struct{ what, player string }{{"Suspect: ", i.Suspect}, {"Ally: ", i.Ally}} {
		if inGame(v, x.player) {
			lines = append(lines, x.what+prompt.NameOf(v, x.player))
		}
	}
	for _, x := range [][2]string{{"Next: ", i.Action}, {"Because: ", i.Reasoning}} {
		if x[1] != "" {
			lines = append(lines, x[0]+x[1])
		}
	}
	return lines
}

// goals returns a list of the goal, or an empty list if there is none.
func (m *mind) goals() []string {
	return slices.DeleteFunc([]string{m.Goal}, func(g string) bool { return g == "" })
}
