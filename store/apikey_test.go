package store

import (
	"bytes"
	"errors"
	"reflect"
	"testing"
	"time"

	"ringer/engine/journal"
	"ringer/engine/sessiontest"
)

func TestKeys(t *testing.T) {
	databases(t, func(t *testing.T, address string) {
		s, ctx := setup(t, address), t.Context()
		at := func(second int) time.Time { return time.Unix(int64(second), 5000).UTC() }
		key := func(id, tenant string, age int) journal.Key {
			return journal.Key{ID: id, Tenant: tenant, Name: "of " + id, Hash: []byte{1, 2, 0xff}, Scopes: []string{"read", "write"}, Rate: 7, CreatedAt: at(age), ExpiresAt: at(1000)}
		}
		if found := sessiontest.Must(s.HasKeys(ctx))(t); found {
			t.Error("a new database has keys")
		}
		a, b, c := key("a", "", 2), key("b", "acme", 1), key("c", "acme", 3)
		b.ExpiresAt = time.Time{}
		for _, k := range []journal.Key{a, b} {
			sessiontest.NoError(t, s.AddKey(ctx, k))
			if got := sessiontest.Must(s.Key(ctx, k.ID))(t); !reflect.DeepEqual(got, k) {
				t.Errorf("got  %+v\nwant %+v", got, k)
			}
		}
		if _, err := s.Key(ctx, "none"); !errors.Is(err, journal.ErrNotFound) {
			t.Errorf("an unknown key: %v", err)
		}
		if err := s.AddKey(ctx, a); err == nil {
			t.Error("a key was stored twice")
		}
		sessiontest.NoError(t, s.RotateKey(ctx, "b", at(50), c))
		if err := s.RotateKey(ctx, "none", at(50), key("d", "acme", 4)); !errors.Is(err, journal.ErrNotFound) {
			t.Errorf("an unknown key is rotated: %v", err)
		}
		sessiontest.NoError(t, s.RotateKey(ctx, "c", at(2000), key("e", "acme", 5))) // it ends before
		sessiontest.NoError(t, s.RevokeKey(ctx, "a", at(30)))
		sessiontest.NoError(t, s.RevokeKey(ctx, "a", at(40)))
		sessiontest.NoError(t, s.NoteUse(ctx, map[string]time.Time{"a": at(20), "none": at(20)}))
		sessiontest.NoError(t, s.NoteUse(ctx, map[string]time.Time{"a": at(10)}))
		a.RevokedAt, a.UsedAt = at(30), at(20)
		b.ExpiresAt, b.Successor, c.Successor = at(50), "c", "e"
		if got, want := sessiontest.Must(s.AllKeys(ctx))(t), []journal.Key{a, b, c, key("e", "acme", 5)}; !reflect.DeepEqual(got, want) {
			t.Errorf("got  %+v\nwant %+v", got, want)
		}
		if got := sessiontest.Must(s.Keys(ctx, "acme"))(t); len(got) != 3 {
			t.Errorf("acme has %+v", got)
		}
	})
}

func TestSecretsOfTokens(t *testing.T) {
	databases(t, func(t *testing.T, address string) {
		s, ctx := setup(t, address), t.Context()
		secret := func(name string) []byte { return sessiontest.Must(s.Secret(ctx, name))(t) }
		old, kept := secret("token 00000001"), secret("token 00000002")
		if bytes.Equal(old, kept) || !bytes.Equal(old, secret("token 00000001")) {
			t.Error("a secret is not drawn once")
		}
		sessiontest.NoError(t, s.DropSecrets(ctx, "token 00000000", "token 00000002"))
		if bytes.Equal(old, secret("token 00000001")) || !bytes.Equal(kept, secret("token 00000002")) {
			t.Error("another secret was removed")
		}
	})
}
