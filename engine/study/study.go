package study

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"strconv"
	"strings"
	"sync"
	"time"

	"ringer/engine/desk"
	"ringer/engine/game"
	"ringer/engine/journal"
	"ringer/engine/session"
)

// Log keeps the events of a study. Append returns when an event cannot be lost any more.
type Log interface {
	Append(Event) error
}

// Study is a study that is being run. Its methods may be called at once.
type Study struct {
	log    Log
	server *desk.Desk
	now    func() time.Time
	slog   *slog.Logger

	// mu protects the rest, and orders what is done.
	mu    sync.Mutex
	state *State
	// seen is when people last asked how it goes, by person. It is not in the log: after a restart
	// everybody has to ask again.
	seen map[string]time.Time
}

// Parts are what a study needs.
type Parts struct {
	Log Log
	// Events are the events that the log holds; none for a new study.
	Events []Event
	Desk   *desk.Desk
	Now    func() time.Time
	Slog   *slog.Logger
}

// New returns a study of a plan that was checked. If the log has events, the study goes on. It
// refuses a log that another plan has begun.
func New(p *Plan, parts Parts) (*Study, error) {
	s := &Study{log: parts.Log, server: parts.Desk, now: parts.Now, slog: parts.Slog, state: &State{}, seen: map[string]time.Time{}}
	var err error
	if s.state, err = Fold(parts.Events); err != nil {
		return nil, err
	}
	if s.state.Plan == nil {
		return s, s.happened(Event{Type: Begun, Plan: p.JSON(), Run: strings.ToLower(rand.Text())})
	}
	if string(s.state.Plan.JSON()) != string(p.JSON()) {
		return nil, errors.New("belongs to a study with another plan; a plan that has begun stays as it is, so undo the change, or choose another folder")
	}
	return s, nil
}

// happened stores an event, and folds it.
func (s *Study) happened(e Event) error {
	e.At = s.now().UTC()
	if err := s.log.Append(e); err != nil {
		return fmt.Errorf("study: cannot store %s: %w", e.Type, err)
	}
	return s.state.Apply(&e)
}

const (
	// turnEach is how often a study looks what has changed at the server.
	turnEach = time.Second
	// away is after how long somebody counts as gone who has not asked. Pages ask every 2 seconds,
	// and browsers slow pages down that nobody sees.
	away = 15 * time.Second
)

// Run brings the study up to date each second, until the context ends.
func (s *Study) Run(ctx context.Context) {
	ticker := time.NewTicker(turnEach)
	defer ticker.Stop()
	for ctx.Err() == nil {
		if err := s.Turn(ctx); err != nil && ctx.Err() == nil {
			s.slog.Error("the study waits; it tries again", "error", err)
		}
		select {
		case <-ctx.Done():
		case <-ticker.C:
		}
	}
}

// Turn does what is due: it opens and closes games, ends waits and the study, and begins games.
func (s *Study) Turn(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.turn(ctx)
}

func (s *Study) turn(ctx context.Context) error {
	for _, g := range s.state.Running() {
		if err := s.look(ctx, g); err != nil {
			return err
		}
	}
	now := s.now()
	if why := s.state.Due(now); why != "" {
		if err := s.happened(Event{Type: Stopped, Why: why}); err != nil {
			return err
		}
	}
	for _, p := range s.state.Waiting() {
		if s.state.Over() || now.Sub(p.JoinedAt) >= s.state.Plan.Wait.Duration() {
			if err := s.happened(Event{Type: Left, Person: p.ID, Why: LeftWaiting}); err != nil {
				return err
			}
		}
	}
	for {
		planned, ok := s.state.Next(func(p *Person) bool { return now.Sub(s.seen[p.ID]) < away })
		if !ok || len(s.state.Games) >= s.state.Plan.Stop.MostGames {
			return nil
		}
		if err := s.happened(planned); err != nil {
			return err
		}
		if err := s.look(ctx, s.state.Game(planned.Game)); err != nil {
			return err
		}
	}
}

// look opens a game that is planned, and closes one that has ended.
func (s *Study) look(ctx context.Context, g *Game) error {
	if g.ID == "" {
		return s.open(ctx, g)
	}
	row, err := s.server.Games.Row(ctx, g.ID)
	if errors.Is(err, journal.ErrNotFound) {
		return s.happened(Event{Type: Ended, Game: g.Number, Why: "the game was deleted"})
	}
	if err != nil || row.Status != journal.Ended {
		return err
	}
	r, err := record(ctx, s.server, s.state.Plan, g)
	if err != nil {
		return err
	}
	return s.happened(Event{Type: Ended, Game: g.Number, Record: r, Why: s.state.Plan.judge(r)})
}

// open opens the game at the server. If a crash came between the opening and its event, the
// external id leads to the same game.
func (s *Study) open(ctx context.Context, g *Game) error {
	config := s.state.Plan.Config(g.Slot, s.state.Plan.ID+"-"+s.state.Run+"-"+strconv.Itoa(g.Number))
	row, _, err := s.server.CreateGame(ctx, "", config)
	if err != nil {
		return err
	}
	var state *game.State
	if state, err = s.server.GameState(ctx, row.ID); err != nil {
		return err
	}
	names, _ := s.state.Plan.names(g.Deal)
	opened := Event{Type: Opened, Game: g.Number, ID: row.ID}
	for _, name := range names {
		opened.Seats = append(opened.Seats, state.Deal.Seat(name))
	}
	return s.happened(opened)
}

// hash returns how the log keeps a key.
func hash(key string) string {
	sum := sha256.Sum256([]byte(key))
	return hex.EncodeToString(sum[:])
}

// find returns the person who has a key.
func (s *Study) find(key string) (*Person, error) {
	hashed := hash(key)
	for _, p := range s.state.People {
		if p.Key == hashed {
			return p, nil
		}
	}
	return nil, session.Errors{{Code: CodeNoPerson, Detail: "nobody in this study has this key; open the link of the study to take part"}}
}
