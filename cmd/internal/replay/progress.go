package replay

import (
	"fmt"
	"io"
	"strconv"

	"ringer/cmd/internal/show"
	"ringer/engine/recording"
	"ringer/engine/session"
)

func (s *Settings) progress(w io.Writer, p *recording.Play, i, n int) func(at session.Millis, said int) {
	if s.Virtual && s.NewSim == nil {
		return func(session.Millis, int) {}
	}
	which := p.ID
	if len(s.Compare) > 0 {
		which = p.Variant.Name + ": " + which
	}
	if n > 1 {
		which += " (" + strconv.Itoa(i+1) + " of " + strconv.Itoa(n) + ")"
	}
	shown := show.Progress(w)
	return func(at session.Millis, said int) {
		share := min(float64(at)/float64(max(p.Length(), 1)), 1) // a game goes on after its last line
		shown(share, fmt.Sprintf("%s  %s of %s, the bot has said %d", which, formatTime(at), formatTime(p.Length()), said))
	}
}
