// Package werewolf has the rules of Werewolf.
//
//	      +-> day: all talk, or in turn -- clock --> all living vote -- nobody --> run-off: all
//	      |                                            | one is out, or nobody     talk, and vote
//	      |                                            v                             |
//	      |                                      who has won? --> over <--+ <--------+
//	      | one is out, or nobody                      | nobody yet       |
//	      |                                            v                  |
//	who has won? <-- clock -- votes of the night <-- clock -- night: werewolves talk
//	      |
//	      +--> over
//
// The votes of a night are open at the same time, and until the night ends: the werewolves attack,
// the seer asks about a player, the doctor protects one.
package werewolf

import (
	_ "embed"
	"fmt"
	"slices"

	"ringer/engine/referee/match"
	"ringer/engine/session"
)

const (
	id     = "werewolf"
	day    = "day"
	night  = "night"
	runOff = "run_off"
	inTurn = "in_turn"
)

// Limits of the game.
const (
	least = 5  // players: the smallest game of AIWolf
	most  = 16 // players: one more than its largest game
)

// How the game begins, whom a vote exiles, and when the werewolves win.
const (
	onlyDivine = "divine"
	noNight    = "none"
	drawn      = "draw"
	byMajority = "majority"
	untilLast  = "last"
)

type options struct {
	RoleList     []string       `json:"role_list"`
	FirstNight   string         `json:"first_night"`
	Discussion   string         `json:"discussion"`
	Exile        string         `json:"exile"`
	RunOff       bool           `json:"run_off"`
	Reveal       bool           `json:"reveal"`
	Win          string         `json:"win"`
	LastDay      int            `json:"last_day"`
	ProtectSelf  bool           `json:"protect_self"`
	ProtectAgain bool           `json:"protect_again"`
	Day          session.Millis `json:"day_ms"`
	Turn         session.Millis `json:"turn_ms"`
	RunOffTalk   session.Millis `json:"run_off_ms"`
	Night        session.Millis `json:"night_ms"`
	Vote         session.Millis `json:"vote_ms"`
}

//go:embed options.json
var schema []byte

// Rules are the rules of Werewolf.
type Rules struct{}

// ID returns the id of the rules.
func (Rules) ID() string { return id }

// Empty returns a referee without state.
func (Rules) Empty() match.Referee { return &game{} }

// Schema returns the JSON schema of the options.
func (Rules) Schema() []byte { return schema }

// Hidden returns the roles that players conceal. The others may come out.
func (Rules) Hidden() []string { return evil }

// Revotes says that a person may think again.
func (Rules) Revotes() bool { return true }

// Begin returns the referee. Deal has checked the options.
func (Rules) Begin(s match.Start, d match.Deal) match.Referee {
	return begun(s, d, match.ParseOptions[options](Rules{}, s.Options, &session.Errors{}))
}

func begun(s match.Start, d match.Deal, o options) *game {
	m := &game{Match: match.New(s, d), Options: o, Round: 1, Phase: night}
	m.First = session.Draw(m.Seed, 0, match.Order("first"), 0).IntN(len(m.Players))
	if o.FirstNight == noNight {
		m.Phase, m.Turns = m.talkPhase(m.First), 1
	}
	m.begin(m.Phase, 0)
	return m
}

// game is the referee of a game of Werewolf.
type game struct {
	match.Match
	Options options `json:"options"`
	Phase   string  `json:"phase"`
	// Round numbers the nights and days from 1. Whichever the game begins with is the first of a
	// round.
	Round int `json:"round"`
	// First is the place of the player who talks first on day 1. On each day it is the next one.
	First int `json:"first"`
	// Turns is how many turns of the day have begun, with those of players who are gone.
	Turns int `json:"turns,omitempty"`
	// Ends is when the talk of the phase ends.
	Ends session.Millis `json:"ends_ms"`
	// Dawn is when the night ends: after the votes, whoever is asked.
	Dawn session.Millis `json:"dawn_ms,omitempty"`
	// Asked says that the votes of the night were asked.
	Asked bool `json:"asked,omitempty"`
}

// Clone returns a copy.
func (m *game) Clone() match.Referee {
	c := *m
	c.Match = m.Copy()
	return &c
}

// talkPhase returns the phase by day in which the player in a place talks.
func (m *game) talkPhase(place int) string {
	return match.TalkPhase(day, m.Options.Discussion == inTurn, place)
}

// lasts returns how long a phase is.
func (m *game) lasts(phase string) session.Millis {
	switch {
	case phase == night:
		return m.Options.Night + m.VoteLasts(m.Options.Vote)
	case phase == runOff:
		return m.Options.RunOffTalk
	case phase == day:
		return m.Options.Day
	}
	return m.Options.Turn
}

