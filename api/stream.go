package api

import (
	"context"
	"errors"
	"time"

	"ringer/engine/feed"
	"ringer/engine/journal"
	"ringer/engine/session"
)

// stream sends a log, or the feed of a tenant, to one reader. It has no goroutine while it has
// nothing to do.
//
//	queued --> served --> idle --> queued: the log has grown, or the timer fires
//	   ^         |
//	   +- again -+
//
// It has subscribed before its first read. It reads after its cursor, and reads again when the log
// has grown. So no event is lost, and none is sent twice.
type stream struct {
	server *Server
	source streamSource
	out    streamWriter
	ctx    context.Context
	// first is what the stream begins with, perhaps nothing; nil once it has been written.
	first []byte
	// opening is what the block of the first event begins with; nil once it has been written.
	opening []byte
	// finished says that nothing follows the first block.
	finished bool
	// beat is when the next heartbeat is due.
	beat time.Time
	// life is the longest that the stream may last: it does not outlive its token.
	life time.Duration
	// rotate is when the stream ends.
	rotate time.Time
	timer  *time.Timer
	// held counts the stream among the open ones of its token; nil for the key.
	held *allowance
	// done is closed when the stream has ended; nil if nobody waits for that.
	done chan struct{}
	// cut says that the log goes on, so the reader has to come back. Written before done is closed.
	cut   bool
	state streamState // protected by the crew's mu
}

// streamState is what the crew knows of a stream.
type streamState byte

const (
	idle   streamState = iota
	queued             // it waits for a worker
	served
	again // it is served, and must be served once more
	ended
)

// streamSource is what a stream sends.
type streamSource interface {
	// next reads the next part, and moves behind it.
	next(ctx context.Context) (streamPage, error)
	// lose logs that the source cannot be read.
	lose(err error)
	close()
}

// logSource is a log as a stream sends it.
type logSource struct {
	server   *Server
	listener *feed.Listener
	query    logQuery
}

func (l *logSource) close() { l.listener.Close() }

func (l *logSource) lose(err error) {
	if !l.server.engine.NoteBroken(l.query.session, err) {
		l.server.log.Error("a stream lost its log; its reader will resume", "request_id", l.query.request, "session", l.query.session, "error", err)
	}
}

// Events implements eventReader. What is not in memory may take long, so it is read in a blocking
// section.
func (l *logSource) Events(ctx context.Context, after int64, limit int) (events []session.Event, err error) {
	events, vouched := l.listener.Tail(after, limit)
	if !vouched {
		l.server.crew.block(func() { events, err = l.listener.Events(ctx, after, limit) })
	}
	return events, err
}

// next implements streamSource. A reader who is behind waits for a slot for long reads.
func (l *logSource) next(ctx context.Context) (page streamPage, err error) {
	r := &l.query
	if r.behind {
		l.server.crew.block(func() { page, err = l.server.readBlocks(ctx, l.listener, *r) })
	} else {
		page, err = l.server.readBlocks(ctx, l, *r)
	}
	if err == nil {
		r.after, r.place, r.behind = page.read, page.place, page.more
	}
	return page, err
}

// wake asks for a worker. It never waits.
func (st *stream) wake() { st.server.crew.wake(st) }

// start begins the stream. Until then, wake does nothing.
func (st *stream) start() {
	s := st.server
	s.options.Observer.StreamOpened()
	now := time.Now()
	st.beat, st.rotate = now.Add(s.options.Heartbeat), now.Add(min(jittered(s.options.StreamLife), st.life))
	st.timer = time.AfterFunc(min(s.options.Heartbeat, st.rotate.Sub(now)), st.wake)
	s.crew.join(st)
}

// turn serves the stream, and reports whether it has ended.
func (st *stream) turn() (over bool) {
	end := st.serve()
	if end != "" {
		st.finish(end)
	}
	return end != ""
}

// serve does what there is to do, and returns why the stream has ended; empty if it goes on.
func (st *stream) serve() (end StreamEnd) {
	var panicked error
	defer func() {
		if panicked != nil {
			st.source.lose(panicked)
			end = StreamLogLost
		}
	}()
	defer journal.Catch(new(int64), &panicked)
	if st.first != nil {
		if st.out.write(st.first) != nil {
			return StreamReaderLeft
		}
		if st.first = nil; st.finished {
			return StreamSessionEnded
		}
	}
	end, unavailable := st.send()
	if end == "" {
		end = st.beatOrEnd()
	}
	if end != "" {
		return end
	}
	now := time.Now()
	next := min(st.beat.Sub(now), st.rotate.Sub(now))
	if unavailable {
		next = min(next, unavailableRetry)
	}
	st.timer.Reset(next)
	return ""
}

// beatOrEnd sends a heartbeat when it is due, and returns why the stream must end though its log
// goes on; empty if it need not.
func (st *stream) beatOrEnd() (end StreamEnd) {
	select {
	case <-st.server.draining:
		return StreamShutdown
	case <-st.ctx.Done():
		return StreamReaderLeft
	default:
	}
	now := time.Now()
	if !now.Before(st.rotate) {
		return StreamRotated
	}
	if !now.Before(st.beat) {
		if st.out.write([]byte(stillHere)) != nil {
			return StreamReaderLeft
		}
		st.beat = now.Add(st.server.options.Heartbeat)
	}
	return ""
}

// finish ends the stream. Only a stream without further events is a complete response. Any other is
// cut: several libraries take a complete response for the end of everything, and do not come back.
func (st *stream) finish(end StreamEnd) {
	s := st.server
	st.timer.Stop()
	s.options.Observer.StreamEnded(end) // before the reader can know of it
	st.cut = end != StreamSessionEnded
	st.out.close(!st.cut)
	st.source.close()
	st.held.leave()
	if st.done != nil {
		close(st.done)
	}
	s.streams.Done()
}

// send sends the events after the cursor, and moves the cursor. The result end says why the stream
// must end; it is empty when the stream goes on. The result unavailable says that the database does
// not answer. The stream then stays open, because a browser that comes back to a 503 gives up for
// ever.
func (st *stream) send() (end StreamEnd, unavailable bool) {
	for {
		page, err := st.source.next(st.ctx)
		switch {
		case errors.Is(err, journal.ErrUnavailable), errors.Is(err, context.DeadlineExceeded):
			if st.ctx.Err() != nil {
				return StreamReaderLeft, true
			}
			return "", true
		case err != nil && st.ctx.Err() != nil:
			return StreamReaderLeft, false
		case errors.Is(err, journal.ErrNotFound): // the session was deleted
			return StreamSessionEnded, false
		case err != nil:
			st.source.lose(err)
			return StreamLogLost, false
		case st.writeAll(page.blocks) != nil:
			return StreamReaderLeft, false
		case page.ended:
			return StreamSessionEnded, false
		}
		if !page.more {
			return "", false
		}
		if end := st.beatOrEnd(); end != "" { // a rare type may be far away, and a token may expire
			return end, false
		}
	}
}

// writeAll writes blocks of events.
func (st *stream) writeAll(blocks [][]byte) error {
	for _, block := range blocks {
		if st.opening != nil {
			block, st.opening = append(st.opening, block...), nil
		}
		if err := st.out.write(block); err != nil {
			return err
		}
	}
	return nil
}
