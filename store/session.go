package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/jmoiron/sqlx"

	"ringer/engine/journal"
	"ringer/engine/session"
)

// sessionRow is a row of the table sessions, in some queries with its snapshot.
type sessionRow struct {
	ID          string        `db:"id"`
	Home        string        `db:"home"`
	Tenant      string        `db:"tenant"`
	External    string        `db:"external_id"`
	IsGame      bool          `db:"is_table"`
	Strategy    string        `db:"strategy"`
	Status      string        `db:"status"`
	CreatedAt   int64         `db:"created_at"`
	Roster      []byte        `db:"roster"`
	LastSeq     int64         `db:"last_seq"`
	Barrier     int64         `db:"barrier_seq"`
	Settled     int64         `db:"settled_seq"`
	DueAt       sql.NullInt64 `db:"due_at"`
	Snapshot    []byte        `db:"snapshot"`
	SnapshotSeq int64         `db:"snapshot_seq"`
	Path        string        `db:"path"`
	Spent       []byte        `db:"spent"`
}

func (r *sessionRow) session() (journal.Session, error) {
	s := journal.Session{
		ID: r.ID, Home: r.Home, Tenant: r.Tenant, External: r.External, IsGame: r.IsGame, Strategy: r.Strategy, Status: journal.Status(r.Status),
		CreatedAt: fromMicros(r.CreatedAt), LastSeq: r.LastSeq, Barrier: r.Barrier, Settled: r.Settled, DueAt: fromDue(r.DueAt),
		SnapshotSeq: r.SnapshotSeq, Path: r.Path,
	}
	if len(r.Spent) > 0 {
		if err := json.Unmarshal(r.Spent, &s.Spent); err != nil {
			return journal.Session{}, fmt.Errorf("store: cannot read what session %s has spent: %w", r.ID, err)
		}
	}
	if len(r.Snapshot) > 0 {
		s.Snapshot = r.Snapshot
	}
	if err := json.Unmarshal(r.Roster, &s.Roster); err != nil {
		return journal.Session{}, fmt.Errorf("store: cannot read the roster of session %s: %w", r.ID, err)
	}
	return s, nil
}

// listed is session for a list. An unreadable roster is left out.
func (r *sessionRow) listed() (journal.Session, error) {
	s, err := r.session()
	if err != nil {
		readable := *r
		readable.Roster, readable.Spent = []byte("{}"), nil
		s, err = readable.session()
		s.Unreadable = true
	}
	return s, err
}

func encodeRoster(r *session.Roster) (string, error) {
	b, err := json.Marshal(r)
	if err != nil {
		return "", fmt.Errorf("store: encode the roster: %w", err)
	}
	return string(b), nil
}

func fromMicros(us int64) time.Time { return time.UnixMicro(us).UTC() }

// toDue returns a due time as it is stored. NULL stands for never.
func toDue(t time.Time) sql.NullInt64 { return sql.NullInt64{Int64: t.UnixMicro(), Valid: !t.IsZero()} }

// dueMicros is toDue for a parameter that cannot be NULL. 0 stands for never.
func dueMicros(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMicro()
}

func fromDue(us sql.NullInt64) time.Time {
	if !us.Valid {
		return time.Time{}
	}
	return fromMicros(us.Int64)
}

func (s *Store) Create(ctx context.Context, row journal.Session, first session.Event) error {
	return s.CreateAll(ctx, []journal.Opening{{Session: row, First: first}})
}

