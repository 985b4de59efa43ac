// Package avalon has the rules of Avalon.
//
//	leader names a team --> talk, by clock or in turn --> all say yes or no --yes--> the team
//	  ^                                                     | no          chooses in secret
//	  +---------------------- next leader ------------------+--------------------+ |
//	                                                        | five in a row        | three quests
//	                                                        v                      v have failed
//	                                                       over <------------------+
//	                                                        ^                      | three have
//	                                                        |                      v succeeded
//	                                           assassin names one <-- clock -- evil talks
package avalon

import (
	_ "embed"
	"fmt"
	"maps"
	"slices"
	"strings"

	"ringer/engine/referee/match"
	"ringer/engine/session"
)

const (
	id            = "avalon"
	discussion    = "discussion"
	assassination = "assassination"
	evilChannel   = "evil"
	inTurn        = "in_turn"
)

// Limits of a game of Avalon, from the rules of the board game.
const (
	least       = 5  // players: the table of team sizes begins there
	most        = 10 // players: the table ends there
	questsToWin = 3
	// twoFails is the number of players from which on the fourth quest fails only by two fails.
	twoFails = 7
)

// teamSizes holds how many players each quest needs, by the number of players. Games of more than
// eight players have the teams of eight.
var teamSizes = map[int][]int{5: {2, 3, 2, 3, 3}, 6: {2, 3, 4, 3, 4}, 7: {2, 3, 3, 4, 4}, 8: {3, 4, 4, 5, 5}}

type options struct {
	Discussion  string         `json:"discussion"`
	Talk        session.Millis `json:"talk_ms"`
	Turn        session.Millis `json:"turn_ms"`
	Team        session.Millis `json:"team_ms"`
	Vote        session.Millis `json:"vote_ms"`
	Assassin    session.Millis `json:"assassin_ms"`
	Refusals    int            `json:"refusals"`
	LeaderVotes bool           `json:"leader_votes"`
	Mordred     bool           `json:"mordred"`
	Oberon      bool           `json:"oberon"`
}

//go:embed options.json
var schema []byte

// Rules are the rules of Avalon.
type Rules struct{}

// ID returns the id of the rules.
func (Rules) ID() string { return id }

// Empty returns a referee without state.
func (Rules) Empty() match.Referee { return &game{} }

// Schema returns the JSON schema of the options.
func (Rules) Schema() []byte { return schema }

// Hidden returns the roles that players conceal.
func (Rules) Hidden() []string {
	return []string{merlin, percival, morgana, assassin, minion, mordred, oberon}
}

// Revotes says that no answer changes: votes are shown at once, and a card that is played stays so.
func (Rules) Revotes() bool { return false }

// Begin returns the referee. Deal has checked the options.
func (Rules) Begin(s match.Start, d match.Deal) match.Referee {
	options := match.ParseOptions[options](Rules{}, s.Options, &session.Errors{})
	m := &game{Match: match.New(s, d), Options: options, Stage: session.StepTeam, Quest: 1, Try: 1, Phase: d.Phase}
	m.Lead = m.firstLeader()
	return m
}

// game is the referee of a game of Avalon. Rulings move it from stage to stage.
type game struct {
	match.Match
	Options options `json:"options"`
	// Stage is what is decided next.
	Stage session.Step `json:"stage"`
	// Phase is the current phase of the game.
	Phase string `json:"phase"`
	// Quest numbers the quests from 1.
	Quest int `json:"quest"`
	// Try numbers the votes of a quest on who goes from 1. In the end it numbers the votes of the
	// assassin.
	Try int `json:"try"`
	// Refused is how many teams in a row were refused for this quest.
	Refused int `json:"refused,omitempty"`
	// Lead is the place of the leader among the players.
	Lead int `json:"lead"`
	// Team is the proposed team.
	Team []string `json:"team,omitempty"`
	// Turns is how many turns of the talk have begun, with those of players who are gone. A free
	// talk is one turn.
	Turns int `json:"turns,omitempty"`
	// Ends is when the talk or the turn ends.
	Ends session.Millis `json:"ends_ms,omitempty"`
	// Succeeded and Failed count the quests.
	Succeeded int `json:"succeeded,omitempty"`
	Failed    int `json:"failed,omitempty"`
	// Named is whom the assassin has named. Found says that it is Merlin.
	Named string `json:"named,omitempty"`
	Found bool   `json:"found,omitempty"`
}

// Clone returns a copy.
func (m *game) Clone() match.Referee {
	c := *m
	c.Match = m.Copy()
	return &c
}

// Apply folds an event.
func (m *game) Apply(e session.Event, at session.Millis) {
	open := m.Vote
	if m.barred(e.Data) || !m.Fold(e.Data, at) {
		return
	}
	if open != nil && m.Vote == nil && m.void(open) {
		m.Try++
		last := &m.Ballots[len(m.Ballots)-1]
		last.Chosen, last.Drawn = "", false
	}
	switch p := e.Data.(type) {
	case *session.VoteRequested:
		if p.ID == m.voteID() && m.Vote == nil {
			m.Open(p, m.Phase, at, m.Stage == session.StepAssassination)
		}
	case *session.ObservationReceived:
		if p.Kind == session.PhaseChanged {
			m.turn(p, at)
		} else if p.Kind == session.RulingMade && p.Ruling != nil && match.IsOrder(p.ID) {
			m.rule(p.Ruling)
		}
	}
}

