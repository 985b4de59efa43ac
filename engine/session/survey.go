package session

import (
	"cmp"
	"fmt"
	"math"
	"reflect"
	"slices"
)

// Survey is what a person thought of a game after its end: who was a bot, and how each of them
// played. The questions are those of the Time to Talk paper, section 4.5.
type Survey struct {
	// Form is how the questions are put. The default is percent.
	Form SurveyForm `json:"form,omitempty"`
	// Seat is the player who answers: a person. Each has one survey, and the first one stays.
	Seat string `json:"seat"`
	// Suspects are the players whom the person took for bots, before they were revealed.
	Suspects []string `json:"suspects"`
	// Confidence is how sure the person is of the suspects, from 0, a guess, to 100.
	Confidence *float64 `json:"confidence,omitempty"`
	// Reason is why the person took them for bots.
	Reason  string   `json:"reason,omitempty"`
	Ratings []Rating `json:"ratings,omitempty"` // Ratings judge bots.
	Comment string   `json:"comment,omitempty"` // Comment is what else the person says.
}

// SurveyForm is how the questions of a survey are put.
type SurveyForm string

const (
	SurveyPercent     SurveyForm = "percent"      // any number of suspects, ratings from 0 to 100
	SurveyPaper       SurveyForm = "paper"        // as in the paper: one suspect, ratings of 1, 2, 3, 4 or 5
	SurveyJonesBergen SurveyForm = "jones_bergen" // one suspect, a confidence and a reason, as in arXiv 2503.23674
)

// OneSuspect reports whether a person names one player at most.
func (f SurveyForm) OneSuspect() bool { return f == SurveyPaper || f == SurveyJonesBergen }

// Rating says how much a bot was like a person. Each value is from 0, not at all, to 100, entirely.
// In the form paper it is from 1 to 5.
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
	oneOf(&errs, "/form", cmp.Or(s.Form, SurveyPercent), SurveyPercent, SurveyPaper, SurveyJonesBergen)
	errs.AddIf(s.Form.OneSuspect() && len(s.Suspects) > 1, CodeTooMany, "/suspects", "names more than one player; in the form %s a person names one", s.Form)
	errs.AddIf(s.Confidence != nil && !(*s.Confidence >= 0 && *s.Confidence <= 100), CodeOutOfRange, "/confidence", "must be from 0 to 100")
	errs.AddIf(s.Form == SurveyJonesBergen && len(s.Ratings) > 0, CodeInvalidValue, "/ratings", "belong to the other forms; leave them out")
	errs.limit("/reason", s.Reason, MaxText)
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
		for _, v := range []struct {
			name  string
			value *float64
		}{{"similarity", x.Similarity}, {"timing", x.Timing}, {"relevance", x.Relevance}} {
			s.checkRating(errs, at+"/"+v.name, v.value)
		}
	}
}

func (s *Survey) checkRating(errs *Errors, pointer string, v *float64) {
	switch {
	case v == nil:
	case s.Form == SurveyPaper:
		errs.AddIf(!(*v >= 1 && *v <= 5) || *v != math.Trunc(*v), CodeInvalidValue, pointer, "must be 1, 2, 3, 4 or 5 in the form paper")
	default:
		errs.AddIf(!(*v >= 0 && *v <= 100), CodeOutOfRange, pointer, "must be from 0 to 100")
	}
}

// In returns the ratings in a form: 1 to 5 of the form paper are 0, 25, 50, 75 and 100 percent.
func (s *Survey) In(form SurveyForm) (ratings []Rating) {
	in := func(v *float64) *float64 {
		if v == nil || (s.Form == SurveyPaper) == (form == SurveyPaper) {
			return v
		}
		x := 1 + *v/25
		if form != SurveyPaper {
			x = 25 * (*v - 1)
		}
		return &x
	}
	for _, r := range s.Ratings {
		ratings = append(ratings, Rating{Seat: r.Seat, Similarity: in(r.Similarity), Timing: in(r.Timing), Relevance: in(r.Relevance)})
	}
	return ratings
}

// Identified reports whether a person named only bots, and at least one.
func (s *Survey) Identified(isBot func(seat string) bool) bool {
	return len(s.Suspects) > 0 && !slices.ContainsFunc(s.Suspects, func(seat string) bool { return !isBot(seat) })
}

// Same reports whether two surveys say the same.
func (s *Survey) Same(o *Survey) bool { return reflect.DeepEqual(s, o) }
