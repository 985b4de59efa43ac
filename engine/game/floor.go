package game

import (
	"slices"

	"ringer/engine/session"
)

// The times of the floor, in game time.
const (
	// ModeratorLimit is how long the game waits for its moderator after a line: a pause that
	// nobody minds. Then the seed chooses.
	ModeratorLimit = 5000
	// turnLimit is how long a bot keeps the floor without a word. A person who has nothing to say
	// by then leaves it to others.
	turnLimit = 20_000
	// quietTick is the silence after which the moderator is asked whether a bot should break it. It
	// doubles each time that nobody speaks, up to quietTicks times: then the game waits for
	// people.
	quietTick  = 15_000
	quietTicks = 4
	// restGap is how soon a bot begins to type the next part of a message that it sends in parts:
	// it looks at what others have said meanwhile.
	restGap = 600
	// floorGap is the least time between two answers of the moderator. With it a burst of posts
	// costs few calls.
	floorGap = 1000
)

// Floor is who may speak at a game where bots speak one at a time.
type Floor struct {
	// Seat is the bot that may speak; empty for none.
	Seat string `json:"seat,omitempty"`
	// Since is when that was decided.
	Since session.Millis `json:"since,omitempty"`
	// SpokenAt is when the bot has spoken first since then; 0 until it has.
	SpokenAt session.Millis `json:"spoken_at,omitempty"`
	// LastAt is when it has spoken last since then.
	LastAt session.Millis `json:"last_at,omitempty"`
	// Typing says that it types the rest of what it has begun to say.
	Typing bool `json:"typing,omitempty"`
	// Considered is the seq of the last line that the moderator has considered.
	Considered int64 `json:"considered_seq,omitempty"`
	// Line is the seq of the last line, and LineAt is when it was said.
	Line   int64          `json:"line_seq,omitempty"`
	LineAt session.Millis `json:"line_at,omitempty"`
	// NewAt is when the first line was said that the moderator has not considered.
	NewAt session.Millis `json:"new_at,omitempty"`
	// LostAt is when the bot could not speak any more, such as by a new phase; 0 while it can.
	LostAt session.Millis `json:"lost_at,omitempty"`
	// Quiet counts how often the moderator was asked since the last line.
	Quiet int `json:"quiet,omitempty"`
	// BegunAt is when the bot has begun to type its first line since then; 0 until it has.
	BegunAt session.Millis `json:"begun_at,omitempty"`
	// Bids are what the bots have bid last, by seat.
	Bids map[string]int `json:"bids,omitempty"`
}

func (f *Floor) hear(m session.Message) {
	if f.Line <= f.Considered {
		f.NewAt = m.At
	}
	f.Line, f.LineAt, f.Quiet = m.Seq, m.At, 0
	if m.Sender != f.Seat || m.Kind != session.FromPlayer {
		return
	}
	f.LastAt, f.Typing = m.At, false
	if f.SpokenAt == 0 {
		f.SpokenAt = m.At
	}
}

// typing notes that a bot begins to type, or stops. The rest of a message begins soon after the
// part before it. What begins later is another message.
func (f *Floor) typing(seat string, on bool, now session.Millis) {
	if seat == f.Seat {
		if f.BegunAt = 0; on && f.SpokenAt == 0 {
			f.BegunAt = max(now, 1) // 0 stands for a bot that does not type
		}
		f.Typing = on && f.SpokenAt > 0 && now <= f.LastAt+restGap
	}
}

// rest returns when a bot that has spoken has surely said the rest of its message. While it types
// the next part, it has as long as for a turn.
func (f *Floor) rest() session.Millis {
	longest := f.SpokenAt + turnLimit
	if f.Typing {
		return longest
	}
	return min(f.LastAt+restGap, longest)
}

func (f *Floor) give(p *session.FloorGiven, now session.Millis) {
	if p.BasedOn == f.Considered && f.LostAt == 0 {
		f.Quiet++
	}
	if p.By == session.GivenByBid && f.idle(now) {
		f.bid(f.Seat, 0) // it did not use the floor: until it bids again, it gets none
	}
	*f = Floor{Seat: p.Seat, Since: now, Considered: p.BasedOn, Line: f.Line, LineAt: f.LineAt, NewAt: f.NewAt, Quiet: f.Quiet, Bids: f.Bids}
}

