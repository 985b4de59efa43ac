package game

import "testing"

// TestNamesThatShowNothing gives such names to a player, to one who joins and to a game master.
func TestNamesThatShowNothing(t *testing.T) {
	t.Parallel()
	for name, refused := range map[string]bool{
		"\u200b": true, "\u2060\u2060": true, "\ufe0f": true, "\U000e0100": true, "\u3164": true, "\u200b \u200b": true, "\u00ad": true,
		"Blue": false, "\u200bBlue": false, "7": false, "?": false, "\u2764\ufe0f": false, "\u5c0f\u7ea2": false,
	} {
		c := Config{Bot: Bot{Seat: "red"}, Game: Setting{Players: []Player{{ID: "red", Name: "Red"}, {ID: "blue", Name: name}}}}
		joined := Observation{Kind: PlayerJoined, Player: &Player{ID: "new", Name: name}}
		post := Post{Sender: name, Text: "round 1", Kind: FromGamemaster}
		roster := Roster{Seat: "red", Players: []Player{{ID: "red", Name: "Red"}}}
		for what, err := range map[string]error{"roster": c.Complete(), "join": joined.Validate(&roster), "post": post.Complete(&roster, "")} {
			errs, _ := err.(Errors)
			if got := len(errs) == 1 && errs[0].Code == CodeInvalidName; got != refused || err != nil && !got {
				t.Errorf("%s with the name %+q: %v", what, name, err)
			}
		}
	}
}
