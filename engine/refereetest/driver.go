// Package refereetest turns referees as a host does, for tests of the rules.
package refereetest

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

// Driver turns a referee as a host does: it appends what Decide orders, folds it, and wakes when
// something is due. Its clock moves only when it is told to.
type Driver struct {
	T interface {
		Helper()
		Fatalf(string, ...any)
	}
	Rules   string
	Start   referee.Start
	Deal    referee.Deal
	Referee referee.Referee
	Now     session.Millis
	Log     []Entry
	// Due is when the referee wants to be asked again; 0 for never.
	Due session.Millis
	// Question is the question that the referee asks for.
	Question int
	// Dealt is called before the first order.
	Dealt func()
	// Check judges each event.
	Check func(e Entry, order bool)
	// Settled judges the game when the referee orders nothing more.
	Settled func()
}

// Entry is an event of a game's log.
type Entry struct {
	At   session.Millis
	Data session.Payload
}

// Begin deals a game and lets the referee make its first orders.
func (d *Driver) Begin() {
	d.T.Helper()
	rules, ok := referee.Find(d.Rules)
	if !ok {
		d.T.Fatalf("there are no rules %q", d.Rules)
	}
	deal, err := rules.Deal(d.Start)
	if err != nil {
		d.T.Fatalf("deal: %v", err)
	}
	d.Deal, d.Referee = deal, rules.Begin(d.Start, deal)
	if d.Dealt != nil {
		d.Dealt()
	}
	d.Turn()
}

// Append stores an event and folds it.
func (d *Driver) Append(p session.Payload, order bool) {
	e := Entry{d.Now, p}
	d.Log = append(d.Log, e)
	d.Referee.Apply(session.Event{Data: p}, d.Now)
	if d.Check != nil {
		d.Check(e, order)
	}
}

// Say appends a fact of the platform, or an act of a bot, and turns the referee.
func (d *Driver) Say(p session.Payload) {
	d.Append(p, false)
	d.Turn()
}

// Turn appends orders until there are none.
func (d *Driver) Turn() {
	d.T.Helper()
	for range 50 {
		decision := d.Referee.Decide(d.Now)
		d.Due, d.Question = decision.Due, decision.Question
		if len(decision.Orders) == 0 {
			if d.Settled != nil {
				d.Settled()
			}
			return
		}
		for _, o := range decision.Orders {
			d.Append(o, true)
		}
	}
	d.T.Fatalf("at %d the referee still orders: %v", d.Now, Lines(d.Referee.Decide(d.Now).Orders))
}

// Pass lets time pass, and wakes the referee whenever it is due.
func (d *Driver) Pass(span session.Millis) {
	d.T.Helper()
	until := d.Now + span
	for d.Due > 0 && d.Due <= until {
		if d.Due < d.Now {
			d.T.Fatalf("at %d the referee is due at %d", d.Now, d.Due)
		}
		d.Now = d.Due
		d.Turn()
		if d.Due == d.Now {
			d.T.Fatalf("at %d the referee is due now, and orders nothing", d.Now)
		}
	}
	d.Now = until
}

// Finish lets time pass until the game is over.
func (d *Driver) Finish() {
	d.T.Helper()
	for range 1000 {
		if d.Referee.Result().Over {
			return
		}
		if d.Due == 0 {
			d.T.Fatalf("at %d the game is not over, and nothing is due", d.Now)
		}
		d.Pass(d.Due - d.Now)
	}
	d.T.Fatalf("at %d the game still goes on", d.Now)
}

// Asked returns the last vote that was asked.
func (d *Driver) Asked() *session.VoteRequested {
	for _, e := range slices.Backward(d.Log) {
		if v, ok := e.Data.(*session.VoteRequested); ok {
			return v
		}
	}
	d.T.Fatalf("no vote was asked")
	return nil
}

// VotesAsked counts the votes that were asked.
func (d *Driver) VotesAsked() (n int) {
	for _, e := range d.Log {
		if _, ok := e.Data.(*session.VoteRequested); ok {
			n++
		}
	}
	return n
}

// AskedOf returns the last vote that was asked of a seat, or of anybody if the seat was never
// asked.
func (d *Driver) AskedOf(seat string) *session.VoteRequested {
	for _, e := range slices.Backward(d.Log) {
		if v, ok := e.Data.(*session.VoteRequested); ok && slices.Contains(v.Seats, seat) {
			return v
		}
	}
	return d.Asked()
}

// Vote answers the last vote that was asked of a seat. Bots and people vote by different events.
func (d *Driver) Vote(seat string, a session.Answer) {
	vote := d.AskedOf(seat).ID
	if slices.Contains(d.Start.Machines, seat) {
		d.Say(&session.VoteCast{VoteID: vote, Seat: seat, Origin: session.FromRequest, Answer: a})
		return
	}
	d.Say(&session.VoteReceived{VoteID: vote, Seat: seat, Answer: a})
}

// Choose votes for a player.
func (d *Driver) Choose(seat, option string) { d.Vote(seat, session.Answer{Option: option}) }

// Leave takes a player out of the game.
func (d *Driver) Leave(seat string) {
	d.Say(&session.ObservationReceived{Observation: session.Observation{Kind: session.PlayerLeft, Player: &session.Player{ID: seat, Name: seat}}})
}

// Texts returns the lines of the game master and of the host of a show.
func (d *Driver) Texts() string {
	var all []string
	for _, e := range d.Log {
		if m, ok := e.Data.(*session.MessageReceived); ok && m.Kind != session.FromPlayer {
			all = append(all, m.Text)
		}
	}
	return strings.Join(all, "\n")
}

// Reload returns the referee from its JSON.
func Reload(t interface{ Fatalf(string, ...any) }, rules string, r referee.Referee) referee.Referee {
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

// Lines returns orders as text, one a line.
func Lines(orders []session.Payload) string {
	var all []string
	for _, o := range orders {
		b, _ := session.Encode(o)
		all = append(all, fmt.Sprintf("%s %s", o.Type(), b))
	}
	return strings.Join(all, "\n")
}

// Players returns players with these names.
func Players(names string) (all []session.Player) {
	for _, name := range strings.Fields(names) {
		all = append(all, session.Player{ID: name, Name: name})
	}
	return all
}

// Roles reads roles such as "Ann:mafia Bob:bystander".
func Roles(text string) map[string]string {
	m := map[string]string{}
	for _, pair := range strings.Fields(text) {
		seat, role, _ := strings.Cut(pair, ":")
		m[seat] = role
	}
	return m
}

// New returns a game that has begun.
func New(t *testing.T, rules string, s referee.Start) *Driver {
	t.Helper()
	d := &Driver{T: t, Rules: rules, Start: s}
	d.Begin()
	return d
}
