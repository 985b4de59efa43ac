package gametest

import (
	"slices"
	"strings"
	"testing"
	"time"

	"ringer/engine/session"
)

// mafiaLog is a sound game of seven: A and B are mafiosi. The bystanders win on the third day.
func mafiaLog() []session.Event {
	s := &script{at: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)}
	d := &session.Deal{
		Roles: map[string]string{}, Private: map[string]string{}, Phase: day,
		Channels: []session.Channel{{ID: night, Members: []string{"A", "B"}}}, Phases: []session.Phase{{ID: day}, {ID: night, Speakers: []string{"A", "B"}, Channel: night}},
	}
	for _, seat := range strings.Split("ABCDEFG", "") {
		d.Players = append(d.Players, session.Player{ID: seat, Name: seat})
		d.Roles[seat], d.Private[seat] = bystander, "You are a bystander."
	}
	d.Roles["A"], d.Private["A"] = mafia, "The other one is B."
	d.Roles["B"], d.Private["B"] = mafia, "The other one is A."
	s.add(&session.GameCreated{Config: session.GameConfig{Speed: 1}, Deal: d, Bots: []session.BotSeat{{Seat: "A"}, {Seat: "C"}}})
	s.master("", "Talk.")
	s.say("C", "")
	s.wait(180 * time.Second)
	s.vote("day-1", "ABCDEFG", "ABCDEFG", "CAAACB-") // G is silent
	s.out("A")
	s.master("", "A was a mafioso.")
	s.begin(night, 0)
	s.vote("night-1", "B", "CDEFG", "C")
	s.out("C")
	s.begin(day, 180_000)
	s.master("", "C was a bystander.")
	s.say("D", "")
	s.wait(180 * time.Second)
	s.vote("day-2", "BDEFG", "BDEFG", "DEDB-") // G is silent
	s.out("D")
	s.master("", "D was a bystander.")
	s.begin(night, 0)
	s.vote("night-2", "B", "EFG", "E")
	s.out("E")
	s.begin(day, 180_000)
	s.master("", "E was a bystander.")
	s.wait(180 * time.Second)
	s.vote("day-3", "BFG", "BFG", "FBB")
	s.out("B")
	s.master("", "B was a mafioso.")
	s.master("", "The bystanders have won.")
	s.add(&session.GameEnded{SessionEnded: session.SessionEnded{Reason: session.EndedByRules, Outcome: "The bystanders have won.", Reveal: d.Roles}})
	return s.log
}

type fault struct {
	name  string
	wrong breaks
	// says is a part of what the judge says.
	says string
}