func (m *game) turn(p *session.ObservationReceived, at session.Millis) {
	m.Phase = p.Phase
	switch i := slices.IndexFunc(m.TalkPhases(discussion, m.Options.Discussion == inTurn), func(q session.Phase) bool { return q.ID == p.Phase }); {
	case m.Stage == session.StepApproval && i >= 0:
		m.Turns, m.Ends = 1, at+m.Options.Talk
		if m.Options.Discussion == inTurn {
			n := len(m.Players)
			m.Turns, m.Ends = (i-m.Lead+n)%n+1, at+m.Options.Turn
		}
	case m.Stage == session.StepAssassination:
		m.Ends = at + m.Options.Assassin
	}
	if p.EndsIn != nil {
		m.Ends = at + m.Played(*p.EndsIn)
	}
}

func (m *game) rule(u *session.Ruling) {
	switch u.Step {
	case session.StepTeam:
		m.Lead = max(0, slices.IndexFunc(m.Players, func(p session.Player) bool { return p.ID == u.By }))
		m.Team, m.Stage, m.Turns, m.Ends = u.Players, session.StepApproval, 0, 0
	case session.StepApproval:
		if u.Passed {
			m.chose(session.Yes)
			m.Stage = session.StepQuest
		} else {
			m.chose(session.No)
			m.Refused++
			m.next(m.Try + 1)
		}
	case session.StepQuest:
		if u.Passed {
			m.chose(session.QuestSuccess)
			m.Succeeded++
		} else {
			m.chose(session.QuestFail)
			m.Failed++
		}
		m.Quest, m.Refused = m.Quest+1, 0
		if m.next(1); m.Succeeded >= questsToWin {
			m.Stage = session.StepAssassination
		}
	case session.StepAssassination:
		m.chose(u.Players[0])
		m.Named, m.Found = u.Players[0], u.Passed
	}
}

func (m *game) next(try int) {
	m.Lead, m.Try, m.Stage, m.Team = (m.Lead+1)%len(m.Players), try, session.StepTeam, nil
}

// Decide says what has to happen now.
func (m *game) Decide(now session.Millis) match.Decision {
	return m.Match.Decide(m.welcome, nil, func() match.Decision {
		switch _, text := m.verdict(); {
		case text != "":
			return match.Decision{Orders: m.End(text + " " + m.wholeReveal())}
		case m.Vote != nil && m.VoteOver(now):
			return match.Decision{Orders: m.closeVote()}
		case m.Vote != nil:
			return match.Decision{Due: m.Vote.Closes}
		case m.talks() && now < m.Ends:
			return match.Decision{Due: m.Ends}
		}
		return match.Decision{Orders: m.proceed()}
	})
}

// talks reports whether a talk has begun whose speakers are in the game.
func (m *game) talks() bool {
	switch m.Stage {
	case session.StepApproval:
		return m.Turns > 0 && (m.Options.Discussion != inTurn || !m.Gone[m.at(m.Turns-1)])
	case session.StepAssassination:
		return m.Phase == assassination && !m.lone()
	}
	return false
}

func (m *game) at(places int) string { return m.Players[(m.Lead+places)%len(m.Players)].ID }

// lone reports whether at most one evil player is left of those who know each other.
func (m *game) lone() bool { return len(m.Living(morgana, assassin, minion, mordred)) < 2 }

// verdict returns the side that has won, and the last line of the game. The side is empty if nobody
// has won, and the line if the game goes on.
func (m *game) verdict() (side session.Side, text string) {
	left := map[session.Side]int{}
	for _, p := range m.Players {
		if !m.Gone[p.ID] {
			left[sideOf(m.Roles[p.ID])]++
		}
	}
	switch {
	case m.Named != "" && m.Found:
		return session.Evil, "The assassin has found Merlin. Evil has won."
	case m.Named != "":
		return session.Good, m.Name(m.Named) + " was not Merlin. Good has won."
	case m.Failed >= questsToWin:
		return session.Evil, "Three quests have failed. Evil has won."
	case m.Options.Refusals > 0 && m.Refused >= m.Options.Refusals:
		return session.Evil, fmt.Sprintf("Refused teams in a row: %d. Evil has won.", m.Refused)
	case m.Succeeded >= questsToWin && !slices.Contains(slices.Collect(maps.Values(m.Roles)), merlin):
		return session.Good, "Three quests have succeeded. Good has won."
	case left[session.Evil] == 0:
		return session.Good, "No evil player is left. Good has won."
	case left[session.Good] == 0:
		return session.Evil, "No good player is left. Evil has won."
	case m.Stage == session.StepTeam && left[session.Good]+left[session.Evil] < m.size():
		return "", "Too few players are left for a team. Nobody has won."
	}
	return "", ""
}

func (m *game) size() int { return teamSizes[min(len(m.Players), 8)][m.Quest-1] }

// Result returns the result so far. The whole side has won, with those who have left. Who voted
// what on a quest stays secret until the game is over.
func (m *game) Result() match.Result {
	r := m.Match.Result()
	for i, b := range r.Ballots {
		if !m.Over && strings.HasPrefix(b.Vote, string(session.StepQuest)) {
			r.Ballots[i].Answers, r.Ballots[i].Tally = map[string]session.Answer{}, nil
		}
	}
	if side, _ := m.verdict(); m.Over && m.ByRules && side != "" {
		r.Winners = m.AllOf(func(role string) bool { return sideOf(role) == side })
	}
	return r
}
