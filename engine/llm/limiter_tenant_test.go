package llm

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"ringer/engine/prompt"
	"ringer/engine/sessiontest"
)

// counter gives places without goroutines, and counts them.
type counter struct {
	*limiter
	inside, outside []*waiter
}

func (c *counter) ask(w *waiter) {
	c.add(w)
	c.outside = append(c.outside, w)
	c.look()
}

// look returns the calls that got a place since the last look.
func (c *counter) look() (given []*waiter) {
	c.outside = slices.DeleteFunc(c.outside, func(w *waiter) bool {
		select {
		case <-w.granted:
			given = append(given, w)
			return true
		default:
			return false
		}
	})
	c.inside = append(c.inside, given...)
	return given
}

// end ends a call, and returns those that got its place.
func (c *counter) end(i int) []*waiter {
	w := c.inside[i]
	c.inside = slices.Delete(c.inside, i, i+1)
	c.giveBack(w)
	return c.look()
}

func (c *counter) count(of []*waiter, tenant string) (calls int) {
	for _, w := range of {
		if w.tenant == tenant {
			calls++
		}
	}
	return calls
}

// TestOneCallBesideManySessions: a tenant that asks once gets the next place, however many calls of
// another one wait.
func TestOneCallBesideManySessions(t *testing.T) {
	t.Parallel()
	for _, bound := range []int{1, 4, 64} {
		c := counter{limiter: newLimiter(bound, 4)}
		for i := range 200 {
			c.ask(&waiter{tenant: "many", session: fmt.Sprint(i), weight: 1})
		}
		if len(c.inside) != bound {
			t.Errorf("a tenant that is alone gets %d of %d places", len(c.inside), bound)
		}
		c.ask(&waiter{tenant: "one", session: "only", rank: len(ranks) - 1, weight: 1})
		places := 0
		for c.count(c.outside, "one") > 0 {
			places += len(c.end(0))
		}
		if places != 1 {
			t.Errorf("with %d places it gets the place number %d", bound, places)
		}
	}
}

// TestLoadCountsTenants: the load says how many tenants wait, and how many calls of the one
// with the most.
func TestLoadCountsTenants(t *testing.T) {
	t.Parallel()
	client := sessiontest.Must(New(Config{Roles: DefaultRoles(), InFlight: 2}))(t)
	for i, calls := range []int{4, 1, 3} {
		for range calls {
			client.limiter.add(&waiter{tenant: fmt.Sprint(i), rank: i, weight: 1})
		}
	}
	l := client.Load()
	if l.InFlight != 2 || l.TenantsWaiting != 3 || l.MostWaiting != 3 || l.Waiting[prompt.RoleReflex] != 2 || l.Waiting[prompt.RoleDecision] != 3 {
		t.Errorf("the load is %+v", l)
	}
}

// TestTenantsShare: tenants that always have calls waiting get each free place in turn, whichever
// calls end, and their numbers of places become equal.
func TestTenantsShare(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		c := counter{limiter: newLimiter(rapid.IntRange(1, 20).Draw(rt, "bound"), 4)}
		names := []string{"", "acme", "other", "last"}[:rapid.IntRange(2, 4).Draw(rt, "tenants")]
		sessions := 0
		ask := func(tenant string, calls int) {
			for range calls {
				sessions++
				c.ask(&waiter{tenant: tenant, session: fmt.Sprint(sessions), rank: rapid.IntRange(0, 3).Draw(rt, "rank"), weight: 1})
			}
		}
		for _, name := range names { // the first one takes all places
			ask(name, 30)
		}
		without := map[string]int{} // places given to others while a tenant had none
		for range 200 {
			if len(c.inside) != c.bound {
				rt.Fatalf("%d of %d places are taken", len(c.inside), c.bound)
			}
			i := 0 // the longest call, or any
			if rapid.Bool().Draw(rt, "any") {
				i = rapid.IntRange(0, c.bound-1).Draw(rt, "ends")
			}
			ended := c.inside[i].tenant
			before := map[string]int{}
			for _, name := range names {
				before[name] = c.count(c.inside, name)
			}
			before[ended]--
			given := c.end(i)
			if len(given) != 1 {
				rt.Fatalf("%d calls get one place", len(given))
			}
			got := given[0].tenant
			for _, name := range names {
				if before[name] < before[got] {
					rt.Fatalf("%q gets the place, with %d; %q has %d", got, before[got], name, before[name])
				}
				if without[name]++; name == got || before[name] > 0 {
					without[name] = 0
				}
				if without[name] >= len(names) {
					rt.Fatalf("%q has no place, and others got %d", name, without[name])
				}
			}
			ask(got, 1)
		}
	})
}

// TestNobodyStarves: a tenant without a place gets one before all tenants that come later, and each
// other tenant goes before it once at most. A heavy call waits no longer.
func TestNobodyStarves(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		bound := rapid.IntRange(1, 8).Draw(rt, "bound")
		c := counter{limiter: newLimiter(bound, 8)}
		others := rapid.IntRange(1, 5).Draw(rt, "others")
		for i := range others {
			for range bound + 1 {
				c.ask(&waiter{tenant: fmt.Sprint("other ", i), weight: 1})
			}
		}
		// It has been served before, so it does not come first as a new one.
		c.ask(&waiter{tenant: "patient", weight: 1})
		c.ask(&waiter{tenant: "patient", weight: rapid.IntRange(1, bound).Draw(rt, "weight")})
		for c.count(c.inside, "patient") == 0 {
			c.end(0)
		}
		c.end(slices.IndexFunc(c.inside, func(w *waiter) bool { return w.tenant == "patient" }))
		for ends := 0; c.count(c.outside, "patient") > 0; ends++ {
			if ends > others+bound {
				rt.Fatalf("%d calls have ended, and it still waits", ends)
			}
			c.end(rapid.IntRange(0, len(c.inside)-1).Draw(rt, "ends"))
			c.ask(&waiter{tenant: fmt.Sprint("later ", ends), weight: 1})
		}
	})
}
