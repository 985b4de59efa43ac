package timing

import "math"

// The reading of a screen.
const (
	readWord   = 250        // milliseconds for a word: 240 words a minute
	MaxReading = 6 * Second // the longest reading, because more is skimmed
)

// The pace of people, beside the formulas of the papers. The pause is a fit to 1,192 replies of
// people in the published games of FourMind and Time to Talk. There the median reply comes 2 s
// after a line while others write every 2 to 4 s, and 7 s while they write every 9 to 14 s. With a
// pause of 0.55 of that time and a spread of 1 the bots' replies are as far apart; more would cost
// them their share of the talk.
const (
	pauseShare  = 0.55 // of the time between two lines of others: the median of the pause
	pauseSpread = 1.0  // standard deviation of the logarithm
	// AnswerSpread is the part of it before an answer to one's own question: people hesitate as
	// often, but 95 of 100 answers come within 15 to 25 s, of all replies within 20 to 36 s.
	AnswerSpread = 0.7
	minTempo     = 1 * Second  // in a faster chat people wait no less
	maxTempo     = 15 * Second // in a slower chat people wait no longer
	UsualTempo   = 5 * Second  // taken while no tempo is known: between the games' medians, 4.5 and 8.9 s
	leastPause   = 0.25        // the least part of the pause, near livelyTempo; all of it is taken from UsualTempo on
	livelyTempo  = 2 * Second
	typingSpread = 0.2 // the standard deviation of the logarithm of a typing time: our own number
)

// Reading returns how long a person takes to read so many words of a chat.
func Reading(words int) Millis { return min(Millis(words)*readWord, MaxReading) }

// Skimmed returns a reading that is drawn between two thirds of the bound and the bound, where it
// was cut at the bound. u is a draw from [0, 1).
func Skimmed(reading Millis, u float64) Millis {
	if reading < MaxReading {
		return reading
	}
	return MaxReading - 1 - Millis(u*float64(MaxReading)/3)
}

// StraightOn returns the typing time of the rest of a message. A person who presses enter in the
// middle types on at once, so it is drawn between 1 and 3 s if it is not in between. u is a draw
// from [0, 1).
func StraightOn(typing Millis, u float64) Millis {
	const shortest, longest = 1 * Second, 3 * Second
	if typing > shortest && typing < longest {
		return typing
	}
	return shortest + 1 + Millis(u*float64(longest-shortest-1))
}

// TypedOn is StraightOn for a rest that takes longer: it is typed quickly, but not faster than
// twice as fast. Readers notice sixteen letters within a second.
func TypedOn(typing Millis, u float64) Millis {
	if quick := typing / 2; quick > 1*Second {
		return quick + Millis(u*float64(typing-quick))
	}
	return StraightOn(typing, u)
}

// LivelyPause is Pause with less of it in a lively chat: there people's lines cross, and reading
// and typing are most of the time until a reply.
func LivelyPause(z float64, tempo Millis) Millis {
	part := min(max(float64(tempo-livelyTempo)/float64(UsualTempo-livelyTempo), leastPause), 1)
	return Millis(math.Round(part * float64(Pause(z, tempo))))
}

// Pause returns how long a person who has read the chat waits before typing. tempo is the mean time
// between two lines of others. z is a draw from the standard normal distribution.
func Pause(z float64, tempo Millis) Millis {
	median := pauseShare * float64(min(max(tempo, minTempo), maxTempo))
	return Millis(math.Round(median * math.Exp(pauseSpread*z)))
}

// Uneven returns a typing time that varies as people's does, by a log-normal factor of median 1.
// z is a draw from the standard normal distribution.
func Uneven(typing Millis, z float64) Millis {
	return Millis(math.Round(float64(typing) * math.Exp(typingSpread*z)))
}

// Paced returns the delay of a reply with the reading and the pause of people. The thinking of a
// formula is a part of the pause, so that nobody waits twice.
func (p Delay) Paced(reading, pause Millis) Delay {
	p.Reading += reading
	p.Jitter += max(pause-p.Thinking, 0)
	return p
}
