package api

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/labstack/echo/v4"

	"ringer/engine/journal"
	"ringer/engine/session"
	"ringer/engine/tenant"
)

const (
	// rotationOverlap is how long a rotated key still opens the API by default, in seconds: a day.
	rotationOverlap = 86_400
	maxOverlap      = 30 * 86_400
	// minKeyLife and maxKeyLife bound the life of a key that expires, in seconds.
	minKeyLife = 60
	maxKeyLife = 3650 * 86_400
	maxKeyRate = 1_000_000
	maxScopes  = 20
)

// keyRequest asks for a key.
type keyRequest struct {
	// Name says what the key is for, such as the name of a service.
	Name string `json:"name"`
	// Scopes are what the key may do; read, write and stream when they are left out. The scope
	// metrics is for keys of the default tenant.
	Scopes []tenant.Scope `json:"scopes,omitempty"`
	// Tenant is the tenant of the key; that of the request's key when it is left out. Only a key of
	// the default tenant may name another. A new name makes a new tenant.
	Tenant string `json:"tenant,omitempty" example:"acme"`
	// ExpiresIn is the key's life in seconds, from 60 to 315360000, ten years. Without it the key
	// does not expire.
	ExpiresIn *int64 `json:"expires_in_s,omitempty" minimum:"60" maximum:"315360000" example:"604800"`
	// RequestsPerS bounds the requests of the key, to all replicas together, from 1 to
	// 1000000. Without it only the limit of the server counts.
	RequestsPerS *int64 `json:"requests_per_s,omitempty" minimum:"1" maximum:"1000000" example:"100"`
}

// shownKey is a key without its secret.
type shownKey struct {
	// ID is the public part of the key.
	ID   string `json:"id" validate:"required" example:"mfzwizltoq5dcnrq"`
	Name string `json:"name"`
	// Tenant is the tenant whose sessions and games the key opens.
	Tenant string `json:"tenant" example:"acme"`
	// Scopes are what the key may do.
	Scopes []tenant.Scope `json:"scopes"`
	// RequestsPerS bounds its requests, to all replicas together; absent without a limit.
	RequestsPerS int       `json:"requests_per_s,omitempty" example:"100"`
	CreatedAt    time.Time `json:"created_at"`
	// ExpiresAt is when the key expires; absent if it does not.
	ExpiresAt time.Time `json:"expires_at,omitzero" validate:"optional"`
	// RevokedAt is when the key was revoked; absent if it was not.
	RevokedAt time.Time `json:"revoked_at,omitzero" validate:"optional"`
	// LastUsedAt is when the key was used last, to about a minute; absent if it never was.
	LastUsedAt time.Time `json:"last_used_at,omitzero" validate:"optional"`
	// Successor is the id of the key that a rotation has put in its place.
	Successor string `json:"successor,omitempty"`
	// Duplicate says that an earlier request with the same Idempotency-Key has made the key. That
	// answer has shown the key itself. If it was lost, rotate the key.
	Duplicate bool `json:"duplicate,omitempty"`
}

// madeKey is a new key.
type madeKey struct {
	shownKey
	// Key is the key itself. Nobody can read it again.
	Key string `json:"key" validate:"required" example:"rk_mfzwizltoq5dcnrq_k5xw4zdfojzw64tfmqqgc3tefzqw4zbanf2ca5dimuqgk3tefzrgk2ltmfqa"`
}

func (s *Server) showKey(k journal.Key) shownKey { return showKey(k, s.shownExpiry) }

// showKey shows a key. wall returns the wall time of a steady time.
func showKey(k journal.Key, wall func(time.Time) time.Time) shownKey {
	shown := func(t time.Time) time.Time {
		if t.IsZero() {
			return t
		}
		return wall(t)
	}
	scopes := []tenant.Scope{}
	for _, scope := range k.Scopes {
		scopes = append(scopes, tenant.Scope(scope))
	}
	return shownKey{
		ID: k.ID, Name: k.Name, Tenant: tenant.NameOf(k.Tenant), Scopes: scopes, RequestsPerS: k.Rate, Successor: k.Successor,
		CreatedAt: shown(k.CreatedAt), ExpiresAt: shown(k.ExpiresAt), RevokedAt: shown(k.RevokedAt), LastUsedAt: shown(k.UsedAt),
	}
}

