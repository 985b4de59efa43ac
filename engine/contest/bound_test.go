package contest

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"ringer/engine/sessiontest"
)

// TestReportsAreBounded: a file that would take long is refused by what it counts, and the work
// ends with its context.
func TestReportsAreBounded(t *testing.T) {
	t.Parallel()
	var file strings.Builder
	sides := make([]string, maxVariants)
	for n := range sides {
		sides[n] = fmt.Sprintf(`{"s":"tom:age=%d"}`, 20+n)
	}
	fmt.Fprintf(&file, `{"arena":1,"rules":"mafia","sides":[%s],"players":16,"seed":1,"models":"offline","speed":1,"floor":"free"}`, strings.Join(sides, ","))
	header := file.String()
	for n := range 700 {
		seats := make([]string, 10)
		for k := range seats {
			seats[k] = fmt.Sprintf(`{"seat":"p%d","variant":"tom:age=%d","side":"s%d","won":true}`, k, 20+(n+k)%maxVariants, k)
		}
		fmt.Fprintf(&file, "\n"+`{"game":%d,"seats":[%s]}`, n+1, strings.Join(seats, ","))
	}
	for _, c := range map[string]struct{ file, want string }{
		"Compared":     {file.String(), "too many games and sides to compare"},
		"Values":       {header + "\n" + `{"game":1,"seats":[{}],"x":[0` + strings.Repeat(",0", 100_000) + `]}`, "line 2: has more than 100000 values"},
		"HeaderValues": {`{"arena":1,"x":[0` + strings.Repeat(",0", 100_000) + `]}`, "line 1: has more than 100000 values"},
	} {
		_, err := ReadReport(t.Context(), strings.NewReader(c.file))
		sessiontest.Fails(t, err, c.want)
	}
	few := strings.Join(strings.Split(file.String(), "\n")[:40], "\n")
	if _, err := ReadReport(t.Context(), strings.NewReader(few)); err != nil {
		t.Error(err)
	}
	gone, leave := context.WithCancel(t.Context())
	leave()
	if _, err := ReadReport(gone, strings.NewReader(few)); !errors.Is(err, context.Canceled) {
		t.Errorf("after the client has left: %v", err)
	}
}
