package desk

import (
	"context"
	"errors"
	"fmt"

	"ringer/engine/journal"
	"ringer/engine/referee/match"
	"ringer/engine/session"
	"ringer/engine/step"
)

// MessageChanges are the fields of a message that can change.
type MessageChanges struct {
	// Text replaces the old text.
	Text string `json:"text"`
}

var (
	errNoMessage      = refusal(session.CodeNoMessage, "", "nobody has said a message with this id here; use the id of the post, or the message_id of message.sent")
	errMessageDeleted = refusal(session.CodeMessageDeleted, "", "the message was deleted, and its text is gone; post a new one")
)

// Edit gives a message another text: one that was posted, or one of a bot. The same text again gets
// the first result.
func (l Logs) Edit(ctx context.Context, id, message string, to MessageChanges) (Posted, error) {
	var same int64
	done, err := l.appendBarrier(ctx, id, func(row *journal.Session) (session.Payload, error) {
		of, said, err := l.amendable(ctx, row, message)
		if err != nil {
			return nil, err
		}
		message = of.MessageID
		text, seq, edits, err := l.textNow(ctx, row, said, of)
		switch {
		case err != nil:
			return nil, err
		case text == "":
			return nil, errMessageDeleted
		case text == to.Text:
			same = seq
			return nil, errUnchanged
		}
		if row.Status == journal.Ended {
			return nil, errEnded(row)
		}
		if err := session.CheckText(to.Text); err != nil {
			return nil, err
		}
		if err := l.k.room(ctx, row); err != nil {
			return nil, err
		}
		return &session.MessageEdited{Amendment: of, Text: to.Text, Edit: edits + 1}, nil
	})
	if errors.Is(err, errUnchanged) {
		return Posted{ID: message, Seq: same, Duplicate: true}, nil
	}
	return resultOf(message, done, err, refusal(session.CodeConflict, "", "another message was edited at the same time; try again"))
}

// DeleteMessage takes a message back, also after the end, and erases its text from the logs, from
// recorded calls and from snapshots. A repeated call erases again what an earlier one has left.
func (l Logs) DeleteMessage(ctx context.Context, id, message string) error {
	row, err := l.Row(ctx, id)
	if err != nil {
		return err
	}
	of, _, err := l.amendable(ctx, &row, message)
	if err != nil {
		return err
	}
	if message, err = of.MessageID, l.withdraw(ctx, row, of); err != nil {
		return err
	}
	logs := []string{id}
	for _, b := range row.Roster.AllBots() {
		if l.games {
			logs = append(logs, b.Session)
		}
	}
	for _, log := range logs {
		e, err := l.k.store.Find(ctx, log, journal.DeletionKey(message))
		if errors.Is(err, journal.ErrNotFound) {
			continue // the bot does not see the channel
		}
		if err == nil {
			err = step.Erase(ctx, l.k.store, log, message, e.Seq)
		}
		if err != nil {
			return journal.AfterWrite(err)
		}
		l.k.states.Remove(log)
		l.k.games.Remove(log)
	}
	return nil
}

// withdraw appends the deletion of a message, unless the log has it. No state of the log matters,
// so it has no guard, and leaves the rosters alone.
func (l Logs) withdraw(ctx context.Context, row journal.Session, of session.Amendment) error {
	_, err := l.k.store.Find(ctx, row.ID, journal.DeletionKey(of.MessageID))
	if !errors.Is(err, journal.ErrNotFound) {
		return err
	}
	appends := appendsOf(row, l.k.event(&session.MessageDeleted{Amendment: of}))
	for i := range appends {
		appends[i].Guard, appends[i].Barrier, appends[i].Roster = journal.Guard{Kind: journal.Withdrawal}, true, nil
	}
	_, err = l.k.deliver(row, appends)
	for _, a := range appends {
		l.k.rows.Remove(a.Session)
	}
	return err
}

