package prompt

import (
	"slices"
	"strings"

	"ringer/engine/mouth"
	"ringer/engine/session"
)

// The annotation of a message stands in lines below it. Nothing else in a transcript is indented
// like them:
//
//	to: <name>, <name>
//	<label>: <text>
//
// Names and texts are JSON strings. A label is a JSON string, too, unless it consists of lower-case
// letters and hyphens.

// toLabel begins the line of the receivers. A note with that label is shown with a quoted label.
const toLabel = "to"

func (l Line) renderNotes(b *strings.Builder) {
	if len(l.To) > 0 {
		b.WriteString(indent + toLabel + ": " + strings.Join(session.Each(l.To, Quote), ", ") + "\n")
	}
	for _, n := range l.Notes {
		label := n.Label
		if !isPlainLabel(label) {
			label = Quote(label)
		}
		b.WriteString(indent + label + ": " + Quote(n.Text) + "\n")
	}
}

func (l Line) notesLen() (n int) {
	for _, name := range l.To {
		n += len(name) + len(`"", `)
	}
	for _, note := range l.Notes {
		n += len(note.Label) + len(note.Text) + len("  : \"\"\n")
	}
	return n
}

func isPlainLabel(label string) bool {
	return label != toLabel && label != "" && strings.Trim(label, "abcdefghijklmnopqrstuvwxyz-") == ""
}

func (l *Line) parseNote(text string) (err error) {
	if names, ok := strings.CutPrefix(text, toLabel+": "); ok && len(l.To) == 0 && len(l.Notes) == 0 {
		l.To, err = parseNames(names)
		return err
	}
	n := session.Note{}
	rest := ""
	if strings.HasPrefix(text, `"`) {
		if n.Label, rest, err = unquote(text); err != nil || isPlainLabel(n.Label) {
			return errLine
		}
		rest, _ = strings.CutPrefix(rest, ": ")
	} else if n.Label, rest, _ = strings.Cut(text, ": "); !isPlainLabel(n.Label) {
		return errLine
	}
	if n.Text, rest, err = unquote(rest); err != nil || rest != "" {
		return errLine
	}
	l.Notes = append(l.Notes, n)
	return nil
}

func parseNames(text string) (names []string, err error) {
	for more := true; more; {
		var name string
		if name, text, err = unquote(text); err != nil {
			return nil, err
		}
		names = append(names, name)
		if text, more = strings.CutPrefix(text, ", "); !more && text != "" {
			return nil, errLine
		}
	}
	return names, nil
}

// NameOf returns a player's name, or the id itself: anybody else has only a name.
func NameOf(v session.View, id string) string {
	roster := v.Roster()
	if p, ok := roster.Player(id); ok {
		return p.Name
	}
	return id
}

// PlayerNamed returns the id of the player whose name a model wrote, perhaps in other letters.
func PlayerNamed(v session.View, name string) (id string, ok bool) {
	name = strings.TrimSpace(name)
	i := slices.IndexFunc(v.Players, func(p session.Player) bool { return p.Name == name })
	if i < 0 {
		plain := mouth.Skeleton(strings.TrimPrefix(name, "@"))
		i = slices.IndexFunc(v.Players, func(p session.Player) bool { return mouth.Skeleton(p.Name) == plain })
	}
	if i < 0 {
		return "", false
	}
	return v.Players[i].ID, true
}

// AgedLines replaces the time of each line by its age.
func AgedLines(lines []Line, now session.Millis) []Line {
	for i := range lines {
		lines[i].Clock, lines[i].Aged = max(0, int64(now/1000)-lines[i].Clock), true
	}
	return lines
}
