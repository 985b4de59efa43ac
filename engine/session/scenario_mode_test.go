package session

import "strings"

type modes struct {
	timing TimingMode
	pace   Pace
	// accuseAfter is what an accusation waits for.
	accuseAfter AccuseAfter
	// precedence is empty in scripts that do not name it. Their traces do not show what a text
	// answers.
	precedence Precedence
	refine     RefineMode
	// suspicion and reread are the switches of the classifier.
	suspicion, reread Switch
	allies            []string
	reading           ReadingMode
	bids              bool // whether the floor goes by bids
}

// unset is the mode of a session that is older than the option.
const unset = "unset"

// modesOf reads the first line of a script, as in "refine recon, allies blue".
func modesOf(script string) modes {
	m := modes{timing: TimingHuman, pace: PacePaper, accuseAfter: AfterThreshold, reading: unset}
	first, _, _ := strings.Cut(script, "\n")
	for mode := range strings.SplitSeq(first, ", ") {
		switch what, value, _ := strings.Cut(mode, " "); what {
		case "timing":
			m.timing = TimingMode(value)
		case "pace":
			m.pace = Pace(value)
		case "accuse_after":
			m.accuseAfter = AccuseAfter(value)
		case "reading":
			m.reading = ReadingMode(value)
		case "precedence":
			m.precedence = Precedence(value)
		case "refine":
			m.refine = RefineMode(value)
		case "suspicion":
			m.suspicion = Switch(value)
		case "reread":
			m.reread = Switch(value)
		case "floor":
			m.bids = value == "bid"
		case "allies":
			m.allies = strings.Fields(value)
		}
	}
	return m
}
