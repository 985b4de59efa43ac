package desk_test

import (
	"errors"
	"fmt"
	"testing"

	"ringer/engine/desk"
	"ringer/engine/game"
	"ringer/engine/strategy/parrot"
)

// TestCheckOfManyBotsEnds checks a game of which every bot is wrong in many ways. The check ends
// when it has found as many mistakes as an answer shows.
func TestCheckOfManyBotsEnds(t *testing.T) {
	k := setup(t).start(desk.Terms{})
	var c game.Table
	for i := range game.MaxPlayers {
		seat := fmt.Sprint("p", i)
		c.Game.Players = append(c.Game.Players, game.Player{ID: seat, Name: seat})
		bot := game.TableBot{Strategy: parrot.Name, Bot: game.Bot{Seat: seat}, Options: []byte(`{`)}
		for n := range 60 {
			bot.Options = fmt.Appendf(bot.Options, `"a%d":1,`, n)
		}
		bot.Options = append(bot.Options, `"z":1}`...)
		c.Bots = append(c.Bots, bot)
	}
	errs, _ := errors.AsType[game.Errors](k.CheckTable(&c))
	if n := len(errs); n < game.MaxErrors || n > 2*game.MaxErrors {
		t.Errorf("%d mistakes, want those of two bots", n)
	}
	c.Bots = append(c.Bots, c.Bots...)
	if errs, _ = errors.AsType[game.Errors](k.CheckTable(&c)); len(errs) != 1 || errs[0].Pointer != "/bots" {
		t.Errorf("%d mistakes of too many bots, want that alone", len(errs))
	}
}

// TestCheckOfAVoteEnds asks many seats with options that stand for nobody. Each seat has the same
// mistakes. The check ends when it has found as many as an answer shows.
func TestCheckOfAVoteEnds(t *testing.T) {
	k := setup(t).start(desk.Terms{})
	var c game.Table
	q := desk.TableVoteRequest{VoteRequest: game.VoteRequest{Kind: game.ChooseOne, Question: "who?"}}
	for i := range game.MaxPlayers {
		seat := fmt.Sprint("p", i)
		c.Game.Players, q.Seats = append(c.Game.Players, game.Player{ID: seat, Name: seat}), append(q.Seats, seat)
	}
	for i := range game.MaxOptions {
		q.Options = append(q.Options, game.Option{ID: fmt.Sprint("o", i), Player: fmt.Sprint("nobody", i)})
	}
	q.Seats = append(q.Seats, "one who is unknown, after the mistakes of all others")
	row, _, err := k.CreateTable(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	_, err = k.AskTable(t.Context(), row.ID, q)
	if errs, _ := errors.AsType[game.Errors](err); len(errs) != game.MaxOptions {
		t.Errorf("%d mistakes, want those of the options", len(errs))
	}
}
