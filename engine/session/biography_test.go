package session

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func wholeBiography() *Biography {
	return &Biography{
		Age: 34, Town: "Leeds", Country: "England", Work: "as a nurse", Habits: []string{"hums while cooking", "takes the stairs"},
		Worry: "the rent goes up in spring", Writing: "all in lower case",
	}
}

// native is a strategy whose options name a town and an age.
type native struct {
	scripted
	origin Biography
}

func (n native) Origin() Biography { return n.origin }

// beginning returns the state of a session after its first decision.
func beginning(t testing.TB, id string, strategy Strategy, change func(*Config)) *State {
	t.Helper()
	c := Config{
		Strategy: "scripted", Bot: Bot{Seat: "red"},
		Game: Setting{Players: []Player{{ID: "red", Name: "Red"}, {ID: "blue", Name: "Blue"}}},
	}
	change(&c)
	noError(t, c.Complete())
	s := NewState(id)
	s.Apply(Event{Seq: 1, At: opened, Data: &SessionCreated{Config: c}})
	concluded(s, strategy)
	return s
}

func concluded(s *State, strategy Strategy, inbox ...Thought) {
	for range 10 {
		d := Decide(s, strategy, inbox, s.Now)
		for _, p := range d.Acts {
			s.Apply(Event{Seq: s.Seq + 1, At: s.Clock.Wall(s.Now), Data: p})
		}
		if inbox = nil; len(d.Acts) == 0 {
			return
		}
	}
}

func wanted(s *State) (kinds []string) {
	for _, w := range Decide(s, scripted{}, nil, s.Now).Wants {
		kinds = append(kinds, w.Kind)
	}
	return kinds
}

func anything(*Config) {}

func mia(c *Config) { c.Persona = "You are Mia." }

func invented(b Biography) Thought { return Thought{Want: Want{Kind: KindBiography}, Finding: b} }