// mafiaFaults breaks each rule of the game once.
var mafiaFaults = []fault{
	{"three mafiosi", dealt(func(d *session.Deal) { d.Roles["C"] = mafia }), "7 players with the roles"},
	{"a bystander who knows a mafioso", dealt(func(d *session.Deal) { d.Private["C"] = "A is one." }), "C knows"},
	{"a mafioso who knows nobody", dealt(func(d *session.Deal) { d.Private["A"] = "Hm." }), "A knows"},
	{"a bystander in the night's channel", dealt(func(d *session.Deal) { d.Channels[0].Members = []string{"A", "B", "C"} }), "the channels are"},
	{"everybody speaks at night", dealt(func(d *session.Deal) { d.Phases[1].Speakers = nil }), "the phase is"},
	{"a lost event", func(l []session.Event) []session.Event { return slices.Delete(l, 4, 5) }, "comes after"},
	{"a time that goes back", func(l []session.Event) []session.Event { l[4].At = l[4].At.Add(time.Hour); return l }, "before the event that it follows"},
	{"a phase twice", twice(0, isPhase), "night follows night"},
	{"a night that takes a minute for one mafioso", changed(0, isPhase, func(o *session.ObservationReceived) { *o.EndsIn = 60_000 }), "does not take 0 ms"},
	{"a day without a vote", func(l []session.Event) []session.Event { i := find(l, 0, isPhase); return put(l, 2, l[i].Data) }, "before a vote"},
	{"two votes at once", twice(0, isVote), "has a vote already"},
	{"a vote too early", moved(0, isVote, -time.Minute), "after it is due"},
	{"a vote of somebody who is out", asked(2, func(v *session.VoteRequested) { v.Seats = append(v.Seats, "A") }), "asks"},
	{"a vote about somebody who is out", asked(2, func(v *session.VoteRequested) { v.Options = append(v.Options, session.Option{ID: "A"}) }), "asks"},
	{"a vote without deadline", changed(0, isVote, func(p *session.VoteRequested) { p.Within = 0 }), "no deadline"},
	{"a short vote", changed(0, isVote, func(p *session.VoteRequested) { p.Within = 9000 }), "stays open"},
	{"an answer of somebody who is out", behind(2, isVote, answer("day-2", "A", "B")), "was not asked"},
	{"an answer of a bystander at night", behind(1, isVote, answer("night-1", "G", "C")), "was not asked"},
	{"two answers", twice(0, isAnswer), "votes twice"},
	{"an answer for oneself", changed(0, isCast, func(p *session.VoteCast) { p.Answer.Option = "A" }), `votes for "A"`},
	{"an answer to a closed vote", behind(0, isOut, answer("day-1", "G", "B")), "not open"},
	{"a wrong elimination", changed(2, isOut, func(p *session.ObservationReceived) { p.Player.ID = "E" }), "most votes are for"},
	{"an elimination before all have voted", without(5, isAnswer), "before all have voted"},
	{"an elimination without a vote", func(l []session.Event) []session.Event { return put(l, find(l, 0, isLine), l[find(l, 1, isOut)].Data) }, "without a vote"},
	{"a role that nobody is told", without(1, isRole), "nobody was told"},
	{"a wrong role", changed(1, isRole, func(p *session.MessageReceived) { p.Text = "C was a mafioso." }), "revealed as"},
	{"the role of somebody in the game", behind(0, isStart, line("", "B was a mafioso.")), "B, who is a mafia, is revealed"},
	{"a hint at a living mafioso", behind(0, isStart, line("", "Are you a mafioso, B?")), "who is in the game"},
	{"speech of the dead", changed(1, isLine, func(p *session.MessageSent) { p.Sender = "A" }), `"A" is not in the game`},
	{"typing of the dead", behind(1, isLine, &session.TypingStarted{Seat: "A"}), `"A" is not in the game`},
	{"speech of a bystander at night", behind(0, isPhase, &session.MessageSent{Sender: "C", Channel: night}), "at night"},
	{"speech in public at night", behind(0, isPhase, &session.MessageSent{Sender: "B"}), "at night"},
	{"speech in the night's channel by day", changed(0, isLine, func(p *session.MessageSent) { p.Channel = night }), "by day"},
	{"the night's result by day", behind(0, isStart, line(night, "")), "by day"},
	{"somebody who comes back", behind(0, isOut, seen(session.PlayerJoined, "A")), "comes into a game"},
	{"a game that goes on after a win", func(l []session.Event) []session.Event {
		i := find(l, 4, isOut) + 1
		return put(l, i, &session.MessageSent{Sender: "F"})
	}, "after the game was won"},
	{"an end without a win", func(l []session.Event) []session.Event {
		i := find(l, 3, isOut)
		return renumbered(append(l[:i], l[len(l)-1]))
	}, "nobody has won"},
	{"a wrong winner", changed(0, isEnd, func(p *session.GameEnded) { p.Outcome = "The mafia has won." }), "it says"},
	{"a wrong reveal", changed(0, isEnd, func(p *session.GameEnded) { p.Reveal = map[string]string{"A": bystander} }), "it reveals"},
	{"an event after the end", behind(0, isEnd, &session.TypingStopped{}), "after the end"},
	{"no end", without(0, isEnd), "not over"},
	{"an end that comes late", moved(0, isEnd, time.Hour), "can take"},
	{"a cancelled vote", behind(0, isVote, &session.VoteCancelled{VoteID: "day-1"}), "need the vote"},
}