// createKey makes a key, and shows it this once: only a hash is stored. It needs a key with the
// scope admin. A tenant may have any number of keys. Give each service its own, so that you can
// rotate and revoke them one by one.
//
//	@Summary	Create an API key
//	@Body	keyRequest	"What the key is for, and what it may do."
//	@Success	201	{object}	madeKey	"The key. Store it now."
//	@Success	200	{object}	shownKey	"An earlier request with the same Idempotency-Key has made the key."
func (s *Server) createKey(c echo.Context) error {
	var asked keyRequest
	h := holderOf(c)
	check := func() error { return asked.validate(h) }
	if err := decode(c, &asked, check); err != nil {
		return err
	}
	if err := check(); err != nil {
		return err
	}
	k := journal.Key{Tenant: h.Tenant, Name: asked.Name}
	if asked.Tenant != "" {
		k.Tenant = tenant.IDOf(asked.Tenant)
	}
	if len(asked.Scopes) == 0 {
		asked.Scopes = tenant.Usual
	}
	for _, scope := range asked.Scopes {
		k.Scopes = append(k.Scopes, string(scope))
	}
	if asked.RequestsPerS != nil {
		k.Rate = int(*asked.RequestsPerS)
	}
	life := time.Duration(0)
	if asked.ExpiresIn != nil {
		life = time.Duration(*asked.ExpiresIn) * time.Second
	}
	k.Request = idempotencyKey(c.Request().Header)
	made, err := s.options.Keys.Create(c.Request().Context(), k, life)
	if err != nil {
		return err
	}
	same := made.Name == k.Name && made.Rate == k.Rate && slices.Equal(made.Scopes, k.Scopes) && made.ExpiresAt.IsZero() == (life == 0) && (life == 0 || made.ExpiresAt.Sub(made.CreatedAt) == life)
	return s.sendKey(c, made, same)
}

// sendKey answers with a new key, or with the one that an earlier request has made.
func (s *Server) sendKey(c echo.Context, made tenant.Made, same bool) error {
	switch {
	case made.Text != "":
		return c.JSON(http.StatusCreated, madeKey{s.showKey(made.Key), made.Text})
	case !same:
		return refuse(session.CodeIDReused, headerIdempotencyKey, "was used before with another request; use a new key")
	}
	known := s.showKey(made.Key)
	known.Duplicate = true
	return c.JSON(http.StatusOK, known)
}

// validate returns an error for each value with which the holder may make no key.
func (q *keyRequest) validate(h *tenant.Holder) error {
	var errs session.Errors
	session.CheckName(&errs, "/name", q.Name)
	if len(q.Scopes) > maxScopes {
		errs.Add(session.CodeTooMany, "/scopes", fmt.Sprintf("has %d scopes, at most %d are taken", len(q.Scopes), maxScopes))
		return errs
	}
	for i, scope := range q.Scopes {
		at := fmt.Sprintf("/scopes/%d", i)
		switch {
		case !slices.Contains(tenant.Scopes, scope):
			errs.Add(session.CodeInvalidValue, at, "must be read, write, stream, admin or metrics")
		case scope == tenant.Metrics && (!h.Operator() || q.Tenant != "" && tenant.IDOf(q.Tenant) != ""):
			errs.Add(codeKeyScope, at, "is for keys of the default tenant, since the metrics are about all tenants; leave it out")
		}
	}
	switch {
	case q.Tenant == "":
	case !tenant.ValidName(q.Tenant):
		errs.Add(session.CodeInvalidValue, "/tenant", "must be 1 to 63 of the characters a-z, 0-9 and -, and not begin or end with -")
	case !h.Operator() && tenant.IDOf(q.Tenant) != h.Tenant:
		errs.Add(codeKeyScope, "/tenant", "must be your own tenant; leave it out: only a key of the default tenant makes keys of others")
	}
	bounded := func(n *int64, low, high int64, at string) {
		if n != nil && (*n < low || *n > high) {
			errs.Add(session.CodeOutOfRange, at, fmt.Sprintf("must be from %d to %d", low, high))
		}
	}
	bounded(q.ExpiresIn, minKeyLife, maxKeyLife, "/expires_in_s")
	bounded(q.RequestsPerS, 1, maxKeyRate, "/requests_per_s")
	return errs.Err()
}

