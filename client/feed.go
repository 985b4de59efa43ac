package client

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// Feed follows the events of all sessions and games of the key's tenant, in pages. It begins behind
// the cursor of a page; "" is now, "earliest" the oldest that is kept. It goes on until the context
// ends. An error is the last thing it yields.
func (c *Client) Feed(ctx context.Context, cursor string, types ...string) iter.Seq2[FeedPage, error] {
	return func(yield func(FeedPage, error) bool) {
		query := url.Values{}
		if len(types) > 0 {
			query.Set("types", strings.Join(types, ","))
		}
		for {
			if cursor != "" { // the first page without one comes at once: a retry would begin later
				query.Set("cursor", cursor)
				query.Set("wait", "20s")
			}
			var page FeedPage
			err := c.Do(ctx, http.MethodGet, "/v1/events?"+query.Encode(), nil, &page)
			if !yield(page, err) || err != nil {
				return
			}
			cursor = page.Cursor
		}
	}
}

// tolerance is how far the clocks of server and receiver may differ.
const tolerance = 5 * time.Minute

// VerifyWebhook checks the signature of a delivery, and returns its event. The id in the header
// webhook-id is the same when a delivery comes twice.
func VerifyWebhook(secret string, header http.Header, body []byte) (Event, error) {
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil {
		return Event{}, errors.New("ringer: the secret of the webhook is not as the server gave it: whsec_ and base64")
	}
	id, at := header.Get("webhook-id"), header.Get("webhook-timestamp")
	seconds, err := strconv.ParseInt(at, 10, 64)
	if age := time.Since(time.Unix(seconds, 0)); err != nil || age.Abs() > tolerance {
		return Event{}, fmt.Errorf("ringer: the delivery's time %q is not now; set the clock, or refuse the delivery", at)
	}
	mac := hmac.New(sha256.New, key)
	fmt.Fprintf(mac, "%s.%s.%s", id, at, body)
	want := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	for signature := range strings.FieldsSeq(header.Get("webhook-signature")) {
		if subtle.ConstantTimeCompare([]byte(signature), []byte(want)) == 1 {
			var delivery struct{ Data Event }
			if err := json.Unmarshal(body, &delivery); err != nil {
				return Event{}, fmt.Errorf("ringer: the delivery cannot be read: %w", err)
			}
			return delivery.Data, nil
		}
	}
	return Event{}, errors.New("ringer: the delivery has no signature of this secret; refuse it")
}
