package prompt

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"ringer/engine/session"
)

// Line is one message of a transcript. It is one line of this form:
//
//	#<number> <time> [earlier ][gamemaster ]<name>[ (you)][ in <channel>[ (private)]]: <text>
//	[ (edited)][ (cut)]
//
// The numbers run from 1 without gaps. The mark (you) says that the bot itself wrote the line.
// The mark earlier says that it was said before the bot was there.
// The time is m:ss or h:mm:ss since the chat opened, or the age of the message, such as 2m 5s ago.
// Name, channel and text are JSON strings. In them, every character is escaped that could look like
// the end of a line or change its direction. The mark (private) says that not everyone in the game
// reads the channel. The mark (edited) says that the message had another text
// before. The mark (cut) says that the message was longer. The annotation of the message
// stands below it, see annotation.go.
type Line struct {
	Number int64
	Clock  int64 // the time since the chat opened, or if Aged is set the message's age, in seconds
	// Aged reports that Clock is an age.
	Aged       bool
	Gamemaster bool
	// Earlier reports that it was said before the bot was there.
	Earlier bool
	Name    string
	// You reports that the player whom the prompt is written for said it.
	You     bool
	Channel string
	// Private reports that not everyone in the game reads the channel.
	Private bool
	Text    string
	// Edited reports that the message had another text before.
	Edited bool
	// Cut reports that Text is only the beginning of a long message.
	Cut   bool
	To    []string       // the names of the players whom the message is meant for
	Notes []session.Note // the other annotations of the message
}

// TranscriptLines returns messages of a view as lines of a transcript.
func TranscriptLines(v session.View, messages []session.Message) []Line {
	roster := v.Roster()
	lines := make([]Line, len(messages))
	for i, m := range messages {
		text, cut := session.Beginning(m.Text)
		said := max(0, min(m.SaidAt, m.At)) // whatever the clock of the platform says
		lines[i] = Line{
			Number: m.Number, You: m.Own, Clock: int64(said / 1000), Gamemaster: m.Kind == session.FromGamemaster, Earlier: m.History, Name: m.Name, Channel: m.Channel,
			Private: isPrivate(&roster, m.Channel), Text: text, Edited: m.Edited, Cut: cut,
		}
	}
	return lines
}

// Unmarked returns lines without the mark (you), for a prompt that does not say who the bot is.
func Unmarked(lines []Line) []Line {
	lines = slices.Clone(lines)
	for i := range lines {
		lines[i].You = false
	}
	return lines
}

const (
	earlierMark    = "earlier "
	gamemasterMark = "gamemaster "
	youMark        = " (you)"
	privateMark    = " (private)"
	editedMark     = " (edited)"
	cutMark        = " (cut)"
)

func (l Line) render(b *strings.Builder) {
	at := FormatClock(l.Clock)
	if l.Aged {
		at = FormatAge(l.Clock)
	}
	b.WriteString("#" + strconv.FormatInt(l.Number, 10) + " " + at + " ")
	if l.Earlier {
		b.WriteString(earlierMark)
	}
	if l.Gamemaster {
		b.WriteString(gamemasterMark)
	}
	quote(b, l.Name)
	if l.You {
		b.WriteString(youMark)
	}
	if l.Channel != "" {
		b.WriteString(" in ")
		quote(b, l.Channel)
		if l.Private {
			b.WriteString(privateMark)
		}
	}
	b.WriteString(": ")
	quote(b, l.Text)
	if l.Edited {
		b.WriteString(editedMark)
	}
	if l.Cut {
		b.WriteString(cutMark)
	}
	b.WriteByte('\n')
	l.renderNotes(b)
}

// FormatClock writes seconds as m:ss or h:mm:ss.
func FormatClock(s int64) string {
	if s >= 3600 {
		return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
	}
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}

// parseClock is the inverse of FormatClock. It accepts nothing else.
func parseClock(text string) (s int64, ok bool) {
	for part := range strings.SplitSeq(text, ":") {
		n, err := strconv.ParseInt(part, 10, 32)
		if err != nil {
			return 0, false
		}
		s = s*60 + n
	}
	return s, s >= 0 && FormatClock(s) == text
}

const agoMark = " ago"

// FormatAge writes seconds as an age: 8s ago, 2m 5s ago, 1h 0m 5s ago.
func FormatAge(s int64) string {
	var b []byte
	if s >= 3600 {
		b = append(strconv.AppendInt(b, s/3600, 10), "h "...)
	}
	if s >= 60 {
		b = append(strconv.AppendInt(b, s/60%60, 10), "m "...)
	}
	return string(append(strconv.AppendInt(b, s%60, 10), "s"+agoMark...))
}

