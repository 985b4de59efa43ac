package referee_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"ringer/engine/referee"
	"ringer/engine/refereetest"
	"ringer/engine/session"
)

// wolfGame is what the judge knows of a game of Werewolf. It knows the rules from the docs.
type wolfGame struct {
	options struct {
		FirstNight   string `json:"first_night"`
		Exile        string `json:"exile"`
		RunOff       bool   `json:"run_off"`
		Win          string `json:"win"`
		LastDay      int    `json:"last_day"`
		ProtectSelf  bool   `json:"protect_self"`
		ProtectAgain bool   `json:"protect_again"`
	}
	phase  string
	began  session.Millis
	nights int
	days   int
	// lasts is how long the nights take.
	lasts session.Millis
	// tonight holds the votes of the night by step, and exile is the last vote by day.
	tonight map[session.Step]string
	exile   string
	// out is who is out since the phase began, by an order of the rules.
	out string
	// protected is whom the doctor has protected in the night before.
	protected string
	// known are whom the seer knows, and untold what a medium has yet to be told.
	known  map[string]bool
	untold map[string]string
}

var nightRoles = map[session.Step]string{session.StepAttack: "werewolf", session.StepDivine: "seer", session.StepProtect: "doctor"}

// besides reports whether a vote may be asked while others are open.
func (j *judge) besides(p *session.VoteRequested) bool {
	return j.rules == "werewolf" && j.wolves.phase == "night" && nightRoles[p.Step] != "" && j.wolves.tonight[p.Step] == p.ID
}

// watch checks an event of a game of Werewolf before the judge notes it.
func (j *judge) watch(e refereetest.Entry, order bool) {
	w := &j.wolves
	if w.phase == "" {
		_ = json.Unmarshal(j.deal.Options, &w.options)
		w.tonight, w.known, w.untold = map[session.Step]string{}, map[string]bool{}, map[string]string{}
		j.begin(j.deal.Phase, 0)
	}
	switch p := e.Data.(type) {
	case *session.VoteRequested:
		j.asks(p)
	case *session.MessageReceived:
		if order && (p.Channel != "") != (p.Channel == "night" && w.phase == "night") {
			j.r.Fatalf("in the phase %s the game master says in %q: %s", w.phase, p.Channel, p.Text)
		}
	case *session.GameEnded:
		if _, cut := j.open[w.tonight[session.StepAttack]]; order && !cut { // else nobody of a side is left
			j.closes()
		}
	case *session.ObservationReceived:
		switch {
		case !order:
		case p.Kind == session.PrivateInfo:
			j.told(p)
		case p.Kind == session.PlayerOut && p.ID != "":
			w.out = p.Player.ID
			for _, seat := range j.living("medium") {
				if w.phase != "night" && seat != w.out {
					w.untold[seat] = j.nature(w.out)
				}
			}
		case p.Kind == session.PhaseChanged:
			j.closes()
			if _, open := j.open[w.tonight[session.StepAttack]]; open || len(w.untold) > 0 {
				j.r.Fatalf("the phase %s ends without a result of the attack, or of what is told: %v", w.phase, w.untold)
			}
			if took := e.At - w.began; w.phase == "night" && w.lasts > 0 && took != w.lasts {
				j.r.Fatalf("night %d takes %d ms, and the one before %d", w.nights, took, w.lasts)
			} else if w.phase == "night" {
				w.lasts = took
			}
			j.begin(p.Phase, e.At)
		}
	}
}

func (j *judge) begin(phase string, at session.Millis) {
	w := &j.wolves
	before := w.phase
	w.phase, w.began, w.out = phase, at, ""
	switch {
	case phase == "night":
		w.nights, w.tonight = w.nights+1, map[session.Step]string{}
		clear(j.open)
	case before != phase && (before == "night" || before == ""):
		w.days++
		clear(j.open)
	}
}

func (j *judge) nature(seat string) string {
	return fmt.Sprintf("Player %s %s a werewolf.", seat, map[bool]string{true: "is", false: "is not"}[j.deal.Roles[seat] == "werewolf"])
}

// living returns the seats that are in the game, with a role if one is given.
func (j *judge) living(role string) (seats []string) {
	for _, p := range j.deal.Players {
		if !j.gone[p.ID] && (role == "" || j.deal.Roles[p.ID] == role) {
			seats = append(seats, p.ID)
		}
	}
	return seats
}

// asks checks whom a vote asks about whom.
func (j *judge) asks(p *session.VoteRequested) {
	w := &j.wolves
	role, barred := nightRoles[p.Step], map[string]bool{}
	switch p.Step {
	case session.StepExile:
		w.exile = p.ID
	case session.StepAttack:
		for _, seat := range j.living("werewolf") {
			barred[seat] = true
		}
	case session.StepDivine:
		barred = maps.Clone(w.known)
		barred[p.Seats[0]] = true
	case session.StepProtect:
		barred[p.Seats[0]] = !w.options.ProtectSelf
		barred[w.protected] = barred[w.protected] || !w.options.ProtectAgain
	}
	if night := w.phase == "night"; night != (role != "") || night && w.nights == 1 && w.options.FirstNight == "divine" && role != "seer" {
		j.r.Fatalf("in the phase %s comes a vote of the step %s", w.phase, p.Step)
	}
	var options []string
	for _, o := range p.Options {
		options = append(options, o.ID)
	}
	want := slices.DeleteFunc(j.living(""), func(seat string) bool { return barred[seat] })
	if !slices.Equal(p.Seats, j.living(role)) || !slices.Equal(options, want) && w.phase != "run_off" {
		j.r.Fatalf("the vote %s asks %v about %v, and not %v about %v", p.ID, p.Seats, options, j.living(role), want)
	}
	if role != "" {
		w.tonight[p.Step] = p.ID
	}
}

