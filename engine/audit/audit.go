package audit

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"ringer/engine/game"
	"ringer/engine/session"
)

// Check reads the whole log of a session or of a game, and reports what its platform does wrong.
func Check(id string, log []session.Event) *Report {
	c := &checker{report: &Report{Log: id, Events: len(log), Findings: []*Finding{}, Unseen: []string{}}, ids: map[string]bool{}}
	for _, e := range log {
		c.judge(e)
		c.apply(e)
	}
	if c.opened {
		c.judgeWhole()
	}
	slices.SortStableFunc(c.report.Findings, func(a, b *Finding) int { return cmp.Compare(b.Level, a.Level) })
	return c.report
}

// checker holds what came before the event that is judged.
type checker struct {
	report *Report
	opened bool
	// session is the fold of a session's log, and game that of a game's. One of them is nil.
	session *session.State
	game    *game.State
	// partOf says that a session belongs to a game. Only the log of the game shows what was posted.
	partOf bool

	received []line          // what players said
	sent     []line          // what the bots said
	ids      map[string]bool // of all messages
	// barriers are the votes and phases so far.
	barriers []session.Event
	// peopleAsked are the votes of a game that asked people, and casts counts the answers of these.
	peopleAsked []int64
	casts       int
	phases      int
	plans       int
	commands    int
	ended       *session.SessionEnded
	last        time.Time
}

func (c *checker) find(code session.Code, seq int64, form string, args ...any) {
	c.report.find(code, seq, fmt.Sprintf(form, args...))
}

// doubt takes over what the API warns about.
func (c *checker) doubt(seq int64, doubts session.Errors) {
	for _, d := range doubts {
		c.find(d.Code, seq, "%s %s", cmp.Or(strings.TrimPrefix(d.Pointer, "/"), "it"), d.Detail)
	}
}

func (c *checker) roster() *session.Roster {
	if c.game != nil {
		return &c.game.Roster
	}
	return &c.session.Roster
}

// now returns the game time of an event.
func (c *checker) now(e session.Event) session.Millis {
	if c.game != nil {
		return c.game.Clock.Now(e.Moment())
	}
	return c.session.Clock.Now(e.Moment())
}

// setting returns the game as the platform has described it.
func (c *checker) setting() *session.Setting {
	if c.game != nil {
		return &c.game.Config.Game
	}
	return &c.session.Config.Game
}

// judge compares a fact with what came before it.
func (c *checker) judge(e session.Event) {
	switch p := e.Data.(type) {
	case *session.SessionCreated:
		c.opened, c.session, c.partOf = true, session.NewState(c.report.Log), p.GameID != ""
	case *session.GameCreated:
		c.opened, c.game = true, game.NewState(c.report.Log)
	}
	if !c.opened {
		return
	}
	c.last = e.At
	c.judgeBot(e)
	if c.partOf {
		return
	}
	switch p := e.Data.(type) {
	case *session.SessionCreated:
		c.judgeSetting(e.Seq, &p.Config.Game)
	case *session.GameCreated:
		c.judgeSetting(e.Seq, &p.Config.Game)
	case *session.MessageReceived:
		c.judgeMessage(e, p)
	case *session.ObservationReceived:
		c.doubt(e.Seq, p.Observation.Doubts(c.roster()))
		if p.Kind == session.PhaseChanged {
			c.phases, c.barriers = c.phases+1, append(c.barriers, e)
		}
	case *session.VoteRequested:
		c.judgeVote(e, p)
	case *session.VoteReceived:
		c.casts++
	case *session.VoteCast:
		c.judgeCast(p)
	case *session.SessionEnded:
		c.judgeEnd(e, p)
	case *session.GameEnded:
		c.judgeEnd(e, &p.SessionEnded)
	}
}

func (c *checker) apply(e session.Event) {
	switch {
	case !c.opened:
	case c.game != nil:
		c.game.Apply(e)
	default:
		c.session.Apply(e)
		c.confirm(e)
	}
}

// madeID matches names that no person has: long numbers, UUIDs, long hexadecimal ids and mentions.
var madeID = regexp.MustCompile(`(?i)^(<@.*>|[a-z]{0,8}[-_ #:]?\d{4,}|[0-9a-f]{8}-[0-9a-f-]{27}|[a-z]{0,4}[-_]?[0-9a-f]{16,})$`)

func (c *checker) judgeSetting(seq int64, g *session.Setting) {
	c.doubt(seq, g.Doubts())
	for _, p := range g.Players {
		if madeID.MatchString(p.Name) {
			c.find(NoNames, seq, "the player %s has no other name", session.Quoted(p.Name))
		}
	}
}

func (c *checker) judgeEnd(e session.Event, p *session.SessionEnded) {
	c.ended = p
	if p.Reason == session.EndedByPlatform { // else the platform did not choose the moment
		c.judgeOpenVotes(e.At)
	}
	switch {
	case p.Reason == session.EndedByTTL:
		c.find(NoEnd, e.Seq, "it ended by itself, since nothing came for its time to live")
	case p.Reason == session.EndedByPlatform && len(p.Reveal) == 0:
		c.find(NoReveal, e.Seq, "the end does not say who was what")
	}
}

// mayStayFirst are rules whose other phases do not come in every game.
var mayStayFirst = []string{"avalon"}

// judgeWhole finds what only the whole log shows.
func (c *checker) judgeWhole() {
	c.judgeReceipts()
	if c.partOf {
		return
	}
	setting := c.setting()
	if len(setting.Phases) > 1 && c.phases == 0 && c.ended != nil && len(c.received) > 0 && !c.roster().Hosted() && !slices.Contains(mayStayFirst, setting.Rules) {
		c.find(NoPhases, 0, "the game has %d phases, and stayed in %s", len(setting.Phases), session.Quoted(setting.Phase))
	}
	if c.ended == nil {
		c.unseen("the end: it is still open")
	}
	c.judgeIDs()
	c.judgeCasts()
	c.unseen("requests that were refused: the server's log has a line for each, with the session")
	c.unseen("who reads streams: with --log-level debug the server's log has a line for each request")
}

func (c *checker) unseen(what string) { c.report.Unseen = append(c.report.Unseen, what) }

// seconds shows a time to a tenth of a second.
func seconds(d time.Duration) string { return fmt.Sprintf("%.1f s", d.Seconds()) }
