package replay

import (
	"math"
	"slices"
	"time"

	"ringer/cmd/internal/client"
	"ringer/engine/session"
)

// voteID is the id of the vote that a replay asks for. A session has one such vote.
const voteID = "accusation"

// voteWindow is the game time that the bot has for the vote. A platform gives players as much when
// they must decide at once.
const voteWindow session.Millis = 30_000

// holdsVote reports whether the players accused each other. Then the bot is asked, too.
func (g *Game) holdsVote() bool { return len(g.Accusations) > 0 }

// ending counts the messages that the game master sent after the last player.
func (g *Game) ending() (n int) {
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
	if g.holdsVote() {
		cut -= g.ending() // all of the ending is posted
	}
	return posted[:cut], posted[cut:]
}

// voteAt returns the game time when the vote is asked for: when the first closing line is due, or
// at the end.
func (g *Game) voteAt() session.Millis {
	if n := g.ending(); n > 0 {
		return millis(g.Messages[len(g.Messages)-n].At)
	}
	return g.length()
}

// voteRequest returns what the bot is asked. The speed shortens the wall time for the answer.
func (g *Game) voteRequest(speed float64) session.VoteRequest {
	question := "Who is the machine?"
	if g.Rules == reverseTuring {
		question = "Who is the other machine?"
	}
	return session.VoteRequest{ID: voteID, Kind: session.ChooseOne, Question: question, Within: wallMillis(voteWindow, speed)}
}

// wallMillis returns game time as milliseconds of wall time: at least what a vote must last.
func wallMillis(d session.Millis, speed float64) int64 {
	return max(int64(math.Ceil(float64(d)/speed)), session.MinWithin)
}

// poll is the vote of a game: the bot's answer beside the players' answers.
type poll struct {
	Question string         `json:"question"`
	AskedAt  session.Millis `json:"asked_at_ms"`
	// Round is the phase of the vote, such as day 2; empty for the vote at the end of a game.
	Round string `json:"round,omitempty"`
	// Out is who went, in the recorded game, after the vote of a phase.
	Out string `json:"out,omitempty"`
	// OutWas is the role of that player.
	OutWas string `json:"out_was,omitempty"`
	// Closing counts the lines that were held back until the bot had voted.
	Closing int `json:"closing_lines"`
	// Ballots are the votes: first the bot's, then the recorded vote of the player whose seat it
	// took, then the others'.
	Ballots []ballot `json:"ballots"`
	// Cast is the bot's vote in full; nil if the bot has not voted.
	Cast *session.VoteCast `json:"cast,omitempty"`
	// Left is the wall time from the receipt of the vote to its deadline. It is negative if the
	// vote came late.
	Left time.Duration `json:"left_ns"`
	// Calls counts the model calls of the thoughts about the vote.
	Calls int `json:"model_calls"`
	// Failed counts the thoughts about the vote that failed. It leaves out those that were stopped.
	Failed int `json:"thoughts_failed"`
}

// ballot is what one player voted.
type ballot struct {
	Player string `json:"player"`
	// Kind is ringer for the bot, and recorded for the player whose seat it took. For all others it
	// is human or bot.
	Kind string `json:"kind"`
	// Was is what the player of the seat was in the recorded game: human or bot, or the role if the
	// vote is about roles.
	Was string `json:"was"`
	// Bot says that the recorded player of the seat was a bot.
	Bot bool `json:"bot,omitempty"`
	// Accused is empty if the player accused nobody.
	Accused string `json:"accused,omitempty"`
	rating
}

// rating is how good an accusation is.
type rating struct {
	// AccusedWas is what the accused player was; see ballot.Was.
	AccusedWas string `json:"accused_was,omitempty"`
	// Right says that the accused player was what the vote sought. It is nil if that shows no
	// skill: all of the others were that, or none was.
	Right *bool `json:"right,omitempty"`
	// Chance is how often an accusation at random would be right.
	Chance float64 `json:"chance,omitempty"`
}

// choice is what a vote is about.
type choice struct {
	// among are the players who can be accused. The voter may be one of them.
	among []Player
	// is returns what a player is.
	is func(Player) string
	// sought is what the accused should be. It is empty if no vote of this player can be wrong.
	sought string
}

// rate returns how good an accusation by a player is.
func (c choice) rate(voter, accused string) (v rating) {
	sought, others := 0, 0
	for _, p := range c.among {
		switch {
		case p.Name == voter:
			continue
		case p.Name == accused:
			v.AccusedWas = c.is(p)
		}
		others++
		if c.sought != "" && c.is(p) == c.sought {
			sought++
		}
	}
	if v.AccusedWas != "" && sought > 0 && sought < others {
		right := v.AccusedWas == c.sought
		v.Right, v.Chance = &right, float64(sought)/float64(others)
	}
	return v
}

func (c choice) ballot(p Player, kind, accused string) ballot {
	return ballot{Player: p.Name, Kind: kind, Was: c.is(p), Bot: p.Kind == BotKind, Accused: accused, rating: c.rate(p.Name, accused)}
}

// accusation returns whom the players could accuse at the end. They sought a bot. Where it is
// unknown who is one, no accusation is rated.
func (g *Game) accusation() choice {
	c := choice{g.Players, func(p Player) string { return p.Kind }, BotKind}
	if slices.ContainsFunc(g.Players, func(p Player) bool { return p.Kind == unknownKind }) {
		c.sought = ""
	}
	return c
}

// ballot returns a vote for the player who seems to be a bot.
func (g *Game) ballot(p Player, kind, accused string) ballot {
	return g.accusation().ballot(p, kind, accused)
}

// newPoll returns the vote of a game that was played, or nil if the game holds none.
func newPoll(g *Game, seat Player, s *Settings, events []client.Event) *poll {
	if !g.holdsVote() {
		return nil
	}
	v := &poll{Question: g.voteRequest(s.Speed).Question, AskedAt: g.voteAt(), Closing: g.ending()}
	v.read(voteID, events)
	accused := v.accused()
	v.Ballots = []ballot{g.ballot(seat, RingerKind, accused), g.ballot(seat, recordedKind, g.Accusations[seat.Name])}
	for _, p := range g.Players {
		if p.Name != seat.Name {
			v.Ballots = append(v.Ballots, g.ballot(p, p.Kind, g.Accusations[p.Name]))
		}
	}
	return v
}

// read reads what the bot did for a vote.
func (v *poll) read(id string, events []client.Event) {
	for _, h := range events {
		switch p := h.Event.Data.(type) {
		case *session.VoteCast:
			if p.VoteID == id {
				v.Cast, v.Left = p, p.DeadlineAt.Sub(h.Received)
			}
		case *session.ThoughtCompleted:
			if p.Kind == session.KindVotePrefix+id {
				v.Calls += len(p.Calls)
			}
		case *session.ThoughtFailed:
			if p.Kind == session.KindVotePrefix+id {
				v.Calls += len(p.Calls)
				if p.Code != session.ThoughtStopped {
					v.Failed++
				}
			}
		}
	}
}

// accused returns whom the bot accused; empty if it has not voted.
func (v *poll) accused() string {
	if v.Cast == nil {
		return ""
	}
	return v.Cast.Answer.Option
}

// isVote reports whether a thought is about a vote, and not for a message.
func isVote(kind string) bool { return session.KindOf(kind) == session.KindVote }
