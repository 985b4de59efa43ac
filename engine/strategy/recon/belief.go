package recon

import (
	"fmt"
	"math"
	"strings"

	"ringer/engine/deduction"
	"ringer/engine/session"
)

const (
	roleMerlin  = "merlin"
	roleServant = "servant"
)

// standing is what the bot believes of the others.
type standing struct {
	view session.View
	mind mind
	// exact is who is who by probability; nil without the option posterior, and in games
	// without a list of roles.
	exact *deduction.Posterior
	roles map[string]map[string]float64
}

func (r *ReCon) standing(v session.View, m mind) *standing {
	s := &standing{view: v, mind: m}
	if r.options.Posterior == on {
		s.exact = posterior(v)
	}
	s.hear(m)
	return s
}

func (s *standing) hear(m mind) {
	s.mind, s.roles = m, nil
	if s.exact != nil {
		s.exact.Hear(m.reading(s.view))
	}
}

// posterior returns who is who for the bot's seat, or nil if the deduction does not know the roles.
func posterior(v session.View) *deduction.Posterior {
	bot := &v.Config.Bot
	setup := deduction.Setup{Me: v.Me.ID, Role: strings.ToLower(bot.Role), RoleList: lower(v.Config.Game.RoleList), Known: map[string][]string{}, Words: map[string]int{}}
	if v.Config.Side() == session.Evil { // only the assassin's side looks for Merlin
		for _, m := range v.Messages {
			if m.Channel == "" {
				setup.Words[m.Sender] += len(strings.Fields(m.Text))
			}
		}
	}
	for _, p := range v.Players {
		setup.Seats = append(setup.Seats, p.ID)
		if roles := bot.KnownRoles[p.ID]; len(roles) > 0 {
			setup.Known[p.ID] = lower(roles)
		}
	}
	p, err := deduction.New(setup)
	if err != nil {
		return nil // other roles than those of the standard table, or none
	}
	all := v.Rulings
	for i, u := range all {
		if u.Step == session.StepTeam && i+1 < len(all) && all[i+1].Step == session.StepTeam {
			continue // the leader has proposed another team since
		}
		_ = p.Observe(u) // a ruling that contradicts the others changes nothing
	}
	return p
}

func lower(roles []string) (all []string) {
	for _, role := range roles {
		all = append(all, strings.ToLower(role))
	}
	return all
}

// wordsWeight is how much likelier words that read as evil are from an evil player, as a logarithm.
// The deduction multiplies it by the fitted weight.
const wordsWeight = 1.0

func (m *mind) reading(v session.View) deduction.Reading {
	r := deduction.Reading{}
	for id, g := range m.Guesses {
		switch g.Words {
		case string(session.Evil):
			r[id] = map[string]float64{string(session.Evil): wordsWeight}
		case string(session.Good):
			r[id] = map[string]float64{string(session.Evil): -wordsWeight}
		}
		if v.Config.Side() == session.Evil && strings.EqualFold(g.Role, roleMerlin) { // it speaks like one who knows
			if r[id] == nil {
				r[id] = map[string]float64{}
			}
			r[id][roleMerlin] = wordsWeight
		}
	}
	return r
}

// What a guess of a side is worth without the posterior, as the probability of evil.
const (
	surelyEvil   = 0.97
	guessedEvil  = 0.7
	guessedGood  = 0.25
	surelyGood   = 0.03
	unknownShare = 1.0 / 3 // evil players among all, by the standard table
)

func (s *standing) evil(id string) float64 {
	if s.exact != nil {
		return s.exact.Evil(id)
	}
	if id == s.view.Me.ID {
		return flag(s.view.Config.Side() == session.Evil)
	}
	if roles := s.view.Config.Bot.KnownRoles[id]; len(roles) > 0 && s.sides(roles) != "" {
		return flag(s.sides(roles) == session.Evil)
	}
	g, guessed := s.mind.Guesses[id]
	side := s.view.Config.RoleSide(g.Role)
	switch {
	case !guessed || side == "":
		return unknownShare
	case side == session.Evil && g.Certain:
		return surelyEvil
	case side == session.Evil:
		return guessedEvil
	case g.Certain:
		return surelyGood
	}
	return guessedGood
}

func (s *standing) sides(roles []string) session.Side {
	side := s.view.Config.RoleSide(roles[0])
	for _, role := range roles {
		if s.view.Config.RoleSide(role) != side {
			return ""
		}
	}
	return side
}

func (s *standing) clean(team []string) float64 {
	if s.exact != nil {
		return s.exact.TeamClean(team)
	}
	p := 1.0
	for _, id := range team {
		p *= 1 - s.evil(id)
	}
	return p
}

func (s *standing) role(id, role string) float64 {
	if s.exact != nil {
		if s.roles == nil {
			s.roles = s.exact.Roles()
		}
		return s.roles[id][role]
	}
	g, guessed := s.mind.Guesses[id]
	switch named := strings.EqualFold(g.Role, role); {
	case !guessed:
		return 1 / float64(max(1, len(s.view.Config.Game.RoleList)))
	case named && g.Certain:
		return surelyEvil
	case named:
		return guessedEvil
	}
	return surelyGood
}

