package audit

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

var start = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// facts is a log that a test writes: at each of its seconds what happened.
type facts []fact

type fact struct {
	at   float64
	data session.Payload
}

func after(seconds float64) time.Time {
	return start.Add(time.Duration(seconds * float64(time.Second)))
}

func (f facts) events() (list []session.Event) {
	for i, x := range f {
		list = append(list, session.Event{Seq: int64(i + 1), At: after(x.at), Data: x.data})
	}
	return list
}

// say is a line that was posted when it was said.
func say(at float64, id, sender, text string) fact { return late(at, at-0.1, id, sender, text) }

// late is a line that was posted at one time and said at another.
func late(at, said float64, id, sender, text string) fact {
	sent := after(said)
	return fact{at, &session.MessageReceived{Post: session.Post{ID: id, Kind: session.FromPlayer, Sender: sender, Text: text, SentAt: &sent}}}
}

func sends(at float64, id, text string) fact {
	return fact{at, &session.MessageSent{MessageID: id, Sender: "Red", Text: text}}
}

func receipt(at float64, id string) fact {
	return fact{at, &session.MessageReceipt{MessageID: id, Receipt: session.Receipt{Status: session.Shown}}}
}

func observe(at float64, o session.Observation) fact {
	return fact{at, &session.ObservationReceived{Observation: o}}
}

func asks(at float64, id string, options ...string) fact {
	q := session.VoteRequest{ID: id, Kind: session.ChooseOne, Question: "Who is the bot?", Within: 20_000}
	for _, o := range options {
		q.Options = append(q.Options, session.Option{ID: o})
	}
	return fact{at, &session.VoteRequested{VoteRequest: q}}
}

func casts(at float64, id string, deadline float64, by session.AnsweredBy) fact {
	return fact{at, &session.VoteCast{VoteID: id, Kind: session.ChooseOne, Answer: session.Answer{Option: "Blue"}, AnsweredBy: by, DeadlineAt: after(deadline)}}
}

func ends(at float64) fact {
	return fact{at, &session.SessionEnded{Reason: session.EndedByPlatform, Outcome: "over", Reveal: map[string]string{"Red": "bot", "Blue": "human"}}}
}

// opens is a session of Red, the bot, with Blue and Green.
func opens(change func(*session.Config)) fact {
	c := session.Config{Game: session.Setting{
		Rules: "mafia", Players: []session.Player{{ID: "Red", Name: "Red"}, {ID: "Blue", Name: "Blue"}, {ID: "Green", Name: "Green"}}, Phases: []session.Phase{{ID: "day"}, {ID: "night"}},
	}, Bot: session.Bot{Seat: "Red"}}
	if err := c.Complete(); err != nil {
		panic(err)
	}
	if change != nil {
		change(&c)
	}
	return fact{0, &session.SessionCreated{Config: c}}
}

// clean is a game whose platform does all right.
func clean() facts {
	return facts{
		opens(nil),
		say(2, "m-1", "Blue", "hi all, who is it today"),
		sends(6, "msg_1", "ah hello there my friends"),
		receipt(6.2, "msg_1"),
		say(8, "m-2", "Green", "ah hello there my friends, says the bot"),
		asks(20, "day-1", "Blue", "Green"),
		casts(25, "day-1", 40, session.ByModel),
		observe(30, session.Observation{Kind: session.PlayerOut, Player: &session.Player{ID: "Green"}}),
		observe(31, session.Observation{Kind: session.PhaseChanged, Phase: "night"}),
		say(35, "m-3", "Blue", "night then"),
		ends(60),
	}
}

// put returns the clean game with other events in place of some, or added in their order.
func put(at int, with ...fact) facts { return slices.Insert(clean(), at, with...) }

func instead(at int, with ...fact) facts { return slices.Replace(clean(), at, at+1, with...) }

// unnamed returns the clean game without ids of messages.
func unnamed(f facts) facts {
	for _, x := range f {
		if p, ok := x.data.(*session.MessageReceived); ok {
			p.ID = ""
		}
	}
	return f
}

