package study

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"ringer/engine/session"
)

// State is how far a study is: the fold of its log.
type State struct {
	Plan *Plan
	Run  string
	// BeganAt is when the study began.
	BeganAt time.Time
	People  []*Person
	Games   []*Game
	// Stopped says why no game begins any more; empty while some may.
	Stopped   string
	StoppedAt time.Time

	slots []Slot
}

// Person is somebody who has agreed to take part.
type Person struct {
	ID string
	// Key is the hash of the key that only this person has.
	Key      string
	JoinedAt time.Time
	// Game is the number of the person's game, 0 before it. Seat is the seat in it.
	Game int
	Seat string
	// Left says why the person left; empty for nobody who did.
	Left   string
	LeftAt time.Time
	// AnsweredAt is when the survey was answered; zero before.
	AnsweredAt time.Time
	Survey     *session.Survey
	Answers    map[string]any
}

// Game is one game of the study.
type Game struct {
	Number int
	Slot
	People    []string
	ID        string
	PlannedAt time.Time
	// EndedAt is zero while the game goes on.
	EndedAt time.Time
	// Why says why the game does not count; empty if it counts, or goes on.
	Why    string
	Record *Record
}

// Counts reports whether the game fills its slot.
func (g *Game) Counts() bool { return !g.EndedAt.IsZero() && g.Why == "" }

// Fold returns the state after the events of a log.
func Fold(log []Event) (*State, error) {
	s := &State{}
	for i := range log {
		if err := s.Apply(&log[i]); err != nil {
			return nil, fmt.Errorf("event %d: %w", i+1, err)
		}
	}
	return s, nil
}

// Apply folds one event.
func (s *State) Apply(e *Event) (err error) {
	if (s.Plan == nil) != (e.Type == Begun) {
		return fmt.Errorf("%s comes where a log of a study cannot have it", e.Type)
	}
	switch e.Type {
	case Begun:
		if s.Plan, err = decode(e.Plan); err != nil {
			return err
		}
		var errs session.Errors
		if s.Plan.checkArms(&errs); len(errs) > 0 {
			return errs
		}
		s.Run, s.BeganAt, s.slots = e.Run, e.At, s.Plan.Schedule()
	case Joined:
		s.People = append(s.People, &Person{ID: e.Person, Key: e.Key, JoinedAt: e.At})
	case Stopped:
		s.Stopped, s.StoppedAt = e.Why, e.At
	case Planned:
		if e.Slot < 1 || e.Slot > len(s.slots) {
			return fmt.Errorf("there is no slot %d", e.Slot)
		}
		s.Games = append(s.Games, &Game{Number: e.Game, Slot: s.slots[e.Slot-1], People: e.People, PlannedAt: e.At})
		for _, id := range e.People {
			if p := s.Person(id); p != nil {
				p.Game = e.Game
			}
		}
	case Opened, Ended:
		return s.applyGame(e)
	case Left, Answered:
		return s.applyPerson(e)
	default:
		return fmt.Errorf("%s is an event of a newer version; use that one", e.Type)
	}
	return nil
}

func (s *State) applyGame(e *Event) error {
	g := s.Game(e.Game)
	if g == nil {
		return fmt.Errorf("there is no game %d", e.Game)
	}
	if e.Type == Ended {
		g.EndedAt, g.Why, g.Record = e.At, e.Why, e.Record
		return nil
	}
	g.ID = e.ID
	for i, id := range g.People {
		if p := s.Person(id); p != nil && i < len(e.Seats) {
			p.Seat = e.Seats[i]
		}
	}
	return nil
}

func (s *State) applyPerson(e *Event) error {
	p := s.Person(e.Person)
	if p == nil {
		return fmt.Errorf("there is no person %s", e.Person)
	}
	if e.Type == Left {
		p.Left, p.LeftAt = e.Why, e.At
		return nil
	}
	p.AnsweredAt, p.Survey, p.Answers = e.At, e.Survey, e.Answers
	return nil
}

// Person returns the person with an id, nil for none.
func (s *State) Person(id string) *Person {
	for _, p := range s.People {
		if p.ID == id {
			return p
		}
	}
	return nil
}

// Game returns the game with a number, nil for none.
func (s *State) Game(number int) *Game {
	if number < 1 || number > len(s.Games) {
		return nil
	}
	return s.Games[number-1]
}

// Counted returns how many games of an arm count; of all arms for -1.
func (s *State) Counted(arm int) (n int) {
	for _, g := range s.Games {
		if g.Counts() && (arm < 0 || g.Arm == arm) {
			n++
		}
	}
	return n
}

// Running returns the games that go on.
func (s *State) Running() (all []*Game) {
	for _, g := range s.Games {
		if g.EndedAt.IsZero() {
			all = append(all, g)
		}
	}
	return all
}

// Complete reports whether all slots are filled.
func (s *State) Complete() bool { return s.Counted(-1) == len(s.slots) }

// Waiting returns the people in the lobby, who came first first.
func (s *State) Waiting() (all []*Person) {
	for _, p := range s.People {
		if p.Game == 0 && p.Left == "" {
			all = append(all, p)
		}
	}
	return all
}

// Next returns the event that begins the next game with some of the people who are there, and false
// if none can begin. The first slot that nobody has filled or is filling comes first, so a game
// that did not count is played again before new blocks begin.
func (s *State) Next(here func(*Person) bool) (Event, bool) {
	taken := make([]bool, len(s.slots)+1)
	for _, g := range s.Games {
		taken[g.Slot.Number] = taken[g.Slot.Number] || g.EndedAt.IsZero() || g.Counts()
	}
	free := slices.IndexFunc(s.slots, func(x Slot) bool { return !taken[x.Number] })
	var people []string
	for _, p := range s.Waiting() {
		if len(people) < s.Plan.People && here(p) {
			people = append(people, p.ID)
		}
	}
	if free < 0 || s.Stopped != "" || len(people) < s.Plan.People {
		return Event{}, false
	}
	return Event{Type: Planned, Game: len(s.Games) + 1, Slot: free + 1, People: people}, true
}

// Due returns why the study must be stopped now, "" if it must not.
func (s *State) Due(now time.Time) string {
	until := s.Plan.Stop.Until
	switch {
	case s.Stopped != "" || s.Complete():
		return ""
	case !until.IsZero() && !now.Before(until):
		return "the date " + until.Format(time.DateOnly) + " has come"
	case len(s.Games) >= s.Plan.Stop.MostGames && len(s.Running()) == 0:
		return strconv.Itoa(len(s.Games)) + " games have begun, the most that the plan allows"
	}
	return ""
}

// Over reports whether nobody can join any more.
func (s *State) Over() bool { return s.Stopped != "" || s.Complete() }
