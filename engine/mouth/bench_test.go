package mouth

import "testing"

// BenchmarkOrdinary measures a call for lines such as the bot usually says.
func BenchmarkOrdinary(b *testing.B) {
	others := make([]string, 30)
	for i := range others {
		others[i] = []string{
			"who did you vote for yesterday?", "i think green is lying tbh", "nah blue was quiet all day",
			"lets vote pink then", "idk, i was at work", "that makes no sense at all lol",
		}[i%6]
	}
	lines := []string{
		"i think blue is acting really strange today", "nah i voted for green, look at the list",
		"why would anybody trust lime after that?", "not sure, pink was 2 minutes late though",
	}
	room := Room{
		Name: "Red", Names: []string{"Red", "Blue", "Green", "Lime", "Pink"}, MaxChars: 400, Role: "mafia",
		Secrets: []string{"crimson falcon"}, Others: others, Own: []string{"hey all", "i slept so badly", "green why so quiet"},
		PrivateTexts: []string{"You are a student who likes football and cooks a lot. Win as mafia.", "The code word is crimson falcon."},
		Rules:        "Players vote each day. The mafia kills one player each night. The town wins when all mafia are out.",
	}
	for i := 0; b.Loop(); i++ {
		r := room // the forms of its secrets are computed for each room
		if parts, rule := r.Pass(lines[i%len(lines)]); len(parts) != 1 {
			b.Fatal(rule)
		}
	}
}
