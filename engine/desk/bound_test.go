package desk_test

import (
	"errors"
	"fmt"
	"testing"

	"ringer/engine/desk"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
	"ringer/engine/strategy/parrot"
)

// TestCheckOfManyBotsEnds checks a game of which every bot is wrong in many ways. The check ends
// when it has found as many mistakes as an answer shows.
func TestCheckOfManyBotsEnds(t *testing.T) {
	k := setup(t).start(desk.Terms{})
	var c session.GameConfig
	for i := range session.MaxPlayers {
		seat := fmt.Sprint("p", i)
		c.Game.Players = append(c.Game.Players, session.Player{ID: seat, Name: seat})
		bot := session.GameBot{Strategy: parrot.Name, Bot: session.Bot{Seat: seat}, Options: []byte(`{`)}
		for n := range 60 {
			bot.Options = fmt.Appendf(bot.Options, `"a%d":1,`, n)
		}
		bot.Options = append(bot.Options, `"z":1}`...)
		c.Bots = append(c.Bots, bot)
	}
	errs, _ := errors.AsType[session.Errors](k.CheckGame("", &c))
	if n := len(errs); n < session.MaxErrors || n > 2*session.MaxErrors {
		t.Errorf("%d mistakes, want those of two bots", n)
	}
	c.Bots = append(c.Bots, c.Bots...)
	if errs, _ = errors.AsType[session.Errors](k.CheckGame("", &c)); len(errs) != 1 || errs[0].Pointer != "/bots" {
		t.Errorf("%d mistakes of too many bots, want that alone", len(errs))
	}
}

// TestCheckOfAVoteEnds asks many seats with options that stand for nobody. Each seat has the same
// mistakes. The check ends when it has found as many as an answer shows.
func TestCheckOfAVoteEnds(t *testing.T) {
	k := setup(t).start(desk.Terms{})
	var c session.GameConfig
	q := desk.GameVoteRequest{VoteRequest: session.VoteRequest{Kind: session.ChooseOne, Question: "who?"}}
	for i := range session.MaxPlayers {
		seat := fmt.Sprint("p", i)
		c.Game.Players, q.Seats = append(c.Game.Players, session.Player{ID: seat, Name: seat}), append(q.Seats, seat)
	}
	for i := range session.MaxOptions {
		q.Options = append(q.Options, session.Option{ID: fmt.Sprint("o", i), Player: fmt.Sprint("nobody", i)})
	}
	q.Seats = append(q.Seats, "one who is unknown, after the mistakes of all others")
	row := sessiontest.First(k.CreateGame(t.Context(), "", c))(t)
	_, err := k.AskGame(t.Context(), row.ID, q)
	if errs, _ := errors.AsType[session.Errors](err); len(errs) != session.MaxOptions {
		t.Errorf("%d mistakes, want those of the options", len(errs))
	}
}