// merlin returns how much a player looks like Merlin to the assassin. Sessions of older releases
// take who is likely to have the role.
func (s *standing) merlin(id string) float64 {
	if s.exact != nil && s.view.Config.Generation >= 3 {
		return s.exact.Merlin()[id]
	}
	return s.role(id, roleMerlin)
}

// suspicion returns how likely each other player is what the bot looks for, as log-odds: evil, for
// an evil player Merlin, in other games what the model has said.
func (s *standing) suspicion() map[string]float64 {
	suspicion := map[string]float64{}
	for _, p := range s.view.Opponents() {
		switch side := s.view.Config.Side(); {
		case s.exact != nil && side == session.Good:
			suspicion[p.ID] = logit(s.exact.Evil(p.ID))
		case s.exact != nil && side == session.Evil:
			suspicion[p.ID] = logit(s.role(p.ID, roleMerlin))
		default:
			suspicion[p.ID] = 0
			if g, ok := s.mind.Guesses[p.ID]; ok {
				suspicion[p.ID] = session.LogOdds(g.Suspicion)
			}
		}
	}
	return suspicion
}

func (r *ReCon) Brief(v session.View) session.Brief {
	m := readMind(v)
	s := r.standing(v, m)
	b := session.Brief{Suspicion: s.suspicion(), Beliefs: append(m.guessLines(v), s.odds()...), Leanings: map[string]session.Leaning{}}
	b.Lines = append([]string{fmt.Sprintf("Thought %d times, and spoke after %d of them.", m.Rounds, m.Spoke)}, b.Beliefs...)
	if m.Last != nil && m.Last.Goal != "" {
		b.Lines = append(b.Lines, "Wants: "+m.Last.Goal)
	}
	for i := range v.Votes {
		if l := s.leaning(&v.Votes[i]); len(l.Options)+len(l.Labels) > 0 {
			b.Leanings[v.Votes[i].ID] = l
		}
	}
	return b
}

// certainly is the chance below which something counts as certainly wrong.
const certainly = 0.005

// odds returns how likely the others are evil, or Merlin, by what was decided alone: with the words
// a model would read its own guesses back.
func (s *standing) odds() (lines []string) {
	if s.exact == nil {
		return nil
	}
	s.exact.Hear(nil)
	s.roles = nil
	defer s.hear(s.mind)
	for _, p := range s.view.Opponents() {
		what, chance := "evil", s.evil(p.ID)
		if s.view.Config.Side() == session.Evil {
			what, chance = "Merlin", s.role(p.ID, roleMerlin)
		}
		if chance > certainly && chance < 1-certainly { // else it is one of the facts
			lines = append(lines, fmt.Sprintf("%s is %s: %.0f of 100", p.Name, what, 100*chance))
		}
	}
	return lines
}

func (s *standing) facts() (lines []string) {
	if s.exact == nil {
		return nil
	}
	for _, f := range s.exact.Facts() {
		who := plainNames(s.view, f.Players)
		switch {
		case f.Quest > 0 && f.Evil >= len(f.Players):
			lines = append(lines, fmt.Sprintf("Quest %d, of %s, failed: all of them are evil.", f.Quest, who))
		case f.Quest > 0 && f.Evil > 1:
			lines = append(lines, fmt.Sprintf("Quest %d, of %s, failed: at least %d of them are evil.", f.Quest, who, f.Evil))
		case f.Quest > 0:
			lines = append(lines, fmt.Sprintf("Quest %d, of %s, failed: at least 1 of them is evil.", f.Quest, who))
		case len(f.Roles) == 1:
			lines = append(lines, fmt.Sprintf("%s is %s.", who, f.Roles[0]))
		case f.Side != "":
			lines = append(lines, fmt.Sprintf("%s is %s.", who, f.Side))
		default:
			lines = append(lines, fmt.Sprintf("%s is %s.", who, strings.Join(f.Roles, " or ")))
		}
	}
	return lines
}

// believes returns what the bot believes. It is computed again after a ruling or a guess.
func (c *contemplator) believes(v session.View) *standing {
	if c.beliefs == nil || len(c.beliefs.view.Rulings) != len(v.Rulings) {
		c.beliefs = c.standing(v, c.mind)
	}
	return c.beliefs
}

func flag(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}

const surest = 6.0

// logit returns bounded log-odds. A sum of probabilities may exceed 1 by a rounding.
func logit(p float64) float64 {
	p = min(max(p, 0), 1)
	return min(max(math.Log(p/(1-p)), -surest), surest)
}

// publicly returns what the bot would believe as a servant, who knows nobody's role. It has no
// guesses either: they follow from what the bot knows.
func (s *standing) publicly() *standing {
	p := &standing{view: s.view}
	p.view.Config.Bot.Role, p.view.Config.Bot.KnownRoles = roleServant, nil
	if s.exact != nil {
		p.exact = posterior(p.view)
	}
	return p
}