// TestCleanGame: a platform that does all right has no finding, in a session and in a game. What it
// said before the bot came is not late, and a batch with times hides nothing.
func TestCleanGame(t *testing.T) {
	t.Parallel()
	past := late(1, -600, "h-1", "Blue", "was anybody here?")
	past.data.(*session.MessageReceived).History = true
	for name, log := range map[string]facts{
		"Session": clean(), "Game": cleanGame(), "History": put(1, past),
		"EndOfRules":  instead(10, asks(50, "n-1", "Blue"), fact{60, &session.SessionEnded{Reason: session.EndedByRules}}),
		"Batch":       put(5, say(9, "a", "Blue", "hi"), say(9, "b", "Green", "hi"), say(9, "c", "Blue", "hm")),
		"VotesOfBots": slices.Replace(cleanGame(), 3, 10, asksBots(20, "one"), castsOf(24, "one", "Red"), castsOf(25, "one", "Blue"), asksBots(50, "two"), castsOf(54, "two", "Red"), castsOf(55, "two", "Blue")),
	} {
		r := Check("ses_1", log.events())
		if len(r.Findings) > 0 {
			t.Errorf("%s: %+v", name, *r.Findings[0])
		}
		if len(r.Unseen) == 0 {
			t.Errorf("%s: it does not say what the log cannot show", name)
		}
	}
}

// finding is what a case must find: a code, where, and a part of what is said.
type finding struct {
	log  facts
	seq  int64
	what string
}

