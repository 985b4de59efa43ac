package store

import (
	"cmp"
	"context"
	"slices"

	"ringer/engine/journal"
)

// AddSurvey implements journal.Surveys.
func (m *Memory) AddSurvey(_ context.Context, gameID string, x journal.Survey) (stored journal.Survey, known bool, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	s, err := m.lookup(gameID)
	if err != nil {
		return journal.Survey{}, false, err
	}
	if i := slices.IndexFunc(s.surveys, func(o journal.Survey) bool { return o.Seat == x.Seat }); i >= 0 {
		return s.surveys[i], true, nil
	}
	s.surveys = append(slices.Clip(s.surveys), x)
	slices.SortStableFunc(s.surveys, bySurveyTime)
	return x, false, nil
}

// Surveys implements journal.Surveys.
func (m *Memory) Surveys(_ context.Context, gameID string) ([]journal.Survey, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	s, err := m.lookup(gameID)
	if err != nil {
		return nil, err
	}
	return slices.Clone(s.surveys), nil
}

func bySurveyTime(a, b journal.Survey) int {
	return cmp.Or(a.At.Compare(b.At), cmp.Compare(a.Seat, b.Seat))
}
