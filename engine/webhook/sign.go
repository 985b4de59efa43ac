package webhook

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"ringer/engine/journal"
)

const secretPrefix = "whsec_"

// NewSecret draws a secret: 32 bytes, as long as the hash.
func NewSecret() string {
	b := make([]byte, sha256.Size)
	rand.Read(b) // never fails
	return secretPrefix + base64.StdEncoding.EncodeToString(b)
}

// sign adds the headers of Standard Webhooks to a request. While an old secret still counts there
// are two signatures.
func sign(h http.Header, w *journal.Webhook, id string, now time.Time, body []byte) {
	signatures := []string{signature(w.Secret, id, now, body)}
	if w.OldSecret != "" && now.Before(w.OldUntil) {
		signatures = append(signatures, signature(w.OldSecret, id, now, body))
	}
	h.Set("webhook-id", id)
	h.Set("webhook-timestamp", strconv.FormatInt(now.Unix(), 10))
	h.Set("webhook-signature", strings.Join(signatures, " "))
}

func signature(secret, id string, now time.Time, body []byte) string {
	key, _ := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, secretPrefix)) // NewSecret has made it
	mac := hmac.New(sha256.New, key)
	fmt.Fprintf(mac, "%s.%d.%s", id, now.Unix(), body)
	return "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
}
