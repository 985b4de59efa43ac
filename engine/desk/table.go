package desk

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"

	"ringer/engine/game"
	"ringer/engine/journal"
	"ringer/engine/step"
	"ringer/engine/table"
)

// CreateTable opens a table with the sessions of its bots. It answers a repeated request as Create
// does.
func (k *Desk) CreateTable(ctx context.Context, c game.Table) (row journal.Session, known bool, err error) {
	asked := c
	if err := k.CheckTable(&c); err != nil {
		return journal.Session{}, false, err
	}
	var proof *game.Proof
	if c.Seed == nil || c.Fair {
		proof = game.NewProof(c.Seed, rand.Text())
		c.Seed = &proof.Seed
	}
	logs, err := k.openings(c, proof)
	if err != nil {
		return journal.Session{}, false, err
	}
	err = k.store.CreateAll(ctx, logs)
	if taken, ok := errors.AsType[*journal.ExternalIDTaken](err); ok {
		return k.existingTable(ctx, taken.Session, c, asked)
	}
	if err != nil {
		return journal.Session{}, false, fmt.Errorf("desk: create game: %w", err)
	}
	for _, l := range logs {
		k.driver.Delivered(l.Session, []game.Event{l.First})
	}
	return logs[0].Session, false, nil
}

// newKey draws a key of 128 bits.
func newKey() string {
	var b [16]byte
	rand.Read(b[:]) // never fails
	return hex.EncodeToString(b[:])
}

// newSeed draws a seed of 63 bits, which nobody can search.
func newSeed() *int64 {
	var b [8]byte
	rand.Read(b[:]) // never fails
	seed := int64(binary.LittleEndian.Uint64(b[:]) >> 1)
	return &seed
}

// CheckTable fills in a table's configuration, and reports everything that is wrong with it.
func (k *Desk) CheckTable(c *game.Table) error {
	if len(c.Bots) > game.MaxPlayers || len(c.Game.Players) > game.MaxRoster {
		return c.Complete() // it refuses them; the checks of each bot would go through all players
	}
	c.Game.Players, c.Bots = slices.Clone(c.Game.Players), slices.Clone(c.Bots)
	var all game.Errors
	if errs, ok := errors.AsType[game.Errors](c.Complete()); ok {
		all = errs
	}
	var dealt game.Table
	if len(all) == 0 {
		d, err := deal(c)
		errs, ok := errors.AsType[game.Errors](err)
		if err != nil && !ok {
			return err
		}
		all, dealt = append(all, errs...), c.Dealt(d)
	} else {
		dealt = *c
	}
	if c.Strict || k.terms.Strict {
		all = append(all, dealt.Game.Doubts()...)
	}
	found := map[game.Error]bool{}
	for _, e := range all {
		found[*e] = true
	}
	for i := range dealt.Bots {
		if all.Full() {
			break
		}
		session := dealt.Session(i)
		session.Game.Phases, session.Game.Channels, session.Game.Phase = nil, nil, "" // the table's own check has seen them
		err := k.completeNew(&session)
		errs, ok := errors.AsType[game.Errors](err)
		if err != nil && !ok {
			return err
		}
		for _, e := range game.OfBot(i, errs) {
			if !found[*e] {
				found[*e], all = true, append(all, e)
			}
		}
	}
	return all.Err()
}

