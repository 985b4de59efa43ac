package contest

import (
	"encoding/json"
	"time"

	"ringer/engine/session"
)

// The codes of contests.
const (
	CodeRunning   session.Code = "contest_running"
	CodeNoContest session.Code = "contest_not_found"
)

// Request says which games are played.
type Request struct {
	// Rules is the id of the rules.
	Rules string `json:"rules"`
	// Seats are the variants of the bots. Fewer than players repeat in turn.
	Seats []Entry `json:"seats"`
	// Players is how many players a game has. By default it follows from seats and rules.
	Players int `json:"players,omitempty" zero:"default"`
	// Teams gives each side to one variant, in every combination.
	Teams bool `json:"teams,omitempty"`
	// Games is how many games are played. Several are rounded up to whole deals.
	Games int `json:"games"`
	// Seed is the seed of the first deal, 1 by default.
	Seed *int64 `json:"seed,omitempty"`
	// Options are the options of the rules.
	Options map[string]any `json:"options,omitempty"`
	// Language is the language of the chat, as a tag.
	Language string `json:"language,omitempty"`
	// Floor says which bots may speak.
	Floor session.FloorMode `json:"floor,omitempty"`
}

// Entry is a variant of a bot. A bare string is its Variant.
type Entry struct {
	// Variant is a strategy as the command line takes it: tom×2 or scheduler:order=every_n.
	Variant string `json:"variant"`
	// Options are more options. Their texts may have any characters.
	Options map[string]any `json:"options,omitempty"`
}

// Shorthand returns the field that a bare string sets.
func (*Entry) Shorthand() string { return "variant" }

// UnmarshalJSON implements json.Unmarshaler.
func (s *Entry) UnmarshalJSON(b []byte) error {
	if len(b) > 0 && b[0] == '"' {
		return json.Unmarshal(b, &s.Variant)
	}
	type object Entry
	return json.Unmarshal(b, (*object)(s))
}

// Plan says how many games a contest has: every deal with every arrangement.
type Plan struct {
	Games        int `json:"games"`
	Deals        int `json:"deals"`
	Arrangements int `json:"arrangements"`
}

// State says how far a contest is.
type State string

// The states of a contest.
const (
	Running State = "running"
	Done    State = "done"
	Failed  State = "failed"
	Stopped State = "stopped"
)

// View is a contest as readers see it.
type View struct {
	ID        string    `json:"id"`
	State     State     `json:"state"`
	StartedAt time.Time `json:"started_at"`
	Request   Request   `json:"request"`
	// Done counts the games that have been played, of all Games.
	Done  int `json:"done"`
	Games int `json:"games"`
	// SecondsLeft is how long the other games will take; nil while nobody knows.
	SecondsLeft *int `json:"seconds_left,omitempty"`
	// Playing is the game that is being played; nil in a list.
	Playing *Playing `json:"playing,omitempty"`
	// Problem says why the contest failed.
	Problem string `json:"problem,omitempty"`
	// Report sums up the games so far; nil in a list.
	Report *Report `json:"report,omitempty"`
}

// Playing is a game that is being played, with its lines so far.
type Playing struct {
	Game  int    `json:"game"`
	Lines []Line `json:"lines"`
}
