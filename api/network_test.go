package api

import (
	"fmt"
	"net/http/httptest"
	"testing"
	"time"
)

// TestAllowancesAreBounded: spectators from many addresses take no more memory than a few, and one
// network of IPv6 is one address. A seat, and all spectators of the game, stay known meanwhile.
func TestAllowancesAreBounded(t *testing.T) {
	t.Parallel()
	a, expires := newAllowances(), time.Now()
	from := func(address string) *allowance {
		r := httptest.NewRequest("GET", "/", nil)
		r.RemoteAddr = address
		return a.of(r, roleSpectator, "gam_1", expires)
	}
	if from("[2001:db8:1:2:3::4]:5") != from("[2001:db8:1:2:ffff::]:6") || from("[2001:db8:1:2::]:1") == from("[2001:db8:1:3::]:1") || from("198.51.100.1:1") == from("198.51.100.2:1") {
		t.Error("addresses of one network are told apart, or those of two are not")
	}
	seat := a.of(httptest.NewRequest("GET", "/", nil), roleSeat, "gam_1\x00Ann", expires)
	shared := from("198.51.100.1:1").shared
	for i := range keptAllowances + 100 {
		from(fmt.Sprintf("203.%d.%d.%d:1", i>>16, i>>8&255, i&255))
	}
	if n := a.byAddress.Len(); n != keptAllowances {
		t.Errorf("%d addresses are remembered, want %d", n, keptAllowances)
	}
	if a.of(httptest.NewRequest("GET", "/", nil), roleSeat, "gam_1\x00Ann", expires) != seat || from("198.51.100.1:1").shared != shared {
		t.Error("spectators have the seat, or how much all of them have used, forgotten")
	}
}
