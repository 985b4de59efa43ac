package replay

import (
	"fmt"
	"io"
	"os"
	"strconv"

	"ringer/engine/game"
)

// progress returns a function that shows how far a game is. On a terminal it overwrites one line;
// elsewhere it prints a line every tenth of the game.
func (s *Settings) progress(w io.Writer, p *play, i, n int) func(at game.Millis, said int) {
	if s.Virtual && s.NewSim == nil {
		return func(game.Millis, int) {}
	}
	which := p.ID
	if s.Compare {
		which = p.variant.Name + ": " + which
	}
	if n > 1 {
		which += " (" + strconv.Itoa(i+1) + " of " + strconv.Itoa(n) + ")"
	}
	overwrite := false
	if f, ok := w.(*os.File); ok {
		info, err := f.Stat()
		overwrite = err == nil && info.Mode()&os.ModeCharDevice != 0
	}
	shown := -1
	return func(at game.Millis, said int) {
		tenth := min(int(at*10/max(p.length(), 1)), 10) // a game goes on after its last line
		text := fmt.Sprintf("%s  %s of %s, the bot has said %d", which, formatTime(at), formatTime(p.length()), said)
		switch {
		case overwrite && at >= p.length():
			fmt.Fprintf(w, "\r%-70s\r", "")
		case overwrite:
			fmt.Fprintf(w, "\r%-70s", text)
		case tenth > shown:
			fmt.Fprintln(w, text)
		}
		shown = max(shown, tenth)
	}
}
