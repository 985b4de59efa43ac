package session

import (
	"cmp"
	_ "embed"
	"fmt"
	"slices"
	"strings"
)

// KindBiography is the kind of the thought that makes a biography, before the bot's first line.
const KindBiography = CorePrefix + "biography"

// Limits of a biography.
const (
	MinAge    = 16  // years; younger people do not play with strangers
	MaxAge    = 99  // years
	MaxFact   = 200 // characters of each text: two lines of a prompt
	MaxHabits = 2
)

// Biography is the person that the bot plays. Fields that a platform leaves out are invented.
type Biography struct {
	// FirstName is what friends call the person, who may have another name in the chat.
	FirstName string `json:"first_name,omitempty"`

	Age     int    `json:"age,omitempty" zero:"default"` // Age is in years, from 16 to 99.
	Town    string `json:"town,omitempty"`               // Town is where the person lives.
	Country string `json:"country,omitempty"`
	// Work is what the person does for a living, such as "in a bakery" or "nurse".
	Work    string   `json:"work,omitempty"`
	Habits  []string `json:"habits,omitempty"`  // Habits are two habits.
	Worry   string   `json:"worry,omitempty"`   // Worry is what worries the person these days.
	Writing string   `json:"writing,omitempty"` // Writing is how the person writes in chats.
}

// Native is a strategy whose options say something about the person that the bot plays.
type Native interface {
	// Origin returns what the options say. It leaves the other fields empty.
	Origin() Biography
}

//go:embed rules/biography.txt
var biographyText string

// BiographyText returns the instruction that prompts show above a biography.
func BiographyText() string { return strings.TrimSuffix(biographyText, "\n") }

func (b *Biography) validate(errs *Errors) {
	if b == nil {
		return
	}
	errs.AddIf(b.Age != 0 && (b.Age < MinAge || b.Age > MaxAge), CodeOutOfRange, "/biography/age", "must be from %d to %d", MinAge, MaxAge)
	check := func(pointer, text string) {
		errs.limit(pointer, text, MaxFact)
		errs.AddIf(text != "" && strings.TrimSpace(text) == "", CodeRequired, pointer, "contains only spaces; write something, or leave it out")
	}
	check("/biography/first_name", b.FirstName)
	check("/biography/town", b.Town)
	check("/biography/country", b.Country)
	check("/biography/work", b.Work)
	check("/biography/worry", b.Worry)
	check("/biography/writing", b.Writing)
	if tooMany(errs, "/biography/habits", len(b.Habits), MaxHabits) {
		return
	}
	for i, habit := range b.Habits {
		at := fmt.Sprintf("/biography/habits/%d", i)
		if check(at, habit); habit == "" {
			errs.Add(CodeRequired, at, "is empty; remove it")
		}
	}
}

func (b Biography) whole() bool {
	return b.Age != 0 && b.Town != "" && b.Country != "" && b.Work != "" && len(b.Habits) == MaxHabits && b.Worry != "" && b.Writing != ""
}

// filled takes what is missing from another biography. A country only suits its own town.
func (b Biography) filled(from Biography) Biography {
	if b.Town == "" || b.Town == from.Town {
		b.Country = cmp.Or(b.Country, from.Country)
	}
	b.FirstName, b.Age = cmp.Or(b.FirstName, from.FirstName), cmp.Or(b.Age, from.Age)
	b.Town, b.Work = cmp.Or(b.Town, from.Town), cmp.Or(b.Work, from.Work)
	b.Worry, b.Writing = cmp.Or(b.Worry, from.Worry), cmp.Or(b.Writing, from.Writing)
	b.Habits = slices.Clone(b.Habits)
	for _, habit := range from.Habits {
		if len(b.Habits) < MaxHabits && !slices.Contains(b.Habits, habit) {
			b.Habits = append(b.Habits, habit)
		}
	}
	return b
}

// tidied returns what a model wrote, each text on one line and not too long.
func (b Biography) tidied() Biography {
	tidy := func(text string) string { return Shortened(OneLine(text), MaxFact) }
	b.FirstName = tidy(b.FirstName)
	b.Town, b.Country, b.Work, b.Worry, b.Writing = tidy(b.Town), tidy(b.Country), tidy(b.Work), tidy(b.Worry), tidy(b.Writing)
	if b.Age < MinAge || b.Age > MaxAge {
		b.Age = 0
	}
	var habits []string
	for _, habit := range b.Habits {
		if habit = tidy(habit); habit != "" && !slices.Contains(habits, habit) {
			habits = append(habits, habit)
		}
	}
	b.Habits = habits[:min(MaxHabits, len(habits))]
	return b
}

