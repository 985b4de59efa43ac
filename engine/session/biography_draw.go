package session

import (
	"cmp"
	_ "embed"
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
)

//go:embed biography/places.json
var placesJSON []byte

//go:embed biography/lives.json
var livesJSON []byte

// The ages that are drawn, in years: those of most people who play chat games.
const (
	youngest = 19
	oldest   = 54
)

// place is a part of the world where a language is spoken; without a tag, any language.
type place struct {
	Tag     string
	Country string
	Towns   []string
	// Names are usual first names of people who speak the language there.
	Names []string
}

var places = mustRead[[]place]("biography/places.json", placesJSON)

var lives = mustRead[struct {
	Work, Habits, Worries, Writing []string
	// Odd are the habits of generations 0 and 1; such a person sounds invented.
	Odd []string `json:"odd_habits"`
	// Cased are ways of writing in scripts that have capitals.
	Cased []string `json:"cased_writing"`
}]("biography/lives.json", livesJSON)

func mustRead[T any](name string, text []byte) (read T) {
	if err := json.Unmarshal(text, &read); err != nil {
		panic("game: " + name + ": " + err.Error()) // embedded at build time
	}
	return read
}

// uncased are the languages whose scripts have no capitals.
var uncased = []string{"ar", "fa", "he", "hi", "ja", "ko", "th", "zh"}

// drawBiography draws every fact, so that one that is given does not change the others.
func drawBiography(language string, habits []string, given Biography, rng *rand.Rand) Biography {
	b := Biography{Age: youngest + rng.IntN(oldest-youngest+1)}
	b.Work = lives.Work[rng.IntN(len(lives.Work))]
	first, second := rng.IntN(len(habits)), rng.IntN(len(habits)-1)
	if second >= first {
		second++
	}
	b.Habits = []string{habits[first], habits[second]}
	b.Worry = lives.Worries[rng.IntN(len(lives.Worries))]
	writing := lives.Writing
	if base, _, _ := strings.Cut(tagParts(language), "-"); !slices.Contains(uncased, base) {
		writing = slices.Concat(writing, lives.Cased)
	}
	b.Writing = writing[rng.IntN(len(writing))]
	b.Town, b.Country = drawPlace(language, given, rng)
	return b
}

// drawPlace draws a town and its country, by what is given of them. One of the two may be empty.
func drawPlace(language string, given Biography, rng *rand.Rand) (town, country string) {
	var here []place
	switch {
	case given.Town != "":
		for _, p := range append(placesOf(language), places...) {
			if slices.ContainsFunc(p.Towns, func(t string) bool { return strings.EqualFold(t, given.Town) }) {
				return given.Town, p.Country
			}
		}
		return given.Town, ""
	case given.Country != "":
		for _, p := range places {
			if sameCountry(p.Country, given.Country) {
				here = append(here, p)
			}
		}
		country = given.Country
	default:
		here = placesOf(language)
	}
	towns := 0
	for _, p := range here {
		towns += len(p.Towns)
	}
	if towns == 0 {
		return "", country
	}
	n := rng.IntN(towns)
	for _, p := range here {
		if n < len(p.Towns) {
			return p.Towns[n], cmp.Or(country, p.Country)
		}
		n -= len(p.Towns)
	}
	panic("game: the towns were counted")
}

// drawName draws a first name that is usual in a country among those who speak the language of the
// chat, else in the country, else in the language. No other player has it.
func drawName(v *View, country string) string {
	inCountry := func(of []place) []place {
		return slices.DeleteFunc(slices.Clone(of), func(p place) bool { return !sameCountry(p.Country, country) })
	}
	spoken := placesOf(v.Config.Language)
	here := inCountry(spoken)
	if len(here) == 0 {
		here = inCountry(places)
	}
	if len(here) == 0 {
		here = spoken
	}
	var names []string
	for _, p := range here {
		for _, name := range p.Names {
			if strings.EqualFold(name, v.Me.Name) {
				return name // the nickname is one
			}
			if !slices.ContainsFunc(v.Players, func(p Player) bool { return strings.EqualFold(p.Name, name) }) {
				names = append(names, name)
			}
		}
	}
	if len(names) == 0 {
		return ""
	}
	return names[Draw(v.Seed, 0, "first name:"+v.Session, 0).IntN(len(names))]
}

// sameCountry compares two names of countries without their article.
func sameCountry(a, b string) bool {
	bare := func(name string) string {
		return strings.TrimPrefix(strings.ToLower(strings.TrimSpace(name)), "the ")
	}
	return bare(a) == bare(b)
}

func tagParts(tag string) string { return strings.ReplaceAll(strings.ToLower(tag), "_", "-") }

// placesOf returns the region that a tag names, else all of the language, else any.
func placesOf(tag string) []place {
	parts := strings.Split(tagParts(tag), "-")
	var region, language, anywhere []place
	for _, p := range places {
		base, of, _ := strings.Cut(strings.ToLower(p.Tag), "-")
		switch {
		case p.Tag == "":
			anywhere = append(anywhere, p)
		case base == parts[0]:
			language = append(language, p)
			if slices.Contains(parts[1:], of) {
				region = append(region, p)
			}
		}
	}
	switch {
	case region != nil:
		return region
	case language != nil:
		return language
	}
	return anywhere
}
