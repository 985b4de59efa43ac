package api

import (
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"ringer/engine/feed"
	"ringer/engine/journal"
	"ringer/engine/session"
	"ringer/engine/webhook"
)

// shownDelivery is a delivery, without the text of its event.
type shownDelivery struct {
	// N numbers the deliveries of the webhook.
	N int64 `json:"n"`
	// EventID is the webhook-id of the delivery.
	EventID string `json:"event_id" validate:"required"`
	// Type is the type of the event.
	Type session.Type `json:"type"`
	// SessionID is the id of the session, if it is an event of one.
	SessionID string `json:"session_id,omitempty"`
	// GameID is the id of the game, if it is an event of one.
	GameID string `json:"game_id,omitempty"`
	Seq    int64  `json:"seq"`
	// At is when the event happened.
	At time.Time `json:"at"`
	// State is pending, delivered, dead after three days of attempts or a 410, or gone if the
	// session or game was deleted before.
	State journal.DeliveryState `json:"state"`
	// Attempts counts the attempts that have ended.
	Attempts int `json:"attempts"`
	// Status is what the receiver has answered last; absent if it has not.
	Status int `json:"status,omitempty"`
	// TookMS is how long the last attempt took, in milliseconds.
	TookMS int64 `json:"took_ms"`
	// Error says what was wrong with the last attempt.
	Error string `json:"error,omitempty"`
	// TriedAt is when the last attempt ended; absent before.
	TriedAt time.Time `json:"tried_at,omitzero" validate:"optional"`
	// NextAt is when the next attempt is due; absent if there is none.
	NextAt time.Time `json:"next_at,omitzero" validate:"optional"`
}

// deliveryList is a page of the deliveries.
type deliveryList struct {
	// Deliveries are the deliveries, the last first.
	Deliveries []shownDelivery `json:"deliveries"`
	// Next is the before of the next page; absent on the last page.
	Next int64 `json:"next,omitempty"`
}

var deliveryQuery = []parameter{
	oneOf("state", string(journal.Pending), string(journal.Delivered), string(journal.Dead), string(journal.Gone)), wholeNumber("before", 1, maxSeq), wholeNumber("limit", 1, 100),
}

// listDeliveries returns the deliveries of a webhook, the last first: those that wait, and those of
// the last seven days. With state=dead it lists what could not be delivered.
//
//	@Summary	List the deliveries of a webhook
//	@Success	200	{object}	deliveryList	"The deliveries."
func (s *Server) listDeliveries(c echo.Context) error {
	ctx := c.Request().Context()
	w, err := s.webhookOf(ctx, c)
	if err != nil {
		return err
	}
	limit := int(queryNumber(c, "limit", 20))
	list, err := s.options.Webhooks.Deliveries(ctx, w.ID, journal.DeliveryState(c.QueryParam("state")), queryNumber(c, "before", 0), limit)
	if err != nil {
		return err
	}
	page := deliveryList{Deliveries: []shownDelivery{}}
	for _, d := range list {
		shown := shownDelivery{
			N: d.N, EventID: webhook.EventID(d), Type: d.Type, Seq: d.Seq, At: d.At, State: d.State, Attempts: d.Attempts, Status: d.Status, TookMS: d.Took, Error: d.Error, TriedAt: d.TriedAt,
		}
		if d.State == journal.Pending {
			shown.NextAt = d.NextAt
		}
		if d.Kind == journal.OfGame {
			shown.GameID = d.Log
		} else {
			shown.SessionID = d.Log
		}
		page.Deliveries = append(page.Deliveries, shown)
	}
	if len(list) == limit {
		page.Next = list[limit-1].N
	}
	return c.JSON(http.StatusOK, page)
}

// webhookBody is what a webhook gets.
type webhookBody struct {
	// Type is the type of the event.
	Type session.Type `json:"type"`
	// Timestamp is when the event happened.
	Timestamp time.Time `json:"timestamp"`
	// Data is the event, as the feed shows it.
	Data any `json:"data"`
}

// WebhookBody returns the body of a delivery.
func WebhookBody(item feed.Item) ([]byte, error) {
	return jsonLine(webhookBody{itemType(item), item.At, shownItem(item)})
}

// FeedTypes returns the types of events that are shown of a kind of log by default.
func FeedTypes(kind journal.LogKind) []session.Type { return feedTypes(kind) }
