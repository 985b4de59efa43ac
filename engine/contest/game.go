package contest

import (
	"fmt"
	"strings"

	"ringer/engine/conduct"
	"ringer/engine/deceit"
	"ringer/engine/desk"
	"ringer/engine/referee"
	"ringer/engine/session"
	"ringer/engine/strategy"
)

// Game is how a bout went: a line of the file.
type Game struct {
	Bout
	Outcome string           `json:"outcome"`
	Lasted  session.Millis   `json:"lasted_ms"`
	Seats   []Seat           `json:"seats"`
	Ballots []referee.Ballot `json:"ballots"`
	// Table is what the moderator and the host of a show have cost.
	TableSpent session.Spent `json:"table_spent"`
	// Floors says who chose the speakers; nil unless bots speak one at a time.
	Floors *Floors `json:"floors,omitempty"`
	// Flow says how the players shared the talk; nil in files of older versions.
	Flow  *Flow  `json:"flow,omitempty"`
	Lines []Line `json:"lines"`
	// Accusations are what bots accused each other of by themselves, without a vote.
	Accusations []Line `json:"accusations,omitempty"`

	counted []Deceit // the rows of lines that were dropped
}

// Seat is what became of one player of a game.
type Seat struct {
	// ID is the player's id in the game. The rules may have given another one than Name.
	ID      string `json:"seat"`
	Name    string `json:"name"`
	Variant string `json:"variant"`
	Role    string `json:"role"`
	Side    string `json:"side"`
	// Private is what only this player knew from the start.
	Private string `json:"private,omitempty"`
	Won     bool   `json:"won"`
	Score   *int   `json:"score,omitempty"`
	// Messages counts the player's lines, and Words the words in them.
	Messages int `json:"messages"`
	Words    int `json:"words"`
	// Accused counts the votes and accusations of others for this player.
	Accused int `json:"accused"`
	// Leaks counts the lines that give away what the player must hide.
	Leaks int `json:"leaks"`
	// Stopped counts the texts that the mouth refused because they would have done so.
	Stopped int             `json:"leaks_stopped"`
	Broken  int             `json:"broken"`
	Conduct conduct.Conduct `json:"conduct"`
	Spent   session.Spent   `json:"spent"`
}

// Game returns how a bout went, from the log of its game and the result. logOf returns the log of a
// session.
func (c *Contest) Game(b Bout, log []session.Event, r *desk.GameResult, logOf func(session string) ([]session.Event, error)) (*Game, error) {
	created, ok := log[0].Data.(*session.GameCreated)
	if !ok || created.Deal == nil || r.Reason != session.EndedByRules {
		return nil, fmt.Errorf("game %d, seed %d: the rules have not ended it, but: %s", b.Number, b.Seed, r.Reason)
	}
	var names []string
	for _, v := range c.seating(b, created.Deal) {
		names = append(names, v.Name)
	}
	return Record(b, names, log, r, Logs{logOf, c.strategies})
}

// Logs are the logs of sessions.
type Logs struct {
	Of func(session string) ([]session.Event, error)
	// Strategies say what the bots believed; nil if nobody asks.
	Strategies *strategy.Registry
}

// Record is Game for any game that Ringer ran, also one that the rules have not ended. variants
// says for each player of the game's configuration how the seat was played.
func Record(b Bout, variants []string, log []session.Event, r *desk.GameResult, logs Logs) (*Game, error) {
	created := log[0].Data.(*session.GameCreated)
	g := &Game{Bout: b, Outcome: r.Outcome, Lasted: r.Lasted, Ballots: r.Ballots, TableSpent: r.TableSpent}
	said := map[string]deceit.Said{}
	for i, p := range created.Config.Game.Players {
		seat := Seat{ID: created.Deal.Seat(p.ID), Name: p.Name, Variant: variants[i]}
		seat.Role = created.Deal.Roles[seat.ID]
		seat.Private = created.Deal.Private[seat.ID]
		seat.Side = side(created.Config.Game.Rules, seat.Role)
		for _, p := range r.Players {
			if p.Seat == seat.ID {
				seat.Won, seat.Score = p.Won, p.Score
				if !p.Bot {
					continue
				}
				seat.Spent = *p.Spent
				own, err := logs.Of(p.Session)
				if err != nil {
					return nil, err
				}
				seat.Stopped, seat.Conduct = stoppedLeaks(own), conduct.Of(own, nil)
				logs.judgeByRule(own, created, said)
			}
		}
		g.Seats = append(g.Seats, seat)
	}
	g.read(created, log, said)
	for _, ballot := range g.Ballots {
		for voter, answer := range ballot.Answers {
			if seat := g.Seat(answer.Option); seat != nil && seat.ID != voter {
				seat.Accused++
			}
		}
	}
	return g, nil
}

// Seat returns the player with this id, nil if there is none.
func (g *Game) Seat(id string) *Seat {
	for i := range g.Seats {
		if g.Seats[i].ID == id {
			return &g.Seats[i]
		}
	}
	return nil
}

func (g *Game) texts(seat string) (texts []string) {
	for i := range g.Lines {
		if g.Lines[i].Sender == seat {
			texts = append(texts, g.Lines[i].Text)
		}
	}
	return texts
}

func (g *Game) read(created *session.GameCreated, log []session.Event, said map[string]deceit.Said) {
	t, hidden := newTranscript(log[0]), secrets(created)
	talk := newFlow(t.watch.open())
	defer func() { g.Flow = talk.share(t.watch.stayed()) }()
	if created.Config.Floor != session.FloorFree {
		g.Floors = &Floors{}
	}
	for _, e := range log[1:] {
		if p, ok := e.Data.(*session.FloorGiven); ok && g.Floors != nil {
			g.Floors.add(p)
		}
		l, breaker, ok := t.read(e)
		talk.read(e, l, ok, t.watch.open())
		if seat := g.Seat(breaker); seat != nil {
			seat.Broken++
		}
		switch seat := g.Seat(l.Sender); {
		case !ok:
			continue
		case l.Accuses != "":
			g.Accusations = append(g.Accusations, l)
			continue
		case seat != nil:
			seat.Messages++
			seat.Words += len(strings.Fields(l.Text))
			if l.Channel == "" && leaks(hidden[seat.ID], seat.Name, l.Text) {
				seat.Leaks++
			}
		}
		if x, ok := said[l.message]; ok {
			l.Mind, l.Marks = &x.Mind, x.Marks
		}
		g.Lines = append(g.Lines, l)
	}
}
