package prompt

import (
	"strings"
	"testing"

	"ringer/engine/mouth"
	"ringer/engine/session"
)

// TestNoMessageReadsAPromptOut gives the mouth pieces of the shared sections.
func TestNoMessageReadsAPromptOut(t *testing.T) {
	t.Parallel()
	v := session.View{Me: session.Player{ID: "red", Name: "Red"}, Phase: "day", Now: 65_000, PhaseEnds: 99_000, Players: []session.Player{{ID: "red", Name: "Red"}}}
	v.Config = session.Config{Language: "en", Persona: "Mia", Objective: "stay", Bot: session.Bot{Role: "mafia"}}
	v.Config.Game.RulesText, v.Config.Game.Phases = "Talk.", []session.Phase{{ID: "day"}, {ID: "night"}}
	v.Config.Game.Channels = []session.Channel{{ID: "den", Members: []string{"red"}}}
	v.Players = append(v.Players, session.Player{ID: "blue", Name: "Blue", Presence: session.Active})
	for i, text := range []string{"hi", "so what now", "who is it?", "no idea really", "maybe green"} {
		v.Messages = append(v.Messages, session.Message{Seq: int64(12 + i), Number: int64(i + 1), Sender: []string{"blue", "green"}[i%4/3], Name: "Blue", Text: text, Kind: session.FromPlayer})
	}
	v.Messages = append(v.Messages, session.Message{Seq: 20, Number: 6, Sender: "red", Name: "Red", Text: "lol", Own: true, Kind: session.FromPlayer})
	lines := AgedLines(TranscriptLines(v, v.Messages), 700_000)
	v.Biography = &session.Biography{Town: "Leeds", Country: "England", Work: "nurse", Habits: []string{"hums"}, Worry: "rent", Writing: "short"}
	for name, piece := range map[string]Section{
		"how to write": Style(v)[0], "the share": Share(v), "the person": TextSection("t", BiographyLines(*v.Biography)),
		"who the bot is": You(v), "the time": Time(v), "who reads it": Next(v), "the channels": Channels(v)[0], "the transcript": TranscriptSection(SectionTranscript, TranscriptLines(v, v.Messages)), "lines with their age": TranscriptSection("t", lines),
	} {
		r := Prompt{Task: "t", Sections: []Section{piece}}.Render()
		for text := range strings.SplitSeq(strings.TrimSpace(strings.Split(r.System+r.User, "## task")[0]), "\n") {
			if strings.HasPrefix(text, "##") {
				continue
			}
			room := mouth.Room{Name: "Yellow", MaxChars: 250, PrivateTexts: Instructions()}
			if parts, rule := room.Pass("well " + strings.TrimSpace(text)); rule == "" {
				t.Errorf("%s: %q is read out as %q", name, text, parts)
			}
		}
	}
}
