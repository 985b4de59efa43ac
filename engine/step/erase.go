package step

import (
	"context"
	"fmt"

	"ringer/engine/journal"
	"ringer/engine/session"
)

// Eraser reads logs, and erases from them.
type Eraser interface {
	journal.Log
	Erase(ctx context.Context, e journal.Erasure) error
}

// Erase takes the text of a deleted message out of a log, wherever the log quotes it. seq is that
// of the deletion. The same call again changes nothing, so whoever meets a deletion makes it: the
// process that stored the deletion may have ended at once.
func Erase(ctx context.Context, log Eraser, id, message string, seq int64) error {
	x := session.NewErasure(id, message)
	err := journal.Read(ctx, journal.Pages(log, id), 0, func(e session.Event) bool {
		x.Learn(e)
		return e.Seq < seq
	})
	var wrong error
	erasure := journal.Erasure{Session: id, Seq: seq}
	if err == nil {
		err = journal.Read(ctx, journal.Pages(log, id), 0, func(e session.Event) bool {
			var found bool
			if e.Data, found, wrong = x.Clean(e); found {
				erasure.Events = append(erasure.Events, session.Event{Seq: e.Seq, Data: e.Data})
			}
			return e.Seq < seq && wrong == nil
		})
	}
	if err == nil {
		err = wrong
	}
	if err == nil {
		err = log.Erase(ctx, erasure)
	}
	if err != nil {
		return fmt.Errorf("step: erase a message from %s: %w", id, err)
	}
	return nil
}

// deletions are the messages whose deletion a read has met, with its seq.
type deletions map[string]int64

func (d deletions) note(e session.Event) {
	if p, ok := e.Data.(*session.MessageDeleted); ok {
		d[p.MessageID] = e.Seq
	}
}

func (d deletions) erase(ctx context.Context, log Eraser, id string) error {
	for message, seq := range d {
		if err := Erase(ctx, log, id, message, seq); err != nil {
			return err
		}
	}
	return nil
}
