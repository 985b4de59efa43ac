package desk

import (
	"cmp"
	"context"
	"fmt"

	"ringer/engine/journal"
	"ringer/engine/session"
)

// MaxHistory bounds the messages that a session or a game begins with: they are one append.
const MaxHistory = 100

func historyPointer(i int) string { return fmt.Sprintf("/game/history/%d", i) }

// checkHistory checks what was said before a session or a game.
func checkHistory(history []session.PastMessage, r *session.Roster) (errs session.Errors) {
	if len(history) > MaxHistory {
		errs.Add(session.CodeTooMany, "/game/history", fmt.Sprintf("has %d messages, at most %d are taken; post the others with history: true", len(history), MaxHistory))
		return errs
	}
	for i := range history {
		p := history[i].Post()
		if found, ok := p.Complete(r, historyPointer(i)).(session.Errors); ok {
			errs = append(errs, found...)
		}
	}
	return errs
}

// tell posts what was said before to a session or a game that was just created. The ids make it
// safe to repeat: a request that is sent again completes what an interrupted one has begun.
func (l Logs) tell(ctx context.Context, row journal.Session, history []session.PastMessage) error {
	if len(history) == 0 || row.Status == journal.Ended {
		return nil
	}
	posts := make([]session.Post, len(history))
	for i, p := range history {
		posts[i] = p.Post()
		posts[i].ID = cmp.Or(p.ID, fmt.Sprintf("history.%d", i+1))
	}
	_, err := l.Post(ctx, row.ID, posts, historyPointer)
	return journal.AfterWrite(err)
}
