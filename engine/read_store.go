package engine

import (
	"context"
	"errors"
	"time"

	"ringer/engine/desk"
	"ringer/engine/journal"
	"ringer/engine/session"
)

// readStore is a store in which nobody writes. Each method that would write returns the reason.
type readStore struct {
	journal.Store
	reason error
}

// Ping implements journal.Store. It reports whether the database can be read.
func (s readStore) Ping(ctx context.Context) error {
	_, err := s.Store.Session(ctx, desk.NewID("ping_"))
	if errors.Is(err, journal.ErrNotFound) {
		return nil
	}
	return err
}

func (s readStore) Create(context.Context, journal.Session, session.Event) error { return s.reason }

func (s readStore) CreateAll(context.Context, []journal.Opening) error { return s.reason }

func (s readStore) Append(context.Context, journal.Append) (journal.Appended, error) {
	return journal.Appended{}, s.reason
}

func (s readStore) AppendAll(context.Context, []journal.Append) ([]journal.Appended, error) {
	return nil, s.reason
}

func (s readStore) Erase(context.Context, journal.Erasure) error { return s.reason }

func (s readStore) Delete(context.Context, string) error { return s.reason }

func (s readStore) Claim(context.Context, string, string) (int64, error) { return 0, s.reason }

func (s readStore) Checkpoint(context.Context, journal.Checkpoint) error { return s.reason }

func (s readStore) Record(context.Context, string, []journal.RecordedCall) error { return s.reason }

func (s readStore) AddSurvey(context.Context, string, journal.Survey) (journal.Survey, bool, error) {
	return journal.Survey{}, false, s.reason
}

func (s readStore) PruneFeed(context.Context, time.Duration) (int64, error) { return 0, s.reason }

func (s readStore) SetShift(context.Context, time.Duration, time.Duration) (bool, error) {
	return false, s.reason
}

func (s readStore) Enter(context.Context, journal.Replica) error { return s.reason }

func (s readStore) Beat(context.Context, journal.Replica) (journal.Beat, error) {
	return journal.Beat{}, s.reason
}

func (s readStore) Remove(context.Context, journal.Replica) (bool, error) { return false, s.reason }

func (s readStore) Take(context.Context, string, journal.Selection) ([]journal.Taken, error) {
	return nil, s.reason
}

func (s readStore) Give(context.Context, journal.Lease, string) error { return s.reason }