// begin notes that a phase has begun.
func (m *game) begin(phase string, at session.Millis) {
	m.Phase, m.Asked, m.Dawn, m.Ends = phase, false, 0, at+m.lasts(phase)
	if phase == night {
		m.Dawn, m.Ends = m.Ends+1, at+m.Options.Night // an answer still counts at the last moment
	}
}

// Apply folds an event.
func (m *game) Apply(e session.Event, at session.Millis) {
	if !m.Fold(e.Data, at) {
		return
	}
	switch p := e.Data.(type) {
	case *session.VoteRequested:
		switch {
		case m.Phase == night && m.ofTonight(p.ID):
			m.Asked, m.Dawn = true, max(m.Dawn, at+m.Played(p.Within)+1)
			m.Open(p, m.Phase, at, p.Step == session.StepAttack)
		case m.Vote == nil && p.ID == m.exileID():
			m.Open(p, m.Phase, at, m.Options.Exile == drawn && m.final()).Majority = m.Options.Exile == byMajority
		}
	case *session.ObservationReceived:
		if p.Kind == session.PhaseChanged {
			m.turn(p, at)
		}
	}
}

// turn notes that another phase has begun. The votes that are open end with the phase before.
func (m *game) turn(p *session.ObservationReceived, at session.Millis) {
	place := m.place(p.Phase)
	if place < 0 && p.Phase != night && p.Phase != runOff {
		return
	}
	m.CloseAll()
	if dayFirst := m.Options.FirstNight == noNight; dayFirst && m.Phase == night || !dayFirst && p.Phase == night {
		m.Round++
	}
	if n := len(m.Players); m.Options.Discussion == inTurn && place >= 0 {
		m.Turns = (place-m.start()+n)%n + 1
	}
	m.begin(p.Phase, at)
}

// place returns the place of a phase among those of the day; -1 for another phase.
func (m *game) place(phase string) int {
	return slices.IndexFunc(m.TalkPhases(day, m.Options.Discussion == inTurn), func(p session.Phase) bool { return p.ID == phase })
}

// start returns the place of the player who talks first today.
func (m *game) start() int { return (m.First + m.Round - 1) % len(m.Players) }

// Decide says what has to happen now.
func (m *game) Decide(now session.Millis) match.Decision {
	was := m.was
	if !m.Options.Reveal {
		was = nil
	}
	return m.Match.Decide(m.welcome, was, func() match.Decision {
		switch _, text := m.verdict(m.Gone, false); {
		case text != "":
			return match.Decision{Orders: m.End(text + m.wholeReveal())}
		case m.Phase == night:
			return m.decideNight(now)
		case m.Vote != nil && m.VoteOver(now):
			return match.Decision{Orders: m.closeExile()}
		case m.Vote != nil:
			return match.Decision{Due: m.Vote.Closes}
		case now < m.Ends && !m.speechless():
			return match.Decision{Due: m.Ends}
		}
		return match.Decision{Orders: m.afterTalk()}
	})
}

// verdict returns the side that has won if these seats are out, and says why. The text is empty if
// the game goes on. ended says that the day is over.
func (m *game) verdict(out map[string]bool, ended bool) (session.Side, string) {
	wolves, others, good := 0, 0, 0
	for _, p := range m.Players {
		switch role := m.Roles[p.ID]; {
		case out[p.ID]:
		case role == werewolf:
			wolves++
		case role == possessed:
			others++
		default:
			others, good = others+1, good+1
		}
	}
	switch {
	case wolves == 0:
		return session.Good, "No werewolf is left. The villagers have won."
	case m.Options.Win == untilLast && good == 0:
		return session.Evil, "Nobody of the villagers' side is left. The werewolves have won."
	case m.Options.Win != untilLast && wolves >= others:
		return session.Evil, "There are at least as many werewolves as others. The werewolves have won."
	case ended && m.Round >= m.Options.LastDay:
		return session.Evil, fmt.Sprintf("Day %d was the last one. The werewolves have won.", m.Round)
	}
	return "", ""
}

// wholeReveal says what the players were who were no villagers.
func (m *game) wholeReveal() (text string) {
	for _, p := range m.Players {
		if m.Roles[p.ID] != villager {
			text += fmt.Sprintf(" %s was %s.", p.Name, m.was(p.ID))
		}
	}
	return text
}

// Result returns the result so far. The whole side has won, with those who are out.
func (m *game) Result() match.Result {
	r := m.Match.Result()
	if won, _ := m.verdict(m.Gone, true); m.Over && m.ByRules {
		r.Winners = m.AllOf(func(role string) bool { return slices.Contains(evil, role) == (won == session.Evil) })
	}
	return r
}
