package study

import (
	"slices"

	"ringer/engine/session"
)

// Measure is something that is compared between the arms.
type Measure struct {
	// Name is how the file and the tables call it.
	Name string
	// About says what it is, for the preregistration and the dictionary.
	About string
	// Share says that a person's value is 0 or 1.
	Share bool
	// of returns the value of a person in a game; nil if there is none.
	of func(*Person, *Game) *float64
}

// Measures returns what a study can compare.
func (p *Plan) Measures() []Measure {
	all := []Measure{
		{"won", "1 if the person won, by the rules, else 0", true, func(p *Person, g *Game) *float64 { return truth(g.Record.Game.Seat(p.Seat).Won) }},
		{"lines", "lines that the person has said", false, func(p *Person, g *Game) *float64 { return new(float64(g.Record.Game.Seat(p.Seat).Messages)) }},
	}
	if p.Survey != NoSurvey {
		all = append([]Measure{{"identified", "1 if the person named only bots, and at least one, before they were revealed, else 0", true, identified}}, all...)
	}
	switch p.Survey {
	case session.SurveyJonesBergen:
		all = append(all, Measure{"confidence", "how sure the person was, from 0 to 100", false, func(p *Person, _ *Game) *float64 {
			if p.Survey == nil {
				return nil
			}
			return p.Survey.Confidence
		}})
	case session.SurveyPaper, session.SurveyPercent:
		scale := "from 0 to 100"
		if p.Survey == session.SurveyPaper {
			scale = "from 1 to 5"
		}
		all = append(all,
			rating("similarity", "how much the bots behaved like people, "+scale, func(r *session.Rating) *float64 { return r.Similarity }),
			rating("timing", "how well the bots chose their moments, "+scale, func(r *session.Rating) *float64 { return r.Timing }),
			rating("relevance", "how well the bots' lines fitted, "+scale, func(r *session.Rating) *float64 { return r.Relevance }))
	}
	for _, q := range p.Questions {
		if q.Kind == Scale {
			all = append(all, Measure{q.ID, q.Text, false, func(p *Person, _ *Game) *float64 {
				if v, ok := p.Answers[q.ID].(float64); ok {
					return &v
				}
				return nil
			}})
		}
	}
	return all
}

func truth(yes bool) *float64 {
	if yes {
		return new(1.0)
	}
	return new(0.0)
}

func identified(p *Person, g *Game) *float64 {
	if p.Survey == nil {
		return nil
	}
	return truth(p.Survey.Identified(g.IsBot))
}

// IsBot reports whether a bot played a seat.
func (g *Game) IsBot(seat string) bool {
	s := g.Record.Game.Seat(seat)
	return s != nil && s.Variant != person
}

// rating is the mean of a person's ratings of all bots.
func rating(name, about string, of func(*session.Rating) *float64) Measure {
	return Measure{name, about + "; the mean over the bots of the game", false, func(p *Person, _ *Game) *float64 {
		if p.Survey == nil {
			return nil
		}
		sum, n := 0.0, 0
		for i := range p.Survey.Ratings {
			if v := of(&p.Survey.Ratings[i]); v != nil {
				sum, n = sum+*v, n+1
			}
		}
		if n == 0 {
			return nil
		}
		return new(sum / float64(n))
	}}
}

// Used returns the people of a game whose data are used: those who have not withdrawn.
func (s *State) Used(g *Game) (all []*Person) {
	for _, id := range g.People {
		if p := s.Person(id); p != nil && p.Left == "" {
			all = append(all, p)
		}
	}
	return all
}

// Values returns the values of a measure by arm: one for each game that counts, the mean of its
// people. Games are independent, and people of one game are not.
func (s *State) Values(m Measure) [][]float64 {
	arms := make([][]float64, len(s.Plan.Arms))
	for _, g := range s.Games {
		sum, n := 0.0, 0
		if !g.Counts() {
			continue
		}
		for _, p := range s.Used(g) {
			if v := m.of(p, g); v != nil {
				sum, n = sum+*v, n+1
			}
		}
		if n > 0 {
			arms[g.Arm] = append(arms[g.Arm], sum/float64(n))
		}
	}
	return arms
}

// Binary reports whether the values of a measure are 0 or 1, one for each game: then games succeed
// or fail. The shares of several people of a game may lie between.
func (m *Measure) Binary(arms [][]float64) bool {
	return m.Share && !slices.ContainsFunc(slices.Concat(arms...), func(v float64) bool { return v != 0 && v != 1 })
}
