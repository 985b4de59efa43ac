package replay

// Afterplay exports afterplay.
const Afterplay = afterplay

// RightCell exports ballot.rightCell.
func RightCell(b *ballot) string { return b.rightCell() }
