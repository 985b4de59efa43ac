package gametest

import (
	"strings"
	"testing"
	"time"

	"ringer/engine/session"
)

// atNight asks for the acts of a night: a werewolf A or B, the seer C, the doctor D. A dash is
// silence.
func (s *script) atNight(night int, wolves, options string, acts [3]string) {
	round := string(rune('0' + night))
	s.wait(60 * time.Second)
	for i, step := range []session.Step{session.StepAttack, session.StepDivine, session.StepProtect} {
		seats := []string{wolves, "C", "D"}[i]
		p := &session.VoteRequested{VoteRequest: session.VoteRequest{ID: string(step) + "-" + round, Kind: session.ChooseOne, Step: step, Within: 45_000}, Seats: strings.Split(seats, "")}
		for _, o := range strings.Split(options, "") {
			if barred := map[session.Step]string{session.StepAttack: wolves, session.StepDivine: map[int]string{1: "C", 2: "CA"}[night]}[step]; !strings.Contains(barred, o) {
				p.Options = append(p.Options, session.Option{ID: o})
			}
		}
		s.add(p)
	}
	for i, act := range acts {
		if vote := []string{"attack-", "divine-", "protect-"}[i] + round; act != "-" {
			s.add(answer(vote, []string{wolves[:1], "C", "D"}[i], act))
		}
	}
	s.wait(45 * time.Second)
}

func (s *script) tell(seat, text string) {
	s.add(&session.ObservationReceived{Seat: seat, Observation: session.Observation{ID: "referee:told", Kind: session.PrivateInfo, Text: text}})
}

func (s *script) exile(day, in, answers string) {
	s.wait(180 * time.Second)
	s.vote("exile-"+day, in, in, answers)
	s.log[find(s.log, 0, func(p session.Payload) bool {
		v, ok := p.(*session.VoteRequested)
		return ok && v.ID == "exile-"+day
	})].Data.(*session.VoteRequested).Step = session.StepExile
}

// werewolfLog is a sound game of eight. A and B are werewolves, and both are exiled.
func werewolfLog() []session.Event {
	s := &script{at: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)}
	d := &session.Deal{
		Roles: map[string]string{"A": werewolf, "B": werewolf, "C": seer, "D": doctor, "E": medium, "F": "villager", "G": "villager", "H": "villager"}, Phase: night,
		Private: map[string]string{"A": "The other one is B.", "B": "The other one is A."}, Allies: map[string][]string{"A": {"B"}, "B": {"A"}},
		RoleList: []string{werewolf, werewolf, seer, doctor, medium, "villager", "villager", "villager"},
		Channels: []session.Channel{{ID: night, Members: []string{"A", "B"}}}, Phases: []session.Phase{{ID: day}, {ID: night, Speakers: []string{"A", "B"}, Channel: night}},
	}
	for _, seat := range strings.Split("ABCDEFGH", "") {
		d.Players = append(d.Players, session.Player{ID: seat, Name: seat})
	}
	s.add(&session.GameCreated{Config: session.GameConfig{Speed: 1}, Deal: d})
	s.master("", "Night 1.")
	s.say("A", night)
	s.atNight(1, "AB", "ABCDEFGH", [3]string{"F", "A", "F"})
	s.tell("C", "A is a werewolf.")
	s.tell("D", "You protected F in night 1.")
	s.begin(day, 180_000)
	s.master("", "Day 1. Nobody was taken out.")
	s.say("F", "")
	s.exile("1", "ABCDEFGH", "CAAAACF-") // H is silent
	s.out("A")
	s.master("", "A was exiled.")
	s.tell("E", "A is a werewolf.")
	s.begin(night, 105_000)
	s.atNight(2, "B", "BCDEFGH", [3]string{"C", "-", "D"})
	s.tell("D", "You protected D in night 2.")
	s.out("C")
	s.begin(day, 180_000)
	s.exile("2", "BDEFGH", "DBBBBB")
	s.out("B")
	s.master("", "No werewolf is left. The villagers have won. A was a werewolf.")
	s.add(&session.GameEnded{SessionEnded: session.SessionEnded{Reason: session.EndedByRules, Outcome: "No werewolf is left. The villagers have won.", Reveal: d.Roles}})
	return s.log
}

func isTold(p session.Payload) bool {
	o, ok := p.(*session.ObservationReceived)
	return ok && o.Kind == session.PrivateInfo
}

// TestWerewolf judges a sound game, and that game with one thing wrong in it.
func TestWerewolf(t *testing.T) {
	t.Parallel()
	if r := Werewolf(werewolfLog(), 0); len(r.Wrong) > 0 || r.Winner != villages || strings.Join(r.Out, "") != "ACB" {
		t.Errorf("a sound game: %+v", r)
	}
	told := func(n int, text string) breaks {
		return changed(n, isTold, func(o *session.ObservationReceived) { o.Text = text })
	}
	options := func(text string) breaks {
		return changed(0, isStart, func(c *session.GameCreated) { c.Config.RulesOptions = []byte(text) })
	}
	findAll(t, []fault{
		{"a too short night", moved(0, isPhase, -5*time.Second), "the night takes"},
		{"a wrong result", told(0, "A is not a werewolf."), "is told"},
		{"a result of another", told(0, "B is a werewolf."), "is told"},
		{"a result for a villager", changed(0, isTold, func(o *session.ObservationReceived) { o.Seat = "F" }), "who is villager"},
		{"no result", without(0, isTold), "is told nothing"},
		{"nothing for the medium", without(2, isTold), "nobody was told"},
		{"a medium who is told too much", told(2, "B is a werewolf."), "is told"},
		{"the protected is out", behind(1, isTold, seen(session.PlayerOut, "F")), "whom the doctor has protected"},
		{"another victim", changed(1, isOut, func(o *session.ObservationReceived) { o.Player.ID = "G" }), "most votes are for"},
		{"nobody is out", without(1, isOut), "nobody is out"},
		{"the seer asks twice", asked(4, func(v *session.VoteRequested) { v.Options = append(v.Options, session.Option{ID: "A"}) }), "are asked about"},
		{"a villager is asked at night", asked(1, func(v *session.VoteRequested) { v.Seats = []string{"F"} }), "are asked about"},
		{"the attack offers a werewolf", asked(0, func(v *session.VoteRequested) { v.Options = append(v.Options, session.Option{ID: "A"}) }), "are asked about"},
		{"the doctor may not again", options(`{"protect_self":false}`), "are asked about"},
		{"a role is told", behind(0, isOut, line("", "A was a werewolf.")), "tells of A"},
		{"a villager talks at night", changed(0, isLine, func(m *session.MessageSent) { m.Sender = "F" }), "speaks in"},
		{"exiled by a minority", options(`{"exile":"majority"}`), "is exiled with 4 votes of 8"},
		{"a wrong end", changed(0, isEnd, func(p *session.GameEnded) { p.Outcome = "The werewolves have won." }), "it says"},
		{"no exile", without(0, isOut), "is exiled after"},
		{"a day before the night", options(`{"first_night":"none"}`), "it begins with the phase"},
	}, func(wrong breaks) []string { return Werewolf(wrong(werewolfLog()), 0).Wrong })
}
