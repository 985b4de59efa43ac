package replay

import (
	"math"
	"time"

	"ringer/cmd/internal/client"
	"ringer/engine/game"
)

// voteID is the id of the vote that a replay asks for: a session holds one.
const voteID = "accusation"

// voteWindow is the game time that the bot has for it: as long as a platform gives that asks its players to decide now.
const voteWindow game.Millis = 30_000

// holdsVote tells whether the players accused each other, so that the bot can be asked, too.
func (g *Game) holdsVote() bool { return len(g.Accusations) > 0 }

// ending counts the messages that the game master sent after the last player.
func (g *Game) ending() (n int) {
	for n < len(g.Messages) && g.Messages[len(g.Messages)-1-n].Kind != game.FromPlayer {
		n++
	}
	return n
}

// closing parts what is posted before the vote from the closing lines, those of the ending: they may tell who accused whom. A game without
// a vote has none.
func (g *Game) closing(posted []line) (before, closing []line) {
	cut := len(posted)
	if g.holdsVote() {
		cut -= g.ending() // which is posted as a whole
	}
	return posted[:cut], posted[cut:]
}

// voteAt returns when the vote is asked for: when the first closing line is due, or at the end.
func (g *Game) voteAt() game.Millis {
	if n := g.ending(); n > 0 {
		return millis(g.Messages[len(g.Messages)-n].At)
	}
	return g.length()
}

// voteRequest returns what the bot is asked, at a speed.
func (g *Game) voteRequest(speed float64) game.VoteRequest {
	question := "Who is the machine?"
	if g.Rules == reverseTuring {
		question = "Who is the other machine?"
	}
	within := int64(math.Ceil(float64(voteWindow) / speed))
	return game.VoteRequest{ID: voteID, Kind: game.ChooseOne, Question: question, Within: max(within, game.MinWithin)}
}

// poll is the vote of a game: the bot's beside the players'.
type poll struct {
	Question string      `json:"question"`
	AskedAt  game.Millis `json:"asked_at_ms"`
	// Closing counts the lines that were held back until the bot had voted.
	Closing int `json:"closing_lines"`
	// Ballots are the bot's, that of the player whose seat it took, and those of the others.
	Ballots []ballot `json:"ballots"`
	// Cast is the bot's vote in full; missing when the bot has not voted.
	Cast *game.VoteCast `json:"cast,omitempty"`
	// Left is the wall time that was left until the deadline when it was received; less than 0 when that was over.
	Left time.Duration `json:"left_ns"`
	// Calls are the model calls of the thoughts about it, Failed the thoughts that came to nothing.
	Calls  int `json:"model_calls"`
	Failed int `json:"thoughts_failed"`
}

// ballot is what one player voted.
type ballot struct {
	Player string `json:"player"`
	// Kind is ringer for the bot, recorded for the player whose seat it took, else human or bot as recorded.
	Kind string `json:"kind"`
	// Was is what the player of the seat was: human or bot.
	Was string `json:"was"`
	// Accused is empty when the player accused nobody.
	Accused string `json:"accused,omitempty"`
	rating
}

// rating is how good an accusation is.
type rating struct {
	// AccusedWas is what the accused one was: human or bot.
	AccusedWas string `json:"accused_was,omitempty"`
	// Right says that it was a bot. It is missing where that says nothing: all of the others were bots, or none was.
	Right *bool `json:"right,omitempty"`
	// Chance is how often an accusation drawn by lot would be right.
	Chance float64 `json:"chance,omitempty"`
}

// rate tells how good an accusation by the player of a seat is.
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

// newPoll returns the vote of a game that was played; nil, if it holds none.
func newPoll(r *Game, seat Player, o *Options, events []client.Event) *poll {
	if !r.holdsVote() {
		return nil
	}
	v := &poll{Question: r.voteRequest(o.Speed).Question, AskedAt: r.voteAt(), Closing: r.ending()}
	for _, h := range events {
		switch p := h.Event.Data.(type) {
		case *game.VoteCast:
			if p.VoteID == voteID {
				v.Cast, v.Left = p, p.DeadlineAt.Sub(h.Received)
			}
		case *game.ThoughtCompleted:
			if ofVote(p.Kind) {
				v.Calls += len(p.Calls)
			}
		case *game.ThoughtFailed:
			if ofVote(p.Kind) {
				v.Calls += len(p.Calls)
				v.Failed++
			}
		}
	}
	accused := ""
	if v.Cast != nil {
		accused = v.Cast.Answer.Option
	}
	v.Ballots = []ballot{r.ballot(seat, "ringer", accused), r.ballot(seat, recordedKind, r.Accusations[seat.Name])}
	for _, p := range r.Players {
		if p.Name != seat.Name {
			v.Ballots = append(v.Ballots, r.ballot(p, p.Kind, r.Accusations[p.Name]))
		}
	}
	return v
}

// ofVote tells whether a thought is about a vote, and not for a message.
func ofVote(kind string) bool { return game.KindOf(kind) == game.Judge }
