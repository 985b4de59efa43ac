package contest

import (
	"cmp"
	"slices"

	"ringer/engine/deceit"
	"ringer/engine/session"
	"ringer/engine/sim"
)

// Line is one message of a game, or an accusation.
type Line struct {
	At session.Millis `json:"at_ms"`
	// Sender is the seat of the player; empty for the game master.
	Sender string `json:"sender,omitempty"`
	// Phase is the phase in which it was said, and Turn is the number of that phase in the game,
	// from 0.
	Phase   string `json:"phase"`
	Turn    int    `json:"turn"`
	Channel string `json:"channel,omitempty"`
	Text    string `json:"text"`
	// Accuses is the seat that the sender accuses by itself. Such a line has no text.
	Accuses string `json:"accuses,omitempty"`
	// Mind is what a bot knew and believed when it said the line, and Marks say how the line
	// deceives.
	Mind  *deceit.Mind  `json:"mind,omitempty"`
	Marks []deceit.Mark `json:"marks,omitempty"`

	message string // the id of a bot's message
}

// Told returns the line in words: who says what, or accuses whom.
func (l *Line) Told() string {
	who := cmp.Or(l.Sender, "(game master)")
	if l.Channel != "" {
		who += " in " + l.Channel
	}
	if l.Accuses != "" {
		return who + " accuses " + l.Accuses
	}
	return who + ": " + l.Text
}

// transcript turns the events of a game's log into lines.
type transcript struct {
	clock session.Clock
	watch *watch
	turn  int
}

func newTranscript(first session.Event) *transcript {
	created := first.Data.(*session.GameCreated)
	return &transcript{clock: session.NewClock(first.Moment().Steady(), created.Config.Speed), watch: newWatch(created)}
}

// read folds an event. It returns the line that it is, if it is one, and the seat of a player who
// does with it what the game does not allow.
func (t *transcript) read(e session.Event) (l Line, breaker string, ok bool) {
	breaker = t.watch.breach(e.Data)
	t.clock.Shift = e.Shift
	l = Line{At: t.clock.Game(e.At), Phase: t.watch.roster.Phase, Turn: t.turn}
	switch p := e.Data.(type) {
	case *session.ObservationReceived:
		if p.Kind == session.PhaseChanged {
			t.turn++
		}
		return l, breaker, false
	case *session.MessageReceived:
		if l.Channel, l.Text = p.Channel, p.Text; p.Kind == session.FromPlayer {
			l.Sender = p.Sender
		}
	case *session.MessageSent:
		l.Sender, l.Channel, l.Text, l.message = p.Sender, p.Channel, p.Text, p.MessageID
	case *session.VoteCast:
		l.Sender, l.Accuses = p.Seat, p.Answer.Option
		return l, breaker, p.Origin == session.FromAccusation
	default:
		return l, breaker, false
	}
	return l, breaker, true
}

// Transcript returns the lines with the accusations between them.
func (g *Game) Transcript() []Line {
	all := slices.Concat(g.Lines, g.Accusations)
	slices.SortStableFunc(all, func(a, b Line) int { return cmp.Compare(a.At, b.At) })
	return all
}

// watcher shows the lines of a game while it is played.
type watcher struct {
	bout Bout
	// show gets each line; nil for nobody.
	show func(Bout, Line)
	talk *transcript
	seen int
}

func (w *watcher) look(s *sim.Sim, id string) error {
	if w.show == nil {
		return nil
	}
	log, err := s.Log(id)
	for _, e := range log[w.seen:] {
		w.hear(e)
	}
	w.seen = len(log)
	return err
}

// hear shows the line that an event is, if it is one. The first event of a log must come first.
func (w *watcher) hear(e session.Event) {
	if w.talk == nil {
		w.talk = newTranscript(e)
		return
	}
	if l, _, ok := w.talk.read(e); ok {
		w.show(w.bout, l)
	}
}

// Listener returns what shows the lines of a game that a server plays, from its events in order.
func (c *Contest) Listener(b Bout) func(session.Event) {
	if c.Watch == nil {
		return func(session.Event) {}
	}
	w := watcher{bout: b, show: c.Watch}
	return w.hear
}
