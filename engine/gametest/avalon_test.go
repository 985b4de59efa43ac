package gametest

import (
	"slices"
	"strings"
	"testing"
	"time"

	"ringer/engine/session"
)

// avalonDeal is a deal of five: A is Merlin, B Percival, C a servant, D Morgana and E the assassin.
func avalonDeal() *session.Deal {
	d := &session.Deal{
		Roles: map[string]string{"A": "merlin", "B": "percival", "C": "servant", "D": "morgana", "E": "assassin"}, Phase: "discussion",
		RoleList: []string{"merlin", "percival", "servant", "morgana", "assassin"},
		Private:  map[string]string{"A": "D and E are evil.", "B": "A or D is Merlin.", "C": "Hm.", "D": "The other is E.", "E": "The other is D."},
		Allies:   map[string][]string{"D": {"E"}, "E": {"D"}},
		KnownRoles: map[string]map[string][]string{
			"A": {"D": {"morgana", "assassin"}, "E": {"morgana", "assassin"}}, "B": {"A": {"merlin", "morgana"}, "D": {"merlin", "morgana"}},
			"D": {"E": {"assassin"}}, "E": {"D": {"morgana"}},
		},
		Conceal:  map[string][]string{"A": {"merlin"}, "B": {"percival"}, "D": {"morgana"}, "E": {"assassin"}},
		Channels: []session.Channel{{ID: "evil", Members: []string{"D", "E"}}},
		Phases:   []session.Phase{{ID: "discussion"}, {ID: "assassination", Speakers: []string{"D", "E"}, Channel: "evil"}},
	}
	for _, seat := range strings.Split("ABCDE", "") {
		d.Players = append(d.Players, session.Player{ID: seat, Name: seat})
	}
	return d
}

// ballot asks seats for a step. Their answers come with spaces between them; a dash is nothing in
// time.
func (s *script) ballot(step session.Step, id, seats, options, answers string, k int) {
	p := &session.VoteRequested{VoteRequest: session.VoteRequest{ID: id, Kind: avalonKinds[step], Step: step, K: k, AllowSelf: k > 0, Within: 45_000}, Seats: strings.Split(seats, "")}
	if step == session.StepTeam {
		p.Within = 60_000
	}
	for _, o := range strings.Fields(options) {
		p.Options = append(p.Options, session.Option{ID: o})
	}
	s.add(p)
	s.wait(5 * time.Second)
	for i, text := range strings.Fields(answers) {
		a := session.Answer{Option: text}
		if k > 0 {
			a = session.Answer{Options: strings.Split(text, "")}
		}
		if text != "-" {
			s.add(&session.VoteReceived{VoteID: id, Seat: p.Seats[i], Answer: a})
		}
	}
	if strings.Contains(answers, "-") {
		s.wait(time.Duration(p.Within-5000) * time.Millisecond)
	}
}

func (s *script) rule(u session.Ruling) {
	s.add(&session.ObservationReceived{Observation: session.Observation{Kind: session.RulingMade, Ruling: &u}})
}

// quest plays a quest: a leader names a team, all talk and say yes or no, and the team goes.
func (s *script) quest(leader, team, approval, outcome string) {
	id := strings.ToLower(leader + team)
	players := strings.Split(team, "")
	drawn := team
	if outcome == "" || strings.HasPrefix(outcome, "!") {
		drawn = "-"
	}
	s.ballot(session.StepTeam, "team-"+id, leader, "A B C D E", drawn, len(players))
	s.rule(session.Ruling{Step: session.StepTeam, By: leader, Players: players})
	s.begin("discussion", 120_000)
	s.say("C", "")
	s.wait(120 * time.Second)
	s.ballot(session.StepApproval, "approval-"+id, "ABCDE", "yes no", approval, 0)
	answers, yes := map[string]string{}, 0
	for i, text := range strings.Fields(approval) {
		if answers[string("ABCDE"[i])] = session.No; text == session.Yes {
			answers[string("ABCDE"[i])] = session.Yes
			yes++
		}
	}
	s.rule(session.Ruling{Step: session.StepApproval, Players: players, Answers: answers, Passed: yes > 2})
	if yes <= 2 {
		return
	}
	outcome = strings.TrimPrefix(outcome, "!")
	s.ballot(session.StepQuest, "quest-"+id, team, "success fail", outcome, 0)
	fails := strings.Count(outcome, "fail")
	s.rule(session.Ruling{Step: session.StepQuest, Players: players, Passed: fails == 0, Fails: fails})
}

