package api

import (
	"context"
	"net/http"

	"github.com/labstack/echo/v4"

	"ringer/engine/desk"
	"ringer/engine/game"
	"ringer/engine/journal"
	"ringer/engine/session"
)

// reading is how far a view of a game was read: the place behind the last event that it showed, and
// the seq up to which everything after that is hidden. So a reader who polls does not read long
// hidden parts of the log again.
type reading struct {
	place game.Place
	read  int64
}

// cachedPlaces bounds the cache of readings, which take some hundred bytes each.
const cachedPlaces = 10_000

// seals returns what hides the seqs of the log from the reader; nil if nothing does.
func (r *logQuery) seals() *game.Seals {
	if v, ok := r.view.(*gameView); ok {
		return v.Seals
	}
	return nil
}

// cursor returns the number with which the reader goes on. In a view it only moves with events that
// were shown, so that it tells nothing of hidden ones.
func (r *logQuery) cursor(read int64, place game.Place) int64 {
	if s := r.seals(); s != nil {
		return s.Cursor(place)
	}
	return read
}

// placeKey returns the key of the reader's view among the readings.
func (r *logQuery) placeKey() string { return r.session + " " + r.view.(*gameView).Seat }

// reached notes how far a view was read.
func (s *Server) reached(r logQuery, read int64, place game.Place) {
	if r.seals() == nil {
		return
	}
	if known, _ := s.places.Get(r.placeKey()); read > known.read {
		s.places.Add(r.placeKey(), reading{place, read})
	}
}

// locate turns the cursor in r.after into a seq of the log and a place. It may also be the number
// of an event, which is searched from the beginning of the log, or from where the view was read
// last. The refusal does not tell where the log ends.
func (s *Server) locate(ctx context.Context, r *logQuery, parameter string, last int64) error {
	n, ok := r.after, true
	known, _ := s.places.Get(r.placeKey())
	switch {
	case game.IsCursor(n):
		r.place, ok = r.seals().Place(n)
		ok = ok && r.place.Seq <= last
		if r.after = r.place.Seq; r.place == known.place {
			r.after = known.read
		}
	case n > 0:
		if known.place.Number > n {
			known = reading{}
		}
		r.after, r.place = known.read, known.place
		if known.place.Number < n {
			if err := s.walk(ctx, r, last, func(_ int64, next game.Place) bool { return next.Number <= n }); err != nil {
				return err
			}
		}
		ok = r.place.Number == n
	}
	if !ok {
		return refuse(codeInvalidCursor, parameter, "is not a place in this view; send the next_after of a page, the id of an event in a stream, or 0 for the beginning")
	}
	return nil
}

// walk moves a query through its view up to a seq, as long as on returns true for the seq of the
// next event and the place behind it.
func (s *Server) walk(ctx context.Context, r *logQuery, last int64, on func(seq int64, next game.Place) bool) error {
	page := func(ctx context.Context, after int64, limit int) ([]session.Event, error) {
		return s.desk.Events(ctx, r.session, after, limit)
	}
	if r.after >= last {
		return nil
	}
	walk := func() (err error) {
		read := journal.Read(ctx, page, r.after, func(e session.Event) bool {
			shown, visible, failed := r.show(ctx, e)
			next := r.place
			if err = failed; visible {
				next = next.Then(shown)
			}
			if err != nil || !on(e.Seq, next) {
				return false
			}
			r.after, r.place = e.Seq, next
			return true
		})
		if err == nil {
			err = read
		}
		return err
	}
	run := walk
	if last-r.after > eventsPerRead {
		run = func() error { return s.desk.LongRead(ctx, walk) }
	}
	err := run()
	s.reached(*r, r.after, r.place)
	return err
}

// asSeen puts the numbers of a seat's view into the answers to its posts. The number of something
// that the view does not show is that of the event before it.
func (s *Server) asSeen(c echo.Context, posted []desk.Posted) error {
	g, _ := grantOf(c)
	if g.role != roleSeat && g.role != roleSpectator {
		return nil
	}
	ctx := c.Request().Context()
	row, err := s.desk.Games.Row(ctx, g.game)
	if err != nil {
		return journal.AfterWrite(err)
	}
	view, err := s.viewOf(ctx, row, g.seat)
	if err != nil || view.Seals == nil {
		return journal.AfterWrite(err)
	}
	for i := range posted {
		seq := posted[i].Seq
		r := logQuery{session: g.game, view: view}
		if known, _ := s.places.Get(r.placeKey()); known.place.Seq <= seq {
			r.after, r.place = known.read, known.place
		}
		if err := s.walk(ctx, &r, seq, func(next int64, _ game.Place) bool { return next <= seq }); err != nil {
			return journal.AfterWrite(err)
		}
		posted[i].Seq = r.place.Number
	}
	return nil
}

// sendSeen answers a post of one fact, as asSeen says.
func (s *Server) sendSeen(c echo.Context, done desk.Posted) error {
	posted := []desk.Posted{done}
	if err := s.asSeen(c, posted); err != nil {
		return err
	}
	return c.JSON(http.StatusAccepted, posted[0])
}
