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

// fault is one thing that is wrong in a game.
type fault struct {
	name string
	// wrong changes the log of a sound game.
	wrong func(log []session.Event) []session.Event
	// says is a part of what the judge says.
	says string
}

// mafiaFaults breaks each rule of the game once.
var mafiaFaults = []fault{
	{"three mafiosi", func(l []session.Event) []session.Event {
		l[0].Data.(*session.GameCreated).Deal.Roles["C"] = mafia
		return l
	}, "7 players with the roles"},
	{"a bystander who knows a mafioso", func(l []session.Event) []session.Event {
		l[0].Data.(*session.GameCreated).Deal.Private["C"] = "A is one."
		return l
	}, "C knows"},
	{"a mafioso who knows nobody", func(l []session.Event) []session.Event {
		l[0].Data.(*session.GameCreated).Deal.Private["A"] = "Hm."
		return l
	}, "A knows"},
	{"a bystander in the night's channel", func(l []session.Event) []session.Event {
		l[0].Data.(*session.GameCreated).Deal.Channels[0].Members = []string{"A", "B", "C"}
		return l
	}, "the channels are"},
	{"everybody speaks at night", func(l []session.Event) []session.Event {
		l[0].Data.(*session.GameCreated).Deal.Phases[1].Speakers = nil
		return l
	}, "the phase is"},
	{"a lost event", func(l []session.Event) []session.Event { return slices.Delete(l, 4, 5) }, "comes after"},
	{"a time that goes back", func(l []session.Event) []session.Event { l[4].At = l[4].At.Add(time.Hour); return l }, "before the event that it follows"},
	{"a phase twice", func(l []session.Event) []session.Event { i := find(l, 0, isPhase); return put(l, i, l[i].Data) }, "night follows night"},
	{"a night that takes a minute for one mafioso", func(l []session.Event) []session.Event {
		*l[find(l, 0, isPhase)].Data.(*session.ObservationReceived).EndsIn = 60_000
		return l
	}, "does not take 0 ms"},
	{"a day without a vote", func(l []session.Event) []session.Event { i := find(l, 0, isPhase); return put(l, 2, l[i].Data) }, "before a vote"},
	{"two votes at once", func(l []session.Event) []session.Event { i := find(l, 0, isVote); return put(l, i, l[i].Data) }, "has a vote already"},
	{"a vote too early", func(l []session.Event) []session.Event {
		i := find(l, 0, isVote)
		l[i].At = l[i].At.Add(-time.Minute)
		return l
	}, "after the end of the talk"},
	{"a vote of somebody who is out", func(l []session.Event) []session.Event {
		v := l[find(l, 2, isVote)].Data.(*session.VoteRequested)
		v.Seats = append(v.Seats, "A")
		return l
	}, "asks"},
	{"a vote about somebody who is out", func(l []session.Event) []session.Event {
		v := l[find(l, 2, isVote)].Data.(*session.VoteRequested)
		v.Options = append(v.Options, session.Option{ID: "A"})
		return l
	}, "asks"},
	{"a vote without deadline", func(l []session.Event) []session.Event {
		l[find(l, 0, isVote)].Data.(*session.VoteRequested).Within = 0
		return l
	}, "no deadline"},
	{"a short vote", func(l []session.Event) []session.Event {
		l[find(l, 0, isVote)].Data.(*session.VoteRequested).Within = 9000
		return l
	}, "stays open"},
	{"an answer of somebody who is out", func(l []session.Event) []session.Event {
		i := find(l, 2, isVote)
		return put(l, i, &session.VoteReceived{VoteID: "day-2", Seat: "A", Answer: session.Answer{Option: "B"}})
	}, "was not asked"},
	{"an answer of a bystander at night", func(l []session.Event) []session.Event {
		i := find(l, 1, isVote)
		return put(l, i, &session.VoteReceived{VoteID: "night-1", Seat: "G", Answer: session.Answer{Option: "C"}})
	}, "was not asked"},
	{"two answers", func(l []session.Event) []session.Event { i := find(l, 0, isAnswer); return put(l, i, l[i].Data) }, "votes twice"},
	{"an answer for oneself", func(l []session.Event) []session.Event {
		l[find(l, 0, isCast)].Data.(*session.VoteCast).Answer.Option = "A"
		return l
	}, `votes for "A"`},
	{"an answer to a closed vote", func(l []session.Event) []session.Event {
		i := find(l, 0, isOut)
		return put(l, i, &session.VoteReceived{VoteID: "day-1", Seat: "G", Answer: session.Answer{Option: "B"}})
	}, "not open"},
	{"a wrong elimination", func(l []session.Event) []session.Event {
		l[find(l, 2, isOut)].Data.(*session.ObservationReceived).Player.ID = "E"
		return l
	}, "most votes are for"},
	{"an elimination before all have voted", func(l []session.Event) []session.Event { return remove(l, find(l, 5, isAnswer)) }, "before all have voted"},
	{"an elimination without a vote", func(l []session.Event) []session.Event {
		i := find(l, 0, isLine)
		return put(l, i, l[find(l, 1, isOut)].Data)
	}, "without a vote"},
	{"a role that nobody is told", func(l []session.Event) []session.Event { return remove(l, find(l, 1, isRole)) }, "nobody was told"},
	{"a wrong role", func(l []session.Event) []session.Event {
		l[find(l, 1, isRole)].Data.(*session.MessageReceived).Text = "C was a mafioso."
		return l
	}, "revealed as"},
	{"the role of somebody in the game", func(l []session.Event) []session.Event {
		return put(l, 1, &session.MessageReceived{Post: session.Post{Kind: session.FromGamemaster, Text: "B was a mafioso."}})
	}, "B, who is a mafia, is revealed"},
	{"a hint at a living mafioso", func(l []session.Event) []session.Event {
		return put(l, 1, &session.MessageReceived{Post: session.Post{Kind: session.FromGamemaster, Text: "Are you a mafioso, B?"}})
	}, "who is in the game"},
	{"speech of the dead", func(l []session.Event) []session.Event {
		l[find(l, 1, isLine)].Data.(*session.MessageSent).Sender = "A"
		return l
	}, `"A" is not in the game`},
	{"typing of the dead", func(l []session.Event) []session.Event {
		i := find(l, 1, isLine)
		return put(l, i, &session.TypingStarted{Seat: "A"})
	}, `"A" is not in the game`},
	{"speech of a bystander at night", func(l []session.Event) []session.Event {
		i := find(l, 0, isPhase)
		return put(l, i, &session.MessageSent{Sender: "C", Channel: night})
	}, "at night"},
	{"speech in public at night", func(l []session.Event) []session.Event {
		i := find(l, 0, isPhase)
		return put(l, i, &session.MessageSent{Sender: "B"})
	}, "at night"},
	{"speech in the night's channel by day", func(l []session.Event) []session.Event {
		l[find(l, 0, isLine)].Data.(*session.MessageSent).Channel = night
		return l
	}, "by day"},
	{"the night's result by day", func(l []session.Event) []session.Event {
		return put(l, 1, &session.MessageReceived{Post: session.Post{Kind: session.FromGamemaster, Channel: night}})
	}, "by day"},
	{"somebody who comes back", func(l []session.Event) []session.Event {
		return put(l, find(l, 0, isOut), &session.ObservationReceived{Observation: session.Observation{Kind: session.PlayerJoined, Player: &session.Player{ID: "A"}}})
	}, "comes into a game"},
	{"a game that goes on after a win", func(l []session.Event) []session.Event {
		i := find(l, 4, isOut) + 1
		return put(l, i, &session.MessageSent{Sender: "F"})
	}, "after the game was won"},
	{"an end without a win", func(l []session.Event) []session.Event {
		i := find(l, 3, isOut)
		return renumbered(append(l[:i], l[len(l)-1]))
	}, "nobody has won"},
	{"a wrong winner", func(l []session.Event) []session.Event {
		l[find(l, 0, isEnd)].Data.(*session.GameEnded).Outcome = "The mafia has won."
		return l
	}, "it says"},
	{"a wrong reveal", func(l []session.Event) []session.Event {
		l[find(l, 0, isEnd)].Data.(*session.GameEnded).Reveal = map[string]string{"A": bystander}
		return l
	}, "it reveals"},
	{"an event after the end", func(l []session.Event) []session.Event { return put(l, len(l)-1, &session.TypingStopped{}) }, "after the end"},
	{"no end", func(l []session.Event) []session.Event { return l[:len(l)-1] }, "not over"},
	{"an end that comes late", func(l []session.Event) []session.Event { l[len(l)-1].At = l[len(l)-1].At.Add(time.Hour); return l }, "can take"},
	{"a cancelled vote", func(l []session.Event) []session.Event {
		return put(l, find(l, 0, isVote), &session.VoteCancelled{VoteID: "day-1"})
	}, "need the vote"},
}