// facts returns the facts of the biography, for the mouth. A fact may have several forms. The first
// name is none: who gives it says two facts more, and other players may have it.
func (b *Biography) facts() (facts [][]string) {
	if b == nil {
		return nil
	}
	if b.Age != 0 {
		facts = append(facts, []string{fmt.Sprint(b.Age)})
	}
	all := [][]string{{b.Town, b.Country}, {b.Work}, {b.Worry}, {b.Writing}}
	for _, habit := range b.Habits {
		all = append(all, []string{habit})
	}
	for _, fact := range all {
		if fact = slices.DeleteFunc(fact, func(form string) bool { return form == "" }); len(fact) > 0 {
			facts = append(facts, fact)
		}
	}
	return facts
}

// Person returns the biography that the bot plays now. If the persona has changed since it was
// made, that is only what the platform gave, because the rest might contradict the new persona.
func (s *State) Person() *Biography {
	if s.Config.Persona != s.FirstPersona || s.Biography == nil {
		return s.Config.Biography
	}
	return s.Biography
}

func (d *decider) given() (given Biography) {
	if b := d.s.Config.Biography; b != nil {
		given = *b
	}
	if n, ok := d.strategy.(Native); ok {
		origin := n.Origin()
		if given.Country != "" {
			origin.Town = "" // it may be somewhere else
		}
		given = given.filled(origin)
	}
	return given
}

// firstBiography returns the biography that the session begins with: what is given, and the rest
// drawn from tables. Beside a persona nothing is drawn, because it might contradict the persona.
func (d *decider) firstBiography() *Biography {
	given := d.given()
	if d.s.Config.Persona == "" {
		given = DrawnBiography(d.s.View(d.now), given)
	} else if given.facts() == nil {
		return nil
	}
	return &given
}

// DrawnBiography returns what is given of a person, with the rest drawn from tables.
func DrawnBiography(v View, given Biography) Biography {
	habits := lives.Habits
	if v.Config.Generation < 2 {
		habits = lives.Odd
	}
	b := given.filled(drawBiography(v.Config.Language, habits, given, Draw(v.Seed, 0, "biography:"+v.Session, 0)))
	if v.Config.Generation >= 3 {
		b.FirstName = cmp.Or(b.FirstName, drawName(&v, b.Country))
	}
	return b
}

// biographyOpen reports whether a model may still write it: no thought of the strategy rests on it.
func (d *decider) biographyOpen() bool {
	// A session that began with a persona has no biography, nor has one of an older version.
	begun := d.s.Biography != nil || d.s.Config.Persona != ""
	if !begun || d.given().whole() || d.s.Config.Persona != d.s.FirstPersona || d.s.Talk[d.s.Roster.Seat].Total > 0 {
		return false
	}
	for kind, p := range d.s.Thoughts {
		if kind == KindBiography && p.Count+p.Failures > 0 || kind != Start && !IsCore(kind) && p.Count > 0 {
			return false
		}
	}
	return true
}

// biographyWants asks for the biography. A session on a cheaper path keeps what it has.
func (d *decider) biographyWants() []Want {
	if !d.biographyOpen() || d.s.Path.Current() != PathFull || d.s.barred() == CancelGone || d.s.Rhythm.Dormant(d.now) {
		return nil
	}
	return []Want{{Kind: KindBiography}}
}

// concludeBiography stores what a model wrote. What was given stays. So do the age, the place and a
// habit that were drawn, so that no two bots are one person if a model answers all alike.
func (d *decider) concludeBiography(t Thought) {
	done := &ThoughtCompleted{Kind: KindBiography, BasedOn: t.Want.BasedOn, Began: t.Began(), Slot: SlotNone, Calls: t.Calls}
	if found, ok := t.Finding.(Biography); ok && d.biographyOpen() {
		b, drawn, found := d.given(), Biography{}, found.tidied()
		if d.s.Config.Persona == "" {
			drawn = *d.s.Biography
			b = b.filled(Biography{FirstName: drawn.FirstName, Age: drawn.Age, Town: drawn.Town, Country: drawn.Country, Habits: drawn.Habits[:1]})
			found.Town = b.Town
			if len(found.Habits) == MaxHabits {
				found.Habits = found.Habits[1:] // the first one is the habit that stays, in other words
			}
		}
		found.Town = cmp.Or(found.Town, b.Town)
		b = b.filled(found).filled(drawn)
		done.Biography = &b
	}
	d.emit(done)
}
