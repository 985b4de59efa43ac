package timing

// The pace of an answer to a vote. The papers do not tell it; these numbers are our own.
const (
	minThinking  = 1500 // milliseconds until somebody who knows the answer has decided
	moreThinking = 2500 // milliseconds at most that somebody who weighs options takes longer
	pressTime    = 600  // milliseconds to move to a button and press it
)

// Vote returns how long a person takes to read so many words, decide and press a button. u is a
// draw from [0, 1).
func Vote(words int, u float64) Delay {
	return Delay{Reading: Reading(words), Thinking: minThinking, Typing: pressTime, Jitter: Millis(u * moreThinking)}
}

// Accuse returns how long somebody who has decided takes to say so. u is a draw from [0, 1).
func Accuse(u float64) Delay {
	return Delay{Thinking: minThinking, Typing: pressTime, Jitter: Millis(u * moreThinking)}
}