// tenantParameter names another tenant than that of the key.
var tenantParameter = parameter{"tenant", codeInvalidParameter, func(text string) string {
	if !tenant.ValidName(text) {
		return "must be the name of a tenant"
	}
	return ""
}}

// tenantAsked returns the tenant that a request of an operator names; by default that of its key.
func tenantAsked(c echo.Context) (string, error) {
	h, name := holderOf(c), c.QueryParam(tenantParameter.name)
	switch {
	case name == "":
		return h.Tenant, nil
	case !h.Operator() && tenant.IDOf(name) != h.Tenant:
		return "", refuse(codeInvalidParameter, tenantParameter.name, "must be your own tenant; leave it out")
	}
	return tenant.IDOf(name), nil
}

// keyList is the list of the keys.
type keyList struct {
	// Keys are the keys, the oldest first.
	Keys []shownKey `json:"keys"`
}

// listKeys returns the keys of a tenant, the oldest first, also those that were revoked or have
// expired. It shows no secrets.
//
//	@Summary	List the API keys
//	@Success	200	{object}	keyList	"The keys."
func (s *Server) listKeys(c echo.Context) error {
	of, err := tenantAsked(c)
	if err != nil {
		return err
	}
	keys, err := s.options.Keys.List(c.Request().Context(), of)
	if err != nil {
		return err
	}
	list := keyList{Keys: []shownKey{}}
	for _, k := range keys {
		list.Keys = append(list.Keys, s.showKey(k))
	}
	return c.JSON(http.StatusOK, list)
}

// keyOf returns the key that a path names, if the holder may change it.
func (s *Server) keyOf(ctx context.Context, c echo.Context) (journal.Key, error) {
	h := holderOf(c)
	k, err := s.options.Keys.Get(ctx, c.Param("kid"))
	if err == nil && k.Tenant != h.Tenant && !h.Operator() || errors.Is(err, journal.ErrNotFound) {
		return k, refuseAs(codeKeyUnknown)
	}
	return k, err
}

// rotation asks for a new key in the place of one.
type rotation struct {
	// Overlap is how long the old key still opens the API, in seconds, from 0 to 2592000, thirty
	// days; 86400 when it is left out.
	Overlap *int64 `json:"overlap_s,omitempty" minimum:"0" maximum:"2592000" default:"86400" example:"86400"`
}

// rotateKey makes a new key with the same name, tenant, scopes, limit and life as an old one. Both
// open the API for a while, so that your services can change over. The tokens of the old key live
// until they expire.
//
//	@Summary	Rotate an API key
//	@OptionalBody	rotation	"How long the old key still opens the API. You may leave it out."
//	@Success	201	{object}	madeKey	"The new key. Store it now."
//	@Success	200	{object}	shownKey	"An earlier request with the same Idempotency-Key has made the key."
func (s *Server) rotateKey(c echo.Context) error {
	overlap := int64(rotationOverlap)
	asked := rotation{Overlap: &overlap}
	if err := decodeOptional(c, &asked, nil); err != nil {
		return err
	}
	if overlap < 0 || overlap > maxOverlap {
		return refuse(session.CodeOutOfRange, "/overlap_s", fmt.Sprintf("must be from 0 to %d seconds", maxOverlap))
	}
	ctx := c.Request().Context()
	k, err := s.keyOf(ctx, c)
	if err != nil {
		return err
	}
	made, err := s.options.Keys.Rotate(ctx, k, time.Duration(overlap)*time.Second, idempotencyKey(c.Request().Header))
	if err != nil {
		return err
	}
	return s.sendKey(c, made, k.Successor == made.ID)
}

// revokeKey ends a key, and the tokens that were made with it. Other replicas may take the key for
// three more seconds. Streams that it has opened go on until they rotate. To revoke a key twice
// changes nothing.
//
//	@Summary	Revoke an API key
//	@Success	200	{object}	shownKey	"The key, as it is now."
func (s *Server) revokeKey(c echo.Context) error {
	ctx := c.Request().Context()
	k, err := s.keyOf(ctx, c)
	if err != nil {
		return err
	}
	if err := s.options.Keys.Revoke(ctx, k.ID); err != nil {
		return err
	}
	if k, err = s.keyOf(ctx, c); err != nil {
		return journal.AfterWrite(err)
	}
	return c.JSON(http.StatusOK, s.showKey(k))
}
