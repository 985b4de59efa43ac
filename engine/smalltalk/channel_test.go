package smalltalk

import (
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
