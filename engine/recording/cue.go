package recording

import "ringer/engine/session"

// Cue is one thing that a replay does at a game time. Besides the time, one of its fields is set.
type Cue struct {
	At      session.Millis
	Post    *session.Post
	Observe *session.Observation
	Ask     *session.VoteRequest
	// Await is the id of a vote. All later cues are held back until the bot has voted: they may
	// give the answer away.
	Await string
}

// Cues returns what a replay does, in order, with the bot in a seat.
func (g *Game) Cues(seat Player, speed float64) []Cue {
	posted, _ := g.script(seat)
	before, closing := g.closing(posted)
	s := staging{game: g, seat: seat, speed: speed, rounds: g.Rounds(), phases: g.inPhases(), dealt: g.Deal() != nil}
	s.last, _ = g.CountQuests()
	for i := range before {
		s.line(&before[i])
	}
	if g.HoldsVote() {
		q := g.VoteRequest(speed)
		s.add(Cue{At: g.VoteAt(), Ask: &q}, Cue{At: g.VoteAt(), Await: q.ID})
	}
	for i := range closing {
		s.line(&closing[i])
	}
	s.awaitVote(g.Length())
	return s.cues
}

type staging struct {
	game   *Game
	seat   Player
	speed  float64
	phases bool
	// rounds are the votes that have not been asked for yet.
	rounds []Round
	// dealt says that the bot knows which roles there are.
	dealt  bool
	quests int
	last   int
	// open is the id of the vote that the bot has not answered yet.
	open  string
	muted bool
	cues  []Cue
}

func (s *staging) add(cues ...Cue) { s.cues = append(s.cues, cues...) }

func (s *staging) observe(at session.Millis, o session.Observation) {
	s.add(Cue{At: at, Observe: &o})
}

func (s *staging) awaitVote(at session.Millis) {
	if s.open != "" {
		s.add(Cue{At: at, Await: s.open})
		s.open = ""
	}
}

// line adds the cues of one line, and of what it announces. A phase begins before it is announced,
// so that its announcement is the first line of the phase.
func (s *staging) line(l *line) {
	t := l.turn
	if l.ruling != nil {
		s.add(Cue{At: l.at, Post: &l.post})
		s.observe(l.at, session.Observation{Kind: session.RulingMade, Ruling: l.ruling})
		if l.ruling.Step == session.StepQuest {
			s.guess(l.at)
		}
		return
	}
	if t == nil || !s.phases {
		s.add(Cue{At: l.at, Post: &l.post})
		return
	}
	switch t.Kind {
	case PhaseBegan:
		s.awaitVote(t.At)
		s.begin(t)
	case PlayerOut:
		s.awaitVote(t.At)
	}
	s.add(Cue{At: l.at, Post: &l.post})
	switch t.Kind {
	case VoteAsked:
		s.vote(t)
	case PlayerOut:
		s.observe(t.At, session.Observation{Kind: session.PlayerOut, Player: &session.Player{ID: t.Player}})
	}
}

// begin begins a phase. Then players may speak again.
func (s *staging) begin(t *Turn) {
	o := session.Observation{Kind: session.PhaseChanged, Phase: t.Phase}
	if t.Lasts > 0 {
		lasts := wallMillis(t.Lasts, s.speed)
		o.EndsIn = &lasts
	}
	s.observe(t.At, o)
	if s.muted {
		s.observe(t.At, session.Observation{Kind: session.BotUnmuted})
		s.muted = false
	}
}

// vote asks for a vote, if the bot has one. Nobody speaks while the players vote.
func (s *staging) vote(t *Turn) {
	if !s.muted {
		s.observe(t.At, session.Observation{Kind: session.BotMuted})
		s.muted = true
	}
	r := s.rounds[0]
	s.rounds = s.rounds[1:]
	for _, name := range t.Voters {
		if name == s.seat.Name {
			q := r.Request(s.seat.Name, s.speed)
			s.add(Cue{At: t.At, Ask: &q})
			s.open = q.ID
		}
	}
}

// guess asks who is who at the end of a quest. What comes next is held back until the bot has
// answered.
func (s *staging) guess(at session.Millis) {
	s.quests++
	if !s.dealt {
		return
	}
	for _, q := range s.game.guessRequests(s.seat, s.quests, s.quests == s.last, s.speed) {
		s.add(Cue{At: at, Ask: &q}, Cue{At: at, Await: q.ID})
	}
}