func (s *Store) CreateAll(ctx context.Context, logs []journal.Opening) error {
	encoded := make([]encodedOpening, len(logs))
	for i := range logs {
		var err error
		if encoded[i], err = encodeOpening(&logs[i]); err != nil {
			return fmt.Errorf("store: create session %s: %w", logs[i].ID, err)
		}
	}
	create := func(ctx context.Context, tx *sqlx.Tx) error {
		if err := s.checkQuota(ctx, tx, logs); err != nil {
			return err
		}
		var spans []journal.Span
		for _, l := range encoded {
			if err := s.insertLog(ctx, tx, l); err != nil {
				return err
			}
			spans = append(spans, journal.Span{Log: l.ID, UpTo: 1})
		}
		return s.feed(ctx, tx, logs[0].Tenant, spans...)
	}
	var err error
	for range createTries {
		if err = s.write(ctx, "create session "+logs[0].ID, create); !duplicateKey(err) {
			return err
		}
	}
	return err
}

type encodedOpening struct {
	*journal.Opening
	roster, data string
}

func encodeOpening(l *journal.Opening) (encodedOpening, error) {
	roster, err := encodeRoster(&l.Roster)
	if err != nil {
		return encodedOpening{}, err
	}
	data, err := session.Encode(l.First.Data)
	return encodedOpening{l, roster, string(data)}, err
}

// insertLog stores a log's row with its first event.
func (s *Store) insertLog(ctx context.Context, tx *sqlx.Tx, l encodedOpening) error {
	if err := s.checkExternalID(ctx, tx, &l.Session); err != nil {
		return err
	}
	if _, err := execute(ctx, tx, insertHome, l.Home, l.Tenant); err != nil {
		return err
	}
	_, err := execute(ctx, tx, insertSession, l.ID, l.Home, journal.Open, 1, 1, l.Settled, l.Settled < 1, toDue(l.DueAt),
		l.Tenant, l.External, l.IsGame, l.Strategy, l.CreatedAt.UnixMicro(), l.roster)
	if err != nil {
		return err
	}
	e := &l.First
	_, err = execute(ctx, tx, insertEvent, l.ID, 1, e.At.UnixMicro(), session.EventVersion, e.Data.Type(), toKey(e.Key), l.data, toCursor(e.Cursor), toShift(e.Shift))
	return err
}

// createTries bounds the tries of Create. When another session took the external id at the same
// moment, the next try finds it, unless it was deleted meanwhile.
const createTries = 10

// checkExternalID returns *journal.Taken when another session has the external id of row.
func (s *Store) checkExternalID(ctx context.Context, tx *sqlx.Tx, row *journal.Session) error {
	if row.External == "" {
		return nil
	}
	var id string
	err := tx.GetContext(ctx, &id, tx.Rebind(selectByExternalID), row.Tenant, row.External, row.IsGame)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return nil
	case err != nil:
		return err
	}
	return &journal.ExternalIDTaken{Session: id}
}

func (s *Store) Session(ctx context.Context, id string) (journal.Session, error) {
	var row sessionRow
	if err := s.readRow(ctx, s.statements.session, &row, id); err != nil {
		return journal.Session{}, fault("session "+id, err)
	}
	return row.session()
}

func (s *Store) Sessions(ctx context.Context, q journal.SessionQuery) ([]journal.Session, error) {
	query, args := selectSessions, []any{q.Tenant, q.Games}
	where := func(condition string, values ...any) {
		query += " AND " + condition
		args = append(args, values...)
	}
	if q.Status != "" {
		where("s.status = ?", q.Status)
	}
	if q.Strategy != "" {
		where("s.strategy = ?", q.Strategy)
	}
	if q.External != "" {
		where("s.external_id = ?", q.External)
	}
	order := "s.created_at DESC, s.id DESC"
	switch {
	case q.BySpent:
		if where("s.cost IS NOT NULL"); q.BeforeID != "" {
			where("(s.cost, s.tokens, s.id) < (?, ?, ?)", q.BeforeSpent.CostMicros, q.BeforeSpent.Tokens(), q.BeforeID)
		}
		order = "s.cost DESC, s.tokens DESC, s.id DESC"
	case q.BeforeID != "":
		where("(s.created_at, s.id) < (?, ?)", q.BeforeTime.UnixMicro(), q.BeforeID)
	}
	var rows []sessionRow
	if err := s.find(ctx, &rows, query+" ORDER BY "+order+" LIMIT ?", append(args, q.Limit)...); err != nil {
		return nil, fault("list sessions", err)
	}
	return decode(rows, (*sessionRow).listed)
}

