package desk

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"ringer/engine/game"
	"ringer/engine/journal"
	"ringer/engine/session"
)

// PostGame appends messages of people or of the game master, all or none. Each bot that may see a
// message gets it in the same append. The echo of a bot's message stores nothing. Where the server
// runs the rules, a message that the referee overtakes is judged again. A repeated post gets the
// first result, also in a phase in which it would be refused.
func (k *Desk) PostGame(ctx context.Context, id string, posts []session.Post, pointer func(i int) string) ([]Posted, error) {
	return k.postAgain(ctx, id, posts, func(posts []session.Post) ([]Posted, error) {
		row, err := k.checked(ctx, id, k.Game, func(r *session.Roster) error { return completeGame(posts, r, pointer, r.Hosted()) })
		if err != nil {
			return nil, err
		}
		return k.postGame(ctx, row, posts, pointer)
	})
}

// postAgain posts messages until no barrier has overtaken them. For a post that is refused it
// returns the first result, if it was stored before.
func (k *Desk) postAgain(ctx context.Context, id string, posts []session.Post, post func([]session.Post) ([]Posted, error)) (result []Posted, err error) {
	if posts, err = k.named(ctx, id, posts); err != nil {
		return nil, err
	}
	var completed []session.Post
	err = k.again(ctx, func() error {
		completed = slices.Clone(posts)
		result, err = post(completed)
		return err
	})
	if _, refused := errors.AsType[session.Errors](err); refused {
		for i := range posts {
			completed[i].Channel = posts[i].Channel
		}
		if first, ok := k.postedBefore(ctx, id, completed); ok {
			result, err = first, nil
		}
	}
	if err == nil {
		err = k.nameForViews(ctx, id, result)
	}
	return result, err
}

// postedBefore returns the first results of posts, if all of them are stored. A post without a
// channel went into that of its phase, and another phase may have begun since.
func (k *Desk) postedBefore(ctx context.Context, id string, posts []session.Post) ([]Posted, bool) {
	result := make([]Posted, len(posts))
	for i, p := range posts {
		if p.ID == "" {
			return nil, false
		}
		e, err := k.store.Find(ctx, id, journal.MessageKey(p.ID))
		first, ok := e.Data.(*session.MessageReceived)
		if err != nil || !ok {
			return nil, false
		}
		p.Channel = cmp.Or(p.Channel, first.Channel)
		if !session.Same(first, &session.MessageReceived{Post: p}) {
			return nil, false
		}
		result[i] = Posted{ID: p.ID, Seq: e.Seq, Duplicate: true}
	}
	return result, true
}

// postGame appends messages that were checked against a row.
func (k *Desk) postGame(ctx context.Context, row journal.Session, posts []session.Post, pointer func(i int) string) (_ []Posted, err error) {
	warnings, err := k.heedPosts(ctx, row, posts, pointer)
	if err != nil {
		return nil, err
	}
	result := make([]Posted, len(posts))
	var appends gameAppends
	var places []int
	now := k.now()
	for i := range posts {
		if posts[i].MessageID != "" {
			if result[i], err = k.echo(ctx, row.ID, posts[i], pointer(i)); err != nil {
				return nil, err
			}
			continue
		}
		said := posts[i]
		if said.ID == "" {
			said.ID = k.NewID("msg_") // all logs know the line by one id
		}
		e := eventAt(now, &session.MessageReceived{Post: said})
		if posts[i].ID != "" {
			e.Key = journal.MessageKey(posts[i].ID)
		}
		appends.add(row.ID, e)
		for _, d := range game.Deliver(&row.Roster, e.Data) {
			appends.add(d.Session, e)
		}
		places = append(places, i)
	}
	if len(places) == 0 {
		return result, nil
	}
	if err := k.room(ctx, &row); err != nil {
		return nil, err
	}
	appends[0].Guard = row.Unchanged()
	done, err := k.deliverAll(row, appends)
	if reused, ok := errors.AsType[*journal.Reused](err); ok {
		i := slices.IndexFunc(posts, func(p session.Post) bool { return journal.MessageKey(p.ID) == reused.Key })
		return nil, idReused(pointer(i)+"/id", posts[i].ID)
	}
	if saysEnded(err) {
		return nil, errGameEnded
	}
	if err != nil {
		return nil, err
	}
	for n, i := range places {
		event := done[0].Events[n]
		result[i] = Posted{ID: event.MessageID(row.ID), Seq: event.Seq, Duplicate: done[0].Known[n], Warnings: warnings[i]}
	}
	return result, nil
}

// gameAppends are the appends to the logs of a game, one for each log.
type gameAppends []journal.Append

func (t *gameAppends) add(log string, e session.Event) {
	i := slices.IndexFunc(*t, func(a journal.Append) bool { return a.Session == log })
	if i < 0 {
		i, *t = len(*t), append(*t, journal.Append{Session: log, Guard: journal.Guard{Kind: journal.Ordinary}})
	}
	(*t)[i].Events = append((*t)[i].Events, e)
}

// echo answers the echo of a bot's message with that message.
func (k *Desk) echo(ctx context.Context, id string, p session.Post, pointer string) (Posted, error) {
	e, err := k.store.Find(ctx, id, journal.SaidKey(p.MessageID))
	if sent, ok := e.Data.(*session.MessageSent); err == nil && ok && sent.Sender == p.Sender {
		return Posted{ID: sent.MessageID, Seq: e.Seq, Duplicate: true}, nil
	}
	if err != nil && !errors.Is(err, journal.ErrNotFound) {
		return Posted{}, err
	}
	return Posted{}, session.Errors{{Code: session.CodeInvalidValue, Pointer: pointer + "/message_id", Detail: "is not the id of a message that this bot has sent; an echo needs no post here"}}
}