// TestMafia judges a sound game, and that game with one thing wrong in it.
func TestMafia(t *testing.T) {
	t.Parallel()
	r := Mafia(mafiaLog(), 0)
	if len(r.Wrong) > 0 || r.Winner != bystander || strings.Join(r.Out, "") != "ACDEB" || r.Votes != 5 || r.Lines != 2 || r.Ties != 0 {
		t.Errorf("a sound game: %+v", r)
	}
	for _, c := range mafiaFaults {
		found := Mafia(c.wrong(mafiaLog()), 0).Wrong
		if !slices.ContainsFunc(found, func(w string) bool { return strings.Contains(w, c.says) }) {
			t.Errorf("%s: the judge says %q, not %q", c.name, found, c.says)
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
	log = put(log, i+1, &session.VoteReceived{VoteID: "day-1", Seat: "G", Answer: session.Answer{Option: "B"}})
	log = put(log, i-1, &session.VoteReceived{VoteID: "day-1", Seat: "G", Answer: session.Answer{Option: "B"}})
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
		s.add(&session.ObservationReceived{Observation: session.Observation{Kind: session.PlayerLeft, Player: &session.Player{ID: "A"}}})
		s.master("", "A was a mafioso.")
		s.wait(pause)
		s.vote("night-1", "B", "DEFG", "D")
		says := strings.Join(Mafia(s.log, 0).Wrong, "\n")
		if strings.Contains(says, "after the end of the talk") != wrong || strings.Contains(says, "before") {
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