func sessionCases() map[session.Code]finding {
	echo := func(id, text string) fact {
		return fact{10, &session.MessageReceived{Post: session.Post{ID: "m-9", Kind: session.FromPlayer, Sender: "Red", Text: text, MessageID: id}}}
	}
	future := after(90)
	sameTime := func(sender, id string) fact {
		return fact{9, &session.MessageReceived{Post: session.Post{ID: id, Kind: session.FromPlayer, Sender: sender, Text: "hi"}}}
	}
	twice := put(2, say(3, "", "Blue", "who is it today"), say(4, "", "Blue", "who is it today"))
	return map[session.Code]finding{
		LatePost:      {instead(1, late(9, 2, "m-1", "Blue", "hi all")), 2, `the line of "Blue" was said 7.0 s before it was posted`},
		AfterBarrier:  {put(6, late(20.5, 17, "m-9", "Blue", "wait, it is green")), 7, "was said 3.0 s before the vote of seq 6, and posted after it"},
		Batch:         {put(5, sameTime("Blue", "a"), sameTime("Green", "b"), sameTime("Blue", "c")), 8, "3 lines of 2 players came in one request"},
		EchoAsOther:   {put(4, say(6.5, "m-9", "Blue", "ah hello there my friends")), 5, `"Blue" says what the bot "Red" sent 0.5 s before, in seq 3`},
		PostedTwice:   {twice, 4, `says the same as in seq 3`},
		NoIDs:         {unnamed(clean()), 0, "none of 3 messages has an id"},
		PlayerOut:     {put(9, say(32, "m-9", "Green", "it was not me")), 10, `"Green" is eliminated, and speaks to all`},
		OptionOut:     {put(9, asks(32, "n-1", "Blue", "Green"), casts(33, "n-1", 52, session.ByModel)), 10, `the option "Green" is eliminated`},
		SeatOut:       {put(7, observe(26, session.Observation{Kind: session.PlayerOut, Player: &session.Player{ID: "Red"}}), asks(27, "x", "Blue"), casts(28, "x", 47, session.ByModel)), 9, `asks "Red", who is eliminated`},
		UnknownPerson: {put(4, say(7, "m-9", "Blue", "what do you say <@8123>?")), 5, "mentions <@8123>"},
		NoNames:       {instead(0, opens(func(c *session.Config) { c.Game.Players[2] = session.Player{ID: "Green", Name: "user_48213"} })), 1, `"user_48213" has no other name`},
		VoteOpen:      {put(10, asks(50, "n-1", "Blue")), 11, `"n-1" was open when the game ended, 10.0 s before its deadline`},
		VoteRushed:    {instead(6, casts(21, "day-1", 22, session.ByFallback)), 6, "gave the bot 2.0 s"},
		NoPhases:      {slices.Delete(clean(), 8, 9), 0, `2 phases, and stayed in "day"`},
		NoEnd:         {instead(10, fact{90000, &session.SessionEnded{Reason: session.EndedByTTL}}), 11, "ended by itself"},
		NoReveal:      {instead(10, fact{60, &session.SessionEnded{Reason: session.EndedByPlatform}}), 11, "does not say who was what"},
		ReadLate:      {instead(3, receipt(12, "msg_1")), 3, "confirmed 6.0 s after it was sent"},
		NoReceipt:     {put(4, sends(9, "msg_2", "so what now")), 5, "neither receipt nor echo, and 1 others have"},
		NoReceipts:    {slices.Delete(clean(), 3, 4), 0, "none of 1 lines"},
		NoSend: {facts{opens(func(c *session.Config) { c.Timing = session.TimingManual }), say(1, "m-1", "Blue", "hi"), {2, &session.PlanCreated{Plan: session.Plan{ID: "pln_1"}}},
			observe(3, session.Observation{Kind: session.PhaseChanged, Phase: "night"}), ends(4)}, 0, "1 plans, and none was sent"},
		session.CodeUnknownEcho:     {put(4, echo("msg_9", "never said")), 5, `for the bot's seat "Red"`},
		session.CodeUnlikelyTime:    {put(4, fact{7, &session.MessageReceived{Post: session.Post{ID: "m-9", Kind: session.FromPlayer, Sender: "Blue", Text: "hi", SentAt: &future}}}), 5, "sent_at is in the future"},
		session.CodeUnknownReply:    {put(4, fact{7, &session.MessageReceived{Post: session.Post{ID: "m-9", Kind: session.FromPlayer, Sender: "Blue", Text: "hi", ReplyTo: "m-7"}}}), 5, `"m-7", the id of no earlier message`},
		session.CodeNameKept:        {put(4, observe(7, session.Observation{Kind: session.PlayerJoined, Player: &session.Player{ID: "Blue", Name: "Sky"}})), 5, "player/name is not given to this player"},
		session.CodeMisleadingName:  {instead(0, opens(func(c *session.Config) { c.Game.Players[2] = session.Player{ID: "Green", Name: "Moderator"} })), 1, "is called"},
		session.CodeOptionNotPlayer: {instead(5, asks(20, "day-1", "Blue", "Grene")), 6, "options/1 stands for nobody"},
		session.CodeOptionsAlike:    {instead(5, asks(20, "day-1", "Blue", "blue")), 6, "options/1"},
	}
}

// TestFindings puts one mistake at a time into the clean game. Each is found, at its event.
func TestFindings(t *testing.T) {
	t.Parallel()
	cases := sessionCases()
	maps.Copy(cases, gameCases())
	for code := range kinds {
		if _, ok := cases[code]; !ok {
			t.Errorf("no case has the mistake %s", code)
		}
	}
	for code, c := range cases {
		t.Run(string(code), func(t *testing.T) {
			t.Parallel()
			r := Check("ses_1", c.log.events())
			i := slices.IndexFunc(r.Findings, func(f *Finding) bool { return f.Code == code })
			if i < 0 {
				t.Fatalf("not found; found %s", codes(r))
			}
			f := r.Findings[i]
			sessiontest.Contains(t, f.What, c.what)
			if c.seq > 0 && (len(f.Seqs) == 0 || f.Seqs[0] != c.seq) {
				t.Errorf("it is at %v, want %d", f.Seqs, c.seq)
			}
			if f.Why == "" || f.Do == "" || f.Level == "" || f.Count < 1 {
				t.Errorf("it lacks why, do, level or count: %+v", f)
			}
		})
	}
}

func codes(r *Report) string {
	var list []string
	for _, f := range r.Findings {
		list = append(list, fmt.Sprint(f.Code, f.Seqs))
	}
	return strings.Join(list, " ")
}
