package webhook

import (
	"net/http"
	"testing"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"ringer/engine/journal"
	"ringer/engine/sessiontest"
)

// TestRotatedSecretsBothSign checks the signatures after a rotation, and after its time.
func TestRotatedSecretsBothSign(t *testing.T) {
	t.Parallel()
	now := time.Now()
	w := journal.Webhook{WebhookData: journal.WebhookData{Secret: NewSecret(), OldSecret: NewSecret(), OldUntil: now.Add(time.Minute)}}
	verify := func(at time.Time, secret string) error {
		h := http.Header{}
		sign(h, &w, "evt_1", at, []byte("{}"))
		return sessiontest.Must(standardwebhooks.NewWebhook(secret))(t).VerifyIgnoringTimestamp([]byte("{}"), h)
	}
	for _, secret := range []string{w.Secret, w.OldSecret} {
		sessiontest.NoError(t, verify(now, secret))
	}
	sessiontest.NoError(t, verify(now.Add(time.Hour), w.Secret))
	if verify(now.Add(time.Hour), w.OldSecret) == nil {
		t.Error("the old secret still signs")
	}
}