// avalonLog is a sound game: a refused team, a silent leader, a failed quest, three that succeed,
// and an assassin who errs.
func avalonLog() []session.Event {
	s := &script{at: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)}
	d := avalonDeal()
	s.add(&session.GameCreated{Config: session.GameConfig{Speed: 1}, Deal: d, Bots: []session.BotSeat{{Seat: "A"}}})
	s.master("", "Welcome.")
	s.quest("D", "DE", "no no no yes -", "-") // E is silent, which refuses
	s.quest("E", "EB", "yes yes no yes yes", "!fail success")
	s.quest("A", "ABC", "yes yes yes no no", "success success -")
	s.quest("B", "AB", "yes yes yes no no", "success success")
	s.quest("C", "ABC", "yes yes yes no no", "success success success")
	s.begin("assassination", 60_000)
	s.say("D", "evil")
	s.wait(60 * time.Second)
	s.ballot(session.StepAssassination, "assassination", "E", "A B C", "B", 0)
	s.rule(session.Ruling{Step: session.StepAssassination, By: "E", Players: []string{"B"}})
	s.add(&session.GameEnded{SessionEnded: session.SessionEnded{Reason: session.EndedByRules, Outcome: "Good has won.", Reveal: d.Roles}})
	return s.log
}

// avalonFaults breaks each rule of the game once. The votes of the sound game are 0 team, 1
// approval, 2 team, 3 approval, 4 quest and so on; so are its rulings.
var avalonFaults = []fault{
	{"three evil players", dealt(func(d *session.Deal) { d.Roles["C"] = "minion" }), "5 players with the roles"},
	{"a list of other roles", dealt(func(d *session.Deal) { d.RoleList = d.RoleList[1:] }), "the list of roles"},
	{"a servant who knows Merlin", dealt(func(d *session.Deal) { d.Private["C"] = "A is Merlin." }), "C, who is servant, knows"},
	{"a Merlin who knows nobody", dealt(func(d *session.Deal) { d.KnownRoles["A"] = nil }), "A, who is merlin, knows"},
	{"a false knowledge", dealt(func(d *session.Deal) { d.KnownRoles["D"]["E"] = []string{"minion"} }), "D, who is morgana, knows"},
	{"an ally of Merlin", dealt(func(d *session.Deal) { d.Allies["A"] = []string{"B"} }), "the allies of A"},
	{"a role that is not concealed", dealt(func(d *session.Deal) { d.Conceal["D"] = nil }), "conceals"},
	{"a good player in the evil channel", dealt(func(d *session.Deal) { d.Channels[0].Members = []string{"A", "D", "E"} }), "the channels are"},
	{"an end for all to talk", dealt(func(d *session.Deal) { d.Phases[1].Speakers = nil }), "the phase is"},
	{"a leader out of turn", asked(2, func(v *session.VoteRequested) { v.Seats = []string{"A"} }), "it is the turn of E"},
	{"two leaders", asked(0, func(v *session.VoteRequested) { v.Seats = []string{"D", "E"} }), "one leads"},
	{"a large team", asked(0, func(v *session.VoteRequested) { v.K = 3 }), "the quest needs 2"},
	{"a player who cannot be named", asked(0, func(v *session.VoteRequested) { v.Options = v.Options[1:] }), "should be"},
	{"a voter who is not asked", asked(1, func(v *session.VoteRequested) { v.Seats = v.Seats[1:] }), "should be"},
	{"a quest of strangers", asked(4, func(v *session.VoteRequested) { v.Seats = []string{"E", "C"} }), "should be"},
	{"an assassin who may name Morgana", asked(len(avalonVotes)-1, func(v *session.VoteRequested) { v.Options = append(v.Options, session.Option{ID: "D"}) }), "should be"},
	{"a wrong kind of vote", asked(1, func(v *session.VoteRequested) { v.Kind = session.ChooseOne }), "is next"},
	{"a wrong step", asked(1, func(v *session.VoteRequested) { v.Step = session.StepQuest }), "is next"},
	{"a short vote", asked(1, func(v *session.VoteRequested) { v.Within = 9000 }), "stays open"},
	{"a vote twice", twice(1, isVote), "is open"},
	{"the id of an older vote", asked(3, func(v *session.VoteRequested) { v.ID = "approval-dde" }), "was asked before"},
	{"a vote without a talk", func(l []session.Event) []session.Event {
		l[find(l, 1, isVote)].At = l[find(l, 0, isPhase)].At
		return remove(l, find(l, 0, isPhase))
	}, "before anybody could talk"},
	{"a talk that begins late", moved(0, isPhase, time.Minute), "comes 1m0s after it is due"},
	{"a short talk", changed(0, isPhase, func(o *session.ObservationReceived) { *o.EndsIn = 60_000 }), "does not take"},
	{"a talk twice", twice(0, isPhase), "was wanted once"},
	{"an early end of the talk", moved(1, isVote, -time.Minute), "after it is due"},
	{"a team that the leader has not named", ruled(3, func(u *session.Ruling) { u.Step = session.StepTeam }), "is next"},
	{"another team", ruled(0, func(u *session.Ruling) { u.Players = []string{"D", "A"} }), "E is named"},
	{"a drawn team without the leader", ruled(2, func(u *session.Ruling) { u.Players = []string{"B", "C"} }), "E is named"},
	{"a team of one twice", ruled(2, func(u *session.Ruling) { u.Players = []string{"E", "E"} }), "the quest needs 2"},
	{"a team of another leader", ruled(0, func(u *session.Ruling) { u.By = "A" }), "the team of A"},
	{"a wrong answer", ruled(1, func(u *session.Ruling) { u.Answers["A"] = session.Yes }), "the answers are"},
	{"a minority that wins", ruled(1, func(u *session.Ruling) { u.Passed = true }), "the answers are"},
	{"a fail too few", ruled(4, func(u *session.Ruling) { u.Fails, u.Passed = 0, true }), "1 let the quest fail"},
	{"a quest that tells its votes", ruled(4, func(u *session.Ruling) { u.Answers = map[string]string{"E": "fail"} }), "the ruling is"},
	{"a good player who fails", func(l []session.Event) []session.Event {
		for _, e := range l {
			if v, ok := e.Data.(*session.VoteReceived); ok && v.VoteID == "quest-aabc" {
				v.Answer.Option = session.QuestFail
			}
		}
		return l
	}, "is good and lets a quest fail"},
	{"a wrong target", ruled(len(avalonVotes)-1, func(u *session.Ruling) { u.Players = []string{"C"} }), `"B" was named`},
	{"a Merlin who was not found", ruled(len(avalonVotes)-1, func(u *session.Ruling) { u.Passed = true }), `"B" was named`},
	{"a ruling without a vote", without(0, isVote), "no vote has decided it"},
	{"a ruling before all have voted", without(6, isAnswer), "before all have voted"},
	{"two answers", twice(1, isAnswer), "votes twice"},
	{"an answer to a closed vote", func(l []session.Event) []session.Event {
		return put(l, find(l, 0, isRuling), l[find(l, 0, isAnswer)].Data)
	}, "not open"},
	{"an answer of somebody else", behind(1, isVote, &session.VoteReceived{VoteID: "team-de", Seat: "A"}), "not open"},
	{"a voter who is not in the team", behind(4, isVote, answer("quest-eeb", "A", session.QuestSuccess)), "was not asked"},
	{"a third word", changed(1, isAnswer, func(v *session.VoteReceived) { v.Answer.Option = "perhaps" }), "votes for"},
	{"speech in the evil channel", behind(0, isPhase, &session.MessageSent{Sender: "D", Channel: "evil"}), "speaks in"},
	{"speech of a good player in the end", func(l []session.Event) []session.Event { return put(l, len(l)-4, &session.MessageSent{Sender: "A"}) }, "in the end"},
	{"a line of the game master in secret", behind(0, isPhase, line("evil", "")), "the game master speaks"},
	{"somebody who is put out", behind(0, isPhase, seen(session.PlayerOut, "A")), "nobody comes or goes"},
	{"speech after leaving", behind(0, isStart, seen(session.PlayerLeft, "C")), `"C" is not in the game`},
	{"an end too early", func(l []session.Event) []session.Event { return put(l, find(l, 4, isRuling), l[len(l)-1].Data) }, "it comes after the end"},
	{"a wrong winner", changed(0, isEnd, func(p *session.GameEnded) { p.Outcome = "Evil has won." }), "it says"},
	{"a wrong reveal", changed(0, isEnd, func(p *session.GameEnded) { p.Reveal = map[string]string{"A": "servant"} }), "it reveals"},
	{"no end", without(0, isEnd), "not over"},
	{"an end that comes late", moved(0, isEnd, time.Hour), "goes on after"},
	{"a cancelled vote", behind(0, isVote, &session.VoteCancelled{VoteID: "team-de"}), "need the vote"},
	{"a lost event", func(l []session.Event) []session.Event { return slices.Delete(l, 4, 5) }, "comes after"},
}

var avalonVotes = strings.Fields("team approval team approval quest team approval quest team approval quest team approval quest assassination")

// TestAvalon judges a sound game, and that game with one thing wrong in it.
func TestAvalon(t *testing.T) {
	t.Parallel()
	r := Avalon(avalonLog(), 0)
	if len(r.Wrong) > 0 || r.Winner != good || r.Votes != len(avalonVotes) || r.Refused != 1 || r.Lines != 6 {
		t.Errorf("a sound game: %+v", r)
	}
	findAll(t, avalonFaults, func(wrong breaks) []string { return Avalon(wrong(avalonLog()), 0).Wrong })
}
