package tenant

import (
	"context"
	"crypto/rand"
	"fmt"
	"log/slog"
	"time"
)

// secretLife is how long new tokens are signed with one secret. It is longer than any token lives,
// so that two secrets verify all.
const secretLife = 7 * 24 * time.Hour

// Secrets returns the secrets that sign tokens: the present one, and the one before. They are in
// the database, so that every server of it accepts the tokens of the others, also after a restart.
// A server that only reads has secrets of its own, which last as long as the process.
func (r *Keyring) Secrets(ctx context.Context) ([2][]byte, error) {
	period := r.now().Steady().Unix() / int64(secretLife.Seconds())
	if r.store == nil || r.readsOnly {
		period = 0
	}
	r.drawing.Lock()
	defer r.drawing.Unlock()
	if r.secrets[0] != nil && r.period == period {
		return r.secrets, nil
	}
	var fresh [2][]byte
	for i := range fresh {
		var err error
		if fresh[i], err = r.secret(ctx, period-int64(i)); err != nil {
			return fresh, err
		}
	}
	r.secrets, r.period = fresh, period
	if r.store != nil && !r.readsOnly {
		if err := r.store.DropSecrets(ctx, secretName(0), secretName(period-1)); err != nil {
			r.log.Warn("old secrets of tokens could not be removed", slog.Any("error", err))
		}
	}
	return fresh, nil
}

func (r *Keyring) secret(ctx context.Context, period int64) ([]byte, error) {
	if r.store != nil && !r.readsOnly {
		return r.store.Secret(ctx, secretName(period))
	}
	drawn := make([]byte, secretBytes)
	rand.Read(drawn) // never fails
	return drawn, nil
}

// secretName orders secrets by their age.
func secretName(period int64) string { return fmt.Sprintf("token %08d", period) }
