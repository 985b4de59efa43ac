package deduction

import (
	"slices"

	"ringer/engine/deduction"
	"ringer/engine/recording"
	"ringer/engine/session"
)

type model struct {
	name string
	// weights returns its weights, by the weights that were fitted to the other games.
	weights func(deduction.Weights) deduction.Weights
	blind   bool
}

var models = []model{
	{"prior", func(w deduction.Weights) deduction.Weights { return w }, true},
	{"facts", func(w deduction.Weights) deduction.Weights { return deduction.Weights{Slip: w.Slip} }, false},
	{"quests", func(w deduction.Weights) deduction.Weights { return deduction.Weights{Fail: w.Fail, Slip: w.Slip} }, false},
	{"all", func(w deduction.Weights) deduction.Weights { return w }, false},
}

type key struct {
	rules string
	// moment is quests for the ends of all quests, end, or belief.
	moment   string
	informed bool
	model    string
}

// people counts what players said of the same pairs at the same moments.
type people struct{ pairs, role, side int }

type judgement struct {
	rows   map[key]*tally
	people map[bool]*people // by whether the player knows the sides
	// named counts the games in which the assassin would name Merlin; won are those that good had
	// won before, of which merlin were right.
	games, named, won, merlin int
	// found is in how many games that good had won the assassin of the recording named Merlin.
	found int
}

// judge guesses in each game with weights that were fitted to the other games.
func judge(recordings []recording.Game) (*judgement, error) {
	games := make([]deduction.Game, len(recordings))
	for i := range recordings {
		games[i] = course(&recordings[i])
	}
	j := &judgement{rows: map[key]*tally{}, people: map[bool]*people{false: {}, true: {}}}
	for i := range games {
		fitted, err := deduction.Fit(slices.Concat(games[:i], games[i+1:]))
		if err != nil {
			return nil, err
		}
		for _, m := range models {
			w := m.weights(*fitted)
			for _, me := range games[i].Seats {
				s := seat{judgement: j, recording: &recordings[i], game: &games[i], me: me, model: m}
				if err := s.play(&w); err != nil {
					return nil, err
				}
			}
		}
	}
	return j, nil
}

type seat struct {
	*judgement
	recording *recording.Game
	game      *deduction.Game
	me        string
	model     model
}

func (s *seat) play(w *deduction.Weights) error {
	p, err := deduction.New(view(s.game, s.me, w))
	if err != nil {
		return err
	}
	quest := 1
	s.believe(p, quest, quest)
	last := len(s.game.Rulings) - 1
	for i, r := range s.game.Rulings {
		if !s.model.blind {
			if err := p.Observe(r); err != nil {
				return err
			}
		}
		if r.Step != session.StepQuest {
			continue
		}
		quest++
		s.guess(p, "quests")
		if i == last {
			s.guess(p, "end")
			s.believe(p, quest, 6)
		} else {
			s.believe(p, quest, quest)
		}
	}
	if s.model.name == "all" && s.game.Roles[s.me] == "assassin" {
		s.assassinate(p)
	}
	return nil
}

func (s *seat) guess(p *deduction.Posterior, moment string) {
	for _, about := range s.game.Seats {
		if about != s.me {
			s.row(moment).add(p, about, s.game.Roles[about])
		}
	}
}

func (s *seat) row(moment string) *tally {
	k := key{s.recording.Rules, moment, informed(s.game.Roles[s.me]), s.model.name}
	if s.rows[k] == nil {
		s.rows[k] = &tally{}
	}
	return s.rows[k]
}

// believe counts what the player wrote down during the quests with these numbers, and what the
// model says of the same players. The model does not see the proposals and votes of those quests.
func (s *seat) believe(p *deduction.Posterior, from, to int) {
	for _, b := range s.recording.Beliefs {
		truth := s.game.Roles[b.About]
		good, known := sides[b.Role]
		if b.Player != s.me || b.About == s.me || b.Quest < from || b.Quest > to || truth == "" || !known {
			continue
		}
		s.row("beliefs").add(p, b.About, truth)
		if s.model.blind {
			n := s.people[informed(s.game.Roles[s.me])]
			n.pairs++
			n.role += count(b.Role == truth)
			n.side += count(good == deduction.Good(truth))
		}
	}
}

var sides = map[string]bool{
	"good": true, "merlin": true, "percival": true, "servant": true,
	"evil": false, "morgana": false, "assassin": false, "minion": false,
}

func (s *seat) assassinate(p *deduction.Posterior) {
	right := count(s.game.Roles[likeliest(p.Merlin())] == "merlin")
	passed := 0
	for _, r := range s.game.Rulings {
		passed += count(r.Step == session.StepQuest && r.Passed)
	}
	s.games++
	s.named += right
	s.won += count(passed == 3)
	s.merlin += right * count(passed == 3)
	s.found += count(passed == 3 && s.recording.QuestWinner() == session.Evil)
}
