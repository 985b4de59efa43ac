package replay

// Afterplay exports afterplay.
const Afterplay = afterplay

// LongestLine exports longestLine.
const LongestLine = longestLine

// RightCell exports ballot.rightCell.
func RightCell(b *ballot) string { return b.rightCell() }
