package home

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"ringer/engine/journal"
)

// shunFor is how long a home that this version cannot drive is left to others.
const shunFor = time.Minute

const knownShunned = 10_000

// shun leaves a home to newer replicas. For a broken one there may be none.
func (h *Homes) shun(ctx context.Context, a *actor, why error) {
	if _, known := h.shunned.Get(a.home); !known && !h.NoteBroken(a.home, why) {
		h.Log.Warn("a home is left to newer replicas", slog.String("home", a.home), slog.Any("error", why))
	}
	h.shunned.Add(a.home, time.Now())
	h.giveUp(ctx, a.lease)
	h.forget(a, true)
}

// NoteBroken reports whether an error says that a log is broken. It logs each error of a log once.
func (h *Homes) NoteBroken(id string, err error) bool {
	broken, ok := errors.AsType[*journal.Broken](err)
	if !ok {
		return false
	}
	if known, _ := h.broken.ContainsOrAdd(id+" "+broken.Error(), true); !known {
		h.Log.Error("a log is broken, so its bots rest, and all others go on; restore it from a backup, or delete it", slog.String("id", id), slog.Any("error", err), slog.String("stack", broken.Stack))
	}
	return true
}

// Shuns reports whether a home is left to newer replicas.
func (h *Homes) Shuns(home string) bool {
	since, ok := h.shunned.Get(home)
	return ok && time.Since(since) < shunFor
}

// Shunned counts the homes that are left to newer replicas.
func (h *Homes) Shunned() int { return h.shunned.Len() }

// Pass leaves a home that is too new to another replica. It may belong to this one, since others
// balance their load.
func (h *Homes) Pass(home string) {
	epoch, err := h.Store.Claim(h.Context, home, h.Owner)
	if err == nil {
		h.giveUp(h.Context, journal.Lease{Home: home, Owner: h.Owner, Epoch: epoch})
	}
}

func (h *Homes) giveUp(ctx context.Context, l journal.Lease) {
	if err := h.Store.Give(ctx, l, ""); err != nil && !errors.Is(err, journal.ErrNotOwner) && ctx.Err() == nil {
		h.Health.Retry(l.Home, err, 0)
	}
}
