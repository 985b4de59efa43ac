package recon

import (
	"slices"
	"testing"

	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

// seats are the players of the test games, with the bot, Ann, first.
var seats = []string{"ann", "bo", "cy", "dee", "eli", "flo", "gus", "hal"}

// fixture is a session without a driver: tests tell it the events.
type fixture struct {
	*sessiontest.Session
	t testing.TB
	r *ReCon
}

// asInThePaper are the options on which most tests rest: a call for each stage.
const asInThePaper = `{"stages":"separate","turn_ms":2000}`

// newReCon returns the strategy with options, else with those of asInThePaper.
func newReCon(t testing.TB, options string) *ReCon {
	t.Helper()
	s := sessiontest.Must(New(sessiontest.Merged(t, asInThePaper, options)))(t)
	return s.(*ReCon)
}

// newSession is a game of Avalon. Role is Ann's, and the players after her have the other roles.
func newSession(t testing.TB, options, role string, others []string, changes ...func(*session.Config)) *fixture {
	t.Helper()
	c := config(role, others)
	for _, change := range changes {
		change(&c)
	}
	return &fixture{sessiontest.Open(t, c), t, newReCon(t, options)}
}

func config(role string, others []string) session.Config {
	c := session.Config{
		Strategy: Name, Biography: sessiontest.Biography(), Bot: session.Bot{Seat: "ann", Role: role, KnownRoles: map[string][]string{}},
		Game: session.Setting{Rules: "avalon", RoleList: append([]string{role}, others...), Phases: []session.Phase{{ID: "talk"}, {ID: "turn", Speakers: []string{"ann"}}, {ID: "again"}}},
	}
	for i := range c.Game.RoleList {
		c.Game.Players = append(c.Game.Players, session.Player{ID: seats[i], Name: seats[i]})
		if i > 0 && (role == "merlin" || evil(role)) && evil(others[i-1]) { // who sees the evil players
			c.Bot.KnownRoles[seats[i]] = slices.DeleteFunc(slices.Clone(c.Game.RoleList), func(role string) bool { return !evil(role) })
		}
	}
	return c
}

// servantGame is a game of six in which Ann is a servant. Eli and Flo are evil.
func servantGame(t testing.TB, options string) *fixture {
	return newSession(t, options, "servant", []string{"merlin", "percival", "servant", "morgana", "assassin"})
}

// chat is a session of Ann in a game without roles.
func chat(t testing.TB, options string, changes ...func(*session.Config)) *fixture {
	return newSession(t, options, "guest", []string{"guest", "guest", "guest"}, append([]func(*session.Config){func(c *session.Config) {
		c.Game.Rules, c.Game.RulesText, c.Game.RoleList = "freeform", "Talk.", nil
	}}, changes...)...)
}

func evil(role string) bool {
	return slices.Contains([]string{"morgana", "assassin", "minion", "mordred", "oberon"}, role)
}

// rule tells the session what was decided.
func (c *fixture) rule(u session.Ruling) {
	c.Tell(c.State.Now+1000, &session.ObservationReceived{Observation: session.Observation{Kind: session.RulingMade, Ruling: &u}})
}

// propose tells of a proposed team.
func (c *fixture) propose(by string, team ...string) {
	c.rule(session.Ruling{Step: session.StepTeam, By: by, Players: team})
}

// refused tells of so many teams that were refused.
func (c *fixture) refused(n int, team ...string) {
	for range n {
		c.propose(team[0], team...)
		c.rule(session.Ruling{Step: session.StepApproval, Players: team})
	}
}

// quest tells of a team that was proposed and approved, and of its quest.
func (c *fixture) quest(fails int, team ...string) {
	c.propose(team[0], team...)
	c.rule(session.Ruling{Step: session.StepApproval, Players: team, Passed: true})
	c.rule(session.Ruling{Step: session.StepQuest, Players: team, Passed: fails == 0, Fails: fails})
}

// think runs one contemplation with a model that gives these answers.
func (c *fixture) think(answers ...string) (*sessiontest.Script, session.Finding, error) {
	c.t.Helper()
	s := &sessiontest.Script{Answers: answers}
	f, err := c.r.Think(c.t.Context(), c.View(), session.Want{Kind: kindContemplation}, s)
	return s, f, err
}

// conclude runs one contemplation, and keeps what it concludes.
func (c *fixture) conclude(answers ...string) (*sessiontest.Script, session.Conclusion) {
	c.t.Helper()
	s, f, err := c.think(answers...)
	if err != nil {
		c.t.Fatal(err)
	}
	out := c.r.Conclude(c.View(), session.Want{Kind: kindContemplation, BasedOn: c.State.Seq}, f)
	c.remember(out)
	return s, out
}

// remember stores what a contemplation has concluded.
func (c *fixture) remember(out session.Conclusion) {
	c.Tell(c.State.Now, &session.ThoughtCompleted{Kind: kindContemplation, BasedOn: out.Considered, Mind: out.Mind})
}

// minded stores a mind.
func (c *fixture) minded(change func(*mind)) {
	m := readMind(c.View())
	change(&m)
	c.remember(session.Conclusion{Mind: session.EncodeMind(m)})
}

// guesses stores guesses.
func (c *fixture) guesses(all map[string]guess) { c.minded(func(m *mind) { m.Guesses = all }) }

// vote opens a vote and returns its leaning.
func (c *fixture) vote(q session.VoteRequest) session.Leaning {
	c.t.Helper()
	roster := c.State.Roster
	sessiontest.NoError(c.t, q.Complete(&roster, c.State.Clock.Wall(c.State.Now)))
	q.ID = "v"
	c.Tell(c.State.Now, &session.VoteRequested{VoteRequest: q})
	return c.r.Brief(c.View()).Leanings["v"]
}

// These are the roles of the players after Ann, if she is Merlin or Morgana.
var (
	goodOthers = []string{"percival", "servant", "servant", "morgana", "assassin"}
	evilOthers = []string{"merlin", "percival", "servant", "servant", "assassin"}
)
