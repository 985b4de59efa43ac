package prompt

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ringer/engine/mouth"
	"ringer/engine/session"
)

// SectionBiography holds who the person behind the bot's nickname is.
const SectionBiography = "biography"

// Biography returns the section that shows the person, or nothing if there is only a persona.
func Biography(v session.View) []Section {
	if v.Biography == nil {
		return nil
	}
	b := *v.Biography
	b.Writing = "" // Style tells it
	return []Section{TextSection(SectionBiography, session.BiographyText()+"\n"+BiographyLines(b))}
}

// factsTold names the facts that the bot has told in its own lines. They stand below the chat, so
// that the sections above it stay the same.
func factsTold(v session.View) []string {
	if v.Biography == nil {
		return nil
	}
	b, labels := *v.Biography, []string(nil)
	b.Writing = ""
	add := func(label, fact string) {
		tells := func(line string) bool { return fact != "" && mouth.Tells(line, fact) }
		if slices.ContainsFunc(v.Own(), tells) {
			labels = append(labels, label)
		}
	}
	if b.Age != 0 {
		add("age", strconv.Itoa(b.Age))
	}
	for _, f := range biographyTexts(&b) {
		label, _, _ := strings.Cut(strings.ToLower(f.label), ",")
		add(label, *f.text)
	}
	for _, habit := range b.Habits {
		add("habit", habit)
	}
	if len(labels) == 0 {
		return nil
	}
	return []string{"You have told of yourself: " + strings.Join(labels, ", ")}
}

// BiographyLines returns the facts of a biography, one on a line. Texts are quoted.
func BiographyLines(b session.Biography) string {
	var lines []string
	for i, f := range biographyTexts(&b) {
		if *f.text != "" {
			lines = append(lines, f.label+": "+Quote(*f.text))
		}
		if i == 0 && b.Age != 0 { // below the name
			lines = append(lines, fmt.Sprintf("Age: %d", b.Age))
		}
	}
	for _, habit := range b.Habits {
		lines = append(lines, "Habit: "+Quote(habit))
	}
	return strings.Join(lines, "\n")
}

type biographyText struct {
	label string
	text  *string
}

func biographyTexts(b *session.Biography) []biographyText {
	return []biographyText{{"First name, if asked", &b.FirstName}, {"Town", &b.Town}, {"Country", &b.Country}, {"Work", &b.Work}, {"Worry", &b.Worry}, {"Writing", &b.Writing}}
}

// Biography returns the biography that a section of a parsed prompt shows.
func (p Parsed) Biography(section string) (b session.Biography) {
	for line := range strings.Lines(p.Text(section)) {
		label, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
		if label == "Age" {
			b.Age, _ = strconv.Atoi(value)
		}
		text, _, err := unquote(value)
		if err != nil {
			continue
		}
		if label == "Habit" {
			b.Habits = append(b.Habits, text)
		}
		for _, f := range biographyTexts(&b) {
			if f.label == label {
				*f.text = text
			}
		}
	}
	return b
}
