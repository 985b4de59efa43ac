package prompt

import (
	"strings"

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
		b.WriteString(indent + toLabel + ":")
		for i, name := range l.To {
			if i > 0 {
				b.WriteByte(',')
			}
			b.WriteByte(' ')
			quote(b, name)
		}
		b.WriteByte('\n')
	}
	for _, n := range l.Notes {
		b.WriteString(indent)
		if isPlainLabel(n.Label) {
			b.WriteString(n.Label)
		} else {
			quote(b, n.Label)
		}
		b.WriteString(": ")
		quote(b, n.Text)
		b.WriteByte('\n')
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

// parseNote reads one line below a message.
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

// annotatedBlock is how many messages lose their notes at once. Between two such moments, the start
// of a prompt stays the same, so that servers can cache it. Twice this number is about a screen of
// chat, and lines seldom refer to anything older.
const annotatedBlock = 12

// AnnotatedLines returns the messages of the window as a transcript. The newest 12 to 24 of them
// have their receivers, by name, and their notes.
func AnnotatedLines(v session.View) []Line {
	messages := v.Window()
	lines := TranscriptLines(v, messages)
	// The messages are counted from the beginning of the chat, so that the first one with notes
	// stays the same for a whole block.
	from := max(0, v.Said/annotatedBlock-1) * annotatedBlock
	for i := max(0, len(lines)-(v.Said-from)); i < len(lines); i++ {
		if a := messages[i].Annotation; a != nil {
			lines[i].To, lines[i].Notes = namesOf(v, a.Receivers), a.Notes
		}
	}
	return lines
}

func namesOf(v session.View, ids []string) (names []string) {
	for _, id := range ids {
		names = append(names, NameOf(v, id))
	}
	return names
}

// NameOf returns a player's name, or the id itself if the roster does not know it.
func NameOf(v session.View, id string) string {
	roster := v.Roster()
	if p, ok := roster.Player(id); ok {
		return p.Name
	}
	return id
}

// PlayerNamed returns the id of the player whose name a model wrote. An exact match wins over one
// that ignores case.
func PlayerNamed(v session.View, name string) (id string, ok bool) {
	name = strings.TrimSpace(name)
	for _, p := range v.Players {
		if p.Name == name {
			return p.ID, true
		}
	}
	for _, p := range v.Players {
		if strings.EqualFold(p.Name, name) {
			return p.ID, true
		}
	}
	return "", false
}

// AgedLines replaces the time of each line by its age.
func AgedLines(lines []Line, now session.Millis) []Line {
	for i := range lines {
		lines[i].Clock, lines[i].Aged = max(0, int64(now/1000)-lines[i].Clock), true
	}
	return lines
}
