package bench

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strconv"
	"time"
)

// lines are what the players say. Some ask the bot, Red.
var lines = []string{
	"hi all, how is everybody today?", "red where are you from", "lol no way", "I think Green has been silent for long", "what did you do at the weekend, red?",
	"not much, worked late and then slept", "who do you think is the bot?", "could be any of us really", "anyone watching the game tonight?", "red, are you still there?",
	"I had pasta again, third time this week", "that is exactly what a machine would say", "ok but why", "same here", "what do you think then?",
}

var senders = []string{"Blue", "Green"}

type draft struct {
	session      int
	sender, text string
}

// draft returns post i. It depends on the settings and i alone, whichever client sends it.
func (s *Settings) draft(i, sessions int) draft {
	if s.Ask {
		return draft{i % sessions, senders[i/sessions%len(senders)], fmt.Sprintf("red, what do you think of number %d then?", i)}
	}
	draw := rand.New(rand.NewPCG(s.Seed, uint64(i)))
	return draft{draw.IntN(sessions), senders[draw.IntN(len(senders))], lines[draw.IntN(len(lines))]}
}

// A mark at the end of a text says when its post was intended, so that a reader needs no other
// record of it.
const markBegin, markEnd = " [b:", "]"

func mark(text string, at time.Duration) string {
	return text + markBegin + strconv.FormatInt(at.Microseconds(), 36) + markEnd
}

// markIn returns the time of the mark in the JSON of an event.
func markIn(data []byte) (at time.Duration, ok bool) {
	_, rest, found := bytes.Cut(data, []byte(markBegin))
	digits, _, closed := bytes.Cut(rest, []byte(markEnd))
	if !found || !closed {
		return 0, false
	}
	micros, err := strconv.ParseInt(string(digits), 36, 64)
	return time.Duration(micros) * time.Microsecond, err == nil
}
