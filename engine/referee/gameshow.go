package referee

import (
	"fmt"
	"strings"

	"ringer/engine/session"
)

// The words of the game show.
const (
	gameshowID = "gameshow"
	round      = "round"
	// labelVote is the id of its only vote.
	labelVote = "labels"
	// questionLine begins the id of a question of the rules. Its number follows.
	questionLine = "question-"
	hostModel    = "model"
	hostPlatform = "platform"
)

// Limits of a game show.
const (
	showLeast = 3  // contestants: with two, each label would follow from one's own kind
	showMost  = 16 // contestants: each labels all others, and more than 15 labels are a chore
	// letters are the ids of the contestants. Letters that people write as words are left out, such
	// as A, I, and U for you: each such word would seem to name a contestant.
	letters = "BCDEFGHJLMPQSTVZ"
	// modelTime is how long the rules wait for a question of a model, in milliseconds of game time.
	// The contestants have nothing to answer meanwhile, so it is at most the shortest round.
	modelTime = 10 * 1000
)

type gameshowOptions struct {
	Rounds     int            `json:"rounds"`
	Questions  []string       `json:"questions"`
	Host       string         `json:"host"`
	Answer     session.Millis `json:"answer_ms"`
	Label      session.Millis `json:"label_ms"`
	SelfLabels bool           `json:"self_labels"`
}

type gameshowRules struct{}

// ID returns the id of the rules.
func (gameshowRules) ID() string { return gameshowID }

// Deal gives each contestant a letter as id and name, in an order that the seed decides. So a name
// says nothing about who somebody is. It returns session.Errors if players, machines or options do
// not fit.
func (gameshowRules) Deal(s Start) (Deal, error) {
	errs := s.check(showLeast, showMost)
	options := parseOptions[gameshowOptions](gameshowID, s.Options, &errs)
	for i, q := range options.Questions {
		if strings.TrimSpace(q) == "" {
			errs.Add(session.CodeInvalidOption, fmt.Sprintf("/options/questions/%d", i), "must not be only spaces; leave it out")
		}
	}
	kinds := s.kinds(&errs, ai, human)
	if err := errs.Err(); err != nil {
		return Deal{}, err
	}
	// A show has one phase, which begins again with each question. Its first end is not known yet.
	d := Deal{Seats: map[string]string{}, Roles: map[string]string{}, Phases: []session.Phase{{ID: round}}, Phase: round}
	if options.Host == hostPlatform {
		d.Host = session.HostedShow
	}
	for i, seat := range shuffled(s.seats(), s.Seed, "letters") {
		letter := letters[i : i+1]
		d.Players = append(d.Players, session.Player{ID: letter, Name: letter, Presence: session.Active})
		d.Seats[seat], d.Roles[letter] = letter, kinds[seat]
	}
	d.Conceal = concealed(gameshowID, d.Roles)
	return d, nil
}

// Begin returns the referee. Deal has checked the options.
func (gameshowRules) Begin(s Start, d Deal) Referee {
	options := parseOptions[gameshowOptions](gameshowID, s.Options, &session.Errors{})
	if n := len(options.Questions); n > 0 && options.Host != hostModel && options.Host != hostPlatform {
		options.Rounds = n
	}
	return &gameshow{match: newMatch(s, d), Options: options}
}

// gameshow is the referee of a game show.
type gameshow struct {
	match
	Options gameshowOptions `json:"options"`
	// Asked is how many questions were asked.
	Asked int `json:"asked"`
	// Begun is how many rounds have begun. A round begins right after its question.
	Begun int `json:"begun"`
	// Ends is when the round ends. From then on the next question is wanted.
	Ends session.Millis `json:"ends_ms"`
}

// Clone returns a copy.
func (m *gameshow) Clone() Referee {
	c := *m
	c.match = m.clone()
	return &c
}

// Apply folds an event.
func (m *gameshow) Apply(e session.Event, at session.Millis) {
	if !m.apply(e.Data, at) {
		return
	}
	switch p := e.Data.(type) {
	case *session.MessageReceived:
		if m.asks(&p.Post, at) {
			m.Asked++
		}
	case *session.ObservationReceived:
		if p.Kind == session.PhaseChanged && p.Phase == round && m.Begun < m.Asked {
			m.Begun, m.Ends = m.Asked, at+m.Options.Answer
			if p.EndsIn != nil {
				m.Ends = at + m.played(*p.EndsIn)
			}
		}
	case *session.VoteRequested:
		if p.ID == labelVote && m.Vote == nil && len(m.Ballots) == 0 {
			m.open(p, round, at, false)
		}
	}
}

// asks reports whether a line is the next question. A model's question counts only while it is
// wanted, because the platform's game master may say something else meanwhile.
func (m *gameshow) asks(p *session.Post, at session.Millis) bool {
	if p.Kind != session.FromHost || p.Channel != "" || m.Begun != m.Asked || m.Asked >= m.Options.Rounds {
		return false
	}
	if id, own := strings.CutPrefix(p.ID, orderPrefix); own {
		return id == fmt.Sprintf("%s%d", questionLine, m.Asked+1)
	}
	return m.Options.Host == hostPlatform || m.Options.Host == hostModel && at >= m.Ends
}

// Decide says what has to happen now.
func (m *gameshow) Decide(now session.Millis) Decision {
	if m.Over {
		return Decision{}
	}
	var d Decision
	if !m.Told[began] {
		d.Orders = append(d.Orders, line(began, "", m.welcome()))
	}
	d.Orders = append(d.Orders, m.presence(func(string) string { return "" })...)
	switch {
	case len(m.living()) < 2:
		d.Orders = append(d.Orders, m.end("Too few contestants are left. Nobody has won.")...)
	case m.Vote != nil && m.ended(now):
		d.Orders = append(d.Orders, m.closeVote()...)
	case m.Vote != nil:
		d.Due = m.Vote.Closes
	case m.Begun < m.Asked:
		d.Orders = append(d.Orders, m.phase(round, m.Options.Answer))
	case now < m.Ends:
		d.Due = m.Ends
	case m.Asked >= m.Options.Rounds:
		d.Orders = append(d.Orders, m.callVote()...)
	case now >= m.Ends+m.patience():
		d.Orders = append(d.Orders, m.nextQuestion()...)
	default:
		d.Due = m.Ends + m.patience()
		if m.Options.Host == hostModel {
			d.Question = m.Asked + 1
		}
	}
	if len(d.Orders) > 0 {
		d.Due = 0
	}
	return d
}

// patience returns how long the rules wait for a question of the host before they ask one.
func (m *gameshow) patience() session.Millis {
	switch m.Options.Host {
	case hostModel:
		return modelTime
	case hostPlatform:
		return m.Options.Answer // a person needs about as long to ask as to answer
	}
	return 0
}

// Result returns the result so far. Whoever has most points has won.
func (m *gameshow) Result() Result {
	r := m.match.Result()
	if m.Over && m.ByRules && len(m.Ballots) > 0 {
		r.Scores = m.scores(m.Ballots[0])
		r.Winners = m.best(r.Scores)
	}
	return r
}
