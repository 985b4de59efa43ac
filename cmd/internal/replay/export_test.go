package replay

const Afterplay = afterplay

func RightCell(b *ballot) string { return b.rightCell() }
