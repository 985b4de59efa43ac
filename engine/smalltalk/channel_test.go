package smalltalk

import (
	"regexp"
	"testing"

	"ringer/engine/prompt"
	"ringer/engine/session"
)

// TestOnlyLinesOfTheChannelAreTakenUp: a line is written for the readers of one channel, so it
// answers only what was said there.
func TestOnlyLinesOfTheChannelAreTakenUp(t *testing.T) {
	t.Parallel()
	lines := []prompt.Line{
		{Number: 1, Name: "Green", Text: "where do you live red?"}, {Number: 2, Clock: 2, Name: "Blue", Channel: "den", Private: true, Text: "red, shall we take green tonight?"},
	}
	read := func(to string, options ReadOptions) []Reading {
		v := session.View{Channel: to, Me: session.Player{ID: "Red"}}
		v.Config.Game.Channels = []session.Channel{{ID: "den"}}
		p := prompt.Prompt{Task: "a.task", Sections: []prompt.Section{
			prompt.ListSection(prompt.SectionPlayers, []string{"Blue", "Red", "Green"}), prompt.TranscriptSection(prompt.SectionTranscript, lines), prompt.Next(v),
		}}.Parsed()
		options.MaxLines = LinesForWriting
		return Read(p, options, newRand(1)).Readings()
	}
	if got := read("", ReadOptions{}); len(got) != 1 || got[0].Number != 1 {
		t.Errorf("for the main channel it reads %+v", got)
	}
	if got := read("den", ReadOptions{}); len(got) != 1 || got[0].Number != 2 {
		t.Errorf("for the den it reads %+v", got)
	}
	if got := read("", ReadOptions{AllChannels: true}); len(got) != 2 {
		t.Errorf("of all channels it reads %+v", got)
	}
}

// TestALineForOneReaderSpeaksToOne: in a chat of two nobody is greeted as a group.
func TestALineForOneReaderSpeaksToOne(t *testing.T) {
	t.Parallel()
	crowd := regexp.MustCompile(`(?i)\b(everyone|anyone|two|guys|folks|people|(hi|hey|hello) all|you all|ihr|euch|alle|zusammen)\b`)
	for _, language := range []string{"English", "German"} {
		for _, lines := range [][]prompt.Line{nil, {{Number: 1, Clock: 5, Name: "Blue", Channel: "den", Text: "hi"}}} {
			several := 0
			for seed := range uint64(300) {
				for to, v := range map[string]session.View{"": {}, "den": {Channel: "den"}} {
					for _, name := range []string{"Red", "Blue", "Green"} {
						v.Players = append(v.Players, session.Player{ID: name, Name: name, Presence: session.Active})
					}
					v.Me = v.Players[0]
					v.Config.Game.Channels = []session.Channel{{ID: "den", Members: []string{"Red", "Blue"}}}
					p := prompt.Prompt{Task: "a.task", Sections: []prompt.Section{
						prompt.TextSection(prompt.SectionYou, "Your name in this chat: \"Red\"\nWrite every line in: "+language),
						prompt.Players(v), prompt.TranscriptSection(prompt.SectionTranscript, lines), prompt.Next(v),
					}}.Parsed()
					s := Read(p, ReadOptions{MaxLines: LinesForWriting}, newRand(seed))
					for _, text := range []string{s.Say(), s.Begin()} {
						if found := crowd.FindString(text); found != "" && to == "den" {
							t.Errorf("to one reader: %s", text)
						} else if found != "" {
							several++
						}
					}
				}
			}
			if several == 0 {
				t.Errorf("%s after %d lines: nobody is spoken to as a group", language, len(lines))
			}
		}
	}
}
