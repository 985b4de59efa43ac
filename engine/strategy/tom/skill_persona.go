package tom

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"unicode/utf8"

	"ringer/engine/prompt"
	"ringer/engine/smalltalk"
)

// inventPersona writes a persona for an origin. It uses words that the offline player understands
// when somebody asks it about its life.
func inventPersona(p prompt.Parsed, rng *rand.Rand) any {
	city, age, language := "", "", ""
	for line := range strings.Lines(p.Text(sectionOrigin)) {
		switch what, value, _ := strings.Cut(strings.TrimSpace(line), ": "); what {
		case "City":
			city = capitalised(unquoted(value))
		case "Age":
			age = value
		case "Language":
			language, _, _ = strings.Cut(value, "-")
		}
	}
	fact := func(kind string) string { return smalltalk.RandomFact(language, kind, rng) }
	form, traits := "You are %s years old, live in %s and work %s. You like %s and have %s. You %s.", englishTraits
	if language == "de" {
		fact = func(kind string) string { return lastCapitalised(smalltalk.RandomFact(language, kind, rng)) }
		form, traits = "Du bist %s Jahre alt, kommst aus %s und arbeitest %s. Deine Freizeit gehört %s und du hast %s. Du %s.", germanTraits
	}
	return personaAnswer{fmt.Sprintf(form, age, city, fact("job"), fact("hobby"), fact("pet"), traits[rng.IntN(len(traits))])}
}

// capitalised returns a place with a capital at the start.
func capitalised(place string) string {
	_, n := utf8.DecodeRuneInString(place)
	return strings.ToUpper(place[:n]) + place[n:]
}

// lastCapitalised returns a German phrase with a capital at the start of its last word, a noun.
func lastCapitalised(phrase string) string {
	i := strings.LastIndexByte(phrase, ' ') + 1
	return phrase[:i] + capitalised(phrase[i:])
}

// Traits are what others notice first.
var (
	englishTraits = []string{
		"laugh easily and say what you think", "are shy at first and warm up later", "make dry jokes and hate long speeches",
		"ask a lot because people interest you", "get bored quickly and change the subject", "trust people late, and then fully",
	}
	germanTraits = []string{
		"lachst schnell und sagst, was du denkst", "bist erst schüchtern und taust dann auf", "machst trockene Witze", "traust Leuten erst spät",
	}
)