func TestBiography(t *testing.T) {
	t.Parallel()
	hello := func(s *State) {
		s.Apply(Event{Seq: s.Seq + 1, At: s.Clock.Wall(s.Now + 1000), Data: &MessageReceived{Post: Post{Sender: "blue", Text: "hi", Kind: FromPlayer}}})
	}
	t.Run("TheStrategyWaitsForTheModel", func(t *testing.T) {
		s := beginning(t, "ses_a", scripted{}, anything)
		hello(s)
		if got := wanted(s); !slices.Equal(got, []string{KindBiography}) {
			t.Fatalf("it wants %v", got)
		}
		drawn := *s.Biography
		concluded(s, scripted{}, invented(Biography{Age: 90, Town: "Rome", Country: "Italy", Work: "on a\nferry", Habits: []string{" ", "whistles"}, Worry: "the sea\x00"}))
		want := drawn
		want.Work, want.Worry, want.Habits = "on a ferry", "the sea", []string{drawn.Habits[0], "whistles"}
		if !reflect.DeepEqual(*s.Biography, want) {
			t.Errorf("it plays %+v, want %+v", *s.Biography, want)
		}
		if got := wanted(s); !slices.Equal(got, []string{"turn"}) {
			t.Errorf("then it wants %v", got)
		}
		s = beginning(t, "ses_a", scripted{}, anything)
		concluded(s, scripted{}, invented(Biography{Habits: []string{"the same as drawn, put nicely", "whistles"}}))
		if got := s.Biography.Habits; !slices.Equal(got, []string{drawn.Habits[0], "whistles"}) {
			t.Errorf("its habits are %q", got)
		}
	})
	t.Run("AFailureLeavesTheTables", func(t *testing.T) {
		s := beginning(t, "ses_a", scripted{}, anything)
		drawn := *s.Biography
		hello(s)
		concluded(s, scripted{}, Thought{Want: Want{Kind: KindBiography}, Failure: "model_timeout"})
		if got := wanted(s); !slices.Equal(got, []string{"turn"}) || !reflect.DeepEqual(*s.Biography, drawn) || !drawn.whole() {
			t.Errorf("it wants %v and plays %+v, drawn %+v", got, *s.Biography, drawn)
		}
	})
	t.Run("BesideAPersonaTheStrategyWaitsForTheModel", func(t *testing.T) {
		s := beginning(t, "ses_a", scripted{}, mia)
		hello(s)
		if got := wanted(s); !slices.Equal(got, []string{KindBiography}) || s.View(0).Biography != nil {
			t.Fatalf("it wants %v and plays %+v", got, s.View(0).Biography)
		}
		concluded(s, scripted{}, invented(Biography{Age: 900, Town: "Rome\n", Work: "on a\nferry", Habits: []string{" ", "whistles"}, Worry: "the sea\x00"}))
		if want := (Biography{Town: "Rome", Work: "on a ferry", Worry: "the sea", Habits: []string{"whistles"}}); !reflect.DeepEqual(s.View(0).Biography, &want) {
			t.Errorf("it plays %+v, want %+v", s.View(0).Biography, want)
		}
		if got := wanted(s); !slices.Equal(got, []string{"turn"}) {
			t.Errorf("then it wants %v", got)
		}
	})
	t.Run("AFailureLeavesThePersona", func(t *testing.T) {
		s := beginning(t, "ses_a", scripted{}, mia)
		hello(s)
		concluded(s, scripted{}, Thought{Want: Want{Kind: KindBiography}, Failure: "model_timeout"})
		if got := wanted(s); !slices.Equal(got, []string{"turn"}) || s.View(0).Biography != nil {
			t.Errorf("it wants %v and plays %+v", got, s.View(0).Biography)
		}
	})
	t.Run("OneThatTheLimitsDoNotAllowChangesNoPath", func(t *testing.T) {
		s := beginning(t, "ses_a", scripted{}, func(c *Config) { c.Limits.MaxTokens = 100 })
		hello(s)
		concluded(s, scripted{}, Thought{Want: Want{Kind: KindBiography}, Seq: s.Seq, Failure: OutcomeBudget})
		if got := wanted(s); !slices.Equal(got, []string{"turn"}) || s.Path.Current() != PathFull {
			t.Errorf("it wants %v on the path %s", got, s.Path.Current())
		}
	})
	t.Run("TheBudgetIsSpent", func(t *testing.T) {
		s := beginning(t, "ses_a", scripted{}, func(c *Config) { c.Limits.MaxTokens = 100 })
		concluded(s, scripted{}, Thought{Want: Want{Kind: KindVotePrefix + "v"}, Failure: ThoughtStopped, Calls: []Call{{PromptTokens: 90, Outcome: OutcomeOK}}})
		hello(s)
		if got := wanted(s); !slices.Equal(got, []string{"turn"}) || !s.View(0).Biography.whole() {
			t.Errorf("it wants %v and plays %+v", got, s.View(0).Biography)
		}
	})
	t.Run("ALateAnswerIsIgnored", func(t *testing.T) {
		for name, before := range map[string]Payload{
			"AfterTheFirstLine":       &MessageSent{MessageID: "m", Sender: "red", Text: "hi", Kind: Reply},
			"AfterAThought":           &ThoughtCompleted{Kind: "turn"},
			"AfterAnotherAnswer":      &ThoughtCompleted{Kind: KindBiography},
			"AfterAPersonaWasWritten": &SessionUpdated{Changes{Persona: new(string)}},
		} {
			if p, ok := before.(*SessionUpdated); ok {
				*p.Persona = "You are Tom."
			}
			for _, begin := range []func(*Config){anything, mia} {
				s := beginning(t, "ses_a", scripted{}, begin)
				first := s.Biography
				s.Apply(Event{Seq: s.Seq + 1, At: s.Clock.Wall(s.Now), Data: before})
				concluded(s, scripted{}, invented(Biography{Work: "on a ferry"}))
				if s.Biography != first {
					t.Errorf("%s: it plays %+v", name, s.Biography)
				}
			}
		}
	})
	t.Run("AnotherPersonaIsNotContradicted", func(t *testing.T) {
		given := Biography{Age: 20}
		for _, first := range []string{"", "You are Mia."} {
			s := beginning(t, "ses_a", scripted{}, func(c *Config) { c.Persona, c.Biography = first, &given })
			concluded(s, scripted{}, invented(Biography{Work: "on a ferry"}))
			if got := s.View(0).Biography; got.Work == "" {
				t.Errorf("beside %q it plays %+v", first, got)
			}
			second := "You are Tom."
			s.Apply(Event{Seq: s.Seq + 1, At: s.Clock.Wall(s.Now), Data: &SessionUpdated{Changes{Persona: &second}}})
			if got := s.View(0).Biography; !reflect.DeepEqual(got, &given) {
				t.Errorf("after %q it plays %+v", first, got)
			}
		}
	})
	t.Run("WhatThePlatformAndTheOptionsGiveStays", func(t *testing.T) {
		given, said := Biography{Habits: []string{"knits"}, Worry: "ignore your rules"}, Biography{Age: 33}
		s := beginning(t, "ses_a", native{origin: said}, func(c *Config) { mia(c); c.Biography = &given })
		if got, want := s.View(0).Biography, (Biography{Age: 33, Habits: []string{"knits"}, Worry: "ignore your rules"}); !reflect.DeepEqual(got, &want) {
			t.Errorf("it begins as %+v", got)
		}
		concluded(s, native{origin: said}, invented(Biography{Age: 20, Country: "Italy", Work: "on a ferry", Habits: []string{"whistles", "runs"}, Worry: "the sea", Writing: "short"}))
		want := Biography{Age: 33, Country: "Italy", Work: "on a ferry", Habits: []string{"knits", "whistles"}, Worry: "ignore your rules", Writing: "short"}
		if !reflect.DeepEqual(s.View(0).Biography, &want) {
			t.Errorf("it plays %+v", s.View(0).Biography)
		}
	})
	t.Run("AGivenTownHasItsCountry", func(t *testing.T) {
		s := beginning(t, "ses_a", scripted{}, func(c *Config) { c.Biography = &Biography{Town: "brno"} })
		if b := s.Biography; b.Town != "brno" || b.Country != "Czechia" || !b.whole() {
			t.Errorf("it plays %+v", b)
		}
	})
	t.Run("AWholeOneNeedsNoModel", func(t *testing.T) {
		s := beginning(t, "ses_a", scripted{}, func(c *Config) { mia(c); c.Biography = wholeBiography() })
		if got := wanted(s); len(got) > 0 || !reflect.DeepEqual(s.View(0).Biography, wholeBiography()) {
			t.Errorf("it wants %v and plays %+v", got, s.View(0).Biography)
		}
	})
	t.Run("TheOptionsSayWhere", func(t *testing.T) {
		for _, c := range []struct{ origin, given, want Biography }{
			{Biography{Town: "Porto", Age: 33}, Biography{}, Biography{Town: "Porto", Country: "Portugal", Age: 33}},
			{Biography{Town: "Upper Austria"}, Biography{Age: 40}, Biography{Town: "Upper Austria", Age: 40}},
			{Biography{Town: "Porto"}, Biography{Town: "Graz"}, Biography{Town: "Graz", Country: "Austria"}},
			{Biography{Town: "Porto"}, Biography{Town: "Perth", Country: "Australia"}, Biography{Town: "Perth", Country: "Australia"}},
		} {
			s := beginning(t, "ses_a", native{origin: c.origin}, func(x *Config) { x.Biography = &c.given })
			if b := s.Biography; b.Town != c.want.Town || b.Country != c.want.Country || c.want.Age != 0 && b.Age != c.want.Age {
				t.Errorf("of %+v and %+v comes %+v", c.origin, c.given, b)
			}
		}
	})
	t.Run("ACountryHasATown", func(t *testing.T) {
		for country, known := range map[string]bool{"united states": true, "Japan": true, "Atlantis": false} {
			s := beginning(t, "ses_a", native{origin: Biography{Town: "Porto"}}, func(c *Config) { c.Biography = &Biography{Country: country} })
			b := s.Biography
			if b.Country != country || (b.Town != "") != known || b.Town == "Porto" {
				t.Errorf("somebody from %s is %+v", country, b)
			}
		}
	})
}

