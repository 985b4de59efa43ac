package store

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/jmoiron/sqlx"

	"ringer/engine/journal"
)

type surveyRow struct {
	At   int64  `db:"at"`
	Data string `db:"data"`
}

func (r *surveyRow) survey() (s journal.Survey, err error) {
	if err := json.Unmarshal([]byte(r.Data), &s.Survey); err != nil {
		return s, fmt.Errorf("store: cannot read a survey: %w", err)
	}
	s.At = fromMicros(r.At)
	return s, nil
}

// AddSurvey implements journal.Surveys. A deletion of the game waits for it, and deletes it, too.
func (s *Store) AddSurvey(ctx context.Context, gameID string, x journal.Survey) (stored journal.Survey, known bool, err error) {
	data, err := json.Marshal(x.Survey)
	if err != nil {
		return journal.Survey{}, false, fmt.Errorf("store: add survey of %s: %w", gameID, err)
	}
	err = s.write(ctx, "add survey of "+gameID, func(ctx context.Context, tx *sqlx.Tx) error {
		var id string
		if err := tx.GetContext(ctx, &id, tx.Rebind(selectID+s.dialect.lockSession), gameID); err != nil {
			return err
		}
		added, err := execute(ctx, tx, insertSurvey, gameID, x.Seat, x.At.UnixMicro(), string(data))
		known = !added
		return err
	})
	if err != nil {
		return journal.Survey{}, false, err
	}
	all, err := s.Surveys(ctx, gameID)
	if err != nil {
		return journal.Survey{}, false, journal.AfterWrite(err)
	}
	i := slices.IndexFunc(all, func(o journal.Survey) bool { return o.Seat == x.Seat })
	if i < 0 {
		return journal.Survey{}, false, journal.ErrNotFound // the table was deleted meanwhile
	}
	return all[i], known, nil
}

func (s *Store) Surveys(ctx context.Context, gameID string) ([]journal.Survey, error) {
	var rows []surveyRow
	if err := s.readRows(ctx, s.statements.surveys, &rows, gameID); err != nil {
		return nil, fault("surveys of "+gameID, err)
	}
	if len(rows) == 0 {
		if _, err := s.Session(ctx, gameID); err != nil {
			return nil, err
		}
	}
	return decode(rows, (*surveyRow).survey)
}
