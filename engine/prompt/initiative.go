package prompt

import (
	"slices"

	"ringer/engine/mouth"
	"ringer/engine/session"
)

const (
	SectionDoubt      = "whom you doubt" // the player whom the bot doubts
	SectionInitiative = "on your own"    // what the next line does of its own accord
)

// People ask something in a quarter of their lines, and judge each other in a tenth or more. Models
// that only react ask in an eighth, judge nobody, and say nothing of themselves. These chances fill
// the gap, in the lines that nobody waits for. Each is of the lines that those before it leave.
const (
	doubtChance  = 0.25
	asideChance  = 0.25
	askChance    = 0.5
	doubtedLines = 3 // a player has written so many lines before the bot doubts it
	doubtLead    = 2 // how far its score leads the next one, in log-odds of all lines
)

// The fixed texts of these sections.
const (
	asideText = "Drop in something of your own that fits loosely: what you are doing, what goes on around you, or how this game strikes you."
	askText   = "Ask somebody one thing: of what that player wrote, or of something new."
	doubtText = "Come back to whom you doubt: tease that player, or say in a few words what was odd."
	doubtRest = " for now. Say so if you are asked, or others doubt this player too."
)

// Initiative returns the section of what the next line does of its own accord, by a draw: it comes
// back to whom the bot doubts, if it may name a player, drops in something of its own, or asks
// something, if it may ask. A line that answers does none of these, nor does a short one.
func Initiative(v session.View, mayAsk, mayName bool) []Section {
	style := mouth.StyleOf(v.Others())
	own, _ := v.LastOwn()
	_, asked := v.Asked()
	turn := v.Turns()
	switch {
	case asked || v.Called(own.Seq) || target(v, &style, Bounds{}) < leastAlone:
	case mayName && doubted(v) != "" && draw(v, turn, SectionDoubt) < doubtChance:
		return []Section{TextSection(SectionInitiative, doubtText)}
	case draw(v, turn, "aside") < asideChance:
		return []Section{TextSection(SectionInitiative, asideText)}
	case mayAsk && draw(v, turn, SectionInitiative) < askChance:
		return []Section{TextSection(SectionInitiative, askText)}
	}
	return nil
}

// Doubt returns the section about the player whom the bot doubts; none while nobody stands out, and
// none once the bot has accused a player, which the section of the bot tells.
func Doubt(v session.View) []Section {
	if id := doubted(v); id != "" && v.Accused.Made == "" {
		return []Section{TextSection(SectionDoubt, Quote(NameOf(v, id))+doubtRest)}
	}
	return nil
}

// doubted returns the opponent whom the bot has accused or is about to, else the one to whom the
// scores lead.
func doubted(v session.View) string {
	id := v.Accused.Suspect()
	if id == "" {
		if id = session.Suspect(v.Sums, doubtLead); v.Talk(id).Total < doubtedLines {
			return ""
		}
	}
	if !slices.ContainsFunc(v.Opponents(), func(p session.Player) bool { return p.ID == id }) {
		return ""
	}
	return id
}
