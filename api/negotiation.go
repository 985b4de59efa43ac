package api

import (
	"mime"
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"
)

// offered returns the media types of a route's answers, the default first.
func (r route) offered() []string {
	if len(r.offers) == 0 {
		return []string{echo.MIMEApplicationJSON}
	}
	return r.offers
}

// preferredMedia returns the offer that a client prefers, or false when it accepts none. A client
// without the header gets the first offer.
func preferredMedia(h http.Header, offers []string) (media string, ok bool) {
	lines := h.Values(echo.HeaderAccept)
	if len(lines) == 0 || len(lines) == 1 && (lines[0] == "" || lines[0] == "*/*" || lines[0] == offers[0]) {
		return offers[0], true
	}
	ranges := strings.Split(strings.Join(lines, ","), ",")
	best := preference{}
	for _, offer := range offers {
		if p := preferenceOf(offer, ranges); p.quality > 0 && p.betterThan(best) {
			media, best = offer, p
		}
	}
	return media, media != ""
}

// preference is how much a client wants an offer.
type preference struct {
	// quality is the q value of the header, from 0 to 1; 0 refuses the offer.
	quality float64
	// exactness is 1 for */*, 2 for a type with any subtype, and 3 for the exact media type.
	exactness int
	// place is the position in the header. It decides between offers that are equal otherwise:
	// clients name first what they prefer.
	place int
}

func (p preference) betterThan(other preference) bool {
	switch {
	case p.quality != other.quality:
		return p.quality > other.quality
	case p.exactness != other.exactness:
		return p.exactness > other.exactness
	}
	return p.place < other.place
}

// preferenceOf finds the most exact media range that an offer matches (RFC 9110, section 12.5.1).
func preferenceOf(offer string, ranges []string) preference {
	var best preference
	kind, _, _ := strings.Cut(offer, "/")
	for i, text := range ranges {
		media, parameters, err := mime.ParseMediaType(text)
		if err != nil {
			continue
		}
		exactness := map[string]int{"*/*": 1, kind + "/*": 2, offer: 3}[media]
		if exactness <= best.exactness {
			continue
		}
		quality := 1.0
		if q, given := parameters["q"]; given {
			if quality, err = strconv.ParseFloat(q, 64); err != nil || !(quality >= 0 && quality <= 1) {
				continue
			}
		}
		best = preference{quality, exactness, i}
	}
	return best
}

// checkHeaders checks the headers that every route may get.
func (r route) checkHeaders(h http.Header) error {
	if r.method == http.MethodPost {
		if err := checkIdempotencyKey(h); err != nil {
			return err
		}
	}
	return r.checkAccept(h)
}

// checkAccept checks that the route offers a media type that the client accepts. A client that
// accepts problem documents has to expect that each answer is one, so it is never refused.
func (r route) checkAccept(h http.Header) error {
	if r.page || r.empty { // browsers accept what they can show
		return nil
	}
	_, ok := preferredMedia(h, r.offered())
	if !ok {
		_, ok = preferredMedia(h, []string{mimeProblem})
	}
	if !ok {
		return refuse(codeNotAcceptable, echo.HeaderAccept, "must accept "+strings.Join(r.offered(), " or ")+" or */*")
	}
	return nil
}
