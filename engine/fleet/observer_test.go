package fleet

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"ringer/engine/journal"
)

// watch lets an observer read rows at times, in milliseconds. It returns what changes.
func watch(reads map[int][]journal.Replica, every, until int) string {
	o := NewObserver("me")
	start := time.Now()
	var b strings.Builder
	before := ""
	var rows []journal.Replica
	for ms := 0; ms <= until; ms += every {
		if next, ok := reads[ms]; ok {
			rows = next
		}
		if rows == nil {
			continue
		}
		at := start.Add(time.Duration(ms) * time.Millisecond)
		v := o.See(at, at.Add(5*time.Millisecond), rows)
		if now := fmt.Sprint(names(v.Alive), " late", names(v.Late), " lapsed", names(v.Lapsed), " gone", names(v.Gone)); now != before {
			fmt.Fprintf(&b, "%d: %s\n", ms, now)
			before = now
		}
	}
	return b.String()
}

func names(rows []journal.Replica) (list []string) {
	for _, r := range rows {
		list = append(list, r.ID)
	}
	return list
}

func row(id string, beats int64) journal.Replica { return journal.Replica{ID: id, Beats: beats} }

// TestObserver watches a replica whose count stands still, until its row is removed. A replica
// never finds itself late.
func TestObserver(t *testing.T) {
	t.Parallel()
	got := watch(map[int][]journal.Replica{
		0:    {row("me", 1), row("you", 1)},
		500:  {row("me", 1), row("you", 2)},
		4000: {row("me", 1)},
	}, 100, 4500)
	want := `0: [me you] late[] lapsed[] gone[]
1500: [me you] late[you] lapsed[] gone[]
3000: [me] late[] lapsed[you] gone[]
4000: [me] late[] lapsed[] gone[you]
4100: [me] late[] lapsed[] gone[]
`
	if got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// TestObserverAfterAnOutage reads nothing for a while, and the same rows afterwards. Nobody has had
// a chance to beat, so nobody is late.
func TestObserverAfterAnOutage(t *testing.T) {
	t.Parallel()
	o, start := NewObserver("me"), time.Now()
	rows := []journal.Replica{row("me", 1), row("you", 1)}
	o.See(start, start, rows)
	back := start.Add(time.Minute)
	if v := o.See(back, back, rows); len(v.Late)+len(v.Lapsed) > 0 {
		t.Errorf("after an outage: %+v", v)
	}
	later := back.Add(LateAfter)
	if v := o.See(later, later, rows); len(v.Late) != 1 {
		t.Errorf("later: %+v", v)
	}
}

func TestTrustEndsBeforeAnotherBegins(t *testing.T) {
	t.Parallel()
	if !(BeatEvery < TrustFor && TrustFor < LateAfter && LateAfter < LapsedAfter && LapsedAfter+BeatEvery < 3*time.Second) {
		t.Error("the times are out of order")
	}
}

func TestShare(t *testing.T) {
	t.Parallel()
	v := View{Alive: []journal.Replica{{Homes: 10}, {Homes: 3}, {Homes: 0}}}
	for more, want := range map[int]int{0: 5, 2: 5, 3: 6} {
		if got := v.Share(more); got != want {
			t.Errorf("with %d more: %d, want %d", more, got, want)
		}
	}
}
