package referee_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"ringer/engine/referee"
	"ringer/engine/session"
)

// driver turns a referee as a host does: it appends what Decide orders, folds it, and wakes when
// something is due. Its clock moves only when it is told to.
type driver struct {
	t interface {
		Helper()
		Fatalf(string, ...any)
	}
	rules string
	start referee.Start
	deal  referee.Deal
	ref   referee.Referee
	now   session.Millis
	log   []entry
	// due is when the referee wants to be asked again; 0 for never.
	due session.Millis
	// question is the question that the referee asks for.
	question int
	// dealt is called before the first order.
	dealt func()
	// check judges each event.
	check func(e entry, order bool)
	// settled judges the game when the referee orders nothing more.
	settled func()
}

// entry is an event of the game's log.
type entry struct {
	at   session.Millis
	data session.Payload
}

// begin deals a game and lets the referee make its first orders.
func (d *driver) begin() {
	d.t.Helper()
	rules, ok := referee.Find(d.rules)
	if !ok {
		d.t.Fatalf("there are no rules %q", d.rules)
	}
	deal, err := rules.Deal(d.start)
	if err != nil {
		d.t.Fatalf("deal: %v", err)
	}
	d.deal, d.ref = deal, rules.Begin(d.start, deal)
	if d.dealt != nil {
		d.dealt()
	}
	d.turn()
}

// append stores an event and folds it.
func (d *driver) append(p session.Payload, order bool) {
	e := entry{d.now, p}
	d.log = append(d.log, e)
	d.ref.Apply(session.Event{Data: p}, d.now)
	if d.check != nil {
		d.check(e, order)
	}
}

// say appends a fact of the platform, or an act of a bot, and turns the referee.
func (d *driver) say(p session.Payload) {
	d.append(p, false)
	d.turn()
}

// turn appends orders until there are none.
func (d *driver) turn() {
	d.t.Helper()
	for range 50 {
		decision := d.ref.Decide(d.now)
		d.due, d.question = decision.Due, decision.Question
		if len(decision.Orders) == 0 {
			if d.settled != nil {
				d.settled()
			}
			return
		}
		for _, o := range decision.Orders {
			d.append(o, true)
		}
	}
	d.t.Fatalf("at %d the referee still orders: %v", d.now, lines(d.ref.Decide(d.now).Orders))
}

// pass lets time pass, and wakes the referee whenever it is due.
func (d *driver) pass(span session.Millis) {
	d.t.Helper()
	until := d.now + span
	for d.due > 0 && d.due <= until {
		if d.due < d.now {
			d.t.Fatalf("at %d the referee is due at %d", d.now, d.due)
		}
		d.now = d.due
		d.turn()
		if d.due == d.now {
			d.t.Fatalf("at %d the referee is due now, and orders nothing", d.now)
		}
	}
	d.now = until
}

// finish lets time pass until the game is over.
func (d *driver) finish() {
	d.t.Helper()
	for range 1000 {
		if d.ref.Result().Over {
			return
		}
		if d.due == 0 {
			d.t.Fatalf("at %d the game is not over, and nothing is due", d.now)
		}
		d.pass(d.due - d.now)
	}
	d.t.Fatalf("at %d the game still goes on", d.now)
}

// asked returns the last vote that was asked.
func (d *driver) asked() *session.VoteRequested {
	for _, e := range slices.Backward(d.log) {
		if v, ok := e.data.(*session.VoteRequested); ok {
			return v
		}
	}
	d.t.Fatalf("no vote was asked")
	return nil
}

// vote answers the last vote that was asked. Bots and people vote by different events.
func (d *driver) vote(seat string, a session.Answer) {
	if slices.Contains(d.start.Machines, seat) {
		d.say(&session.VoteCast{VoteID: d.asked().ID, Seat: seat, Origin: session.FromRequest, Answer: a})
		return
	}
	d.say(&session.VoteReceived{VoteID: d.asked().ID, Seat: seat, Answer: a})
}

// choose votes for a player.
func (d *driver) choose(seat, option string) { d.vote(seat, session.Answer{Option: option}) }

// leave takes a player out of the game.
func (d *driver) leave(seat string) {
	d.say(&session.ObservationReceived{Observation: session.Observation{Kind: session.PlayerLeft, Player: &session.Player{ID: seat, Name: seat}}})
}

// texts returns the lines of the game master and of the host of a show.
func (d *driver) texts() string {
	var all []string
	for _, e := range d.log {
		if m, ok := e.data.(*session.MessageReceived); ok && m.Kind != session.FromPlayer {
			all = append(all, m.Text)
		}
	}
	return strings.Join(all, "\n")
}

// reload returns the referee from its JSON.
func reload(t interface{ Fatalf(string, ...any) }, rules string, r referee.Referee) referee.Referee {
	b, err := json.Marshal(r)
	if err != nil {
		t.Fatalf("marshal: %v", err)
	}
	again, err := referee.Decode(rules, b)
	if err != nil {
		t.Fatalf("%v", err)
	}
	before, _ := json.Marshal(r.Result())
	if after, _ := json.Marshal(again.Result()); !bytes.Equal(before, after) {
		t.Fatalf("the result is %s, and after a reload %s", before, after)
	}
	return again
}

// lines returns orders as text, one a line.
func lines(orders []session.Payload) string {
	var all []string
	for _, o := range orders {
		b, _ := session.Encode(o)
		all = append(all, fmt.Sprintf("%s %s", o.Type(), b))
	}
	return strings.Join(all, "\n")
}

// players returns players with these names.
func players(names string) (all []session.Player) {
	for _, name := range strings.Fields(names) {
		all = append(all, session.Player{ID: name, Name: name})
	}
	return all
}

// roles reads roles such as "Ann:mafia Bob:bystander".
func roles(text string) map[string]string {
	m := map[string]string{}
	for _, pair := range strings.Fields(text) {
		seat, role, _ := strings.Cut(pair, ":")
		m[seat] = role
	}
	return m
}

// newGame returns a game that has begun.
func newGame(t *testing.T, rules string, s referee.Start) *driver {
	t.Helper()
	d := &driver{t: t, rules: rules, start: s}
	d.begin()
	return d
}
