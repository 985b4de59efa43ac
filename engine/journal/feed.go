package journal

import (
	"context"
	"time"

	"ringer/engine/session"
)

// FeedSlots is how many transactions can commit at the same time without waiting for each other.
const FeedSlots = 8

// Mark is a place in the feed of a tenant: of each slot the number of the last growth before it.
type Mark [FeedSlots]int64

// Growth says which logs of a tenant one commit has changed.
type Growth struct {
	Slot int
	// N is the number of the growth. In a slot it follows the order of commits, and for each log
	// the order of its events.
	N     int64
	At    time.Time
	Spans []Span
	// Pruned says that this growth and all before it in its slot are gone.
	Pruned bool
}

// Span is what a growth has added to a log: the events with After < seq <= UpTo.
type Span struct {
	Log         string
	After, UpTo int64
	// Deleted says that the log was deleted, and what it was. Then After is its last seq, and UpTo
	// the next one.
	Deleted LogKind
}

// LogKind says what a log belongs to.
type LogKind string

// The kinds of logs. A seat is a session of a game.
const (
	OfSession LogKind = "session"
	OfGame    LogKind = "game"
	OfSeat    LogKind = "seat"
)

// KindOf returns the kind of a log.
func KindOf(id, home string, isGame bool) LogKind {
	switch {
	case isGame:
		return OfGame
	case id != home:
		return OfSeat
	}
	return OfSession
}

// SpanEvent is an event of a span.
type SpanEvent struct {
	session.Event
	// Span is the place of the span in the list that was asked for.
	Span int
}

// Feeds is the part of a Store that says in the order of commits which logs of a tenant have grown.
type Feeds interface {
	// Growths returns the growths of a tenant after a mark in the order of their numbers, at most
	// limit. It skips no commit: a growth that is committed later comes behind the mark of each
	// reader, in its slot.
	Growths(ctx context.Context, tenant string, after Mark, limit int) ([]Growth, error)
	// FeedStart returns the mark before the first growth of a tenant that was not pruned.
	FeedStart(ctx context.Context, tenant string) (Mark, error)
	// FeedEnd returns the mark behind the last growth of a tenant.
	FeedEnd(ctx context.Context, tenant string) (Mark, error)
	// SpanEvents returns the events of spans in their order, up to PageBytes; whole says that none
	// is missing. It leaves out events of other types than those listed, unless none is listed, and
	// those of logs that are gone. An event that this version cannot read is a session.Unknown.
	SpanEvents(ctx context.Context, spans []Span, types []session.Type) (events []SpanEvent, whole bool, err error)
	// PruneFeed deletes the growths that are older than an age, and returns how many there were. In
	// each slot of each tenant the last of them stays and is marked, so that readers notice.
	PruneFeed(ctx context.Context, age time.Duration) (int64, error)
}
