package recon

import (
	"encoding/json"
	"slices"
	"testing"

	"ringer/engine/game"
	"ringer/engine/gametest"
)

// seats are the players of the test games, with the bot, Ann, first.
var seats = []string{"ann", "bo", "cy", "dee", "eli", "flo", "gus", "hal"}

// session is a session without a driver: tests tell it the events.
type session struct {
	*gametest.Session
	t testing.TB
	r *ReCon
}

// newReCon returns the strategy with options.
func newReCon(t testing.TB, options string) *ReCon {
	t.Helper()
	s, err := New(json.RawMessage(options))
	if err != nil {
		t.Fatal(err)
	}
	return s.(*ReCon)
}

// newSession is a session of Ann in a game of Avalon. Role is hers, and the players after her have
// the other roles.
func newSession(t testing.TB, options, role string, others []string, changes ...func(*game.Config)) *session {
	t.Helper()
	c := game.Config{
		Strategy: Name, Biography: gametest.Biography(), Bot: game.Bot{Seat: "ann", Role: role, KnownRoles: map[string][]string{}},
		Game: game.Setting{Rules: "avalon", RoleList: append([]string{role}, others...), Phases: []game.Phase{{ID: "talk"}, {ID: "turn", Speakers: []string{"ann"}}, {ID: "again"}}},
	}
	for i := range c.Game.RoleList {
		c.Game.Players = append(c.Game.Players, game.Player{ID: seats[i], Name: seats[i]})
		if i > 0 && (role == "merlin" || evil(role)) && evil(others[i-1]) { // who sees the evil players
			c.Bot.KnownRoles[seats[i]] = slices.DeleteFunc(slices.Clone(c.Game.RoleList), func(role string) bool { return !evil(role) })
		}
	}
	for _, change := range changes {
		change(&c)
	}
	return &session{gametest.Open(t, c), t, newReCon(t, options)}
}

// servantGame is a game of six in which Ann is a servant. Eli and Flo are evil.
func servantGame(t testing.TB, options string) *session {
	return newSession(t, options, "servant", []string{"merlin", "percival", "servant", "morgana", "assassin"})
}

// chat is a session of Ann in a game without roles.
func chat(t testing.TB, options string, changes ...func(*game.Config)) *session {
	return newSession(t, options, "guest", []string{"guest", "guest", "guest"}, append([]func(*game.Config){func(c *game.Config) {
		c.Game.Rules, c.Game.RulesText, c.Game.RoleList = "freeform", "Talk.", nil
	}}, changes...)...)
}

func evil(role string) bool {
	return slices.Contains([]string{"morgana", "assassin", "minion", "mordred", "oberon"}, role)
}

// rule tells the session what was decided.
func (c *session) rule(u game.Ruling) {
	c.Tell(c.State.Now+1000, &game.ObservationReceived{Observation: game.Observation{Kind: game.RulingMade, Ruling: &u}})
}

// propose tells of a proposed team.
func (c *session) propose(by string, team ...string) {
	c.rule(game.Ruling{Step: game.StepTeam, By: by, Players: team})
}

// refused tells of so many teams that were refused.
func (c *session) refused(n int, team ...string) {
	for range n {
		c.propose(team[0], team...)
		c.rule(game.Ruling{Step: game.StepApproval, Players: team})
	}
}

// quest tells of a team that was proposed and approved, and of its quest.
func (c *session) quest(fails int, team ...string) {
	c.propose(team[0], team...)
	c.rule(game.Ruling{Step: game.StepApproval, Players: team, Passed: true})
	c.rule(game.Ruling{Step: game.StepQuest, Players: team, Passed: fails == 0, Fails: fails})
}

func (c *session) view() game.View { return c.State.View(c.State.Now) }

// think runs one contemplation with a model that gives these answers.
func (c *session) think(answers ...string) (*gametest.Script, game.Finding, error) {
	c.t.Helper()
	s := &gametest.Script{Answers: answers}
	f, err := c.r.Think(c.t.Context(), c.view(), game.Want{Kind: kindContemplation}, s)
	return s, f, err
}

// conclude runs one contemplation, and keeps what it concludes.
func (c *session) conclude(answers ...string) (*gametest.Script, game.Conclusion) {
	c.t.Helper()
	s, f, err := c.think(answers...)
	if err != nil {
		c.t.Fatal(err)
	}
	out := c.r.Conclude(c.view(), game.Want{Kind: kindContemplation, BasedOn: c.State.Seq}, f)
	c.remember(out)
	return s, out
}

// remember stores what a contemplation has concluded.
func (c *session) remember(out game.Conclusion) {
	c.Tell(c.State.Now, &game.ThoughtCompleted{Kind: kindContemplation, BasedOn: out.Considered, Mind: out.Mind})
}

// minded stores a mind.
func (c *session) minded(change func(*mind)) {
	m := readMind(c.view())
	change(&m)
	c.remember(game.Conclusion{Mind: game.EncodeMind(m)})
}

// guesses stores guesses.
func (c *session) guesses(all map[string]guess) { c.minded(func(m *mind) { m.Guesses = all }) }

// vote opens a vote and returns its leaning.
func (c *session) vote(q game.VoteRequest) game.Leaning {
	c.t.Helper()
	roster := c.State.Roster
	if err := q.Complete(&roster, c.State.Clock.Wall(c.State.Now)); err != nil {
		c.t.Fatal(err)
	}
	q.ID = "v"
	c.Tell(c.State.Now, &game.VoteRequested{VoteRequest: q})
	return c.r.Brief(c.view()).Leanings["v"]
}