// told checks what a seat learns alone.
func (j *judge) told(p *session.ObservationReceived) {
	w := &j.wolves
	switch role := j.deal.Roles[p.Seat]; {
	case role == "doctor":
		cast := j.cast[w.tonight[session.StepProtect]][p.Seat].Option
		if !strings.Contains(p.Text, "Player "+cast+" ") {
			j.r.Fatalf("the doctor has named %s, and is told %q", cast, p.Text)
		}
	case role == "seer":
		cast := j.cast[w.tonight[session.StepDivine]][p.Seat].Option
		if p.Text != j.nature(cast) {
			j.r.Fatalf("the seer has named %s, and is told %q", cast, p.Text)
		}
		w.known[cast] = true
	case w.untold[p.Seat] == p.Text:
	default:
		j.r.Fatalf("%s, who is the %s, is told %q", p.Seat, role, p.Text)
	}
	delete(w.untold, p.Seat)
}

// leaders returns who has most votes among who may be chosen and is in the game.
func (j *judge) leaders(vote string) (first []string, most int) {
	tally := map[string]int{}
	for _, a := range j.cast[vote] {
		tally[a.Option]++
	}
	for _, o := range j.asked[vote].Options {
		switch n := tally[o.ID]; {
		case j.gone[o.ID] && j.wolves.out != o.ID:
		case n > most || len(first) == 0:
			first, most = []string{o.ID}, n
		case n == most:
			first = append(first, o.ID)
		}
	}
	return first, most
}

// closes checks who is out when a phase or the game ends.
func (j *judge) closes() {
	w := &j.wolves
	if w.phase == "night" {
		j.closeNight()
		return
	}
	if len(j.cast[w.exile]) == 0 && j.asked[w.exile] == nil || j.stale || w.exile == "" {
		return
	}
	if _, open := j.open[w.exile]; open {
		return // the game has ended before
	}
	first, most := j.leaders(w.exile)
	in := len(j.living(""))
	if w.out != "" {
		in++
	}
	decided := len(first) == 1 && most > 0
	switch {
	case w.options.Exile == "majority":
		decided = decided && 2*most > in
	case w.options.Exile == "draw" && (w.phase == "run_off" || !w.options.RunOff):
		decided = true
	}
	if decided != (w.out != "") || decided && !slices.Contains(first, w.out) {
		j.r.Fatalf("%q is exiled after %v, with %d in the game", w.out, j.cast[w.exile], in)
	}
	w.exile = ""
}

func (j *judge) closeNight() {
	w := &j.wolves
	attack, doctor := w.tonight[session.StepAttack], w.tonight[session.StepProtect]
	saved := ""
	if doctor != "" {
		saved = j.cast[doctor][j.asked[doctor].Seats[0]].Option
	}
	w.protected = saved
	if j.gone[saved] && saved != w.out {
		saved, w.protected = "", ""
	}
	switch {
	case attack == "" || j.cast[attack] == nil:
		if w.out != "" {
			j.r.Fatalf("%s is out in a night without an attack", w.out)
		}
	default:
		if first, _ := j.leaders(attack); w.out == "" && !slices.Contains(first, saved) || w.out != "" && (w.out == saved || !slices.Contains(first, w.out)) {
			j.r.Fatalf("%q is out after %v, and the doctor has named %q", w.out, j.cast[attack], saved)
		}
	}
}

// wolvesDecided returns the side that has won by who is in the game.
func (j *judge) wolvesDecided() string {
	alive := j.alive()
	wolves, good := alive["werewolf"], 0
	for role, n := range alive {
		if role != "werewolf" && role != "possessed" {
			good += n
		}
	}
	switch {
	case wolves == 0:
		return "good"
	case j.wolves.options.Win == "last" && good == 0, j.wolves.options.Win == "parity" && wolves >= good+alive["possessed"]:
		return "evil"
	}
	return ""
}

// werewolf checks the end of a game of Werewolf.
func (j *judge) werewolf(r referee.Result) {
	won := j.wolvesDecided()
	if won == "" && j.wolves.days == j.wolves.options.LastDay && j.wolves.phase != "night" {
		won = "evil"
	}
	for _, p := range j.deal.Players {
		evil := slices.Contains([]string{"werewolf", "possessed"}, j.deal.Roles[p.ID])
		if slices.Contains(r.Winners, p.ID) != (evil == (won == "evil")) || won == "" {
			j.r.Fatalf("on day %d with %v alive the winners are %v", j.wolves.days, j.alive(), r.Winners)
		}
	}
}
