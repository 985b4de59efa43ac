package recording

import (
	"math"
	"slices"

	"ringer/engine/session"
)

// VoteID is the id of the vote that a replay asks for. A session has one such vote.
const VoteID = "accusation"

// voteWindow is the game time that the bot has for the vote. A platform gives players as much when
// they must decide at once.
const voteWindow session.Millis = 30_000

// HoldsVote reports whether the players accused each other. Then the bot is asked, too.
func (g *Game) HoldsVote() bool { return len(g.Accusations) > 0 }

// Ending counts the messages that the game master sent after the last player.
func (g *Game) Ending() (n int) {
	for n < len(g.Messages) && g.Messages[len(g.Messages)-1-n].Kind != session.FromPlayer {
		n++
	}
	return n
}

// closing splits what is posted into the lines before the vote, and the closing lines, which are
// posted after it. The closing lines are the lines of the ending: they may tell who accused whom. A
// game without a vote has none.
func (g *Game) closing(posted []line) (before, closing []line) {
	cut := len(posted)
	if g.HoldsVote() {
		cut -= g.Ending() // all of the ending is posted
	}
	return posted[:cut], posted[cut:]
}

// VoteAt returns the game time when the vote is asked for: when the first closing line is due, or
// at the end.
func (g *Game) VoteAt() session.Millis {
	if n := g.Ending(); n > 0 {
		return Millis(g.Messages[len(g.Messages)-n].At)
	}
	return g.Length()
}

// VoteRequest returns what the bot is asked. The speed shortens the wall time for the answer.
func (g *Game) VoteRequest(speed float64) session.VoteRequest {
	question := "Who is the machine?"
	if g.Rules == ReverseTuring {
		question = "Who is the other machine?"
	}
	return session.VoteRequest{ID: VoteID, Kind: session.ChooseOne, Question: question, Within: wallMillis(voteWindow, speed)}
}

// wallMillis returns game time as wall time: at least what a vote must last.
func wallMillis(d session.Millis, speed float64) int64 {
	return max(int64(math.Ceil(float64(d)/speed)), session.MinWithin)
}

// Rating is how good an accusation is.
type Rating struct {
	// AccusedWas is what the accused player was: human or bot, or the role.
	AccusedWas string `json:"accused_was,omitempty"`
	// Right says that the accused player was what the vote sought. It is nil if that shows no
	// skill: all of the others were that, or none was.
	Right  *bool   `json:"right,omitempty"`
	Chance float64 `json:"chance,omitempty"`
}

// Choice is what a vote is about.
type Choice struct {
	// Among are the players who can be accused. The voter may be one of them.
	Among []Player
	Is    func(Player) string
	// Sought is what the accused should be. It is empty if no vote of this player can be wrong.
	Sought string
}

// Rate returns how good an accusation by a player is.
func (c Choice) Rate(voter, accused string) (v Rating) {
	sought, others := 0, 0
	for _, p := range c.Among {
		switch {
		case p.Name == voter:
			continue
		case p.Name == accused:
			v.AccusedWas = c.Is(p)
		}
		others++
		if c.Sought != "" && c.Is(p) == c.Sought {
			sought++
		}
	}
	if v.AccusedWas != "" && sought > 0 && sought < others {
		right := v.AccusedWas == c.Sought
		v.Right, v.Chance = &right, float64(sought)/float64(others)
	}
	return v
}

// Accusation returns whom the players could accuse at the end. They sought a bot. Where it is
// unknown who is one, no accusation is rated.
func (g *Game) Accusation() Choice {
	c := Choice{g.Players, func(p Player) string { return p.Kind }, BotKind}
	if slices.ContainsFunc(g.Players, func(p Player) bool { return p.Kind == UnknownKind }) {
		c.Sought = ""
	}
	return c
}
