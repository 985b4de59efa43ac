package gametest

import (
	"encoding/json"
	"slices"
	"time"

	"ringer/engine/session"
)

// rounding is by how much times may differ, since the log counts in whole milliseconds.
const rounding = 2 * time.Millisecond

// hosted is a game whose rules the server runs, as its log tells it.
type hosted struct {
	*Report
	// late is by how much the host and the players may act too late.
	late time.Duration
	// speed is how much faster than real time the game runs.
	speed   float64
	players []session.Player
	role    map[string]string
	// gone are the seats that are out or have left.
	gone  map[string]bool
	began time.Time
	phase string
	// ready is when the talk is over, and the next vote is due.
	ready time.Time
	// vote is the vote that an event is about, or the last one; nil before the first one.
	vote *vote
	// asked holds all votes by id. Only Werewolf has several open ones.
	asked map[string]*vote
	// closed is when each vote closes, by its id.
	closed map[string]time.Time
	// won is the side that has won, or nobody, and wonAt is when.
	won   string
	wonAt time.Time
	end   *session.GameEnded
}

// vote is a vote that was asked.
type vote struct {
	*session.VoteRequested
	options []string
	closes  time.Time
	answers map[string]session.Answer
	// over says that it takes no more answers.
	over bool
}

// rules are what is judged differently in each kind of game. A hosted has defaults of some.
type rules interface {
	create(e session.Event, p *session.GameCreated)
	// check judges what holds at every event.
	check(e session.Event)
	// maySpeak checks that a player may speak in a channel now.
	maySpeak(e session.Event, seat, channel string)
	// told judges a line that is not a player's.
	told(e session.Event, p *session.Post)
	turn(e session.Event, o *session.Observation)
	// left notes what follows when a seat has gone.
	left(e session.Event, seat string)
	out(e session.Event, seat string)
	rule(e session.Event, u *session.Ruling)
	ask(e session.Event, p *session.VoteRequested)
	// wrong says what is wrong with an answer that a seat may give now; empty for nothing.
	wrong(seat string, a session.Answer) string
	accuse(seat, of string)
	ended(e session.Event, p *session.GameEnded)
}

func (*hosted) check(session.Event)                      {}
func (*hosted) turn(session.Event, *session.Observation) {}
func (*hosted) left(session.Event, string)               {}
func (*hosted) rule(session.Event, *session.Ruling)      {}
func (*hosted) accuse(string, string)                    {}
func (*hosted) wrong(string, session.Answer) string      { return "" }

func (h *hosted) out(e session.Event, seat string) {
	h.blame(e, "%s is out, and nobody comes or goes by these rules", seat)
}

// read judges a whole log by rules that hold h.
func (h *hosted) read(log []session.Event, late time.Duration, by rules) {
	h.Report, h.late, h.gone, h.closed = &Report{}, late, map[string]bool{}, map[string]time.Time{}
	h.asked = map[string]*vote{}
	h.order(log)
	created, ok := log[0].Data.(*session.GameCreated)
	if !ok || created.Deal == nil {
		h.blame(log[0], "no game was dealt")
		return
	}
	h.began, h.ready, h.speed = steady(log[0]), steady(log[0]), created.Config.Speed
	h.players, h.role, h.phase = created.Deal.Players, created.Deal.Roles, created.Deal.Phase
	by.create(log[0], created)
	for _, e := range log[1:] {
		h.judge(e, by)
	}
	last := log[len(log)-1]
	if h.Took = time.Duration(float64(steady(last).Sub(h.began)) * h.speed); h.end == nil {
		h.blame(last, "the game is not over")
	}
}

// judge judges one event after the first.
func (h *hosted) judge(e session.Event, by rules) {
	if h.end != nil {
		h.blame(e, "it comes after the end")
	}
	if h.won != "" && steady(e).After(h.wonAt.Add(h.late)) {
		h.blame(e, "the game goes on after %s has won", h.won)
	}
	by.check(e)
	switch p := e.Data.(type) {
	case *session.GameCreated:
		h.blame(e, "a log has game.created once")
	case *session.MessageReceived:
		if p.Kind != session.FromPlayer {
			by.told(e, &p.Post)
			return
		}
		h.Lines++
		by.maySpeak(e, p.Sender, p.Channel)
	case *session.MessageSent:
		h.Lines++
		by.maySpeak(e, p.Sender, p.Channel)
	case *session.TypingStarted:
		by.maySpeak(e, p.Seat, p.Channel)
	case *session.ObservationReceived:
		h.observe(e, &p.Observation, by)
	case *session.VoteRequested:
		by.ask(e, p)
	case *session.VoteReceived:
		h.answer(e, p.VoteID, p.Seat, p.Answer, by)
	case *session.VoteCast:
		if p.Origin == session.FromRequest {
			h.answer(e, p.VoteID, p.Seat, p.Answer, by)
		} else {
			by.accuse(p.Seat, p.Answer.Option)
		}
	case *session.VoteCancelled:
		h.blame(e, "the rules need the vote")
	case *session.GameEnded:
		h.end = p
		by.ended(e, p)
	}
}

