package sessiontest

import "ringer/engine/session"

// Biography returns a biography with nothing to invent: the first thought is the strategy's.
func Biography() *session.Biography {
	return &session.Biography{
		Age: 34, Town: "Leeds", Country: "England", Work: "as a carpenter", Habits: []string{"hums while cooking", "takes the stairs everywhere"},
		Worry: "the rent goes up in spring", Writing: "all in lower case",
	}
}
