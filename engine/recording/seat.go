package recording

import (
	"fmt"
	"maps"
	"slices"

	"ringer/engine/session"
	"ringer/engine/strategy"
)

// seated is what the playground needs to play a game with the bot in a seat. It does what a
// liveRunner does.
type seated struct {
	Recording Game           `json:"recording"`
	Seat      string         `json:"seat"`
	Length    session.Millis `json:"length_ms"`
	Lines     []seatedLine   `json:"lines"`
	// Session is the session to create. The page says with which strategy, speed and seed.
	Session session.Config `json:"session"`
	Cues    []seatedCue    `json:"cues"`
	Votes   []seatedVote   `json:"votes"`
}

type seatedLine struct {
	At      session.Millis      `json:"at_ms"`
	Sender  string              `json:"sender"`
	Kind    session.MessageKind `json:"kind"`
	Channel string              `json:"channel,omitempty"`
	Text    string              `json:"text"`
	// Withheld says that the player in the seat said it, or voted so. It is not posted.
	Withheld bool `json:"withheld,omitempty"`
}

// seatedCue is a cue as requests. Either Path or Await is set.
type seatedCue struct {
	At session.Millis `json:"at_ms"`
	// Path is where the body is posted, below the session. The times in the body are game time.
	Path  string `json:"path,omitempty"`
	Body  any    `json:"body,omitempty"`
	Await string `json:"await,omitempty"`
}

// seatedVote is what the bot is asked, and how good each answer is.
type seatedVote struct {
	ID   string         `json:"id"`
	At   session.Millis `json:"at_ms"`
	Name string         `json:"name"`
	// Recorded is whom the player of the seat chose; empty if nobody knows.
	Recorded string `json:"recorded"`
	// Choices are the players who can be chosen, by name, with how good that choice is.
	Choices map[string]Rating `json:"choices,omitempty"`
	// Roles are the roles of the others, if the vote asks for them.
	Roles map[string]string `json:"roles,omitempty"`
}

func newSeated(p *Play) *seated {
	recording := *p.Game
	recording.Messages = nil
	cues := p.Cues(p.Seat, 1)
	return &seated{
		Recording: recording, Seat: p.Seat.Name, Length: p.Length(), Lines: p.lines(), Session: p.Config(1, 0, ""),
		Cues: requests(cues), Votes: p.votes(cues),
	}
}

// lines returns the messages of the recorded game.
func (p *Play) lines() []seatedLine {
	turns := p.turns()
	all := []seatedLine{}
	for i, m := range p.Messages {
		l := seatedLine{At: Millis(m.At), Sender: m.Sender, Kind: m.Kind, Channel: m.InChannel(), Text: m.Text}
		t := turns[i]
		l.Withheld = m.Kind == session.FromPlayer && m.Sender == p.Seat.Name || t != nil && t.Kind == VoteCast && t.Player == p.Seat.Name
		all = append(all, l)
	}
	return all
}

func requests(cues []Cue) []seatedCue {
	all := []seatedCue{}
	for _, c := range cues {
		r := seatedCue{At: c.At, Await: c.Await}
		switch {
		case c.Post != nil:
			r.Path, r.Body = "messages", c.Post
		case c.Observe != nil:
			r.Path, r.Body = "observations", c.Observe
		case c.Ask != nil:
			r.Path, r.Body = "votes", c.Ask
		}
		all = append(all, r)
	}
	return all
}

func (p *Play) votes(cues []Cue) []seatedVote {
	rounds := map[string]*Round{}
	for _, r := range p.Rounds() {
		rounds[r.ID] = &r
	}
	all := []seatedVote{}
	for _, c := range cues {
		if c.Ask == nil {
			continue
		}
		v := seatedVote{ID: c.Ask.ID, At: c.At}
		switch r := rounds[v.ID]; {
		case r != nil:
			v.Name, v.Recorded, v.Choices = r.Name(), r.Votes[p.Seat.Name], p.ChoiceIn(r, p.Seat).ratings(p.Seat.Name)
		case v.ID == VoteID:
			v.Name, v.Recorded, v.Choices = "Who is a machine?", p.Accusations[p.Seat.Name], p.Accusation().ratings(p.Seat.Name)
		case v.ID == MerlinVote:
			v.Name, v.Choices = c.Ask.Question, p.hunt(c.Ask).ratings(p.Seat.Name)
		default:
			v.Name, v.Roles = fmt.Sprintf("roles after quest %d", len(all)+1), maps.Clone(p.Start().Roles)
			delete(v.Roles, p.Seat.Name)
		}
		all = append(all, v)
	}
	return all
}

func (g *Game) hunt(q *session.VoteRequest) Choice {
	c := Choice{Is: func(p Player) string { return p.Role }, Sought: Merlin}
	for _, p := range g.Players {
		if slices.ContainsFunc(q.Options, func(o session.Option) bool { return o.ID == p.Name }) {
			c.Among = append(c.Among, p)
		}
	}
	return c
}

func (c Choice) ratings(voter string) map[string]Rating {
	all := map[string]Rating{}
	for _, p := range c.Among {
		if p.Name != voter {
			all[p.Name] = c.Rate(voter, p.Name)
		}
	}
	return all
}

// Play is one game with the bot in one seat.
type Play struct {
	*Game
	Seat    Player
	Variant *strategy.Variant
}
