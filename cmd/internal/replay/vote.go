package replay

import (
	"math"
	"time"

	"ringer/cmd/internal/client"
	"ringer/engine/game"
)

// voteID is the id of the vote that a replay asks for. A session has one such vote.
const voteID = "accusation"

// voteWindow is the game time that the bot has for the vote. A platform gives players as much when
// they must decide at once.
const voteWindow game.Millis = 30_000

// holdsVote reports whether the players accused each other. Then the bot is asked, too.
func (g *Game) holdsVote() bool { return len(g.Accusations) > 0 }

// ending counts the messages that the game master sent after the last player.
func (g *Game) ending() (n int) {
	for n < len(g.Messages) && g.Messages[len(g.Messages)-1-n].Kind != game.FromPlayer {
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
func (g *Game) voteAt() game.Millis {
	if n := g.ending(); n > 0 {
		return millis(g.Messages[len(g.Messages)-n].At)
	}
	return g.length()
}

// voteRequest returns what the bot is asked. The speed shortens the wall time for the answer.
func (g *Game) voteRequest(speed float64) game.VoteRequest {
	question := "Who is the machine?"
	if g.Rules == reverseTuring {
		question = "Who is the other machine?"
	}
	within := int64(math.Ceil(float64(voteWindow) / speed))
	return game.VoteRequest{ID: voteID, Kind: game.ChooseOne, Question: question, Within: max(within, game.MinWithin)}
}

// poll is the vote of a game: the bot's answer beside the players' answers.
type poll struct {
	Question string      `json:"question"`
	AskedAt  game.Millis `json:"asked_at_ms"`
	// Closing counts the lines that were held back until the bot had voted.
	Closing int `json:"closing_lines"`
	// Ballots are the votes: first the bot's, then the recorded vote of the player whose seat it
	// took, then the others'.
	Ballots []ballot `json:"ballots"`
	// Cast is the bot's vote in full; nil if the bot has not voted.
	Cast *game.VoteCast `json:"cast,omitempty"`
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
	// Was is what the player of the seat was in the recorded game: human or bot.
	Was string `json:"was"`
	// Accused is empty if the player accused nobody.
	Accused string `json:"accused,omitempty"`
	rating
}

// rating is how good an accusation is.
type rating struct {
	// AccusedWas is what the accused player was: human or bot.
	AccusedWas string `json:"accused_was,omitempty"`
	// Right says that the accused player was a bot. It is nil if that shows no skill: all of the
	// others were bots, or none was.
	Right *bool `json:"right,omitempty"`
	// Chance is how often an accusation at random would be right.
	Chance float64 `json:"chance,omitempty"`
}

// rate returns how good an accusation by the player of a seat is.
func (g *Game) rate(seat, accused string) (v rating) {
	bots, others := 0, 0
	for _, p := range g.Players {
		switch {
		case p.Name == seat:
			continue
		case p.Name == accused:
			v.AccusedWas = p.Kind
		}
		others++
		if p.Kind == botKind {
			bots++
		}
	}
	if v.AccusedWas != "" && bots > 0 && bots < others {
		right := v.AccusedWas == botKind
		v.Right, v.Chance = &right, float64(bots)/float64(others)
	}
	return v
}

func (g *Game) ballot(p Player, kind, accused string) ballot {
	return ballot{Player: p.Name, Kind: kind, Was: p.Kind, Accused: accused, rating: g.rate(p.Name, accused)}
}

// newPoll returns the vote of a game that was played, or nil if the game holds none.
func newPoll(g *Game, seat Player, s *Settings, events []client.Event) *poll {
	if !g.holdsVote() {
		return nil
	}
	v := &poll{Question: g.voteRequest(s.Speed).Question, AskedAt: g.voteAt(), Closing: g.ending()}
	for _, h := range events {
		switch p := h.Event.Data.(type) {
		case *game.VoteCast:
			if p.VoteID == voteID {
				v.Cast, v.Left = p, p.DeadlineAt.Sub(h.Received)
			}
		case *game.ThoughtCompleted:
			if isVote(p.Kind) {
				v.Calls += len(p.Calls)
			}
		case *game.ThoughtFailed:
			if isVote(p.Kind) {
				v.Calls += len(p.Calls)
				if p.Code != game.ThoughtStopped {
					v.Failed++
				}
			}
		}
	}
	accused := ""
	if v.Cast != nil {
		accused = v.Cast.Answer.Option
	}
	v.Ballots = []ballot{g.ballot(seat, "ringer", accused), g.ballot(seat, recordedKind, g.Accusations[seat.Name])}
	for _, p := range g.Players {
		if p.Name != seat.Name {
			v.Ballots = append(v.Ballots, g.ballot(p, p.Kind, g.Accusations[p.Name]))
		}
	}
	return v
}

// isVote reports whether a thought is about a vote, and not for a message.
func isVote(kind string) bool { return game.KindOf(kind) == game.KindVote }
