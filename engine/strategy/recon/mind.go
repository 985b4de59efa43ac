package recon

import (
	"slices"

	"ringer/engine/session"
)

type mind struct {
	Version int `json:"v"`
	// Guesses are by player id. They go on to the next round (equation 2).
	Guesses map[string]guess `json:"guesses,omitempty"`
	Last    *contemplated    `json:"last_contemplation,omitempty"`
	// Guessed is the seq up to which the guesses have considered the log, with joined stages.
	Guessed int64 `json:"guessed_seq,omitempty"`
	// Rounds counts the contemplations, Spoke those that ended with a speech.
	Rounds int `json:"rounds"`
	Spoke  int `json:"spoke"`
	// Quiet counts the silent ones in a row without a new message. Each doubles the wait for
	// the next.
	Quiet int `json:"quiet,omitempty"`
}

type guess struct {
	Role    string `json:"role"`
	Certain bool   `json:"certain,omitempty"`
	Reason  string `json:"reason,omitempty"`
	// Words are good, evil or unclear, as the player's own lines read.
	Words     string `json:"words,omitempty"`
	Suspicion int    `json:"suspicion_percent"`
}

type contemplated struct {
	Contemplation string   `json:"contemplation"`
	Goal          string   `json:"goal,omitempty"`
	SubGoals      []string `json:"sub_goals,omitempty"`
	// Deception is who could deceive whom.
	Deception string `json:"deception,omitempty"`
	Thought   string `json:"thought,omitempty"`
	Draft     string `json:"draft,omitempty"`
	// Readings say how each role would read the draft, GivesAway what it would tell of the
	// bot's role.
	Readings       []reading `json:"readings,omitempty"`
	GivesAway      string    `json:"gives_away,omitempty"`
	RefinedThought string    `json:"refined_thought,omitempty"`
	Speech         string    `json:"speech"`
}

type reading struct {
	Role  string `json:"role"`
	Reads string `json:"reads_it_as"`
}

// Bounds of the mind. With them it stays below mindBytes, except in very large games: see fit.
const (
	roleChars     = 40  // a role, or a few words
	reasonChars   = 160 // a sentence
	thoughtChars  = 600 // some sentences
	speechChars   = 1200
	keptSubGoals  = 4
	keptReadings  = 8
	startSuspects = 50       // percent: nothing is known
	mindBytes     = 20 << 10 // of the 32 KiB that the core allows
)

func readMind(v session.View) mind {
	m := mind{Version: 1, Guesses: map[string]guess{}}
	v.ReadMind(&m)
	return m
}

func (m *mind) changes(v session.View, before mind) (changed session.BeliefChanges) {
	for _, p := range v.Players {
		is, guessed := m.Guesses[p.ID]
		was, had := before.Guesses[p.ID]
		if !guessed {
			continue
		}
		changed.Add(p.ID, "role", value(had, was.Role), is.Role)
		changed.Add(p.ID, "role_certain", value(had, was.Certain), is.Certain)
		changed.Add(p.ID, "suspicion_percent", value(had, was.Suspicion), is.Suspicion)
	}
	return changed
}

// fit removes parts, the least important first, until the mind has at most mindBytes. The bounds
// are not enough with many players, and for texts that JSON makes longer.
func (m *mind) fit() {
	last := *m.Last // the finding keeps its own
	m.Last = &last
	for _, drop := range []func(){
		func() { last.Readings = nil },
		func() { last.Goal, last.SubGoals, last.Deception = "", nil, "" },
		func() { last.Thought, last.RefinedThought = "", "" },
		func() {
			for id, g := range m.Guesses {
				g.Reason = ""
				m.Guesses[id] = g
			}
		},
		func() { last.Draft, last.GivesAway, last.Speech = "", "", shorten(last.Speech, reasonChars) },
	} {
		if len(session.EncodeMind(m)) <= mindBytes {
			return
		}
		drop()
	}
}

func value(had bool, x any) any {
	if had {
		return x
	}
	return nil
}

func shorten(text string, chars int) string { return session.Shortened(session.OneLine(text), chars) }

// take keeps the guesses, and forgets players who are gone.
func (m *mind) take(v session.View, found map[string]guess) {
	guesses := map[string]guess{}
	for _, p := range v.OtherPlayers() {
		g, ok := found[p.ID]
		if !ok {
			g, ok = m.Guesses[p.ID]
		}
		if ok {
			guesses[p.ID] = g
		}
	}
	m.Guesses = guesses
}

func cut(texts []string, most int) (kept []string) {
	for _, text := range texts[:min(most, len(texts))] {
		kept = append(kept, shorten(text, reasonChars))
	}
	return slices.DeleteFunc(kept, func(s string) bool { return s == "" })
}
