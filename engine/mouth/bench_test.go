package mouth

import (
	"slices"
	"strconv"
	"testing"
)

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

func evilRoom() *Room {
	r := ordinaryRoom()
	r.Role = ""
	r.Conceal = Conceal{Roles: []string{"mafia"}, Channels: []string{"night"}, Alone: true, Known: []KnownPlayer{{Name: "Green", Roles: []string{"mafia"}}}}
	return r
}

var ordinaryLines = []string{
	"i think blue is acting really strange today", "nah i voted for green, look at the list",
	"why would anybody trust lime after that?", "not sure, pink was 2 minutes late though",
}

// TestConcealingCostsLittle counts allocations, since time depends on the machine.
func TestConcealingCostsLittle(t *testing.T) {
	cost := func(room func() *Room) float64 {
		kept := room().Prepare()
		return testing.AllocsPerRun(1, func() {
			for _, line := range ordinaryLines {
				r := room()
				r.Forms = kept
				r.Pass(line)
			}
		})
	}
	if plain, evil := cost(ordinaryRoom), cost(evilRoom); evil > 3*plain {
		t.Errorf("%.0f allocations for a bot that conceals its side, %.0f for another", evil, plain)
	}
}

func BenchmarkOrdinary(b *testing.B) {
	for name, room := range map[string]func() *Room{"KeptForms": ordinaryRoom, "Evil": evilRoom, "NoForms": ordinaryRoom} {
		b.Run(name, func(b *testing.B) {
			kept := room().Prepare()
			if name == "NoForms" {
				kept = nil
			}
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				room := room()
				room.Forms = kept
				if parts, rule := room.Pass(ordinaryLines[i%len(ordinaryLines)]); len(parts) != 1 {
					b.Fatal(rule)
				}
			}
		})
	}
}

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