// Home implements journal.Store. The oldest session comes first.
func (s *Store) Home(ctx context.Context, home string) ([]journal.Session, error) {
	var rows []sessionRow
	if err := s.readRows(ctx, s.statements.open, &rows, home); err != nil {
		return nil, fault("home "+home, err)
	}
	if len(rows) == 0 { // either all sessions have ended, or there is no such home
		var id string
		if err := s.readRow(ctx, s.statements.home, &id, home); err != nil {
			return nil, fault("home "+home, err)
		}
	}
	return decode(rows, (*sessionRow).session)
}

func (s *Store) Snapshot(ctx context.Context, session string) (data []byte, seq int64, err error) {
	var row sessionRow
	if err := s.readRow(ctx, s.statements.snapshot, &row, session); err != nil {
		return nil, 0, fault("snapshot of session "+session, err)
	}
	if len(row.Snapshot) == 0 {
		return nil, 0, nil
	}
	return row.Snapshot, row.SnapshotSeq, nil
}

// Checkpoint implements journal.Store. A snapshot of the same seq may have another version.
func (s *Store) Checkpoint(ctx context.Context, r journal.Checkpoint) error {
	return s.write(ctx, "checkpoint session "+r.Session, func(ctx context.Context, tx *sqlx.Tx) error {
		h, err := s.readOwner(ctx, tx, r.Session)
		if err != nil {
			return err
		}
		if !h.ownedBy(r.Owner, r.Epoch) {
			return h.refused()
		}
		if r.Snapshot != nil {
			if _, err := tx.Stmtx(s.statements.saveSnapshot).ExecContext(ctx, r.Session, r.SnapshotSeq, string(r.Snapshot)); err != nil {
				return err
			}
		}
		// This comes last, since it locks the row: appends to the session wait from here on.
		spent, cost, tokens, err := encodeSpent(r.Spent)
		if err != nil {
			return err
		}
		_, err = tx.Stmtx(s.statements.checkpoint).ExecContext(ctx, r.Settled, r.Settled, r.Settled, toDue(r.DueAt), r.Path, spent, cost, tokens, r.Session)
		return err
	})
}

// encodeSpent returns the columns of what a session has spent; empty and NULL before its first
// call.
func encodeSpent(x session.Spent) (spent string, cost, tokens sql.NullInt64, err error) {
	if x == (session.Spent{}) {
		return "", cost, tokens, nil
	}
	b, err := json.Marshal(x)
	return string(b), sql.NullInt64{Int64: x.CostMicros, Valid: true}, sql.NullInt64{Int64: int64(x.Tokens()), Valid: true}, err
}

// OpenCounts implements journal.Store.
func (s *Store) OpenCounts(ctx context.Context) ([]journal.OpenCount, error) {
	var rows []struct {
		IsGame   bool `db:"is_table"`
		Strategy string
		Path     string
		N        int64
	}
	if err := s.find(ctx, &rows, selectOpenCounts); err != nil {
		return nil, fault("count the open sessions", err)
	}
	counts := make([]journal.OpenCount, len(rows))
	for i, r := range rows {
		counts[i] = journal.OpenCount{IsGame: r.IsGame, Strategy: r.Strategy, Path: r.Path, N: r.N}
	}
	return counts, nil
}

// readOwner reads what a refusal shows. Claims of the home wait until the transaction is over.
func (s *Store) readOwner(ctx context.Context, tx *sqlx.Tx, session string) (head, error) {
	h := head{Session: &journal.Session{ID: session}}
	row := tx.Stmtx(s.statements.owner).QueryRowxContext(ctx, session)
	return h, row.Scan(&h.Status, &h.Barrier, &h.owner, &h.epoch)
}
