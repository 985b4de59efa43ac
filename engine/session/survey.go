package session

import (
	"fmt"
	"reflect"
	"slices"
)

// Survey is what a person thought of a game after its end: who was a bot, and how each of them
// played. The questions are those of the Time to Talk paper, section 4.5.
type Survey struct {
	// Seat is the player who answers: a person. Each has one survey, and the first one stays.
	Seat string `json:"seat"`
	// Suspects are the players whom the person took for bots, before they were revealed.
	Suspects []string `json:"suspects"`
	Ratings  []Rating `json:"ratings,omitempty"` // Ratings judge bots.
	Comment  string   `json:"comment,omitempty"` // Comment is what else the person says.
}

// Rating says how much a bot was like a person. Each value is from 0, not at all, to 100, entirely.
type Rating struct {
	Seat string `json:"seat"` // Seat is the bot that is judged.
	// Similarity says how much it behaved like a person.
	Similarity *float64 `json:"similarity,omitempty"`
	Timing     *float64 `json:"timing,omitempty"` // Timing says how well it chose its moments.
	// Relevance says how well its messages fitted the talk.
	Relevance *float64 `json:"relevance,omitempty"`
}

// Validate checks a survey against the roster of a game.
func (s *Survey) Validate(r *Roster) error {
	var errs Errors
	r.CheckPerson(&errs, s.Seat, "say who answers: the id of a player", "; a survey asks people")
	errs.AddIf(s.Suspects == nil, CodeRequired, "/suspects", "list the players whom the person took for bots; an empty list says nobody")
	for i, seat := range s.Suspects {
		at := fmt.Sprintf("/suspects/%d", i)
		if _, ok := r.Player(seat); !ok {
			errs.Add(CodeUnknownPlayer, at, r.unknownPlayer(seat))
		} else if seat == s.Seat {
			errs.Add(CodeInvalidValue, at, "is the person who answers; leave it out")
		} else if slices.Contains(s.Suspects[:i], seat) {
			errs.Add(CodeInvalidValue, at, "is in the list already; name each player once")
		}
	}
	s.validateRatings(&errs, r)
	errs.limit("/comment", s.Comment, MaxText)
	return errs.Err()
}

func (s *Survey) validateRatings(errs *Errors, r *Roster) {
	if tooMany(errs, "/ratings", len(s.Ratings), MaxPlayers) {
		return
	}
	for i, x := range s.Ratings {
		at := fmt.Sprintf("/ratings/%d", i)
		if _, ok := r.Bot(x.Seat); !ok {
			errs.Add(CodeUnknownPlayer, at+"/seat", r.NotABot(x.Seat))
		} else if slices.ContainsFunc(s.Ratings[:i], func(o Rating) bool { return o.Seat == x.Seat }) {
			errs.Add(CodeInvalidValue, at+"/seat", "is rated already; rate each bot once")
		}
		checkRating(errs, at+"/similarity", x.Similarity)
		checkRating(errs, at+"/timing", x.Timing)
		checkRating(errs, at+"/relevance", x.Relevance)
	}
}

func checkRating(errs *Errors, pointer string, v *float64) {
	errs.AddIf(v != nil && !(*v >= 0 && *v <= 100), CodeOutOfRange, pointer, "must be from 0 to 100")
}

// Same reports whether two surveys say the same.
func (s *Survey) Same(o *Survey) bool { return reflect.DeepEqual(s, o) }
