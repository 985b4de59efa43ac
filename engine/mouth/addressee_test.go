package mouth

import (
	"slices"
	"testing"
)

func TestAskedOf(t *testing.T) {
	t.Parallel()
	players := []string{"Red", "Blue", "Agent Smith", "player-4"}
	for text, want := range map[string][]int{
		"red where are you from":                 {0},
		"hey red, whats up":                      {0},
		"@red what do you do":                    {0},
		"what do you think red":                  {0},
		"and you, red?":                          {0},
		"ah you work in a shop as well red?":     {0},
		"whow red this was really fast":          {0},
		"vote red this time":                     nil,
		"so you are not sure red? then wait":     {0},
		"red?":                                   {0},
		"red":                                    {0},
		"Red are u there":                        {0},
		"red pls tell us more":                   {0},
		"what does red think":                    {0},
		"where is red from?":                     {0},
		"i want blue to tell us more":            {1},
		"red and blue, where are you from?":      {0, 1},
		"what do you think, red and blue":        {0, 1},
		"hey blue and agent smith and red?":      {0, 1, 2},
		"rot und red und blue, wo wohnt ihr":     nil, // "rot" is not a player
		"are red and blue the bots?":             nil,
		"do red and blue know each other?":       nil,
		"red and i, are we wrong?":               nil,
		"agent smith what do you say":            {2},
		"player-4, what do you mean?":            {3},
		"red, blue, where do you guys live?":     {0, 1},
		"rot ist weg. red woher kommst du":       {0},
		"red was machst du so":                   {0},
		"was denkst du, red":                     {0},
		"is red the bot?":                        nil,
		"why red?":                               nil,
		"do you trust red?":                      nil,
		"do you think it is red?":                nil,
		"who voted for red?":                     nil,
		"red is the bot, right?":                 nil,
		"did you see what red wrote?":            nil,
		"what do you think of red?":              nil,
		"reddit, anyone?":                        nil,
		"ist red der bot?":                       nil,
		"warum red?":                             nil,
		"what about the bluered thing":           nil,
		"you really think that red said it lol?": nil,
	} {
		if got := AskedOf(text, players); !slices.Equal(got, want) {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}
