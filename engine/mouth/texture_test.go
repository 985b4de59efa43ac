package mouth

import (
	"slices"
	"testing"
)

func TestTextureOf(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]Texture{
		"ok then":       {Short: 1, LowerStart: 1},
		"Ok then we go": {},
		"i had no time to eat and then it was late": {Long: 1, LowerStart: 1},
		"Hahaha who was that?":                      {Laugh: 1},
		"Well that was lol indeed":                  {Laugh: 1},
		"哈哈 真的是这样吗":                                 {Laugh: 1},
		"Lola has a shaman there":                   {},
		"Nice to see you :)":                        {Smiley: 1},
		"Nice to see you 😀":                         {Smiley: 1},
		"I wanetd to be the frist":                  {Slip: 1},
		"I taht one, reallly":                       {Slip: 1},
		"Where do the least go":                     {},
		"*wanted":                                   {Short: 1, Slip: 1, Correction: 1, LowerStart: 1},
		"So that is all.":                           {Stop: 1},
		"So that is all...":                         {},
		"He didnt say so":                           {Bare: 1},
		"He didn't say so":                          {Apostrophe: 1},
		"君はどこに住んでるのですかね、毎日ですけれども": {Long: 1},
	} {
		want.Lines = 1
		if got := TextureOf([]string{line}); got != want {
			t.Errorf("%s: %+v, want %+v", line, got, want)
		}
	}
	if got := TextureOf([]string{"lol", " ", "Who is it?"}); got.Lines != 2 || got.Laugh != 0.5 {
		t.Errorf("shares of two lines and a blank one: %+v", got)
	}
	if got := Lengths([]string{"hi you", "", "日本語"}); !slices.Equal(got, []float64{2, 0, 2}) {
		t.Errorf("lengths: %v", got)
	}
}

func TestTyped(t *testing.T) {
	t.Parallel()
	all := Habits{SmallStart: true, NoStop: true, NoApostrophe: true}
	for name, c := range map[string]struct {
		text, want string
		habits     Habits
		others     []string
	}{
		"All":             {"I don't know what's up.", "i dont know whats up", all, nil},
		"None":            {"I don't know.", "I don't know.", Habits{}, nil},
		"Names":           {"Blue's dog isn't here.", "Blue's dog isnt here", all, nil},
		"OtherWords":      {"It's Ann's, or we'll see", "it's Ann's, or we'll see", all, nil},
		"Abbreviation":    {"OK, in the U.S.", "OK, in the U.S.", all, nil},
		"Dots":            {"Hm well...", "hm well...", all, nil},
		"WhereAllAreNeat": {"Maybe that's him.", "Maybe that's him.", all, neat},
	} {
		r := &Room{Name: "Red", Names: []string{"Red", "Blue", "Ann"}, MaxChars: 250, Others: c.others}
		if got := r.Typed(c.text, c.habits); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
