package session_test

import (
	"errors"
	"fmt"
	"testing"

	"ringer/engine/session"
)

// TestSurveyForms: in the form of the paper a person names one suspect, and rates from 1 to 5 in
// whole numbers. The other form is in percent.
func TestSurveyForms(t *testing.T) {
	t.Parallel()
	r := session.Roster{
		Players: []session.Player{{ID: "red", Name: "Red", Presence: session.Active}, {ID: "blue", Name: "Blue", Presence: session.Active}, {ID: "green", Name: "Green", Presence: session.Active}},
		Bots:    []session.BotSeat{{Seat: "red"}},
	}
	for _, c := range []struct {
		form     session.SurveyForm
		suspects []string
		rating   float64
		refused  string
	}{
		{"", []string{"red", "green"}, 62.5, "[]"}, {session.SurveyPercent, []string{}, 0, "[]"}, {"", []string{}, 101, "[/ratings/0/similarity]"},
		{session.SurveyPaper, []string{"red"}, 5, "[]"}, {session.SurveyPaper, []string{}, 1, "[]"},
		{session.SurveyPaper, []string{"red", "green"}, 3, "[/suspects]"}, {session.SurveyPaper, []string{"red"}, 0, "[/ratings/0/similarity]"},
		{session.SurveyPaper, []string{"red"}, 6, "[/ratings/0/similarity]"}, {session.SurveyPaper, []string{"red"}, 2.5, "[/ratings/0/similarity]"}, {session.SurveyJonesBergen, []string{"red", "green"}, 3, "[/suspects /ratings]"}, {"stars", []string{"red"}, 2, "[/form]"},
	} {
		s := session.Survey{Form: c.form, Seat: "blue", Suspects: c.suspects, Ratings: []session.Rating{{Seat: "red", Similarity: &c.rating}}}
		errs, _ := errors.AsType[session.Errors](s.Validate(&r))
		if got := fmt.Sprint(session.Each(errs, func(e *session.Error) string { return e.Pointer })); got != c.refused {
			t.Errorf("%q with %v and %v is refused at %s, want %s", c.form, c.suspects, c.rating, got, c.refused)
		}
	}
}

// TestVerdicts: Jones and Bergen ask for one suspect, with a confidence, and for no ratings.
func TestVerdicts(t *testing.T) {
	t.Parallel()
	r := session.Roster{Players: []session.Player{{ID: "red", Name: "Red"}, {ID: "blue", Name: "Blue"}}, Bots: []session.BotSeat{{Seat: "red"}}}
	for confidence, refused := range map[float64]bool{0: false, 62.5: false, 100: false, -1: true, 101: true} {
		s := session.Survey{Form: session.SurveyJonesBergen, Seat: "blue", Suspects: []string{"red"}, Confidence: &confidence, Reason: "too quick"}
		if err := s.Validate(&r); (err != nil) != refused {
			t.Errorf("a confidence of %v: %v", confidence, err)
		}
	}
}

// TestRatingsInAnotherForm: 1 to 5 are even steps from 0 to 100 percent.
func TestRatingsInAnotherForm(t *testing.T) {
	t.Parallel()
	for stars, percent := range map[float64]float64{1: 0, 2: 25, 3: 50, 5: 100} {
		paper := session.Survey{Form: session.SurveyPaper, Ratings: []session.Rating{{Timing: &stars}}}
		other := session.Survey{Ratings: []session.Rating{{Timing: &percent}}}
		if got := *paper.In("")[0].Timing; got != percent {
			t.Errorf("%v stars are %v percent, want %v", stars, got, percent)
		}
		if got := *other.In(session.SurveyPaper)[0].Timing; got != stars {
			t.Errorf("%v percent are %v stars, want %v", percent, got, stars)
		}
		if got := paper.In(session.SurveyPaper)[0]; *got.Timing != stars || got.Relevance != nil {
			t.Errorf("in its own form: %v", got)
		}
	}
}