// observe judges phases, rulings, and players who go.
func (h *hosted) observe(e session.Event, o *session.Observation, by rules) {
	switch o.Kind {
	case session.PhaseChanged:
		by.turn(e, o)
	case session.RulingMade:
		by.rule(e, o.Ruling)
	case session.PlayerLeft:
		if seat := o.Player.ID; !h.gone[seat] {
			h.gone[seat] = true
			h.Left = append(h.Left, seat)
			by.left(e, seat)
		}
	case session.PlayerOut:
		by.out(e, o.Player.ID)
	case session.PlayerJoined:
		h.blame(e, "%s comes into a game that has begun", o.Player.ID)
	}
}

// open notes a vote, which stays open for some game time. It judges what all rules want of a vote.
func (h *hosted) open(e session.Event, p *session.VoteRequested) *vote {
	h.Votes++
	v := &vote{VoteRequested: p, closes: steady(e).Add(time.Duration(p.Within) * time.Millisecond), answers: map[string]session.Answer{}}
	for _, o := range p.Options {
		v.options = append(v.options, o.ID)
	}
	if _, again := h.closed[p.ID]; again {
		h.blame(e, "%s was asked before", p.ID)
	}
	for _, before := range h.asked { // only the votes of a night are open together
		before.over = before.over || nightRoles[before.Step] == ""
	}
	if h.won != "" {
		h.blame(e, "%s has won", h.won)
	}
	if p.Within <= 0 {
		h.blame(e, "it has no deadline")
	}
	h.vote, h.closed[p.ID], h.asked[p.ID] = v, v.closes, v
	return v
}

// inTime checks that what waits for the end of the talk comes then.
func (h *hosted) inTime(e session.Event) {
	if late := steady(e).Sub(h.ready); late < -rounding || late > h.late+rounding {
		h.blame(e, "it comes %s after it is due", late)
	}
}

// lasts checks that a vote stays open for some game time.
func (h *hosted) lasts(e session.Event, v *vote, ms float64) {
	if (v.closes.Sub(steady(e)) - h.wall(ms)).Abs() > rounding {
		h.blame(e, "it stays open for %d ms", v.Within)
	}
}

// answer judges the answer of one seat. A late one does not count.
func (h *hosted) answer(e session.Event, id, seat string, a session.Answer, by rules) {
	h.Answers++
	v := h.asked[id]
	if closed, over := h.closed[id]; over && steady(e).After(closed) && !steady(e).After(closed.Add(h.late)) {
		h.Late++
		return
	}
	if v == nil || v.over {
		h.blame(e, "%s answers %s, which is not open", seat, id)
		return
	}
	h.vote = v
	_, again := v.answers[seat]
	wrong := by.wrong(seat, a)
	switch {
	case !slices.Contains(v.Seats, seat):
		h.blame(e, "%s votes and was not asked", seat)
	case h.gone[seat]:
		h.blame(e, "%s votes and is out", seat)
	case again:
		h.blame(e, "%s votes twice", seat)
	case steady(e).After(v.closes.Add(rounding)):
		h.blame(e, "%s votes %s late", seat, steady(e).Sub(v.closes))
	case wrong != "":
		h.blame(e, "%s %s", seat, wrong)
	default:
		v.answers[seat] = a
	}
}

// waits returns the seats in the game that have not answered.
func (h *hosted) waits() []string {
	return slices.DeleteFunc(slices.Clone(h.vote.Seats), func(s string) bool {
		_, answered := h.vote.answers[s]
		return answered || h.gone[s]
	})
}

// wins notes who has won. The first reason counts.
func (h *hosted) wins(e session.Event, side string) {
	if h.won == "" {
		h.won, h.wonAt = side, steady(e)
	}
}

// living returns the seats that are in the game, in their order. Roles, if given, select those that
// have one.
func (h *hosted) living(roles ...string) (seats []string) {
	for _, p := range h.players {
		if !h.gone[p.ID] && (len(roles) == 0 || slices.Contains(roles, h.role[p.ID])) {
			seats = append(seats, p.ID)
		}
	}
	return seats
}

// options reads the options of the rules.
func (h *hosted) options(e session.Event, p *session.GameCreated, into any) {
	if len(p.Config.RulesOptions) == 0 {
		return
	}
	if err := json.Unmarshal(p.Config.RulesOptions, into); err != nil {
		h.blame(e, "the options: %v", err)
	}
}

// takesAsLong checks how long a phase is announced to take, in game time.
func (h *hosted) takesAsLong(e session.Event, o *session.Observation, ms float64) {
	if o.EndsIn == nil || (time.Duration(*o.EndsIn)*time.Millisecond-h.wall(ms)).Abs() > rounding {
		h.blame(e, "%s does not take %g ms of game time", o.Phase, ms)
	}
}

// wall returns milliseconds of game time as wall time.
func (h *hosted) wall(ms float64) time.Duration {
	return time.Duration(ms / h.speed * float64(time.Millisecond))
}
