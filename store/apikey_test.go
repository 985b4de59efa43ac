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
		added := func(known *journal.Key, err error) {
			t.Helper()
			if known != nil || err != nil {
				t.Fatalf("a new key: known as %+v, error %v", known, err)
			}
		}
		a, b, c := key("a", "", 2), key("b", "acme", 1), key("c", "acme", 3)
		b.ExpiresAt = time.Time{}
		for _, k := range []journal.Key{a, b} {
			added(s.AddKey(ctx, k))
			if got := sessiontest.Must(s.Key(ctx, k.ID))(t); !reflect.DeepEqual(got, k) {
				t.Errorf("got  %+v\nwant %+v", got, k)
			}
		}
		if _, err := s.Key(ctx, "none"); !errors.Is(err, journal.ErrNotFound) {
			t.Errorf("an unknown key: %v", err)
		}
		if _, err := s.AddKey(ctx, a); err == nil {
			t.Error("a key was stored twice")
		}
		added(s.RotateKey(ctx, "b", at(50), c))
		if _, err := s.RotateKey(ctx, "none", at(50), key("d", "acme", 4)); !errors.Is(err, journal.ErrNotFound) {
			t.Errorf("an unknown key is rotated: %v", err)
		}
		added(s.RotateKey(ctx, "c", at(2000), key("e", "acme", 5))) // it ends before
		once, again := key("f", "acme", 6), key("g", "acme", 7)
		once.Request, again.Request = "r", "r"
		added(s.AddKey(ctx, once))
		for what, add := range map[string]func() (*journal.Key, error){
			"add": func() (*journal.Key, error) { return s.AddKey(ctx, again) }, "rotate": func() (*journal.Key, error) { return s.RotateKey(ctx, "f", at(9), again) },
		} {
			if known, err := add(); err != nil || known == nil || !reflect.DeepEqual(*known, once) {
				t.Errorf("%s again: %+v, error %v", what, known, err)
			}
		}
		again.Tenant = "other"
		added(s.AddKey(ctx, again))
		sessiontest.NoError(t, s.RevokeKey(ctx, "a", at(30)))
		sessiontest.NoError(t, s.RevokeKey(ctx, "a", at(40)))
		sessiontest.NoError(t, s.NoteUse(ctx, map[string]time.Time{"a": at(20), "none": at(20)}))
		sessiontest.NoError(t, s.NoteUse(ctx, map[string]time.Time{"a": at(10)}))
		a.RevokedAt, a.UsedAt = at(30), at(20)
		b.ExpiresAt, b.Successor, c.Successor = at(50), "c", "e"
		if got, want := sessiontest.Must(s.AllKeys(ctx))(t), []journal.Key{a, b, c, key("e", "acme", 5), once, again}; !reflect.DeepEqual(got, want) {
			t.Errorf("got  %+v\nwant %+v", got, want)
		}
		if got := sessiontest.Must(s.Keys(ctx, "acme"))(t); len(got) != 4 {
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