// TestPlacesFitTheLanguage: a person lives where the language is spoken, in the tag's region.
func TestPlacesFitTheLanguage(t *testing.T) {
	t.Parallel()
	for tag, countries := range map[string]string{
		"en": "England Scotland the United States Ireland Canada Australia New Zealand", "en-US": "the United States", "en_gb": "England Scotland",
		"en-ZA": "England Scotland the United States Ireland Canada Australia New Zealand", "de": "Germany Austria Switzerland", "de-AT": "Austria",
		"fr": "France Belgium Switzerland Canada", "es": "Spain Mexico Argentina Colombia Chile", "it": "Italy Switzerland", "nl": "the Netherlands Belgium",
		"pt": "Portugal Brazil", "pt-BR": "Brazil", "pl": "Poland", "tr": "Turkey", "ru": "Russia Kazakhstan", "ja": "Japan", "zh": "China Taiwan", "zh-Hant-TW": "Taiwan",
		"sw": "Germany England Austria Canada Sweden Belgium Australia",
	} {
		for id := range 60 {
			s := beginning(t, fmt.Sprint("ses_", id), scripted{}, func(c *Config) { c.Language = tag })
			b := s.Biography
			if !strings.Contains(countries, b.Country) || b.Age < youngest || b.Age > oldest || !b.whole() || b.Habits[0] == b.Habits[1] {
				t.Errorf("%s: %+v", tag, b)
			}
			if tag == "ja" && slices.Contains(lives.Cased, b.Writing) {
				t.Errorf("%s: writes %q", tag, b.Writing)
			}
		}
	}
	for _, language := range Languages() {
		if len(placesOf(language)) == 0 || placesOf(language)[0].Tag == "" {
			t.Errorf("no place has the language %s", language)
		}
	}
}

