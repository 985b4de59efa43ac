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
	"ringer/engine/session"
	"ringer/engine/step"
)

// CreateGame opens a game of a tenant, with the sessions of its bots. It answers a repeated request
// as Create does.
func (k *Desk) CreateGame(ctx context.Context, tenant string, c session.GameConfig) (row journal.Session, known bool, err error) {
	history := c.Game.History
	defer func() {
		if err == nil {
			err = k.Games.tell(ctx, row, history)
		}
	}()
	asked := c
	err = k.CheckGame(tenant, &c)
	if c.Game.History = nil; err != nil {
		return journal.Session{}, false, err
	}
	var proof *session.Proof
	if c.Seed == nil || c.Fair {
		proof = session.NewProof(c.Seed, rand.Text())
		c.Seed = &proof.Seed
	}
	logs, err := k.openings(tenant, c, proof)
	if err != nil {
		return journal.Session{}, false, err
	}
	for i := range logs {
		logs[i].Tenant = tenant
	}
	err = k.store.CreateAll(ctx, logs)
	if taken, ok := errors.AsType[*journal.ExternalIDTaken](err); ok {
		return k.existingGame(ctx, taken.Session, c, asked)
	}
	if err != nil {
		return journal.Session{}, false, fmt.Errorf("desk: create game: %w", err)
	}
	for _, l := range logs {
		k.driver.Delivered(l.Session, []session.Event{l.First})
	}
	return logs[0].Session, false, nil
}

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

