package timing

import "math"

// The pace of people, beside the formulas of the papers. The numbers are a fit to the gaps of
// people in the published games of FourMind and Time to Talk.
const (
	pauseMedian  = 3.0 // seconds
	pauseSpread  = 1.0 // standard deviation of the logarithm
	typingSpread = 0.2 // standard deviation of the logarithm
)

// The reading of a screen.
const (
	readWord = 250 // milliseconds for a word: 240 words a minute
	// MaxReading is the longest reading, because more is skimmed.
	MaxReading = 6 * Second
)

// Reading returns how long a person takes to read so many words of a chat.
func Reading(words int) Millis { return min(Millis(words)*readWord, MaxReading) }

// Pause returns how long a person waits before a reply, beside reading and typing. It is
// log-normal. z is a draw from the standard normal distribution.
func Pause(z float64) Millis { return seconds(pauseMedian * math.Exp(pauseSpread*z)) }

// Uneven returns a typing time that varies as people's does, by a log-normal factor of median 1.
// z is a draw from the standard normal distribution.
func Uneven(typing Millis, z float64) Millis {
	return Millis(math.Round(float64(typing) * math.Exp(typingSpread*z)))
}
