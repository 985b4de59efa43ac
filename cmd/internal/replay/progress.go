package replay

import (
	"fmt"
	"io"
	"os"
	"strconv"

	"ringer/engine/session"
)

// Progress returns a function that shows how far something is: its share, from 0 to 1, in words. On
// a terminal it overwrites one line, and clears it at the end; elsewhere it prints a line every
// tenth.
func Progress(w io.Writer) func(share float64, text string) {
	overwrite := false
	if f, ok := w.(*os.File); ok {
		info, err := f.Stat()
		overwrite = err == nil && info.Mode()&os.ModeCharDevice != 0
	}
	shown := -1
	return func(share float64, text string) {
		tenth := int(share * 10)
		switch {
		case overwrite && share >= 1:
			fmt.Fprintf(w, "\r%-70s\r", "")
		case overwrite:
			fmt.Fprintf(w, "\r%-70s", text)
		case tenth > shown:
			fmt.Fprintln(w, text)
		}
		shown = max(shown, tenth)
	}
}

// progress returns a function that shows how far a game is.
func (s *Settings) progress(w io.Writer, p *play, i, n int) func(at session.Millis, said int) {
	if s.Virtual && s.NewSim == nil {
		return func(session.Millis, int) {}
	}
	which := p.ID
	if s.Compare {
		which = p.variant.Name + ": " + which
	}
	if n > 1 {
		which += " (" + strconv.Itoa(i+1) + " of " + strconv.Itoa(n) + ")"
	}
	show := Progress(w)
	return func(at session.Millis, said int) {
		share := min(float64(at)/float64(max(p.length(), 1)), 1) // a game goes on after its last line
		show(share, fmt.Sprintf("%s  %s of %s, the bot has said %d", which, formatTime(at), formatTime(p.length()), said))
	}
}
