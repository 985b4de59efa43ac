package game

import (
	"fmt"
	"slices"
	"strings"

	"ringer/engine/referee"
	"ringer/engine/session"
)

// Person is what a game knows of the doings of a person.
type Person struct {
	// Since is when the person last did something, or from when on something is asked.
	Since session.Millis `json:"since_ms"`
	// Asked says that something is asked of the person.
	Asked bool `json:"asked,omitempty"`
}

// Notice is what players have to be told of a person.
type Notice struct {
	Seat string `json:"seat"`
	// Seq is the event that it is about.
	Seq int64 `json:"seq"`
	// Back says that the person is back.
	Back bool `json:"back,omitempty"`
}

const noticePrefix = "ringer:away-"

// line returns the id of the line that tells it.
func (n *Notice) line() string { return fmt.Sprint(noticePrefix, n.Seq) }

// IsNotice reports whether an id is like those of the lines that say who is away.
func IsNotice(id string) bool { return strings.HasPrefix(id, noticePrefix) }

// leave notes that a person is away. Whoever is told so hears it as a line.
func (s *State) leave(e session.Event, p *session.PlayerAway) {
	if !s.Roster.IsAway(p.Seat) {
		s.note(Notice{Seat: p.Seat, Seq: e.Seq})
	}
	s.Roster = After(s.Roster, p)
	s.checkFloor()
}

func (s *State) comeBack(e session.Event, p *session.PlayerReturned) {
	s.note(Notice{Seat: p.Seat, Seq: e.Seq, Back: true})
	s.Roster = After(s.Roster, p)
	s.checkFloor()
}

// joinsAgain reports whether a person who was away, and left, is in the game again.
func joinsAgain(r *session.Roster, p *session.ObservationReceived) bool {
	if p.Kind != session.PlayerJoined || !r.IsAway(p.Player.ID) {
		return false
	}
	_, plays := r.Bot(p.Player.ID)
	return !plays
}

func (s *State) note(n Notice) {
	if s.Config.Away == session.AwayTold {
		s.Notices = append(slices.Clip(s.Notices), n)
	}
}

// attend notes who has done something, and of whom something is asked. A notice is dropped once it
// is told, or its player is out.
func (s *State) attend(p session.Payload) {
	if len(s.Notices) > 0 {
		s.Notices = slices.DeleteFunc(slices.Clone(s.Notices), func(n Notice) bool {
			player, _ := s.Roster.Player(n.Seat)
			m, ok := p.(*session.MessageReceived)
			return player.Presence != session.Active || ok && n.line() == m.ID
		})
	}
	if s.Config.AFK == 0 || s.End != nil {
		return
	}
	people := map[string]Person{}
	for _, player := range s.Roster.Players {
		_, isBot := s.Roster.Bot(player.ID)
		if isBot || s.Roster.IsAway(player.ID) || player.Presence != session.Active {
			continue
		}
		before, asked := s.People[player.ID], s.asks(player.ID)
		if !asked {
			before.Since = 0
		} else if !before.Asked || actor(p) == player.ID {
			before.Since = s.Now
		}
		people[player.ID] = Person{Since: before.Since, Asked: asked}
	}
	s.People = people
}

// asks reports whether something is asked of a seat: while votes are open the answers that are
// missing, else a word of all who may speak. Where players are told who is away, nothing counts
// that is asked in secret: whoever is asked at night has a role.
func (s *State) asks(seat string) bool {
	told := s.Config.Away == session.AwayTold
	if told && s.apart() {
		return false
	}
	now, open := s.Clock.Wall(s.Now), false
	for i := range s.Votes {
		v := &s.Votes[i]
		if told && s.Referee == nil && !v.Public {
			continue
		}
		if v.waits() && v.Status(s, now) == session.VoteOpen {
			if open = true; slices.Contains(v.Silent(), seat) {
				return true
			}
		}
	}
	return !open && s.Roster.MaySpeak(seat)
}

// apart reports whether some players of the game do not see where it goes on now.
func (s *State) apart() bool {
	return slices.ContainsFunc(s.Roster.Players, func(p session.Player) bool {
		return p.Presence == session.Active && len(s.Roster.Chats(p.ID)) == 0
	})
}

// actor returns the player who has caused an event.
func actor(p session.Payload) string {
	switch p := p.(type) {
	case *session.MessageReceived:
		if p.Kind == session.FromPlayer && !p.History {
			return p.Sender
		}
	case *session.ObservationReceived:
		if p.Kind == session.PlayerTyping || p.Kind == session.PlayerJoined {
			return p.Player.ID
		}
	case *session.VoteReceived:
		return p.Seat
	case *session.VoteReplaced:
		return p.Seat
	case *session.PlayerReturned:
		return p.Seat
	}
	return ""
}

// findAway says who is away, having done nothing for long enough while something was asked.
func (d *decider) findAway() {
	for _, player := range d.s.Roster.Players {
		p := d.s.People[player.ID]
		if !p.Asked {
			continue
		}
		if due := p.Since + session.Millis(d.s.Config.AFK); d.now < due {
			d.wakeAt(due)
		} else {
			d.emit(&session.PlayerAway{Seat: player.ID, Reason: session.AwayIdle})
		}
	}
	d.notice()
}

// notice tells the players who is away or back. At night it waits for the day.
func (d *decider) notice() {
	if len(d.s.Notices) == 0 || d.s.apart() {
		return
	}
	for _, n := range d.s.Notices {
		player, _ := d.s.Roster.Player(n.Seat)
		text := player.Name + " is away."
		if _, plays := d.s.Roster.Bot(n.Seat); n.Back {
			text = player.Name + " is back."
		} else if plays {
			text = fmt.Sprintf("%s is away. A bot plays for %s.", player.Name, player.Name)
		}
		d.emit(&session.MessageReceived{Post: session.Post{ID: n.line(), Sender: "GameMaster", Text: text, Kind: session.FromGamemaster}})
	}
}

// deliverAway lets the bot play that stands by. Nobody else is told.
func deliverAway(r *session.Roster, p *session.PlayerAway) []Delivery {
	for _, b := range r.StandIns {
		if b.Seat == p.Seat {
			return []Delivery{{b.Session, &session.PlayerAway{Seat: p.Seat, Reason: p.Reason, Silent: b.Silent()}}}
		}
	}
	return nil
}

// deliverReturned tells the bot that the person has the seat again.
func deliverReturned(r *session.Roster, p *session.PlayerReturned) []Delivery {
	if b, plays := r.Bot(p.Seat); plays && r.IsAway(p.Seat) {
		return []Delivery{{b.Session, &session.PlayerReturned{Seat: p.Seat}}}
	}
	return nil
}

// deliverAnswered tells the bot that stands by that its seat has answered.
func deliverAnswered(r *session.Roster, p *session.VoteReceived) (list []Delivery) {
	over := &session.VoteCancelled{VoteID: p.VoteID, Reason: "the person on the seat has answered"}
	if r.Hosted() && p.VoteID == referee.AccusationVote {
		over.Accused = p.Answer.Option
	}
	for _, b := range r.StandIns {
		if b.Seat == p.Seat {
			list = append(list, Delivery{b.Session, over})
		}
	}
	return list
}