// completeGame fills in and checks the messages of a post to a game. strict says that nobody else
// judges whether their senders may speak.
func completeGame(posts []session.Post, r *session.Roster, pointer func(i int) string, strict bool) error {
	var all session.Errors
	for i := range posts {
		p, at := &posts[i], pointer(i)
		bot, isBot := r.Bot(p.Sender)
		isBot = isBot && (p.Kind == "" || p.Kind == session.FromPlayer)
		as := *r
		if isBot {
			as = r.Of(bot)
		}
		if errs, ok := errors.AsType[session.Errors](p.Complete(&as, at)); ok {
			all = append(all, errs...)
		}
		if isBot && p.MessageID == "" {
			all.Add(session.CodeInvalidValue, at+"/sender", fmt.Sprintf("%s is a bot of this game, which says its lines itself; an echo needs its message_id", session.Quoted(p.Sender)))
		}
	}
	if len(all) == 0 && strict {
		return completeHosted(posts, r, pointer)
	}
	return all.Err()
}

// CheckGamePosts reports what PostGame would refuse.
func (k *Desk) CheckGamePosts(ctx context.Context, id string, posts []session.Post, pointer func(i int) string) error {
	row, err := k.Game(ctx, id)
	if err != nil {
		return err
	}
	return completeGame(posts, &row.Roster, pointer, row.Roster.Hosted())
}

// GameObservation is an observation at a game.
type GameObservation struct {
	session.Observation
	// Seat is the bot that it concerns, for the kinds private_info, muted and unmuted. Without it,
	// muted and unmuted concern all bots.
	Seat string `json:"seat,omitempty"`
}

// validate checks an observation against the roster of a game.
func (o *GameObservation) validate(r *session.Roster) error {
	var errs session.Errors
	if found, ok := errors.AsType[session.Errors](o.Observation.Validate(r)); ok {
		errs = found
	}
	concerns := slices.Contains([]session.ObservationKind{session.PrivateInfo, session.BotMuted, session.BotUnmuted}, o.Kind)
	_, isBot := r.Bot(o.Seat)
	switch {
	case o.Seat == "" && o.Kind == session.PrivateInfo:
		errs.Add(session.CodeRequired, "/seat", "say which bot learned it: the id of its seat")
	case o.Seat == "":
	case !concerns:
		errs.Add(session.CodeInvalidValue, "/seat", "belongs to kinds private_info, muted and unmuted only; remove it")
	case !isBot:
		errs.Add(session.CodeUnknownPlayer, "/seat", r.NotABot(o.Seat))
	}
	return errs.Err()
}

// CheckGameObservation reports what ObserveGame would refuse.
func (k *Desk) CheckGameObservation(ctx context.Context, id string, o GameObservation) error {
	row, err := k.Game(ctx, id)
	if err != nil {
		return err
	}
	return o.validate(&row.Roster)
}

// ObserveGame appends one observation. Each bot that it concerns gets it in the same append.
func (k *Desk) ObserveGame(ctx context.Context, id string, o GameObservation) (Posted, error) {
	var warnings []session.Warning
	done, err := k.observeGame(ctx, id, o, func(row journal.Session) (err error) {
		if warnings, err = k.heedFact(ctx, row, observationKey(o.ID), o.Doubts(&row.Roster)); err != nil {
			return err
		}
		return k.roomFor(ctx, &row, observationKey(o.ID))
	})
	posted, err := resultOf(o.ID, done, err, idReused("/id", o.ID))
	posted.Warnings = warnings
	return posted, err
}

// observeGame appends one observation, if heed accepts it as it was sent.
func (k *Desk) observeGame(ctx context.Context, id string, o GameObservation, heed func(journal.Session) error) (done journal.Appended, err error) {
	if o.Barrier() {
		return k.appendGame(ctx, id, func(row journal.Session) (session.Payload, error) {
			err := k.readHeld(ctx, &row, &o.Observation)
			if err == nil {
				err = o.validate(&row.Roster)
			}
			if err == nil {
				err = o.hosted(&row)
			}
			if err == nil {
				err = heed(row)
			}
			return &session.ObservationReceived{Observation: o.Observation, Seat: o.Seat}, err
		})
	}
	err = k.again(ctx, func() error {
		row, err := k.checked(ctx, id, k.Game, o.validate)
		if err == nil {
			err = o.hosted(&row)
		}
		if err == nil {
			err = heed(row)
		}
		if err == nil {
			done, err = k.deliverObservation(row, o)
		}
		return err
	})
	return done, err
}

// deliverObservation appends an observation that was judged by a row, and is not a barrier.
func (k *Desk) deliverObservation(row journal.Session, o GameObservation) (journal.Appended, error) {
	fact := &session.ObservationReceived{Observation: o.Observation, Seat: o.Seat}
	if o.Kind == session.PlayerTyping {
		fact.Channel = row.Roster.Current().Channel
	}
	e := k.event(fact)
	e.Key = observationKey(o.ID)
	var appends gameAppends
	appends.add(row.ID, e)
	for _, d := range game.Deliver(&row.Roster, e.Data) {
		appends.add(d.Session, session.Event{At: e.At, Shift: e.Shift, Data: d.Data})
	}
	appends[0].Guard = row.Unchanged()
	done, err := k.deliverAll(row, appends)
	if saysEnded(err) {
		err = errGameEnded
	}
	if err != nil {
		return journal.Appended{}, err
	}
	return done[0], nil
}
