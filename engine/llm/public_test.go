package llm

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"ringer/engine/prompt"
	"ringer/engine/sessiontest"
)

// TestPublicOnly: a server whose address a tenant has chosen is not asked on this machine, and no
// proxy is asked to reach it.
func TestPublicOnly(t *testing.T) {
	t.Parallel()
	var asked atomic.Int64
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked.Add(1) }))
	defer server.Close()
	for _, public := range []bool{true, false} {
		client := sessiontest.Must(New(Config{BaseURL: server.URL, Roles: DefaultRoles(), PublicOnly: public}))(t)
		err := client.Asker(prompt.Caller{}).Ask(t.Context(), prompt.Prompt{Role: prompt.RoleReply}, &struct {
			Text string `json:"text"`
		}{})
		e, ok := errors.AsType[*prompt.Error](err)
		refused := ok && e.Code == prompt.ModelUnreachable && strings.Contains(e.Error(), "prohibited IP")
		if refused != public || asked.Load() > 0 == public {
			t.Errorf("public only %v: %v; the server got %d requests", public, err, asked.Load())
		}
	}
	if networkTransport(1, true).(*http.Transport).Proxy != nil {
		t.Error("a proxy would be asked")
	}
}
