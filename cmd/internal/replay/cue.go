package replay

import "ringer/engine/session"

// cue is one thing that a replay does at a game time. Besides the time, one of its fields is set.
type cue struct {
	at      session.Millis
	post    *session.Post
	observe *session.Observation
	ask     *session.VoteRequest
	// await is the id of a vote. All later cues are held back until the bot has voted: they may
	// give the answer away.
	await string
}

// cues returns what a replay does, in order, with the bot in a seat.
func (g *Game) cues(seat Player, speed float64) []cue {
	posted, _ := g.script(seat)
	before, closing := g.closing(posted)
	s := staging{game: g, seat: seat, speed: speed, rounds: g.Rounds(), phases: g.inPhases(), dealt: g.deal() != nil}
	s.last, _ = g.quests()
	for i := range before {
		s.line(&before[i])
	}
	if g.holdsVote() {
		q := g.voteRequest(speed)
		s.add(cue{at: g.voteAt(), ask: &q}, cue{at: g.voteAt(), await: q.ID})
	}
	for i := range closing {
		s.line(&closing[i])
	}
	s.awaitVote(g.length())
	return s.cues
}

// staging turns the lines of a game into cues.
type staging struct {
	game   *Game
	seat   Player
	speed  float64
	phases bool
	// rounds are the votes that have not been asked for yet.
	rounds []Round
	// dealt says that the bot knows which roles there are.
	dealt bool
	// quests counts the quests that are over.
	quests int
	// last is the number of the last quest.
	last int
	// open is the id of the vote that the bot has not answered yet.
	open  string
	muted bool
	cues  []cue
}

func (s *staging) add(cues ...cue) { s.cues = append(s.cues, cues...) }

func (s *staging) observe(at session.Millis, o session.Observation) {
	s.add(cue{at: at, observe: &o})
}

// awaitVote waits for the open vote, if there is one.
func (s *staging) awaitVote(at session.Millis) {
	if s.open != "" {
		s.add(cue{at: at, await: s.open})
		s.open = ""
	}
}

// line adds the cues of one line, and of what it announces. A phase begins before it is announced,
// so that its announcement is the first line of the phase.
func (s *staging) line(l *line) {
	t := l.turn
	if l.ruling != nil {
		s.add(cue{at: l.at, post: &l.post})
		s.observe(l.at, session.Observation{Kind: session.RulingMade, Ruling: l.ruling})
		if l.ruling.Step == session.StepQuest {
			s.guess(l.at)
		}
		return
	}
	if t == nil || !s.phases {
		s.add(cue{at: l.at, post: &l.post})
		return
	}
	switch t.Kind {
	case PhaseBegan:
		s.awaitVote(t.At)
		s.begin(t)
	case PlayerOut:
		s.awaitVote(t.At)
	}
	s.add(cue{at: l.at, post: &l.post})
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
			q := r.request(s.seat.Name, s.speed)
			s.add(cue{at: t.At, ask: &q})
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
		s.add(cue{at: at, ask: &q}, cue{at: at, await: q.ID})
	}
}
