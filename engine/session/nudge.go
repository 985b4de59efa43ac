package session

import "ringer/engine/mouth"

// The time until the bot types the answer that it is urged to give, in milliseconds.
const (
	minNudged = 1000
	maxNudged = 2000
)

// nudges reports whether a line urges the bot to send the answer that waits: it is the bot's name
// alone, or the same question again, and nothing came in between.
func (s *State) nudges(m *Message) bool {
	p := s.Plan
	if p == nil || p.Kind != Reply || p.Command != "" || !m.Foreign() || !m.Addressed || m.Channel != s.here() || !s.Config.lifelike() || !s.answers(p) {
		return false
	}
	if foreign, _ := s.since(max(p.BasedOn, p.Read)); foreign > 0 {
		return false
	}
	asked, _ := messageAt(s.Messages, p.Answers)
	bot, _ := s.Roster.Player(s.Roster.Seat)
	text := mouth.Normalise(m.Text)
	return text == mouth.Normalise(bot.Name) || text == mouth.Normalise(asked.Text)
}

// nudge lets the plan that waits answer a line that urges the bot, and sends it at once.
func (s *State) nudge(m *Message) {
	s.changePlan(func(p *Plan) {
		wait := minNudged + Millis(Draw(s.Seed, m.Seq, "nudge", 0).Float64()*(maxNudged-minNudged))
		if due := s.Clock.Wall(s.Now + wait + s.typing(p)); due.Before(p.DueAt) {
			p.DueAt = due
		}
		p.BasedOn, p.Answers = m.Seq, m.Seq
	})
}
