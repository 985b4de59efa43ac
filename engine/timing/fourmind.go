package timing

import (
	"math"
	"strings"
	"unicode/utf8"
)

// The keystroke time of FourMind's Algorithm 1, in seconds per character: a normal distribution
// with a floor, after Dhakal et al. (2018).
const (
	keystrokeMean  = 0.238656
	keystrokeSD    = 0.1116
	keystrokeFloor = 0.06
)

// Keystroke returns max(0.06, N(0.238656, 0.1116)) seconds per character (FourMind, Algorithm 1,
// line 2). z is a draw from the standard normal distribution.
func Keystroke(z float64) float64 { return max(keystrokeFloor, keystrokeMean+keystrokeSD*z) }

// CognitiveResponse returns FourMind's adjusted equation in seconds: 0.0375·Ce + 0.09·Cp −
// 0.0001·Ce·Cp. It is FourMind's equation 1 without the 9.2, divided by 4. Ce is the number of
// words in the message before, Cp in the reply.
func CognitiveResponse(before, reply int) float64 {
	ce, cp := float64(before), float64(reply)
	return 0.0375*ce + 0.09*cp - 0.0001*ce*cp
}

// FourMind returns the delay of Algorithm 1: typing, and the response to the message before. z is
// the message's draw for Keystroke. The plan's due time subtracts the time since the trigger.
func FourMind(z float64, text, before string) Delay {
	return Delay{
		Thinking: seconds(CognitiveResponse(len(strings.Fields(before)), len(strings.Fields(text)))),
		Typing:   seconds(Keystroke(z) * float64(utf8.RuneCountInString(text))),
	}
}

func seconds(s float64) Millis { return Millis(math.Round(s * float64(Second))) }
