package prompt

import (
	"strings"

	"ringer/engine/game"
	"ringer/engine/mouth"
)

// The names of the shared sections.
const (
	SectionRules      = "rules"
	SectionYou        = "you"
	SectionPersona    = "persona"
	SectionDisclosure = "disclosure"
	SectionPrivate    = "private"
	SectionPlayers    = "players"
	SectionSummary    = "summary of what was said before"
	SectionTranscript = "transcript"
	SectionOwn        = "your own lines"
	SectionTime       = "time"
	SectionStyle      = "how the others write"
)

// MaxOwnLines limits the list of what the bot has said lately. A model needs the list to avoid
// repeating itself. The mouth refuses repeats of older lines as well.
const MaxOwnLines = 15

// Shared returns the sections that every prompt of a session begins with, from the rules to the
// transcript. Sections that change least come first. From call to call, only the end of the
// transcript changes.
func Shared(v game.View) []Section { return SharedWith(v, TranscriptLines(v, v.Window())) }

// SharedWith returns the shared sections with a transcript that the strategy has made.
func SharedWith(v game.View, transcript []Line) []Section {
	sections := []Section{Rules(v), You(v)}
	if v.Config.Persona != "" {
		sections = append(sections, TextSection(SectionPersona, v.Config.Persona))
	}
	sections = append(sections, Biography(v)...)
	if v.Config.Disclosure == game.DiscloseBot {
		sections = append(sections, TextSection(SectionDisclosure, game.DisclosureText()))
	}
	sections = append(sections, Channels(v)...)
	if len(v.Private) > 0 {
		sections = append(sections, ListSection(SectionPrivate, v.Private))
	}
	sections = append(append(sections, Players(v)), Summary(v)...)
	return append(sections, TranscriptSection(SectionTranscript, transcript))
}

// Rules returns the section that holds the rules of the game.
func Rules(v game.View) Section { return TextSection(SectionRules, v.Config.RulesText()) }

// Players returns the section that lists who is still in the game.
func Players(v game.View) Section {
	var names []string
	for _, p := range v.Active() {
		names = append(names, p.Name)
	}
	return ListSection(SectionPlayers, names)
}

// Summary returns the section that replaces what was said before the transcript, or nothing as long
// as the transcript holds everything. Each private channel has a summary of its own. The summaries
// were made from players' words, so they are quoted like them.
func Summary(v game.View) []Section {
	var items []string
	if v.Summary.Text != "" {
		items = append(items, v.Summary.Text)
	}
	for _, c := range v.Summary.Private {
		items = append(items, "In the private channel "+Quote(c.Channel)+": "+c.Text)
	}
	if len(items) == 0 {
		return nil
	}
	return []Section{ListSection(SectionSummary, items)}
}

// Own returns the section that lists what the bot has said lately, as far as all readers of its
// next line have read it.
func Own(v game.View) Section {
	roster := v.Roster()
	var own []string
	for _, m := range v.Messages {
		if m.Own && !roster.Narrower(m.Channel, v.Channel) {
			own = append(own, m.Text)
		}
	}
	return ListSection(SectionOwn, own[max(0, len(own)-MaxOwnLines):])
}

// Style returns the section that describes how the other players of this chat write. It returns
// nothing as long as they have said too little.
func Style(v game.View) []Section {
	style := mouth.StyleOf(v.Others())
	sentences := style.Sentences()
	if len(sentences) == 0 {
		return nil
	}
	return []Section{TextSection(SectionStyle, strings.Join(sentences, "\n"))}
}

// Time returns the section that says what time it is and, if the game has several phases, which
// phase it is in.
func Time(v game.View) Section {
	var b strings.Builder
	if len(v.Config.Game.Phases) > 1 {
		b.WriteString("The game is in the phase ")
		quote(&b, v.Phase)
		b.WriteByte('\n')
	}
	b.WriteString("The chat opened at 0:00. It is now " + FormatClock(int64(v.Now/1000)))
	return TextSection(SectionTime, b.String())
}

// You returns the section that says who the bot is.
func You(v game.View) Section {
	var b strings.Builder
	b.WriteString("Your name in this chat: ")
	quote(&b, v.Me.Name)
	if v.Config.Bot.Role != "" {
		b.WriteString("\nYour role: ")
		quote(&b, v.Config.Bot.Role)
	}
	b.WriteString("\nThe language of this chat: " + v.Config.Language)
	if v.Config.Objective != "" {
		b.WriteString("\nWhat you want here: ")
		quote(&b, v.Config.Objective)
	}
	return TextSection(SectionYou, b.String())
}

// Name returns the bot's name from a parsed prompt.
func (p Parsed) Name() string {
	first, _, _ := strings.Cut(p.Text(SectionYou), "\n")
	_, quoted, _ := strings.Cut(first, ": ")
	name, _, _ := unquote(quoted)
	return name
}