// checkFloor notes when the bot that has the floor cannot speak any more, or can again.
func (s *State) checkFloor() {
	switch may := s.Floor.Seat == "" || slices.Contains(s.candidates(), s.Floor.Seat); {
	case may:
		s.Floor.LostAt = 0
	case s.Floor.LostAt == 0:
		s.Floor.LostAt = max(s.Now, 1) // 0 stands for a bot that can speak
	}
}

// candidates returns the bots that could speak if they had the floor.
func (s *State) candidates() (seats []string) {
	for _, b := range s.Roster.Bots {
		if !b.Muted && s.Roster.MaySpeak(b.Seat) {
			seats = append(seats, b.Seat)
		}
	}
	return seats
}

// moderated reports whether the moderator is to be asked, and from when on.
func (s *State) moderated() (at session.Millis, ok bool) {
	if s.Config.Floor != session.FloorModerated || s.End != nil {
		return 0, false
	}
	f := &s.Floor
	switch ok = true; {
	case f.Line > f.Considered:
		at = max(f.NewAt, f.SpokenAt, f.Since+floorGap) // not LineAt: a chat that goes on must not put it off
	case f.Quiet < quietTicks:
		at = max(f.LineAt, f.Since) + quietTick<<f.Quiet
	default:
		ok = false
	}
	if f.Seat == "" {
		return at, ok
	}
	if f.SpokenAt > 0 {
		return max(at, f.rest()), ok
	}
	at = max(at, f.Since+turnLimit)
	if lost := max(f.LostAt, f.Since+floorGap); f.LostAt > 0 && (!ok || lost < at) {
		return lost, true
	}
	return at, ok
}

// moderate gives the floor where no moderator is needed, or none has answered in time. It returns
// the want of a moderator otherwise.
func (d *decider) moderate() {
	at, ok := d.s.moderated()
	if !ok {
		return
	}
	candidates, limit := d.s.candidates(), at+ModeratorLimit
	if d.s.Floor.SpokenAt > 0 {
		limit -= restGap // the game has waited for the rest of the message
	}
	switch {
	case d.now < at:
		d.wakeAt(at)
	case len(candidates) < 2:
		d.give(append(candidates, "")[0], session.GivenByRule)
	case d.now >= limit:
		d.give(d.drawn(candidates), session.GivenByDraw)
	default:
		d.wants = append(d.wants, session.Want{Kind: session.KindModerator, BasedOn: d.s.Floor.Line, At: at})
		d.wakeAt(limit)
	}
}

// drawn lets the seed choose one of several bots.
func (d *decider) drawn(candidates []string) string {
	seed := int64(0)
	if d.s.Config.Seed != nil {
		seed = *d.s.Config.Seed
	}
	return candidates[session.Draw(seed, d.s.Floor.Line, "floor", d.s.Floor.Quiet).IntN(len(candidates))]
}

func (d *decider) give(seat string, by session.GivenBy) {
	d.emit(&session.FloorGiven{Seat: seat, By: by, BasedOn: d.s.Floor.Line})
}

// concludeModerator gives the floor to the bot that the moderator names. The seed chooses if that
// is none of those who can speak.
func (d *decider) concludeModerator(t session.Thought) {
	if at, ok := d.s.moderated(); !ok || d.now < at {
		return // somebody has got the floor meanwhile
	}
	candidates := d.s.candidates()
	if len(candidates) < 2 {
		return // no moderator is needed any more
	}
	found, ok := t.Finding.(session.NextSpeaker)
	if !ok || found.Seat != "" && !slices.Contains(candidates, found.Seat) {
		d.give(d.drawn(candidates), session.GivenByDraw)
		return
	}
	d.emit(&session.FloorGiven{Seat: found.Seat, By: session.GivenByModel, BasedOn: max(t.Want.BasedOn, d.s.Floor.Considered)})
}
