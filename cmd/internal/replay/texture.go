package replay

import (
	"fmt"
	"strings"

	"ringer/cmd/internal/show"
	"ringer/engine/mouth"
	"ringer/engine/session"
)

const textureHeads = "≤ 2 words\t≥ 10 words\tlaugh\tsmiley\tslip\tmost off"

func textureShares(t *mouth.Texture) []float64 {
	return []float64{t.Short, t.Long, t.Laugh, t.Smiley, t.Slip}
}

func textureCells(t *mouth.Texture, l *likeness) string {
	off := show.None
	if l.TextureDistance != nil {
		off = fmt.Sprintf("%.0f", 100**l.TextureDistance)
	}
	return strings.Join(append(session.Each(textureShares(t), percent), off), "\t")
}
