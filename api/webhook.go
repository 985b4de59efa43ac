package api

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/labstack/echo/v4"

	"ringer/engine/desk"
	"ringer/engine/journal"
	"ringer/engine/outward"
	"ringer/engine/session"
	"ringer/engine/webhook"
)

const (
	// maxWebhooks bounds the webhooks of a tenant. Each reads the feed for itself.
	maxWebhooks = 20
	maxURL      = 2000
	// secretOverlap is how long a rotated secret still signs, in seconds: a day.
	secretOverlap = 86_400
)

// webhookRequest asks for a webhook.
type webhookRequest struct {
	// URL is where the events are sent: https, or http if the operator allows private addresses.
	URL string `json:"url" example:"https://platform.example/ringer"`
	// Description says what it is for.
	Description string `json:"description,omitempty" example:"the room server"`
	// Types are the types of events to send; left out, those that the feed shows by default.
	Types []session.Type `json:"types,omitempty" example:"message.sent"`
	// Sessions are the ids of the sessions whose events are sent, up to 100. Left out with games,
	// all are sent but those that belong to a game.
	Sessions []string `json:"sessions,omitempty" example:"ses_4vkg7w2m5x3q6t7r"`
	// Games are the ids of the games whose events are sent, up to 100.
	Games []string `json:"games,omitempty" example:"gam_7m2x5q6t4vkg3wra"`
}

// webhookChanges are changes of a webhook. What is left out stays.
type webhookChanges struct {
	// URL is where the events are sent from now on.
	URL *string `json:"url,omitempty" example:"https://platform.example/ringer"`
	// Description says what it is for.
	Description *string `json:"description,omitempty" example:"the room server"`
	// Types are the types of events to send; an empty list means those of the feed.
	Types *[]session.Type `json:"types,omitempty"`
	// Sessions are the ids of the sessions whose events are sent.
	Sessions *[]string `json:"sessions,omitempty"`
	// Games are the ids of the games whose events are sent.
	Games *[]string `json:"games,omitempty"`
	// Active says that events are sent. What happens meanwhile is sent later, as far as the feed
	// goes back.
	Active *bool `json:"active,omitempty"`
}

// shownWebhook is a webhook without its secret.
type shownWebhook struct {
	ID string `json:"id" validate:"required" example:"whk_q5zsf7k2m6w3x4ab"`
	// URL is where the events are sent.
	URL string `json:"url"`
	// Description says what it is for.
	Description string `json:"description,omitempty"`
	// Types are the types of events that are sent; absent for those of the feed.
	Types []session.Type `json:"types,omitempty"`
	// Sessions are the ids of the sessions whose events are sent.
	Sessions []string `json:"sessions,omitempty"`
	// Games are the ids of the games whose events are sent.
	Games []string `json:"games,omitempty"`
	// Active says that events are sent.
	Active bool `json:"active"`
	// Reason says why it is not active.
	Reason    string    `json:"reason,omitempty"`
	CreatedAt time.Time `json:"created_at"`
	// Duplicate says that an earlier request with the same Idempotency-Key has done this. That
	// answer has shown the secret.
	Duplicate bool `json:"duplicate,omitempty"`
}

// madeWebhook is a webhook with a new secret.
type madeWebhook struct {
	shownWebhook
	// Secret is what a receiver verifies the signatures with. Nobody can read it again.
	Secret string `json:"secret" validate:"required" example:"whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDJ5pJq5mJ3Zk="`
}

func showWebhook(w journal.Webhook) shownWebhook {
	return shownWebhook{
		ID: w.ID, URL: w.URL, Description: w.Description, Types: w.Types, Sessions: w.Sessions, Games: w.Games, Active: w.Active, Reason: w.Reason, CreatedAt: w.CreatedAt,
	}
}

func (q *webhookRequest) validate(private bool) error {
	var errs session.Errors
	switch u, wrong := outward.Parse(q.URL, private, "--webhook-private"); {
	case q.URL == "":
		errs.Add(session.CodeRequired, "/url", "say where the events are to be sent")
	case len(q.URL) > maxURL:
		errs.Add(session.CodeTooLong, "/url", fmt.Sprintf("is longer than %d bytes", maxURL))
	case wrong != "":
		errs.Add(session.CodeInvalidValue, "/url", wrong)
	case u.User != nil:
		errs.Add(session.CodeInvalidValue, "/url", "must have no user and password; each delivery is signed")
	}
	if utf8.RuneCountInString(q.Description) > session.MaxName {
		errs.Add(session.CodeTooLong, "/description", fmt.Sprintf("is longer than %d characters", session.MaxName))
	}
	for i, t := range q.Types[:min(len(q.Types), maxFilter)] {
		if wrong := checkTypes(string(t), feedEventTypes()); wrong != "" {
			errs.Add(session.CodeInvalidValue, fmt.Sprintf("/types/%d", i), wrong)
		}
	}
	for at, list := range map[string]int{"/types": len(q.Types), "/sessions": len(q.Sessions), "/games": len(q.Games)} {
		if list > maxFilter {
			errs.Add(session.CodeTooMany, at, fmt.Sprintf("has %d entries, at most %d are taken; leave it out, and skip what you do not want", list, maxFilter))
		}
	}
	prefixed := func(at string, ids []string, prefix string) {
		for i, id := range ids[:min(len(ids), maxFilter)] {
			if !strings.HasPrefix(id, prefix) || !storable(id) {
				errs.Add(session.CodeInvalidValue, fmt.Sprintf("%s/%d", at, i), "must be an id that begins with "+prefix)
			}
		}
	}
	prefixed("/sessions", q.Sessions, "ses_")
	prefixed("/games", q.Games, gamePrefix)
	return errs.Err()
}

