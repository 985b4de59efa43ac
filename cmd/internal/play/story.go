package play

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"ringer/engine/session"
)

// story is the game as the person knows it: the fold of the events that the person may see.
type story struct {
	seat   string
	side   session.Side
	reveal bool
	show   func(line)

	clock   session.Clock
	setting session.Setting
	players []session.Player
	phase   string
	ends    session.Millis
	// chat is where the person speaks, in a phase with several channels; empty for the usual one.
	chat string
	// vote is the last vote that the person was asked for; nil if it is over.
	vote   *question
	closed time.Time
	// typing holds until when a player counts as typing, by player id.
	typing map[string]session.Millis
	told   string
	end    *session.GameEnded
}

func newStory(seat string, reveal bool, show func(line)) *story {
	return &story{seat: seat, reveal: reveal, show: show, typing: map[string]session.Millis{}}
}

func (s *story) hear(e session.Event) {
	if p, ok := e.Data.(*session.GameCreated); ok {
		s.begin(e, p)
		return
	}
	s.clock.Shift = e.Shift
	at := s.clock.Game(e.At)
	switch p := e.Data.(type) {
	case *session.MessageReceived:
		s.say(at, p.Post)
	case *session.MessageSent:
		s.say(at, session.Post{Sender: p.Sender, Text: p.Text, Kind: session.FromPlayer, Channel: p.Channel})
	case *session.TypingStarted:
		if s.sees(p.Channel) {
			s.typing[p.Seat] = at + typingTime
		}
	case *session.TypingStopped:
		delete(s.typing, p.Seat)
	case *session.ObservationReceived:
		s.observe(e.At, at, p)
	case *session.VoteRequested:
		s.ask(at, p)
	case *session.VoteReceived:
		s.voted(at, p.Seat, p.Answer)
	case *session.VoteCast:
		s.voted(at, p.Seat, p.Answer)
	case *session.VoteCancelled:
		s.closeVote(e.At)
	case *session.GameEnded:
		s.end, s.vote = p, nil
	}
}

// typingTime is how long a player counts as typing: a long message of a bot, in game time. A seat
// is not told when another one stops.
const typingTime = 15_000

func (s *story) begin(e session.Event, p *session.GameCreated) {
	dealt := p.Config.Dealt(p.Deal)
	s.clock, s.setting = session.NewClock(e.Moment().Steady(), p.Config.Speed), dealt.Game
	s.clock.Shift = e.Shift
	s.players, s.phase = slices.Clone(dealt.Game.Players), dealt.Game.Phase
	deal := p.Deal
	if deal == nil { // the platform runs the rules
		deal = &session.Deal{}
	}
	if s.seat != "" {
		config := session.Config{Game: s.setting}
		s.side = config.RoleSide(deal.Roles[s.seat])
		know := deal.Private[s.seat]
		if role := deal.Roles[s.seat]; know == "" && role != "" {
			know = "Your role: " + role + "."
		}
		s.show(notice(note, "You are %s. %s", s.name(s.seat), know))
	}
	s.show(notice(note, "The players: %s.", s.listed(s.players)))
	if s.seat != "" {
		s.show(notice(note, "Type a line to say it. /help shows the commands."))
	}
	if chats := s.chats(); len(chats) > 1 {
		s.chat = chats[0]
		s.show(notice(note, "You talk in several chats at once. Now %s hears you; /to and a name changes it.", s.listed(s.readers(s.chat))))
	}
	if s.reveal {
		for _, player := range s.players {
			s.show(notice(note, "%s: %s. %s", player.Name, deal.Roles[player.ID], deal.Private[player.ID]))
		}
	}
	if deal.Lasts > 0 { // otherwise the phase begins later, with an event of its own
		s.turn(0, deal.Lasts)
	}
}

func (s *story) turn(at, lasts session.Millis) {
	text := s.phase
	if s.ends = 0; lasts > 0 {
		s.ends = at + lasts
		text += ", " + clockTime(lasts)
	}
	s.show(line{mark: phase, at: at, text: text})
}

