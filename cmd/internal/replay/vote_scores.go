package replay

import (
	"ringer/engine/recording"
	"ringer/engine/session"
)

type score struct {
	votes int
	// rated counts the votes that could be wrong.
	rated int
	right int
	// chance is the sum of the chances of the rated votes.
	chance float64
}

func (s *score) add(b *ballot) {
	s.votes++
	if b.Right == nil {
		return
	}
	s.rated++
	s.chance += b.Chance
	if *b.Right {
		s.right++
	}
}

type scores struct {
	games int
	// without counts the recorded games that hold no vote.
	without int
	// asked counts the votes that the bot was asked for.
	asked int
	bot   score
	by    map[session.AnsweredBy]*score
	// bots and humans are the scores of the recorded players.
	bots, humans score
	// pairs counts plays by two facts: whether the bot's vote was right, and whether the vote of
	// the recorded player of its seat was.
	pairs        map[[2]bool]int
	late, missed int
	// waited is in seconds of game time.
	waited []float64
	// left is in milliseconds of wall time.
	left          []float64
	calls, failed int
	rounds        int
	// same counts the votes of phases in which the bot chose as the recorded player.
	same int
	// both counts the votes of phases that the bot and the recorded player have cast.
	both int
}

// newScores counts the votes. The votes of recorded players count once a game, however often the
// game was played.
func newScores(results []Result) *scores {
	s := &scores{by: map[session.AnsweredBy]*score{}, pairs: map[[2]bool]int{}}
	counted := map[string]bool{}
	for i := range results {
		r := &results[i]
		first := !counted[r.Game]
		counted[r.Game] = true
		if first {
			s.games++
		}
		polls := r.polls()
		if len(polls) == 0 && first {
			s.without++
		}
		for _, v := range polls {
			s.add(v, first)
		}
	}
	return s
}

func (s *scores) add(v *poll, first bool) {
	s.asked++
	s.calls += v.Calls
	s.failed += v.Failed
	for i := range v.Ballots {
		b := &v.Ballots[i]
		switch {
		case b.Accused == "":
		case b.Kind == recording.RingerKind:
			s.cast(v, b)
		case first && b.Bot:
			s.bots.add(b)
		case first:
			s.humans.add(b)
		}
	}
	if v.Cast == nil {
		s.missed++
	}
	if v.Round != "" {
		s.rounds++
		if bot, recorded := v.Ballots[0].Accused, v.Ballots[1].Accused; bot != "" && recorded != "" {
			s.both++
			if bot == recorded {
				s.same++
			}
		}
	}
	if bot, recorded := v.Ballots[0].Right, v.Ballots[1].Right; bot != nil && recorded != nil {
		s.pairs[[2]bool{*bot, *recorded}]++
	}
}

func (s *scores) cast(v *poll, b *ballot) {
	s.bot.add(b)
	by := s.by[v.Cast.AnsweredBy]
	if by == nil {
		by = &score{}
		s.by[v.Cast.AnsweredBy] = by
	}
	by.add(b)
	if v.Left < 0 {
		s.late++
	}
	s.waited = append(s.waited, float64(v.Cast.Waited)/1000)
	s.left = append(s.left, float64(v.Left.Microseconds())/1000)
}
