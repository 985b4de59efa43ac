package study

import (
	"encoding/json"
	"time"

	"ringer/engine/session"
)

// EventType is the type of an event.
type EventType string

// The events of a study.
const (
	Begun    EventType = "study.begun"
	Joined   EventType = "person.joined"
	Left     EventType = "person.left"
	Planned  EventType = "game.planned"
	Opened   EventType = "game.opened"
	Ended    EventType = "game.ended"
	Answered EventType = "survey.answered"
	Stopped  EventType = "study.stopped"
)

// Event is a line of the log of a study. Each type uses some of the fields.
type Event struct {
	At   time.Time `json:"at"`
	Type EventType `json:"type"`
	// Plan is the plan of a study that has begun, and Run an id that no other run has.
	Plan json.RawMessage `json:"plan,omitempty"`
	Run  string          `json:"run,omitempty"`
	// Person is who joined, left or answered. Key is the hash of the person's key.
	Person string `json:"person,omitempty"`
	Key    string `json:"key,omitempty"`
	// Why is why somebody left, a game does not count, or the study was stopped.
	Why string `json:"why,omitempty"`
	// Game is the number of a game, from 1. Slot is the number of the slot that it fills.
	Game int `json:"game,omitempty"`
	Slot int `json:"slot,omitempty"`
	// People play a game, in the order of the people's seats.
	People []string `json:"people,omitempty"`
	// ID is the id of the game at the server. Seats are the seats of the people.
	ID    string   `json:"id,omitempty"`
	Seats []string `json:"seats,omitempty"`
	// Record is how a game went; nil if nobody knows.
	Record *Record `json:"record,omitempty"`
	// Survey and Answers are what a person answered: about the bots, and to the plan's questions.
	Survey  *session.Survey `json:"survey,omitempty"`
	Answers map[string]any  `json:"answers,omitempty"`
}

// The reasons why people leave.
const (
	// LeftStudy says that the person has withdrawn. What the person said and answered is not used.
	LeftStudy = "withdrew"
	// LeftWaiting says that too few others came.
	LeftWaiting = "waited"
)
