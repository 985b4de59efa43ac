package storetest

import (
	"bytes"
	"testing"
)

// TestSieve sends chunks of all sizes. Each message passes whole or not at all.
func TestSieve(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		sieve      Sieve
		said, want string
	}{
		"Nothing": {Sieve{}, "whatever", "whatever"},
		"Postgres": {
			Sieve{Split: SplitPostgres, Drop: func(b []byte) bool { return b[0] == 'A' }},
			"K\x00\x00\x00\x0caaaabbbbA\x00\x00\x00\x06\x01\x02Z\x00\x00\x00\x05IA\x00\x00\x00\x04", "K\x00\x00\x00\x0caaaabbbbZ\x00\x00\x00\x05I",
		},
		"NATS": {
			Sieve{Split: SplitNATS, Drop: IsNATSMessage},
			"INFO {}\r\nPONG\r\nMSG a 1 4\r\n1\r\n2\r\nHMSG a 1 r 1 2\r\n12\r\nMSG a 1 0\r\n\r\nPING\r\n", "INFO {}\r\nPONG\r\nPING\r\n",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for size := 1; size <= len(c.said); size++ {
				var l link
				var got []byte
				for rest := []byte(c.said); len(rest) > 0; {
					n := min(size, len(rest))
					got = append(got, c.sieve.sift(&l, bytes.Clone(rest[:n]))...)
					rest = rest[n:]
				}
				if string(got) != c.want {
					t.Fatalf("in chunks of %d bytes %q passes, want %q", size, got, c.want)
				}
			}
		})
	}
}