// parseAge is the inverse of FormatAge, without its last word. It accepts nothing else.
func parseAge(text string) (s int64, ok bool) {
	for part := range strings.SplitSeq(text, " ") {
		number := strings.TrimRight(part, "smh")
		n, err := strconv.ParseInt(number, 10, 32)
		if err != nil {
			return 0, false
		}
		s += n * map[string]int64{"s": 1, "m": 60, "h": 3600}[part[len(number):]]
	}
	return s, s >= 0 && FormatAge(s) == text+agoMark
}

var errLine = errors.New("prompt: not a transcript line")

func (l *Line) parseTime(text string) (rest string, ok bool) {
	if age, after, aged := strings.Cut(text, agoMark+" "); aged && !strings.ContainsAny(age, `":`) {
		l.Aged = true
		l.Clock, ok = parseAge(age)
		return after, ok
	}
	clock, rest, found := strings.Cut(text, " ")
	l.Clock, ok = parseClock(clock)
	return rest, ok && found
}

// parseLine is the inverse of render, except for the annotation.
func parseLine(text string) (l Line, err error) {
	rest, ok := strings.CutPrefix(text, "#")
	number, rest, ok2 := strings.Cut(rest, " ")
	if l.Number, err = strconv.ParseInt(number, 10, 64); !ok || !ok2 || err != nil {
		return l, errLine
	}
	if rest, ok = l.parseTime(rest); !ok {
		return l, errLine
	}
	rest, l.Earlier = strings.CutPrefix(rest, earlierMark)
	rest, l.Gamemaster = strings.CutPrefix(rest, gamemasterMark)
	if l.Name, rest, err = unquote(rest); err != nil {
		return l, err
	}
	rest, l.You = strings.CutPrefix(rest, youMark)
	if after, ok := strings.CutPrefix(rest, " in "); ok {
		if l.Channel, rest, err = unquote(after); err != nil {
			return l, err
		}
		rest, l.Private = strings.CutPrefix(rest, privateMark)
	}
	if rest, ok = strings.CutPrefix(rest, ": "); !ok {
		return l, errLine
	}
	if l.Text, rest, err = unquote(rest); err != nil {
		return l, errLine
	}
	rest, l.Edited = strings.CutPrefix(rest, editedMark)
	if l.Cut = rest == cutMark; rest != "" && !l.Cut {
		return l, errLine
	}
	return l, nil
}

const hex = "0123456789abcdef"

// Quote returns a text as prompts show text from outside: a JSON string on one line.
func Quote(s string) string {
	var b strings.Builder
	quote(&b, s)
	return b.String()
}

// quote writes a JSON string on one line. It also escapes all that a reader might take for the end
// of a line, and what changes the direction of text.
func quote(b *strings.Builder, s string) {
	b.WriteByte('"')
	written := 0 // s is written up to this byte
	for i := 0; i < len(s); {
		c := s[i]
		if c >= ' ' && c < utf8.RuneSelf && c != '"' && c != '\\' && c != 0x7f {
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		special := c == '"' || c == '\\' || r == '\n'
		if special || r == utf8.RuneError || unicode.IsControl(r) || r == '\u2028' || r == '\u2029' || unicode.Is(unicode.Bidi_Control, r) {
			b.WriteString(s[written:i])
			written = i + n
			switch {
			case r == '\n':
				b.WriteString(`\n`)
			case special:
				b.Write([]byte{'\\', c})
			default:
				b.Write([]byte{'\\', 'u', hex[r>>12&15], hex[r>>8&15], hex[r>>4&15], hex[r&15]})
			}
		}
		i += n
	}
	b.WriteString(s[written:])
	b.WriteByte('"')
}

// unquote reads the JSON string at the start of text and returns the text after it.
func unquote(text string) (s, rest string, err error) {
	end := 1
	for end < len(text) && text[end] != '"' {
		if text[end] == '\\' {
			end++
		}
		end++
	}
	if !strings.HasPrefix(text, `"`) || end >= len(text) {
		return "", "", errLine
	}
	inner := text[:end+1]
	if strings.IndexByte(inner, '\\') < 0 {
		return inner[1:end], text[end+1:], nil
	}
	var unescaped string
	if err := json.Unmarshal([]byte(inner), &unescaped); err != nil {
		return "", "", errLine
	}
	return unescaped, text[end+1:], nil
}
