package llm

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"ringer/engine/sessiontest"
)

// visit is a call that goes through a limiter.
type visit struct {
	session      string
	rank, weight int
}

// enterOrder returns the order in which visits enter after a first one, which fills the limiter,
// has left. Each leaves in the order in which it entered.
func enterOrder(t *testing.T, l *limiter, visits ...visit) (entered []int) {
	t.Helper()
	first := sessiontest.Must(l.enter(t.Context(), &waiter{session: "first", weight: l.bound}))(t)
	leaves := make([]func(), len(visits))
	for i, v := range visits {
		go func() {
			leave, err := l.enter(t.Context(), &waiter{session: v.session, rank: v.rank, weight: v.weight})
			if err != nil {
				t.Error(err)
			}
			leaves[i] = leave
		}()
		synctest.Wait()
	}
	first()
	for next := 0; next < len(visits); next++ {
		synctest.Wait()
		for i, leave := range leaves {
			if leave != nil && !slices.Contains(entered, i) {
				entered = append(entered, i)
			}
		}
		if next == len(entered) {
			t.Fatalf("only %v entered", entered)
		}
		leaves[entered[next]]()
	}
	if l.inUse != 0 || len(l.tenants) != 0 {
		t.Errorf("%d units are still in use, of %d tenants", l.inUse, len(l.tenants))
	}
	return entered
}

func TestLimiter(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		bound, sessionBound int
		visits              []visit
		want                string
	}{
		"RankFirstThenOrder":      {1, 1, []visit{{"a", 3, 1}, {"b", 1, 1}, {"c", 1, 1}, {"d", 0, 1}}, "[3 1 2 0]"},
		"HeavyIsNotOvertaken":     {4, 4, []visit{{"a", 1, 3}, {"b", 1, 3}, {"c", 1, 1}, {"d", 2, 1}}, "[0 1 2 3]"},
		"FullSessionBlocksItself": {8, 2, []visit{{"a", 1, 2}, {"a", 1, 2}, {"a", 2, 1}, {"b", 3, 1}}, "[0 3 1 2]"},
		"HeavierThanAllStillGoes": {2, 2, []visit{{"a", 1, 9}, {"", 1, 9}}, "[0 1]"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				if got := fmt.Sprint(enterOrder(t, newLimiter(c.bound, c.sessionBound), c.visits...)); got != c.want {
					t.Errorf("entered in the order %s, want %s", got, c.want)
				}
			})
		})
	}
}

// TestLimiterBoundsModels checks how many of 64 places the calls of models may take.
func TestLimiterBoundsModels(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := newLimiter(64, 64)
		enter := func(model string, most int, doubtful bool) (entered int) {
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			defer cancel()
			for range 100 {
				if _, err := l.enter(ctx, &waiter{model: model, weight: 1, share: func(int) (int, bool) { return most, doubtful }}); err != nil {
					return entered
				}
				entered++
			}
			return entered
		}
		for _, c := range []struct {
			model    string
			most     int
			doubtful bool
			want     int
		}{
			{"untried 1", 8, true, 8}, {"untried 2", 8, true, 8}, {"untried 3", 20, true, 16}, {"untried 4", 8, true, 0},
			{"hung", 1, false, 1}, {"good", 64, false, 31},
		} {
			if got := enter(c.model, c.most, c.doubtful); got != c.want {
				t.Errorf("%d calls of %s entered, want %d", got, c.model, c.want)
			}
		}
		if l = newLimiter(64, 64); enter("alone", 64, false) != 64 {
			t.Error("the only model does not get all places")
		}
		if l = newLimiter(64, 64); enter("first", 1, false) != 1 || enter("second", 64, false) != 48 {
			t.Error("a second model does not leave a quarter of the places")
		}
	})
}

// TestLimiterGivesUp: a call waits only as long as its context, and leaves nothing behind.
func TestLimiterGivesUp(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := newLimiter(1, 1)
		leave := sessiontest.Must(l.enter(t.Context(), &waiter{session: "a", weight: 1}))(t)
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		since := time.Now()
		if _, err := l.enter(ctx, &waiter{session: "b", weight: 1}); err == nil || time.Since(since) != time.Second {
			t.Errorf("after %s: %v", time.Since(since), err)
		}
		leave()
		if len(l.tenants) != 0 || l.inUse != 0 {
			t.Errorf("%d tenants have calls, %d units are in use", len(l.tenants), l.inUse)
		}
	})
}

