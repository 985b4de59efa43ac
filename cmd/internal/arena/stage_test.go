package arena

import (
	"strings"
	"testing"

	"ringer/api"
)

// TestAPanicInAContest plays a contest whose first game panics. The contest fails, and the server
// goes on.
func TestAPanicInAContest(t *testing.T) {
	t.Parallel()
	a := &act{contest: &Contest{}, bouts: []bout{{}, {}}, state: api.ContestRunning, done: make(chan struct{})} // it has no settings
	a.play(t.Context())
	if got := a.show(false); got.State != api.ContestFailed || !strings.Contains(got.Problem, "panic") || strings.Contains(got.Problem, ".go") {
		t.Errorf("%+v", got)
	}
}