// TestMafia judges a sound game, and that game with one thing wrong in it.
func TestMafia(t *testing.T) {
	t.Parallel()
	r := Mafia(mafiaLog(), 0)
	if len(r.Wrong) > 0 || r.Winner != bystander || strings.Join(r.Out, "") != "ACDEB" || r.Votes != 5 || r.Lines != 2 || r.Ties != 0 {
		t.Errorf("a sound game: %+v", r)
	}
	findAll(t, mafiaFaults, func(wrong breaks) []string { return Mafia(wrong(mafiaLog()), 0).Wrong })
}

func findAll(t *testing.T, faults []fault, judge func(wrong breaks) []string) {
	t.Helper()
	for _, f := range faults {
		if found := judge(f.wrong); !slices.ContainsFunc(found, func(w string) bool { return strings.Contains(w, f.says) }) {
			t.Errorf("%s: the judge says %q, not %q", f.name, found, f.says)
		}
	}
}

// TestMafiaLateAnswers: an answer that comes late does not count, whether its vote is over or not.
func TestMafiaLateAnswers(t *testing.T) {
	t.Parallel()
	log := mafiaLog()
	i := find(log, 0, isOut)
	for n, e := range log[i:] {
		log[i+n].At = e.At.Add(time.Minute)
	}
	log = put(log, i+1, answer("day-1", "G", "B"))
	log = put(log, i-1, answer("day-1", "G", "B"))
	log[i].At = log[i+1].At
	if r := Mafia(log, time.Minute); len(r.Wrong) > 0 || r.Late != 2 {
		t.Errorf("%d late answers, %q; want 2 and nothing wrong", r.Late, r.Wrong)
	}
	if r := Mafia(log, 0); len(r.Wrong) == 0 {
		t.Error("no answer may come a minute late")
	}
}

// TestMafiaLeftAlone: a mafioso whose partner leaves in the night votes at once.
func TestMafiaLeftAlone(t *testing.T) {
	t.Parallel()
	for pause, wrong := range map[time.Duration]bool{0: false, 30 * time.Second: true} {
		log := mafiaLog()
		i := find(log, 0, isVote)
		s := &script{log: slices.Clone(log[:i]), at: log[i].At}
		s.vote("day-1", "ABCDEFG", "ABCDEFG", "CAACCC-")
		s.out("C")
		s.master("", "C was a bystander.")
		s.begin(night, 60_000)
		s.wait(20 * time.Second)
		s.add(seen(session.PlayerLeft, "A"))
		s.master("", "A was a mafioso.")
		s.wait(pause)
		s.vote("night-1", "B", "DEFG", "D")
		says := strings.Join(Mafia(s.log, 0).Wrong, "\n")
		if strings.Contains(says, "after it is due") != wrong || strings.Contains(says, "before") {
			t.Errorf("after %s: %s", pause, says)
		}
	}
}

// TestMafiaTies: any of those with the most votes may go, and any player if nobody has voted.
func TestMafiaTies(t *testing.T) {
	t.Parallel()
	for answers, mayGo := range map[string]string{"DEDEF": "DE", "-----": "BDEFG", "DED--": "D"} {
		for _, seat := range strings.Split("BDEFG", "") {
			log := mafiaLog()
			i := find(log, 2, isVote)
			s := &script{log: slices.Clone(log[:i]), at: log[i].At}
			s.vote("day-2", "BDEFG", "BDEFG", answers)
			s.out(seat)
			wrong := slices.ContainsFunc(Mafia(s.log, 0).Wrong, func(w string) bool { return strings.Contains(w, "most votes") })
			if wrong == strings.Contains(mayGo, seat) {
				t.Errorf("votes %s, and %s goes: wrong is %v", answers, seat, wrong)
			}
		}
	}
}
