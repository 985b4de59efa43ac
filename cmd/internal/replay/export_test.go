package replay

// Afterplay exports afterplay.
const Afterplay = afterplay

// LongestLine exports longestLine.
const LongestLine = longestLine

// Word exports ballot.word.
func Word(b *ballot) string { return b.word() }