// openings returns the logs of a new table: its own and those of its bots. With a proof the bots'
// seeds do not follow from the table's: everybody learns that one in the end.
func (k *Desk) openings(c game.Table, proof *game.Proof) ([]journal.Opening, error) {
	dealt, err := deal(&c)
	if err != nil {
		return nil, err
	}
	id := k.NewID("gam_")
	created := &game.TableCreated{Config: c, Deal: dealt, Bots: []game.BotSeat{}, ViewKey: k.NewKey()}
	played := c.Dealt(dealt)
	if proof != nil {
		created.Commit(proof)
		played.Bots = slices.Clone(played.Bots)
		for i := range played.Bots {
			b := &played.Bots[i]
			b.Seed = cmp.Or(b.Seed, newSeed())
		}
	}
	configs, err := k.sessionsOf(played)
	if err != nil {
		return nil, err
	}
	var sessions []journal.Opening
	for _, config := range configs {
		seen := created.Roster().SeenBy(config.Bot.Seat)
		config.Game.Channels, config.Game.Phases = seen.Channels, seen.Phases
		session := k.NewID("ses_")
		opened := &game.SessionCreated{Config: config, Table: id, Muted: c.Floor == game.FloorModerated, Peers: peersOf(config.Strategy, configs)}
		if dealt != nil {
			opened.Dealt = dealt.Private[config.Bot.Seat]
		}
		first := k.event(opened)
		first.Seq = 1
		state := game.NewState(session)
		state.Apply(first)
		sessions = append(sessions, journal.Opening{First: first, Session: journal.Session{
			ID: session, Home: id, Strategy: config.Strategy, Status: journal.Open, CreatedAt: first.At, Roster: state.Roster, LastSeq: 1, Barrier: 1,
		}})
		created.Bots = append(created.Bots, game.BotSeat{Seat: config.Bot.Seat, Session: session, Waits: c.Floor == game.FloorModerated})
	}
	first := k.event(created)
	first.Seq = 1
	own := journal.Opening{First: first, Session: journal.Session{
		ID: id, Home: id, Table: true, External: c.External, Status: journal.Open, CreatedAt: first.At, Roster: created.Roster(), LastSeq: 1, Barrier: 1,
	}}
	return append([]journal.Opening{own}, sessions...), nil
}

// sessionsOf returns the configurations of the sessions of a table's bots.
func (k *Desk) sessionsOf(c game.Table) ([]game.Config, error) {
	configs := make([]game.Config, len(c.Bots))
	for i := range configs {
		configs[i] = c.Session(i)
		if err := k.completeNew(&configs[i]); err != nil {
			return nil, err
		}
	}
	return configs, nil
}

// peersOf returns the seats of the bots with a strategy, if there are several.
func peersOf(strategy string, configs []game.Config) (seats []string) {
	for i := range configs {
		if configs[i].Strategy == strategy {
			seats = append(seats, configs[i].Bot.Seat)
		}
	}
	if len(seats) < 2 {
		return nil
	}
	return seats
}

// existingTable answers a create whose external id belongs to a table. It returns that table if the
// configurations are equal.
func (k *Desk) existingTable(ctx context.Context, id string, c, asked game.Table) (journal.Session, bool, error) {
	first, err := k.firstOf(ctx, id)
	if err != nil {
		return journal.Session{}, false, err
	}
	if first.SameSeed(asked.Seed) {
		c.Seed = first.Config.Seed
	}
	if !game.Same(&game.TableCreated{Config: first.Config}, &game.TableCreated{Config: c}) {
		return journal.Session{}, false, game.Errors{{
			Code: game.CodeIDReused, Pointer: "/external_id", Detail: "belongs to game " + id + ", which was created with another body; use a new one",
		}}
	}
	row, err := k.Table(ctx, id)
	return row, true, err
}

// firstOf returns the first event of a table.
func (k *Desk) firstOf(ctx context.Context, id string) (*game.TableCreated, error) {
	events, err := k.store.Events(ctx, id, 0, 1)
	if err != nil {
		return nil, fmt.Errorf("desk: game %s: %w", id, err)
	}
	if len(events) > 0 {
		if first, ok := events[0].Data.(*game.TableCreated); ok {
			return first, nil
		}
	}
	return nil, fmt.Errorf("desk: the log of game %s does not begin with game.created", id)
}

// Table returns a table's row. It returns journal.ErrNotFound for an unknown id.
func (k *Desk) Table(ctx context.Context, id string) (journal.Session, error) {
	row, err := k.store.Session(ctx, id)
	if err == nil && !row.Table {
		err = journal.ErrNotFound
	}
	if err != nil {
		return journal.Session{}, fmt.Errorf("desk: game %s: %w", id, err)
	}
	k.rows.Add(id, row)
	return row, nil
}

// TableState returns a table's state now.
func (k *Desk) TableState(ctx context.Context, id string) (*table.State, error) {
	var state *table.State
	if cached, ok := k.tables.Get(id); ok {
		state = cached.Clone()
	} else {
		snapshot, _, err := k.store.Snapshot(ctx, id)
		if err != nil {
			return nil, fmt.Errorf("desk: game %s: %w", id, err)
		}
		state = step.DecodeTable(id, snapshot)
	}
	err := k.shortReads.use(ctx, func() error {
		return k.readLog(ctx, id, state.Seq, func(e game.Event) bool {
			state.Apply(e)
			return true
		})
	})
	if err != nil {
		return nil, err
	}
	k.tables.Add(id, state.Clone())
	return state.StepTo(k.now().Shift), nil
}

