package timing

import "strings"

// Words returns the typing time of Time to Talk §2: one word a second at 60 words a minute. It is
// at most 10 s, so that a long line does not silence its writer for half a minute.
func Words(text string, wordsPerMinute int) Millis {
	words := Millis(len(strings.Fields(text)))
	return min(words*60*Second/Millis(max(wordsPerMinute, 1)), 10*Second)
}