// fill writes what was asked into a webhook.
func (q *webhookRequest) fill(w *journal.Webhook) {
	w.URL, w.Description, w.Types, w.Sessions, w.Games = q.URL, q.Description, q.Types, q.Sessions, q.Games
}

// createWebhook makes a webhook: the events of your sessions and games are sent to an address of
// yours, from now on. Each is signed as Standard Webhooks say. The secret is shown this once. It
// needs a key with the scope admin.
//
//	@Summary	Create a webhook
//	@Body	webhookRequest	"Where to send what."
//	@Success	201	{object}	madeWebhook	"The webhook. Store the secret now."
//	@Success	200	{object}	shownWebhook	"An earlier request with this Idempotency-Key did so."
func (s *Server) createWebhook(c echo.Context) error {
	var asked webhookRequest
	check := func() error { return asked.validate(s.options.WebhookPrivate) }
	if err := decode(c, &asked, check); err != nil {
		return err
	}
	if err := check(); err != nil {
		return err
	}
	ctx, of := c.Request().Context(), tenantOf(c)
	all, err := s.options.Webhooks.Webhooks(ctx, of)
	if err != nil {
		return err
	}
	w := journal.Webhook{ID: desk.NewID("whk_"), Tenant: of, Active: true, CreatedAt: s.engine.Now().At, Request: idempotencyKey(c.Request().Header)}
	again := w.Request != "" && slices.ContainsFunc(all, func(o journal.Webhook) bool { return o.Request == w.Request })
	if len(all) >= maxWebhooks && !again {
		return refuse(session.CodeTooMany, "", fmt.Sprintf("there are %d webhooks already; delete one", maxWebhooks))
	}
	log := s.engine.ListenTenant(of, nil)
	defer log.Close()
	place, err := log.End(ctx)
	if err != nil {
		return err
	}
	asked.fill(&w)
	w.Place, w.Secret = place.String(), webhook.NewSecret()
	known, err := s.options.Webhooks.AddWebhook(ctx, w)
	switch {
	case err != nil:
		return err
	case known == nil:
		s.webhooksChanged()
		return c.JSON(http.StatusCreated, madeWebhook{showWebhook(w), w.Secret})
	}
	if !reflect.DeepEqual([]any{known.URL, known.Description, known.Types, known.Sessions, known.Games}, []any{w.URL, w.Description, w.Types, w.Sessions, w.Games}) {
		return refuse(session.CodeIDReused, headerIdempotencyKey, "was used before with another request; use a new key")
	}
	shown := showWebhook(*known)
	shown.Duplicate = true
	return c.JSON(http.StatusOK, shown)
}

func (s *Server) webhooksChanged() {
	if s.options.WebhooksChanged != nil {
		s.options.WebhooksChanged()
	}
}

// webhookList is the list of the webhooks.
type webhookList struct {
	// Webhooks are the webhooks, the oldest first.
	Webhooks []shownWebhook `json:"webhooks"`
}

// listWebhooks returns the webhooks of your tenant, the oldest first. It shows no secrets.
//
//	@Summary	List the webhooks
//	@Success	200	{object}	webhookList	"The webhooks."
func (s *Server) listWebhooks(c echo.Context) error {
	all, err := s.options.Webhooks.Webhooks(c.Request().Context(), tenantOf(c))
	if err != nil {
		return err
	}
	list := webhookList{Webhooks: []shownWebhook{}}
	for _, w := range all {
		list.Webhooks = append(list.Webhooks, showWebhook(w))
	}
	return c.JSON(http.StatusOK, list)
}

// webhookOf returns the webhook that a path names, if it belongs to the tenant.
func (s *Server) webhookOf(ctx context.Context, c echo.Context) (journal.Webhook, error) {
	w, err := s.options.Webhooks.Webhook(ctx, c.Param("wid"))
	if errors.Is(err, journal.ErrNotFound) || err == nil && w.Tenant != tenantOf(c) {
		return w, refuseAs(codeWebhookUnknown)
	}
	return w, err
}

// getWebhook returns a webhook without its secret.
//
//	@Summary	Get a webhook
//	@Success	200	{object}	shownWebhook	"The webhook."
func (s *Server) getWebhook(c echo.Context) error {
	w, err := s.webhookOf(c.Request().Context(), c)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, showWebhook(w))
}

