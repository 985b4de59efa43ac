package contest

import (
	"strings"
	"testing"
)

// TestAPanicInAContest plays a contest whose first game panics. The contest fails, and the server
// goes on.
func TestAPanicInAContest(t *testing.T) {
	t.Parallel()
	a := &act{contest: &Contest{}, bouts: []Bout{{}, {}}, state: Running, done: make(chan struct{})} // it has no settings
	a.play(t.Context())
	if got := a.show(false); got.State != Failed || !strings.Contains(got.Problem, "panic") || strings.Contains(got.Problem, ".go") {
		t.Errorf("%+v", got)
	}
}
