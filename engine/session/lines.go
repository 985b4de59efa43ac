package session

import (
	"ringer/engine/mouth"
)

// How often people send two lines. In the published games of FourMind and Time to Talk 9 to 23 of
// 100 lines follow a line of the same player.
const (
	twoLinesChance = 0.9 // of the texts that can be cut; most cannot
	// maxSecondLines bounds the share of the bot's second lines in sessions of older rules: one in
	// so many.
	maxSecondLines = 5
)

// inOnePart joins the parts of a candidate in sessions of the generations 1 and 2. They send two
// lines as often as the people of their room do, by the cuts of inTwoLines alone. In later ones the
// strategy has an option for it.
func (d *decider) inOnePart(c *Candidate) {
	if !d.s.Config.lifelike() || d.s.Config.Generation > 2 || len(c.Parts) < 2 {
		return
	}
	whole := c.Parts[0]
	for _, p := range c.Parts[1:] {
		whole.Timing.Typing += p.Timing.Typing
	}
	whole.Text = InOneLine(c.texts())
	c.Parts = []PlanPart{whole}
}

// inTwoLines cuts the one part of a candidate in two, if a draw says so and the mouth allows both.
func (d *decider) inTwoLines(parts []PlanPart, c *Candidate, basedOn int64) []PlanPart {
	if d.s.Config.Pace != PaceHuman || len(parts) != 1 || c.Kind != Reply || d.draw(basedOn, "two lines") >= twoLinesChance {
		return parts
	}
	least := 2
	if d.s.Config.lifelike() {
		least = 1
	}
	first, second, ok := mouth.InTwo(parts[0].Text, least)
	if !ok || d.s.manySecondLines() {
		return parts
	}
	p := parts[0]
	two := &Candidate{Parts: []PlanPart{{Text: first, Timing: p.pieceDelay(first, true)}, {Text: second, Timing: p.pieceDelay(second, false)}}, Whole: p.Text}
	if cut, refused := d.speakableParts("", two); len(cut) == 2 && len(refused) == 0 {
		return cut
	}
	return parts
}

// manySecondLines reports whether the bot has sent as many second lines as the people of its room.
func (s *State) manySecondLines() bool {
	if s.Config.lifelike() {
		people, own := s.secondShare()
		return own >= people
	}
	own, second := 1, 0
	for i := range s.Messages {
		if m := &s.Messages[i]; m.Own {
			if own++; m.Follows != "" {
				second++
			}
		}
	}
	return second*maxSecondLines >= own
}

func (d *decider) draw(basedOn int64, purpose string) float64 {
	return Draw(d.s.Seed, basedOn, purpose, 0).Float64()
}