// changeWebhook changes a webhook of the tenant, and has its sender begin again.
func (s *Server) changeWebhook(c echo.Context, change func(w *journal.Webhook) error) (journal.Webhook, error) {
	ctx := c.Request().Context()
	w, err := s.webhookOf(ctx, c)
	if err != nil {
		return w, err
	}
	w, err = s.options.Webhooks.ChangeWebhook(ctx, w.ID, change)
	if errors.Is(err, journal.ErrNotFound) {
		err = refuseAs(codeWebhookUnknown)
	}
	s.webhooksChanged()
	return w, err
}

// updateWebhook changes a webhook. With active it stops, or goes on where it stopped. A webhook
// also stops when its receiver answers 410.
//
//	@Summary	Change a webhook
//	@Body	webhookChanges	"What to change."
//	@Success	200	{object}	shownWebhook	"The webhook, as it is now."
func (s *Server) updateWebhook(c echo.Context) error {
	var asked webhookChanges
	if err := decode(c, &asked, nil); err != nil {
		return err
	}
	w, err := s.changeWebhook(c, func(w *journal.Webhook) error {
		q := webhookRequest{URL: w.URL, Description: w.Description, Types: w.Types, Sessions: w.Sessions, Games: w.Games}
		replace(&q.URL, asked.URL)
		replace(&q.Description, asked.Description)
		replace(&q.Types, asked.Types)
		replace(&q.Sessions, asked.Sessions)
		replace(&q.Games, asked.Games)
		if err := q.validate(s.options.WebhookPrivate); err != nil {
			return err
		}
		q.fill(w)
		if asked.Active != nil {
			if w.Active, w.Reason = *asked.Active, ""; !w.Active {
				w.Reason = "a request has stopped it"
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, showWebhook(w))
}

func replace[T any](old *T, by *T) {
	if by != nil {
		*old = *by
	}
}

// deleteWebhook deletes a webhook with its deliveries. An attempt that is under way may still
// arrive.
//
//	@Summary	Delete a webhook
//	@Success	204	"It is deleted."
func (s *Server) deleteWebhook(c echo.Context) error {
	ctx := c.Request().Context()
	w, err := s.webhookOf(ctx, c)
	if err != nil {
		return err
	}
	if err := s.options.Webhooks.DeleteWebhook(ctx, w.ID); err != nil && !errors.Is(err, journal.ErrNotFound) {
		return err
	}
	s.webhooksChanged()
	return c.NoContent(http.StatusNoContent)
}

// rotateWebhook gives a webhook a new secret. For a day each delivery has two signatures, one of
// the old secret and one of the new one.
//
//	@Summary	Rotate the secret of a webhook
//	@Success	201	{object}	madeWebhook	"The webhook with its new secret. Store it now."
//	@Success	200	{object}	shownWebhook	"An earlier request with this Idempotency-Key did so."
func (s *Server) rotateWebhook(c echo.Context) error {
	key, known := idempotencyKey(c.Request().Header), false
	w, err := s.changeWebhook(c, func(w *journal.Webhook) error {
		if known = key != "" && w.Rotation == key; known {
			return nil
		}
		w.OldSecret, w.OldUntil = w.Secret, s.engine.Now().At.Add(secretOverlap*time.Second)
		w.Secret, w.Rotation = webhook.NewSecret(), key
		return nil
	})
	if err != nil {
		return err
	}
	if known {
		shown := showWebhook(w)
		shown.Duplicate = true
		return c.JSON(http.StatusOK, shown)
	}
	return c.JSON(http.StatusCreated, madeWebhook{showWebhook(w), w.Secret})
}

// replayRequest says from where a webhook sends again.
type replayRequest struct {
	// Cursor is a cursor of `GET /v1/events`, or earliest for all that the feed still has.
	Cursor string `json:"cursor" example:"earliest"`
}

// replayWebhook sends the events after a cursor once more. Each has the webhook-id that it had
// before. Pending deliveries stay.
//
//	@Summary	Replay events to a webhook
//	@Body	replayRequest	"From where."
//	@Success	202	{object}	shownWebhook	"The webhook."
func (s *Server) replayWebhook(c echo.Context) error {
	var asked replayRequest
	if err := decode(c, &asked, nil); err != nil {
		return err
	}
	log := s.engine.ListenTenant(tenantOf(c), nil)
	defer log.Close()
	place, err := placeOf(c.Request().Context(), log, "/cursor", asked.Cursor)
	if err != nil {
		return err
	}
	w, err := s.changeWebhook(c, func(w *journal.Webhook) error {
		w.Place = place.String()
		return nil
	})
	if err != nil {
		return err
	}
	return c.JSON(http.StatusAccepted, showWebhook(w))
}

// testWebhook sends an event webhook.test. The deliveries show what came of it.
//
//	@Summary	Test a webhook
//	@Success	202	{object}	shownWebhook	"The webhook."
func (s *Server) testWebhook(c echo.Context) error {
	w, err := s.changeWebhook(c, func(w *journal.Webhook) error {
		w.Test = true
		return nil
	})
	if err != nil {
		return err
	}
	return c.JSON(http.StatusAccepted, showWebhook(w))
}
