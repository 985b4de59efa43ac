package prompt

import (
	"strings"
	"testing"

	"ringer/engine/game"
	"ringer/engine/mouth"
)

// TestNoMessageReadsAPromptOut gives the mouth pieces of the shared sections, from any word on, as
// a model might read them out.
func TestNoMessageReadsAPromptOut(t *testing.T) {
	t.Parallel()
	v := game.View{Me: game.Player{ID: "red", Name: "Red"}, Phase: "day", Now: 65_000, PhaseEnds: 99_000, Players: []game.Player{{ID: "red", Name: "Red"}}}
	v.Config = game.Config{Language: "en", Persona: "Mia", Objective: "stay", Bot: game.Bot{Role: "mafia"}}
	v.Config.Game.RulesText, v.Config.Game.Phases = "Talk.", []game.Phase{{ID: "day"}, {ID: "night"}}
	v.Config.Game.Channels = []game.Channel{{ID: "den", Members: []string{"red"}}}
	v.Players = append(v.Players, game.Player{ID: "blue", Name: "Blue", Presence: game.Active})
	for i, text := range []string{"hi", "so what now", "who is it?", "no idea really", "maybe green"} {
		v.Messages = append(v.Messages, game.Message{Seq: int64(12 + i), Number: int64(i + 1), Sender: []string{"blue", "green"}[i%4/3], Name: "Blue", Text: text, Kind: game.FromPlayer})
	}
	v.Messages = append(v.Messages, game.Message{Seq: 20, Number: 6, Sender: "red", Name: "Red", Text: "lol", Own: true, Kind: game.FromPlayer})
	lines := AgedLines(TranscriptLines(v, v.Messages), 700_000)
	v.Biography = &game.Biography{Town: "Leeds", Country: "England", Work: "nurse", Habits: []string{"hums"}, Worry: "rent", Writing: "short"}
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
