package mouth

import (
	"strconv"
	"strings"
	"testing"
)

// floods are texts of n bytes that make a careless search slow: each word begins many phrases, or
// each letter begins a secret.
func floods(n int) map[string]string {
	fill := func(s string) string { return strings.Repeat(s, n/len(s)+1)[:n] }
	var count strings.Builder
	for i := 1; count.Len() < n; i++ {
		count.WriteString(strconv.Itoa(i) + " ")
	}
	return map[string]string{
		"Phrases": fill("ai "), "Adverbs": fill("i am really just "), "Mixed": fill("the ai is a bot and i am not "), "OneLetter": fill("a"), "Letters": fill("a "), "Halves": fill("blue "), "HalfAgain": fill("blueblue"),
		"Marks": fill("a\u0301"), "Numbers": count.String()[:n], "Base64": fill("Ymx1Z"), "Hex": fill("62 6c 75 "), "Signs": fill("- * "), "Stamps": fill("[00:12] "), "Stops": fill("a. "), "Chinese": fill("我是机器"),
	}
}

// BenchmarkFloods measures a call for texts that make a careless search slow, of two lengths: the
// time must grow as the length does.
func BenchmarkFloods(b *testing.B) {
	for _, n := range []int{4 << 10, 64 << 10} {
		for name, text := range floods(n) {
			b.Run(name+strconv.Itoa(n>>10)+"K", func(b *testing.B) {
				r := disguiseRoom()
				r.MaxChars = 4000
				r.PrivateTexts = []string{strings.Repeat("You take part in a group chat as one of its players. ", 60)}
				for b.Loop() {
					r.Pass(text)
				}
			})
		}
	}
}
