package mouth

import (
	"slices"
	"strconv"
	"testing"
)

// ordinaryRoom returns the room of a bot with a role, a secret and some talk around it.
func ordinaryRoom() *Room {
	others := make([]string, 30)
	for i := range others {
		others[i] = []string{
			"who did you vote for yesterday?", "i think green is lying tbh", "nah blue was quiet all day",
			"lets vote pink then", "idk, i was at work", "that makes no sense at all lol",
		}[i%6]
	}
	return &Room{
		Name: "Red", Names: []string{"Red", "Blue", "Green", "Lime", "Pink"}, MaxChars: 400, Role: "mafia",
		Secrets: []string{"crimson falcon"}, Others: others, Own: []string{"hey all", "i slept so badly", "green why so quiet"},
		PrivateTexts: []string{"You are a student who likes football and cooks a lot. Win as mafia.", "The code word is crimson falcon."},
		Rules:        "Players vote each day. The mafia kills one player each night. The town wins when all mafia are out.",
	}
}

// BenchmarkOrdinary measures a call for lines such as the bot usually says: in a session that keeps
// the forms, and with the forms to be computed.
func BenchmarkOrdinary(b *testing.B) {
	lines := []string{
		"i think blue is acting really strange today", "nah i voted for green, look at the list",
		"why would anybody trust lime after that?", "not sure, pink was 2 minutes late though",
	}
	for name, kept := range map[string]*Forms{"KeptForms": ordinaryRoom().Prepare(), "NoForms": nil} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				room := ordinaryRoom()
				room.Forms = kept
				if parts, rule := room.Pass(lines[i%len(lines)]); len(parts) != 1 {
					b.Fatal(rule)
				}
			}
		})
	}
}

// BenchmarkPrepare measures the computing of a room's forms, with one secret and with as many as a
// session may have.
func BenchmarkPrepare(b *testing.B) {
	for _, n := range []int{1, 50} {
		b.Run(strconv.Itoa(n)+"Secrets", func(b *testing.B) {
			room := ordinaryRoom()
			room.Secrets = slices.Repeat(room.Secrets, n)
			b.ReportAllocs()
			for b.Loop() {
				room.Forms = nil
				room.Prepare()
			}
		})
	}
}
