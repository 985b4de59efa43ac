package replay

// Afterplay is afterplay.
const Afterplay = afterplay

// LongestLine is longestLine.
const LongestLine = longestLine

// Word is ballot.word.
func Word(b *ballot) string { return b.word() }
