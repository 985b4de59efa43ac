package timing

// Pace of an answer to a vote. The papers say nothing of it; these are ours.
const (
	readWord  = 250        // milliseconds for a word on a screen: 240 words a minute
	maxRead   = 6 * Second // a long list is skimmed
	minThinking   = 1500       // milliseconds until somebody who knows the answer has settled on it
	moreThinking    = 2500       // milliseconds more, by chance, for one who has to weigh
	pressTime = 600        // milliseconds to move to a button and press it
)

// Vote is how long a person takes to read so many words, decide and press. u is a draw from [0, 1).
func Vote(words int, u float64) Delay {
	return Delay{Reading: min(Millis(words)*readWord, maxRead), Thinking: minThinking, Typing: pressTime, Jitter: Millis(u * moreThinking)}
}

// Accuse is how long somebody who has made up their mind takes to say so. u is a draw from [0, 1).
func Accuse(u float64) Delay {
	return Delay{Thinking: minThinking, Typing: pressTime, Jitter: Millis(u * moreThinking)}
}
