package engine

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"ringer/engine/journal"
)

// shunFor is how long a home is left to other replicas after it was found that this version cannot
// drive it.
const shunFor = time.Minute

// knownShunned bounds the homes that are remembered.
const knownShunned = 10_000

// shun leaves a home to newer replicas, since this version cannot drive it. During an upgrade they
// are there already. For a broken one there may be none.
func (e *Engine) shun(ctx context.Context, a *actor, why error) {
	if _, known := e.shunned.Get(a.home); !known && !e.NoteBroken(a.home, why) {
		e.log.Warn("a home is left to newer replicas", slog.String("home", a.home), slog.Any("error", why))
	}
	e.shunned.Add(a.home, time.Now())
	e.giveUp(ctx, a.lease)
	e.forget(a, true)
}

// NoteBroken reports whether an error says that a log is broken. It logs each error of a log once.
func (e *Engine) NoteBroken(id string, err error) bool {
	broken, ok := errors.AsType[*journal.Broken](err)
	if !ok {
		return false
	}
	if known, _ := e.broken.ContainsOrAdd(id+" "+broken.Error(), true); !known {
		e.log.Error("a log is broken, so its bots rest, and all others go on; restore it from a backup, or delete it", slog.String("id", id), slog.Any("error", err), slog.String("stack", broken.Stack))
	}
	return true
}

// shuns reports whether a home is left to newer replicas.
func (e *Engine) shuns(home string) bool {
	since, ok := e.shunned.Get(home)
	return ok && time.Since(since) < shunFor
}

// pass leaves a home that is too new to another replica. It may belong to this one, since others
// balance their load.
func (e *Engine) pass(home string) {
	epoch, err := e.store.Claim(e.ctx, home, e.owner)
	if err == nil {
		e.giveUp(e.ctx, journal.Lease{Home: home, Owner: e.owner, Epoch: epoch})
	}
}

// other returns another living replica, in turns; empty if there is none.
func (p *peers) other() string {
	if p == nil {
		return ""
	}
	list := p.now().Alive
	for range list {
		if r := list[int(p.next.Add(1))%len(list)]; r.ID != p.engine.owner {
			return r.ID
		}
	}
	return ""
}

// giveUp makes a home belong to nobody.
func (e *Engine) giveUp(ctx context.Context, l journal.Lease) {
	if err := e.store.Give(ctx, l, ""); err != nil && !errors.Is(err, journal.ErrNotOwner) && ctx.Err() == nil {
		e.trouble.retry(l.Home, err, 0)
	}
}
