package show

import "testing"

func TestCommas(t *testing.T) {
	t.Parallel()
	for want, got := range map[string]string{"0": Commas(0, 0), "999": Commas(999, 0), "1,000": Commas(1000, 0), "1,234,567.9": Commas(1234567.89, 1), "-123": Commas(-123, 0), "-1,234": Commas(-1234, 0)} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