func (s *story) say(at session.Millis, p session.Post) {
	if !s.sees(p.Channel) {
		return
	}
	l := line{at: at, channel: p.Channel, text: p.Text}
	if p.Kind == session.FromGamemaster {
		l.mark, s.told = master, p.Text
	} else {
		delete(s.typing, p.Sender)
		l.name, l.own = s.name(p.Sender), p.Sender == s.seat
	}
	s.show(l)
}

// sees reports whether the person sees a channel. The server shows a seat only its own channels. A
// watcher gets all, and sees the main channel alone unless secrets are revealed.
func (s *story) sees(channel string) bool { return channel == "" || s.seat != "" || s.reveal }

func (s *story) observe(wall time.Time, at session.Millis, p *session.ObservationReceived) {
	roster := session.Roster{Players: s.players, Phase: s.phase}.With(&p.Observation)
	s.players, s.phase = roster.Players, roster.Phase
	switch p.Kind {
	case session.PhaseChanged:
		s.closeVote(wall)
		clear(s.typing)
		var lasts session.Millis
		if p.EndsIn != nil {
			lasts = session.Millis(float64(*p.EndsIn)*float64(s.clock.Speed)/1000 + 0.5)
		}
		s.turn(at, lasts)
	case session.RulingMade:
		s.closeVote(wall)
	case session.PlayerTyping:
		s.typing[p.Player.ID] = at + typingTime
	case session.PrivateInfo:
		s.learn(at, p)
	case session.PlayerOut, session.PlayerLeft:
		delete(s.typing, p.Player.ID)
		if p.Player.ID == s.seat {
			s.vote = nil
			s.show(notice(note, "You are out. You may read on, but nobody gets what you type."))
		}
	}
}

// learn shows what only one player has learned, to that player or where secrets are revealed.
func (s *story) learn(at session.Millis, p *session.ObservationReceived) {
	switch {
	case s.seat != "":
		s.show(line{mark: note, at: at, text: "Only you know: " + p.Text})
	case s.reveal && p.Seat != "":
		s.show(line{mark: note, at: at, text: s.name(p.Seat) + " learns: " + p.Text})
	case s.reveal:
		s.show(line{mark: note, at: at, text: "The bots learn: " + p.Text})
	}
}

func (s *story) out() bool {
	i := slices.IndexFunc(s.players, func(p session.Player) bool { return p.ID == s.seat })
	return i >= 0 && s.players[i].Presence != session.Active
}

func (s *story) name(id string) string {
	if i := slices.IndexFunc(s.players, func(p session.Player) bool { return p.ID == id }); i >= 0 {
		return cmp.Or(s.players[i].Name, id)
	}
	return id
}

// listed returns the names of players. It says who the person is, and who is out.
func (s *story) listed(players []session.Player) string {
	var names []string
	for _, p := range players {
		name := s.name(p.ID)
		if p.ID == s.seat {
			name += " (you)"
		}
		if p.Presence == session.Eliminated || p.Presence == session.Left {
			name += " (out)"
		}
		names = append(names, name)
	}
	return strings.Join(names, ", ")
}

// status says in a few words what goes on: the phase or the vote with the time left, and who types.
func (s *story) status(now time.Time) string {
	at, what, ends := s.clock.Game(now), s.phase, s.ends
	if s.vote != nil {
		what, ends = "vote", s.vote.ends
	}
	if ends > 0 {
		what += " " + clockTime(max(ends-at, 0))
	}
	var typing []string
	for _, p := range s.players {
		if s.typing[p.ID] > at {
			typing = append(typing, s.name(p.ID))
		}
	}
	switch {
	case len(typing) == 1:
		what += fmt.Sprintf(" · %s is typing…", typing[0])
	case len(typing) > 1:
		what += fmt.Sprintf(" · %s are typing…", strings.Join(typing, ", "))
	}
	return clean(what)
}
