package timing

import "unicode/utf8"

// charsPerSecond is the writing speed of the Theory of Mind paper: the denominator in its equations
// 1 and 2.
const charsPerSecond = 4

// Reflex returns the delay of a quick reply (equation 1): L/4 + U(2, 5) seconds, where L is the
// number of characters in text. u is a draw from [0, 1).
func Reflex(u float64, text string) Delay { return thoughtOver(2+3*u, text) }

// Cognition returns the delay of a reply after some thought (equation 2): L/4 + U(4, 7) seconds.
func Cognition(u float64, text string) Delay { return thoughtOver(4+3*u, text) }

func thoughtOver(thinking float64, text string) Delay {
	return Delay{Thinking: seconds(thinking), Typing: seconds(float64(utf8.RuneCountInString(text)) / charsPerSecond)}
}
