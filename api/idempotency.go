package api

import (
	"fmt"
	"net/http"
	"strings"
	"unicode/utf8"

	"ringer/engine/desk"
	"ringer/engine/session"
)

// headerIdempotencyKey is the header with which a client makes a retry of any POST safe. Where the
// body has an id, the key is the id of a body without one. So it is stored with what it stores, and
// a second request finds it as one with a known id does. Requests that store nothing need no key.
// A key counts for as long as what it has stored.
const headerIdempotencyKey = "Idempotency-Key"

// maxIdempotencyKey leaves room in an id for the number of a message.
const maxIdempotencyKey = session.MaxName - 4

// idempotencyKey returns the key of a request; empty for none. The draft of the IETF has quotes
// around it.
func idempotencyKey(h http.Header) string {
	values := h.Values(headerIdempotencyKey)
	if len(values) == 0 {
		return ""
	}
	key := strings.TrimSpace(strings.Join(values, ","))
	if inner, ok := strings.CutPrefix(key, `"`); ok && strings.HasSuffix(inner, `"`) {
		key = strings.TrimSuffix(inner, `"`)
	}
	return key
}

func checkIdempotencyKey(h http.Header) error {
	if h.Get(headerIdempotencyKey) == "" {
		return nil
	}
	var errs session.Errors
	key := idempotencyKey(h)
	if !utf8.ValidString(key) {
		errs.Add(session.CodeInvalidID, headerIdempotencyKey, "must be UTF-8; send a UUID, for instance")
	} else if utf8.RuneCountInString(key) > maxIdempotencyKey {
		errs.Add(session.CodeInvalidID, headerIdempotencyKey, fmt.Sprintf("is longer than %d characters; send a UUID, for instance", maxIdempotencyKey))
	} else {
		session.CheckID(&errs, headerIdempotencyKey, key)
	}
	return errs.Err()
}

// takeKey gives a body its id, if it has none.
func takeKey(h http.Header, body any) {
	key := idempotencyKey(h)
	if key == "" {
		return
	}
	switch b := body.(type) {
	case *session.Config:
		take(&b.External, key)
	case *session.GameConfig:
		take(&b.External, key)
	case *session.Observation:
		take(&b.ID, key)
	case *desk.GameObservation:
		take(&b.ID, key)
	case *session.VoteRequest:
		take(&b.ID, key)
	case *desk.GameVoteRequest:
		take(&b.ID, key)
	case *messageBody:
		if b.Messages == nil {
			take(&b.Post.ID, key)
		}
		for i := range b.Messages {
			take(&b.Messages[i].ID, fmt.Sprintf("%s/%d", key, i+1))
		}
	}
}

func take(id *string, key string) {
	if *id == "" {
		*id = key
	}
}