// amendable returns the message that a client names: by the id of its post, by that of the bot's
// message, by the id of its echo, or at a game by the id of a view.
func (l Logs) amendable(ctx context.Context, row *journal.Session, message string) (a session.Amendment, said session.Event, err error) {
	if err := standsAlone(row); err != nil {
		return a, said, err
	}
	if l.games {
		named, err := l.k.named(ctx, row.ID, []session.Post{{Kind: session.FromGamemaster, ReplyTo: message}})
		if err != nil {
			return a, said, err
		}
		message = named[0].ReplyTo
	}
	if said, err = l.message(ctx, row, message); err != nil {
		return a, said, err
	}
	a.MessageID, a.Seq = message, said.Seq
	switch p := said.Data.(type) {
	case *session.MessageReceived:
		a.Sender, a.Channel = p.Sender, p.Channel
		if l.games && row.Roster.Hosted() && match.IsOrder(p.ID) {
			return a, said, errHosted("", "the rules say this line, and need it as it is")
		}
		if !l.games && p.Kind == session.FromPlayer && p.Sender == row.Roster.Seat {
			return l.echoed(ctx, row, a, said)
		}
	case *session.MessageSent:
		a.Sender, a.Channel = p.Sender, p.Channel
	}
	return a, said, nil
}

// echoed returns the bot's own message if a post was the echo of one.
func (l Logs) echoed(ctx context.Context, row *journal.Session, a session.Amendment, said session.Event) (session.Amendment, session.Event, error) {
	state, err := l.k.StateAt(ctx, row.ID, 0)
	if err != nil {
		return a, said, err
	}
	for _, m := range state.Messages {
		if m.Echo == a.MessageID && m.ID != a.MessageID {
			sent, err := l.k.sent(ctx, row.ID, m.ID)
			a.MessageID, a.Seq = m.ID, sent.Seq
			return a, sent, err
		}
	}
	return a, said, nil
}

// message finds the event of a message. A post to a game without an id has no key.
func (l Logs) message(ctx context.Context, row *journal.Session, id string) (found session.Event, err error) {
	keys := []string{journal.MessageKey(id), journal.SaidKey(id)}
	if plan := session.PlanOf(id); !l.games && plan != "" {
		keys = append(keys, journal.SentKey(plan))
	}
	for _, key := range keys {
		e, err := l.k.store.Find(ctx, row.ID, key)
		if !errors.Is(err, journal.ErrNotFound) {
			return e, err
		}
	}
	after, last := int64(0), row.LastSeq
	if seq, ok := session.FactSeq(row.ID, id); ok {
		after, last = seq-1, seq
	}
	err = l.k.LongRead(ctx, func() error {
		return l.k.readLog(ctx, row.ID, after, func(e session.Event) bool {
			if e.MessageID(row.ID) == id {
				found = e
			}
			return found.Data == nil && e.Seq < last
		})
	})
	if err == nil && found.Data == nil {
		err = errNoMessage
	}
	return found, err
}

// textNow returns the text that a message has now, the seq of the event that gave it, and how many
// edits the log has.
func (l Logs) textNow(ctx context.Context, row *journal.Session, said session.Event, of session.Amendment) (text string, seq int64, edits int, err error) {
	switch p := said.Data.(type) {
	case *session.MessageReceived:
		text = p.Text
	case *session.MessageSent:
		text = p.Text
	}
	seq = said.Seq
	all, err := l.edits(ctx, row.ID)
	for _, e := range all {
		if p, ok := e.Data.(*session.MessageEdited); ok && p.MessageID == of.MessageID {
			text, seq = p.Text, e.Seq
		}
	}
	return text, seq, len(all), err
}

// editsPerRead is how many edits one read returns at most.
const editsPerRead = 100

// edits returns the edits of a session that stands alone, or of a game, in order.
func (l Logs) edits(ctx context.Context, id string) (list []session.Event, err error) {
	for len(list)%editsPerRead == 0 {
		var keys []string
		for n := range editsPerRead {
			keys = append(keys, journal.EditKey(len(list)+n+1))
		}
		found, err := l.k.store.FindAll(ctx, id, keys)
		if err != nil {
			return nil, fmt.Errorf("desk: edits of %s: %w", id, err)
		}
		if len(found) == 0 {
			break
		}
		list = append(list, found...)
	}
	return list, nil
}
