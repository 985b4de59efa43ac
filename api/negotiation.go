package api

import (
	"mime"
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"
)

// offered are the media types of a route's answers, the standard one first.
func (r route) offered() []string {
	if len(r.offers) == 0 {
		return []string{echo.MIMEApplicationJSON}
	}
	return r.offers
}

// accepted returns the offer that a client likes best, and false when it likes none. Without a word of the client it is the first.
func preferredMedia(h http.Header, offers []string) (media string, ok bool) {
	lines := h.Values(echo.HeaderAccept)
	if len(lines) == 0 || len(lines) == 1 && (lines[0] == "" || lines[0] == "*/*" || lines[0] == offers[0]) {
		return offers[0], true
	}
	ranges := strings.Split(strings.Join(lines, ","), ",")
	best := preference{}
	for _, offer := range offers {
		if l := preferenceOf(offer, ranges); l.quality > 0 && l.betterThan(best) {
			media, best = offer, l
		}
	}
	return media, media != ""
}

// liking is how much a client likes an offer.
type preference struct {
	// quality is 0 for not at all.
	quality float64
	// exactness is 1 for */*, 2 for a type with any subtype, 3 for the very media type.
	exactness int
	// place is where it stands in the header: of what is liked the same, clients mean what they name first.
	place int
}

func (l preference) betterThan(other preference) bool {
	switch {
	case l.quality != other.quality:
		return l.quality > other.quality
	case l.exactness != other.exactness:
		return l.exactness > other.exactness
	}
	return l.place < other.place
}

// likingOf finds the most exact range that an offer is in (RFC 9110, 12.5.1).
func preferenceOf(offer string, ranges []string) preference {
	var l preference
	kind, _, _ := strings.Cut(offer, "/")
	for i, text := range ranges {
		media, parameters, err := mime.ParseMediaType(text)
		if err != nil {
			continue
		}
		exactness := map[string]int{"*/*": 1, kind + "/*": 2, offer: 3}[media]
		if exactness <= l.exactness {
			continue
		}
		quality := 1.0
		if q, given := parameters["q"]; given {
			if quality, err = strconv.ParseFloat(q, 64); err != nil || !(quality >= 0 && quality <= 1) {
				continue
			}
		}
		l = preference{quality, exactness, i}
	}
	return l
}

// negotiate checks that the route offers what a client accepts.
func (r route) checkAccept(h http.Header) error {
	if r.page { // for browsers, which accept what they show
		return nil
	}
	if _, ok := preferredMedia(h, r.offered()); !ok {
		return refuse(codeNotAcceptable, echo.HeaderAccept, "is offered here as "+strings.Join(r.offered(), " or ")+"; accept that or */*")
	}
	return nil
}
