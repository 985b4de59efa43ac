package audit

import (
	"slices"
	"testing"

	"ringer/engine/session"
)

// opensGame is a game of Ann, with the bots Red and Blue.
func opensGame() fact {
	c := session.GameConfig{Game: session.Setting{Rules: "turing", Players: []session.Player{{ID: "Ann", Name: "Ann"}, {ID: "Red", Name: "Red"}, {ID: "Blue", Name: "Blue"}}}}
	c.Bots = []session.GameBot{{Bot: session.Bot{Seat: "Red"}}, {Bot: session.Bot{Seat: "Blue"}}}
	if err := c.Complete(); err != nil {
		panic(err)
	}
	return fact{0, &session.GameCreated{Config: c, Bots: []session.BotSeat{{Seat: "Red", Session: "ses_r"}, {Seat: "Blue", Session: "ses_b"}}}}
}

func asksAll(at float64, id string) fact { return asksSeats(at, id, "Ann", "Red", "Blue") }

func asksBots(at float64, id string) fact { return asksSeats(at, id, "Red", "Blue") }

func asksSeats(at float64, id string, seats ...string) fact {
	f := asks(at, id, "Ann", "Red", "Blue")
	f.data.(*session.VoteRequested).Seats = seats
	return f
}

func castsOf(at float64, id, seat string) fact {
	return fact{at, &session.VoteCast{VoteID: id, Seat: seat, Kind: session.ChooseOne, AnsweredBy: session.ByModel, DeadlineAt: after(at + 10)}}
}

func personCasts(at float64, id string) fact {
	return fact{at, &session.VoteReceived{VoteID: id, Seat: "Ann", Answer: session.Answer{Option: "Red"}}}
}

func cleanGame() facts {
	return facts{
		opensGame(),
		say(2, "m-1", "Ann", "hi all, who had the worst week?"),
		sends(6, "msg_1", "it was a long week for me"),
		asksAll(20, "one"), castsOf(24, "one", "Red"), castsOf(25, "one", "Blue"), personCasts(26, "one"),
		asksAll(50, "two"), castsOf(54, "two", "Red"), castsOf(55, "two", "Blue"),
		{90, &session.GameEnded{SessionEnded: session.SessionEnded{Reason: session.EndedByPlatform, Reveal: map[string]string{"Ann": "human"}}}},
	}
}

func gameCases() map[session.Code]finding {
	return map[session.Code]finding{
		NoCasts: {slices.Delete(cleanGame(), 6, 7), 4, "2 votes asked people, and no answer of one was posted"},
	}
}

// TestFindingsOfAGame: what a session's log shows, that of a game shows as well.
func TestFindingsOfAGame(t *testing.T) {
	t.Parallel()
	for code, log := range map[session.Code]facts{
		LatePost:    slices.Replace(cleanGame(), 1, 2, late(9, 1, "m-1", "Ann", "hi all")),
		EchoAsOther: slices.Insert(cleanGame(), 3, say(7, "m-2", "Ann", "it was a long week for me")),
		VoteOpen:    slices.Delete(cleanGame(), 9, 10),
	} {
		if code == VoteOpen {
			log[len(log)-1].at = 60
		}
		r := Check("gam_1", log.events())
		if codes(r) == "" || r.Findings[0].Code != code {
			t.Errorf("found %q, want %s", codes(r), code)
		}
	}
}

// TestSessionOfAGame: the log of a game's bot has its receipts. What was posted to the game is
// judged in the game's log.
func TestSessionOfAGame(t *testing.T) {
	t.Parallel()
	log := clean()
	log[0].data.(*session.SessionCreated).GameID = "gam_1"
	log[1] = late(9, 2, "m-1", "Blue", "hi all")
	log[3] = receipt(15, "msg_1")
	if got := codes(Check("ses_1", log.events())); got != "read_late[3]" {
		t.Errorf("found %q, want read_late alone", got)
	}
}