// UpdateTable replaces a table's metadata.
func (k *Desk) UpdateTable(ctx context.Context, id string, p game.TableUpdated) error {
	_, err := k.appendTable(ctx, id, func(row journal.Session) (game.Payload, error) {
		if err := k.room(ctx, &row); err != nil {
			return nil, err
		}
		return &p, p.Validate()
	})
	return err
}

// EndTable closes a table and all its sessions. A repeated call with the same ending gets the first
// answer.
func (k *Desk) EndTable(ctx context.Context, id string, e Ending) (journal.Session, error) {
	p := &game.TableEnded{SessionEnded: *e.event()}
	row, err := k.endTable(ctx, id, p)
	if !saysEnded(err) {
		return row, err
	}
	state, unread := k.TableState(ctx, id)
	if unread != nil {
		return row, unread
	}
	if state.End == nil || !game.Same(p, &game.TableEnded{SessionEnded: state.End.SessionEnded}) {
		return row, err
	}
	return k.Table(ctx, id)
}

// CheckEndTable reports what EndTable would refuse.
func (k *Desk) CheckEndTable(ctx context.Context, id string, e Ending) error {
	row, err := k.Table(ctx, id)
	if err != nil {
		return err
	}
	return e.event().Validate(&row.Roster)
}

func (k *Desk) endTable(ctx context.Context, id string, p *game.TableEnded) (journal.Session, error) {
	_, err := k.appendTable(ctx, id, func(row journal.Session) (game.Payload, error) {
		end := *p
		if first, err := k.firstOf(ctx, id); err == nil {
			end.Proof = first.Proof
		} else if p.Reason != game.EndedByDeletion { // a damaged log can be deleted
			return nil, err
		}
		return &end, p.Validate(&row.Roster)
	})
	if err != nil {
		return journal.Session{}, err
	}
	row, err := k.Table(ctx, id)
	return row, journal.AfterWrite(err)
}

// DeleteTable ends a table if it is open, lets its streams read that, and removes it with its
// sessions and all that was said. The table itself goes last, so that a deletion that was broken
// off can be repeated.
func (k *Desk) DeleteTable(ctx context.Context, id string) error {
	row, err := k.Table(ctx, id)
	if err != nil {
		return err
	}
	if row.Status == journal.Open {
		end := &game.TableEnded{SessionEnded: game.SessionEnded{Reason: game.EndedByDeletion}}
		if _, err := k.endTable(ctx, id, end); err != nil && !saysEnded(err) {
			return err
		}
	}
	ids := []string{id}
	for _, b := range row.Roster.Bots {
		ids = append(ids, b.Session)
	}
	for _, log := range slices.Backward(ids) {
		k.driver.AwaitReaders(log)
		if err := k.remove(ctx, log); err != nil && (log == id || !errors.Is(err, journal.ErrNotFound)) {
			return err
		}
	}
	k.tables.Remove(id)
	return nil
}

// appendTable appends a fact of a table that changes who may do what, with what its sessions get.
// judge returns the fact, checked against a row.
func (k *Desk) appendTable(ctx context.Context, id string, judge func(journal.Session) (game.Payload, error)) (journal.Appended, error) {
	done, err := k.appendBarriers(ctx, id, k.Table, func(row journal.Session) ([]journal.Append, error) {
		p, err := judge(row)
		if err != nil {
			return nil, err
		}
		return k.barrierOf(row, p), nil
	})
	if errs, ok := errors.AsType[game.Errors](err); ok && errs[0] == errEnded[0] {
		err = errGameEnded
	}
	if err != nil {
		return journal.Appended{}, err
	}
	return done[0], nil
}

var errGameEnded = game.Errors{{Code: game.CodeSessionEnded, Detail: "the game has ended and takes nothing more; create a new one"}}

// barrierOf returns the appends of a fact that changes who may do what. The sessions' rows get the
// roster of the table.
func (k *Desk) barrierOf(row journal.Session, p game.Payload) []journal.Append {
	e := k.event(p)
	e.Key = step.TableKey(p)
	return step.Batch(row.ID, row.Roster, []game.Event{e})
}
