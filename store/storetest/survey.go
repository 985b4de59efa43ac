package storetest

import (
	"ringer/engine/journal"
	"ringer/engine/session"
)

func survey(seat string, second int, suspects ...string) journal.Survey {
	similarity := 40.0
	return journal.Survey{At: at(second), Survey: session.Survey{Seat: seat, Suspects: suspects, Ratings: []session.Rating{{Seat: "red", Similarity: &similarity}}, Comment: "ha \u2028 ‘ok’"}}
}

var surveyTests = []test{
	{"ComeBackUnchanged", inSession(func(f *fixture, id string) {
		blue, green := survey("blue", 5, "red"), survey("green", 4, "blue", "red")
		for _, s := range []journal.Survey{blue, green} {
			stored, known, err := f.store.AddSurvey(f.Context(), id, s)
			f.ok(err)
			f.equal(known, false)
			f.equal(stored, s)
		}
		f.equal(must(f.store.Surveys(f.Context(), id))(f), []journal.Survey{green, blue})
	})},
	{"TheFirstOfASeatStays", inSession(func(f *fixture, id string) {
		first := survey("blue", 5, "red")
		_, _, err := f.store.AddSurvey(f.Context(), id, first)
		f.ok(err)
		stored, known, err := f.store.AddSurvey(f.Context(), id, survey("blue", 6, "green"))
		f.ok(err)
		f.equal(known, true)
		f.equal(stored, first)
	})},
	{"AreErasedWithTheirLog", inSession(func(f *fixture, id string) {
		_, _, err := f.store.AddSurvey(f.Context(), id, survey("blue", 5, "red"))
		f.ok(err)
		f.ok(f.store.Delete(f.Context(), id))
		f.create(newRow(id))
		f.equal(len(must(f.store.Surveys(f.Context(), id))(f)), 0)
	})},
}
