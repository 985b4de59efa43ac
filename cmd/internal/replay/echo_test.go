package replay

import "testing"

func TestAgain(t *testing.T) {
	t.Parallel()
	for name, x := range map[string]struct {
		lines []spoken
		want  again
	}{
		"word for word":            {[]spoken{{Name: "Red", Text: "hi all"}, {Name: "Red", Text: "HI  all"}}, again{Repeats: 1, Meant: 1}},
		"by meaning":               {[]spoken{{Name: "Red", Text: "where do you live, blue?"}, {Name: "Red", Text: "blue where r u living"}}, again{Meant: 1}},
		"in German":                {[]spoken{{Name: "Red", Text: "blau lügt doch"}, {Name: "Red", Text: "blau und lügen, wie schon da"}}, again{Meant: 1}},
		"one shared word":          {[]spoken{{Name: "Red", Text: "i like music"}, {Name: "Red", Text: "music, what else"}}, again{}},
		"two greetings":            {[]spoken{{Name: "Blue", Text: "hi there"}, {Name: "Red", Text: "hi"}, {Name: "Red", Text: "hey"}}, again{}},
		"an echo":                  {[]spoken{{Name: "Blue", Text: "green is acting weird"}, {Name: "Red", Text: "yeah green acts weird"}}, again{Echoes: 1}},
		"an echo in time":          {[]spoken{{Name: "Blue", Text: "green is acting weird"}, {At: 61_000, Name: "Red", Text: "green acts weird"}}, again{}},
		"an echo in its channel":   {[]spoken{{Name: "Blue", Text: "green is acting weird", Channel: "night"}, {Name: "Red", Text: "green acts weird"}}, again{}},
		"no echo with much added":  {[]spoken{{Name: "Blue", Text: "green is weird"}, {Name: "Red", Text: "green is weird, talks like my uncle at christmas"}}, again{}},
		"no echo of a game master": {[]spoken{{Name: "Host", Text: "vote now", Gamemaster: true}, {Name: "Red", Text: "vote now"}}, again{}},
		"other people's lines":     {[]spoken{{Name: "Blue", Text: "hi all"}, {Name: "Blue", Text: "hi all"}}, again{}},
	} {
		if got := againOf("Red", x.lines); got != x.want {
			t.Errorf("%s: %+v, want %+v", name, got, x.want)
		}
	}
}