// TestLimiterProperties: with random visits, of which some give up, the bounds hold, no free place
// is left empty, and who waits long enough enters.
func TestLimiterProperties(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		l := newLimiter(rapid.IntRange(1, 8).Draw(rt, "bound"), rapid.IntRange(1, 8).Draw(rt, "session bound"))
		n := rapid.IntRange(1, 40).Draw(rt, "visits")
		type plan struct {
			tenant, session        string
			rank, weight           int
			comes, stays, patience time.Duration
		}
		plans := make([]plan, n)
		for i := range plans {
			ms := func(label string, most int) time.Duration {
				return time.Duration(rapid.IntRange(0, most).Draw(rt, label)) * time.Millisecond
			}
			plans[i] = plan{
				rapid.SampledFrom([]string{"", "acme", "other"}).Draw(rt, "tenant"), rapid.SampledFrom([]string{"a", "b", "c", ""}).Draw(rt, "session"), rapid.IntRange(0, 3).Draw(rt, "rank"),
				rapid.IntRange(1, 10).Draw(rt, "weight"), ms("comes", 20), ms("stays", 10), ms("patience", 100),
			}
		}
		synctest.Test(t, func(t *testing.T) {
			for _, p := range plans {
				go func() {
					time.Sleep(p.comes)
					ctx, cancel := context.WithTimeout(t.Context(), p.patience)
					defer cancel()
					leave, err := l.enter(ctx, &waiter{tenant: p.tenant, session: p.session, rank: p.rank, weight: p.weight})
					if err != nil {
						return
					}
					time.Sleep(p.stays)
					leave()
				}()
			}
			for range 300 {
				synctest.Wait()
				if wrong := l.violation(); wrong != "" {
					rt.Fatal(wrong)
				}
				time.Sleep(time.Millisecond)
			}
			if l.inUse != 0 || len(l.tenants) != 0 {
				rt.Fatalf("%d units are in use and %d tenants have calls after all visits", l.inUse, len(l.tenants))
			}
		})
	})
}

// violation returns what breaks a rule of the limiter, empty if nothing does.
func (l *limiter) violation() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.inUse > l.bound {
		return fmt.Sprintf("%d units are in use, of %d", l.inUse, l.bound)
	}
	sum, least := 0, l.bound
	waiting := map[*tenant]*waiter{} // the next call of each
	for _, t := range l.tenants {
		sum += t.inUse
		for session, used := range t.sessions {
			if session != "" && used > l.sessionBound {
				return fmt.Sprintf("session %s uses %d units, of %d", session, used, l.sessionBound)
			}
		}
		if w := t.next(l.sessionBound); w != nil {
			waiting[t], least = w, min(least, t.inUse)
		}
	}
	if sum != l.inUse {
		return fmt.Sprintf("%d units are in use, and the tenants have %d", l.inUse, sum)
	}
	heavy := len(waiting) == 0
	for t, w := range waiting {
		heavy = heavy || t.inUse == least && l.inUse+w.weight > l.bound // no other call may come before it
	}
	if !heavy {
		return fmt.Sprintf("%d tenants wait although there is an empty place: %d of %d are in use", len(waiting), l.inUse, l.bound)
	}
	return ""
}

// next returns the first call of a tenant whose session is not at its bound.
func (t *tenant) next(sessionBound int) *waiter {
	blocked := map[string]bool{}
	for _, queue := range t.queues {
		for _, w := range queue {
			if w.session == "" || !blocked[w.session] && t.sessions[w.session]+w.weight <= sessionBound {
				return w
			}
			blocked[w.session] = true
		}
	}
	return nil
}

func TestPause(t *testing.T) {
	t.Parallel()
	t.Run("AllCallsWaitWhenMostAreRefused", func(t *testing.T) {
		t.Parallel()
		p := &pause{}
		p.refused("a", time.Minute)
		if p.left() <= 0 {
			t.Error("the only call was refused, and the next call does not wait")
		}
	})
	t.Run("NoCallWaitsForOneRefusalAmongAnswers", func(t *testing.T) {
		t.Parallel()
		p := &pause{}
		p.answered("a")
		p.answered("a")
		p.refused("a", time.Minute)
		if p.left() > 0 {
			t.Error("one refusal among three calls makes all calls wait")
		}
	})
	t.Run("OldAnswersAreForgotten", func(t *testing.T) {
		t.Parallel()
		p := &pause{}
		for range 100 {
			p.answered("a")
		}
		for range countedCalls / 2 {
			p.refused("a", time.Minute)
		}
		if p.left() > 0 {
			t.Error("as many refusals as answers make all calls wait")
		}
		p.refused("a", time.Minute)
		if p.left() <= 0 {
			t.Error("more refusals than answers make no call wait")
		}
	})
	t.Run("ServersThatDoNotSayForHowLong", func(t *testing.T) {
		t.Parallel()
		p := &pause{}
		for i, most := range []time.Duration{0, time.Second, 2 * time.Second, 4 * time.Second} {
			p.refused("a", 0)
			if left := p.left(); left > most || left <= most/2 && most > 0 {
				t.Errorf("after refusal %d the calls wait %s, not %s", i+1, left, most)
			}
		}
	})
}
