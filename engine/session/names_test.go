package session

import "testing"

// TestNamesThatShowNothing gives such names to a player, to one who joins and to a game master.
func TestNamesThatShowNothing(t *testing.T) {
	t.Parallel()
	for name, refused := range map[string]bool{
		"\u200b": true, "\u2060\u2060": true, "\ufe0f": true, "\U000e0100": true, "\u3164": true, "\u200b \u200b": true, "\u00ad": true,
		"Blue": false, "\u200bBlue": true, "Bl\u200due": true, "Blue\u2060": true, "B\u00adlue": true, "\u0639\u0644\u06cc\u200c\u0631\u0636\u0627": false, "7": false, "?": false, "\u2764\ufe0f": false, "\u5c0f\u7ea2": false,
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

// TestNamesThatLookAlike gives a game a second player whose name looks like that of the first.
func TestNamesThatLookAlike(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, other string
		refused     bool
	}{
		{"Blue", "Blue", true}, {"Blue", "blue", true}, {"Blue", "BLUE", true}, {"Blue", "Вlue", true}, {"Blue", "Ｂｌｕｅ", true}, {"Blue", "Bluе", true},
		{"José", "Jose\u0301", true}, {"José", "Jose", true}, {"Straße", "STRASSE", true}, {"Анна", "анна", true},
		{"Blue", "Blues", false}, {"Blue", "Glue", false}, {"Анна", "Анка", false}, {"はな", "ばな", false}, {"小红", "小江", false}, {"सुमन", "समन", false},
		{"Player 1", "Player 2", false}, {"각", "갹", false},
	} {
		players := []Player{{ID: "red", Name: "Red"}, {ID: "one", Name: c.name}}
		config := Config{Bot: Bot{Seat: "red"}, Game: Setting{Players: append(players, Player{ID: "two", Name: c.other})}}
		joined := Observation{Kind: PlayerJoined, Player: &Player{ID: "two", Name: c.other}}
		for what, err := range map[string]error{"roster": config.Complete(), "join": joined.Validate(&Roster{Seat: "red", Players: players})} {
			errs, _ := err.(Errors)
			if got := len(errs) == 1 && errs[0].Code == CodeDuplicatePlayer; got != c.refused || err != nil && !got {
				t.Errorf("%s: %s beside %s: %v", what, c.other, c.name, err)
			}
		}
	}
}

// TestNearest finds the name that was meant.
func TestNearest(t *testing.T) {
	t.Parallel()
	known := []string{"Red", "Blue", "Green", "choose_one"}
	for name, want := range map[string]string{
		"blue": "Blue", "Blu": "Blue", "Bleu": "Blue", "Вlue": "Blue", "Greenn": "Green", "chooseOne": "choose_one", "Rad": "Red",
		"Orange": "", "b": "", "": "", "xyz": "", "x": "",
	} {
		if got := Nearest(name, known); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}