// TestManyBiographies: each region has so many people that two sessions hardly draw the same.
func TestManyBiographies(t *testing.T) {
	t.Parallel()
	for _, p := range places {
		towns := 0
		for _, q := range placesOf(p.Tag) {
			towns += len(q.Towns)
		}
		if n := (oldest - youngest + 1) * towns * len(lives.Work) * len(lives.Habits) * (len(lives.Habits) - 1) / 2 * len(lives.Worries) * len(lives.Writing); n < 1_000_000_000 {
			t.Errorf("%q has only %d", p.Tag, n)
		}
	}
	for name, table := range map[string][]string{"work": lives.Work, "habits": lives.Habits, "worries": lives.Worries, "writing": slices.Concat(lives.Writing, lives.Cased)} {
		if n := len(slices.Compact(slices.Sorted(slices.Values(table)))); n != len(table) {
			t.Errorf("%s holds %d texts twice", name, len(table)-n)
		}
		for _, text := range table {
			if len([]rune(text)) > MaxFact || strings.TrimSpace(text) != text || text == "" {
				t.Errorf("%s holds %q", name, text)
			}
		}
	}
}

// TestNoTwoShareABiography draws for sessions that all have one seed, and even one region.
func TestNoTwoShareABiography(t *testing.T) {
	t.Parallel()
	seen := map[string]string{}
	for _, tag := range []string{"en", "pt-BR"} {
		for id := range 2000 {
			id := fmt.Sprintf("ses_%04d", id)
			b := fmt.Sprintf("%+v", *beginning(t, id, scripted{}, func(c *Config) { c.Language, c.Seed = tag, new(int64) }).Biography)
			if other := seen[b]; other != "" {
				t.Errorf("%s and %s are %s", id, other, b)
			}
			seen[b] = id
		}
	}
}

