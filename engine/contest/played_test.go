package contest

import (
	"reflect"
	"slices"
	"testing"

	"ringer/engine/recording"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

func playedBy(variant, game, role, said string) recording.Game {
	return recording.Game{
		ID: game, Rules: "avalon", PlayedBy: variant,
		Players: []recording.Player{{Name: "Ann", Kind: recording.BotKind, Role: "servant"}, {Name: "Bob", Kind: recording.RingerKind, Role: role}},
		Messages: []recording.Message{
			{Sender: "GM", Kind: session.FromGamemaster, Text: "game started!"}, {Sender: "Ann", Kind: session.FromPlayer, Text: "hi"},
			{Sender: "Bob", Kind: session.FromPlayer, Text: said}, {Sender: "GM", Kind: session.FromGamemaster, Text: "quest failed!"}, {Sender: "Ann", Kind: session.FromPlayer, Text: "oh"},
			{Sender: "Bob", Kind: session.FromPlayer, Text: "later " + said},
		},
	}
}

// TestPlayed: variants that have played the same seat of a recorded game make a pair, which shows
// the same talk before. Seats of another side are left out.
func TestPlayed(t *testing.T) {
	t.Parallel()
	games := []recording.Game{
		playedBy("a", "one", "servant", "from a"), playedBy("b", "one", "servant", "from b"), playedBy("a", "two", "servant", "alone"), playedBy("a", "three", "assassin", "evil"),
		playedBy("b", "three", "assassin", "evil too"), {ID: "recorded", Rules: "avalon"},
	}
	c, all, err := Played(games, "good", 1)
	sessiontest.NoError(t, err)
	pairs := c.pairs(all, 10)
	if len(all) != 3 || len(pairs) != 2 {
		t.Fatalf("%d games, %d pairs; each line of the game master begins a turn", len(all), len(pairs))
	}
	p := pairs[slices.IndexFunc(pairs, func(p pair) bool { return p.place.Turn == 1 })]
	if p.seat.ID != "Bob" || p.speeches[0].text() != "from a" || p.speeches[1].text() != "from b" || len(p.speeches[0].before) != 2 || !reflect.DeepEqual(p.speeches[0].before, p.speeches[1].before) {
		t.Errorf("%+v", p)
	}
	if c, all, err := Played(games, "", 1); err != nil || len(c.pairs(all, 10)) != 4 {
		t.Errorf("all sides: %v", err)
	}
	_, _, err = Played(games[:1], "", 1)
	sessiontest.Fails(t, err, "several --compare")
	other := games[1]
	other.Rules = "mafia"
	_, _, err = Played([]recording.Game{games[0], other}, "", 1)
	sessiontest.Fails(t, err, "rules avalon and mafia")
}
