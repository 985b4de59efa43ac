package feed

import (
	"encoding/base64"
	"encoding/binary"
	"errors"

	"ringer/engine/journal"
)

// Place is how far a reader of a tenant's feed has come: behind the mark, and perhaps within the
// next growth of one slot.
type Place struct {
	Mark journal.Mark
	// N is the number of a growth that was read in part; 0 for none.
	N int64
	// Done is how many of its events have been passed, shown or not.
	Done int64
}

const placeVersion = 1

// String returns a place as clients keep it.
func (p Place) String() string {
	b := []byte{placeVersion}
	for _, n := range append(p.Mark[:], p.N, p.Done) {
		b = binary.AppendUvarint(b, uint64(n))
	}
	return base64.RawURLEncoding.EncodeToString(b)
}

var errPlace = errors.New("feed: this is no place in a feed")

// ParsePlace reads what String has written.
func ParsePlace(text string) (p Place, err error) {
	b, err := base64.RawURLEncoding.Strict().DecodeString(text)
	if err != nil || len(b) == 0 || b[0] != placeVersion {
		return p, errPlace
	}
	b = b[1:]
	numbers := make([]int64, len(p.Mark)+2)
	for i := range numbers {
		n, size := binary.Uvarint(b)
		if size <= 0 || int64(n) < 0 {
			return p, errPlace
		}
		numbers[i], b = int64(n), b[size:]
	}
	if len(b) > 0 {
		return p, errPlace
	}
	copy(p.Mark[:], numbers)
	p.N, p.Done = numbers[len(p.Mark)], numbers[len(p.Mark)+1]
	return p, nil
}

// Behind reports whether a place lies behind a mark in some slot, so it belongs to another feed.
func (p Place) Behind(end journal.Mark) bool {
	for slot, n := range p.Mark {
		if n > end[slot] {
			return true
		}
	}
	return false
}