// CheckGame fills in a game's configuration, and reports everything that is wrong with it.
func (k *Desk) CheckGame(tenant string, c *session.GameConfig) error {
	if len(c.Bots) > session.MaxPlayers || len(c.Game.Players) > session.MaxRoster {
		return c.Complete() // it refuses them; the checks of each bot would go through all players
	}
	c.Game.Players, c.Bots = slices.Clone(c.Game.Players), slices.Clone(c.Bots)
	var all session.Errors
	if errs, ok := errors.AsType[session.Errors](c.Complete()); ok {
		all = errs
	}
	if c.Host != session.HostRinger { // a game that Ringer runs has them elsewhere
		all = append(all, checkRulesOptions(&c.Game)...)
	}
	var dealt session.GameConfig
	if len(all) == 0 {
		d, err := deal(c)
		errs, ok := errors.AsType[session.Errors](err)
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
	roster := dealt.Roster()
	all = append(all, checkHistory(c.Game.History, &roster)...)
	dealt.Game.History = nil // it is checked
	found := map[session.Error]bool{}
	for _, e := range all {
		found[*e] = true
	}
	for i := range dealt.Bots {
		if all.Full() {
			break
		}
		config := dealt.Session(i)
		config.Game.Phases, config.Game.Channels, config.Game.Phase, config.Game.RulesOptions = nil, nil, "", nil // the game's own check has seen them
		err := k.CheckConfig(tenant, &config)
		errs, ok := errors.AsType[session.Errors](err)
		if err != nil && !ok {
			return err
		}
		for _, e := range session.OfBot(i, errs) {
			if !found[*e] {
				found[*e], all = true, append(all, e)
			}
		}
	}
	standing, err := k.checkStandIns(tenant, dealt, found)
	if err != nil {
		return err
	}
	return append(all, standing...).Err()
}

// openings returns the logs of a new game: its own and those of its bots. With a proof the bots'
// seeds do not follow from the game's: everybody learns that one in the end.
func (k *Desk) openings(tenant string, c session.GameConfig, proof *session.Proof) ([]journal.Opening, error) {
	dealt, err := deal(&c)
	if err != nil {
		return nil, err
	}
	id := k.NewID("gam_")
	created := &session.GameCreated{Config: c, Deal: dealt, Bots: []session.BotSeat{}, ViewKey: k.NewKey()}
	if proof != nil {
		created.Commit(proof)
	}
	configs, err := k.sessionsOf(tenant, seeded(c.Dealt(dealt), proof != nil))
	if err != nil {
		return nil, err
	}
	waits, bids := c.Floor == session.FloorModerated, c.Floor == session.FloorBid
	var sessions []journal.Opening
	for _, config := range configs {
		o := k.seated(created, session.SessionCreated{Config: config, GameID: id, Muted: waits, Bids: bids, Peers: peersOf(config.Strategy, configs), Bots: peersOf("", configs)})
		sessions = append(sessions, o)
		created.Bots = append(created.Bots, session.BotSeat{Seat: config.Bot.Seat, Session: o.Session.ID, Waits: waits})
	}
	if configs, err = k.sessionsOf(tenant, standing(c, dealt, proof != nil)); err != nil {
		return nil, err
	}
	for _, config := range configs { // muted, since an older version does not know bots that stand by
		o := k.seated(created, session.SessionCreated{Config: config, GameID: id, Muted: true, Bids: bids, StandIn: true})
		sessions = append(sessions, o)
		created.StandIns = append(created.StandIns, session.BotSeat{Seat: config.Bot.Seat, Session: o.Session.ID, Waits: waits})
	}
	first := k.event(created)
	first.Seq = 1
	own := journal.Opening{First: first, Session: journal.Session{
		ID: id, Home: id, IsGame: true, External: c.External, Status: journal.Open, CreatedAt: first.At, Roster: created.Roster(), LastSeq: 1, Barrier: 1,
	}}
	return append([]journal.Opening{own}, sessions...), nil
}

// seated returns the log of the session of one bot of a game.
func (k *Desk) seated(created *session.GameCreated, opened session.SessionCreated) journal.Opening {
	config := &opened.Config
	seen := created.Roster().SeenBy(config.Bot.Seat)
	config.Game.Channels, config.Game.Phases = seen.Channels, seen.Phases
	if created.Deal != nil {
		opened.Dealt = created.Deal.Private[config.Bot.Seat]
	}
	first := k.event(&opened)
	first.Seq = 1
	state := session.NewState(k.NewID("ses_"))
	state.Apply(first)
	return journal.Opening{First: first, Session: journal.Session{
		ID: state.Session, Home: opened.GameID, Strategy: config.Strategy, Status: journal.Open, CreatedAt: first.At, Roster: state.Roster, LastSeq: 1, Barrier: 1,
	}}
}

// seeded returns a game whose bots have seeds of their own, where those must not follow from the
// game's.
func seeded(c session.GameConfig, own bool) session.GameConfig {
	c.Bots = slices.Clone(c.Bots)
	for i := range c.Bots {
		if b := &c.Bots[i]; own {
			b.Seed = cmp.Or(b.Seed, newSeed())
		}
	}
	return c
}

func (k *Desk) sessionsOf(tenant string, c session.GameConfig) ([]session.Config, error) {
	configs := make([]session.Config, len(c.Bots))
	for i := range configs {
		configs[i] = c.Session(i)
		if err := k.CheckConfig(tenant, &configs[i]); err != nil {
			return nil, err
		}
	}
	return configs, nil
}

// peersOf returns the seats of the bots with a strategy, if there are several.
func peersOf(strategy string, configs []session.Config) (seats []string) {
	for i := range configs {
		if strategy == "" || configs[i].Strategy == strategy {
			seats = append(seats, configs[i].Bot.Seat)
		}
	}
	if len(seats) < 2 {
		return nil
	}
	return seats
}

// existingGame answers a create whose external id belongs to a game. It returns that game if the
// configurations are equal.
func (k *Desk) existingGame(ctx context.Context, id string, c, asked session.GameConfig) (journal.Session, bool, error) {
	first, err := firstOf[*session.GameCreated](ctx, k, id)
	if err != nil {
		return journal.Session{}, false, err
	}
	if first.SameSeed(asked.Seed) {
		c.Seed = first.Config.Seed
	}
	return k.Games.taken(ctx, id, &session.GameCreated{Config: first.Config}, &session.GameCreated{Config: c})
}

// GameState returns a game's state now.
func (k *Desk) GameState(ctx context.Context, id string) (*game.State, error) {
	var state *game.State
	if cached, ok := k.games.Get(id); ok {
		state = cached.Clone()
	} else {
		snapshot, _, err := k.store.Snapshot(ctx, id)
		if err != nil {
			return nil, fmt.Errorf("desk: game %s: %w", id, err)
		}
		state = step.DecodeGame(id, snapshot)
	}
	gone, began := false, state.Seq
	fold := func(e session.Event) bool {
		_, deleted := e.Data.(*session.MessageDeleted)
		gone = gone || deleted && began > 0
		state.Apply(e)
		return true
	}
	err := k.shortReads.use(ctx, func() error {
		err := k.readLog(ctx, id, state.Seq, fold)
		if err == nil && gone { // nothing of what is gone may stay in the state
			state = game.NewState(id)
			err = k.readLog(ctx, id, 0, fold)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	k.games.Add(id, state.Clone())
	return state.StepTo(k.now().Shift), nil
}