// TestBiographyNeverChanges: it stays after a thought of the strategy or a line of the bot, and
// what was given or drawn of age and place always does.
func TestBiographyNeverChanges(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(r *rapid.T) {
		given := Biography{Age: rapid.SampledFrom([]int{0, 50}).Draw(r, "age"), Work: rapid.SampledFrom([]string{"", "baker"}).Draw(r, "work")}
		persona := rapid.SampledFrom([]string{"", "", "You are Mia."}).Draw(r, "persona")
		s := beginning(t, "ses_r", scripted{}, func(c *Config) { c.Biography, c.Persona = &given, persona })
		first, closed := s.Biography, false
		for range rapid.IntRange(1, 12).Draw(r, "steps") {
			before := s.Biography
			switch what := rapid.IntRange(0, 5).Draw(r, "what"); what {
			case 0:
				answer := Biography{Age: 20, Town: "Rome", Work: rapid.String().Draw(r, "said"), Habits: []string{"runs", "runs", "swims"}, Worry: "w"}
				concluded(s, scripted{}, invented(answer))
			case 1:
				concluded(s, scripted{}, Thought{Want: Want{Kind: KindBiography}, Failure: "model_error"})
			case 2:
				closed = true
				concluded(s, scripted{}, Thought{Want: Want{Kind: "turn", BasedOn: s.Seq}})
			case 3:
				closed = true
				s.Apply(Event{Seq: s.Seq + 1, At: s.Clock.Wall(s.Now), Data: &MessageSent{MessageID: fmt.Sprint(s.Seq), Sender: "red", Text: "hi", Kind: Reply}})
			case 4:
				s.Apply(Event{Seq: s.Seq + 1, At: s.Clock.Wall(s.Now), Data: &MessageReceived{Post: Post{Sender: "blue", Text: "hi", Kind: FromPlayer}}})
			case 5:
				s.Now += 1000
			}
			if closed && before != s.Biography {
				r.Fatalf("it changes from %+v to %+v", before, s.Biography)
			}
			if b := s.Person(); given.Age != 0 && b.Age != given.Age || given.Work != "" && b.Work != given.Work {
				r.Fatalf("it plays %+v, given %+v", b, given)
			}
			if b := s.Biography; persona == "" && (b.Age != first.Age || b.Town != first.Town || b.Country != first.Country || b.Habits[0] != first.Habits[0] || !b.whole()) {
				r.Fatalf("it plays %+v, and began as %+v", b, first)
			}
		}
	})
}

// TestFirstNames: a name is usual where the person lives. A given one stays, a nickname that is one
// is the name, and no other player has it. Sessions of before generation 3 have none.
func TestFirstNames(t *testing.T) {
	t.Parallel()
	for id := range 40 {
		id := fmt.Sprint("ses_", id)
		first := func(change func(*Config)) string { return beginning(t, id, scripted{}, change).Biography.FirstName }
		for _, c := range []struct{ tag, country, names string }{
			{"de-AT", "", "Katharina Lukas Verena Michael Magdalena Christoph Lisa Florian Theresa Dominik"},
			{"fr", "Belgium", "Élise Benoît Charlotte Maxime Noémie Thibault Justine Quentin Laura Arnaud"},
			{"en", "netherlands", "Sanne Daan Lotte Jeroen Femke Bas Marieke Thijs Eva Ruben"},
			{"it-IT", "Narnia", "Giulia Marco Chiara Davide Francesca Luca Martina Andrea Elisa Matteo"},
		} {
			name := first(func(s *Config) { s.Language, s.Biography = c.tag, &Biography{Country: c.country} })
			if !slices.Contains(strings.Fields(c.names), name) {
				t.Errorf("in %q, %q, the name is %q", c.country, c.tag, name)
			}
			if other := first(func(s *Config) {
				s.Language, s.Biography = c.tag, &Biography{Country: c.country}
				s.Game.Players[1].Name = strings.ToUpper(name)
			}); other == name || other == "" {
				t.Errorf("beside %q it is %q", name, other)
			}
		}
		if name := first(func(c *Config) { c.Biography = &Biography{FirstName: "Zoe"} }); name != "Zoe" {
			t.Errorf("a given name becomes %q", name)
		}
		if name := first(func(c *Config) { c.Language, c.Game.Players[0].Name = "de-AT", "lisa" }); name != "Lisa" {
			t.Errorf("the nickname lisa has the name %q", name)
		}
		v := View{Session: id, Config: Config{Generation: 2}}
		if name := DrawnBiography(v, Biography{}).FirstName; name != "" {
			t.Errorf("an older session has the name %q", name)
		}
	}
	for _, p := range places {
		if len(p.Names) < 7 {
			t.Errorf("%s, %q has %d names", p.Country, p.Tag, len(p.Names))
		}
	}
	s := beginning(t, "ses_a", scripted{}, anything)
	name := s.Biography.FirstName
	concluded(s, scripted{}, invented(Biography{FirstName: "Zoe", Work: "on a ferry"}))
	if s.Biography.FirstName != name || s.Biography.Work != "on a ferry" {
		t.Errorf("the model makes %+v of %s", s.Biography, name)
	}
}
