// Package gameshow has the rules of the game show.
//
//	  +--------- no question in time: the rules ask ---------+
//	  |                                                      v
//	question wanted -- line of the host ----------------> round
//	  ^                                                   |  |
//	  +---- clock, or the platform asks the next one -----+  | clock of the last round
//	                                                         v
//	                             labels of all, about all others --> points --> over
//
// With the host none there are no rounds: the contestants talk until they have written so many
// lines, or nobody has written for long. Then they label.
package gameshow

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"strings"

	"ringer/engine/referee/match"
	"ringer/engine/session"
)

const (
	id        = "gameshow"
	round     = "round"
	labelVote = "labels"
	// questionLine begins the id of a question of the rules. Its number follows.
	questionLine = "question-"
	hostModel    = "model"
	hostPlatform = "platform"
	hostNone     = "none"
)

// Limits of a game show.
const (
	least = 3  // contestants: with two, each label would follow from one's own kind
	most  = 16 // contestants: each labels all others, and more than 15 labels are a chore
	// letters are the ids of the contestants. Letters that people write as words are left out, such
	// as A, I, and U for you: each such word would seem to name a contestant.
	letters = "BCDEFGHJLMPQSTVZ"
	// modelTime is how long the rules wait for a question of a model, in milliseconds of game time.
	// The contestants have nothing to answer meanwhile, so it is at most the shortest round.
	modelTime = 10 * 1000
)

type options struct {
	Rounds     int            `json:"rounds"`
	Questions  []string       `json:"questions"`
	Host       string         `json:"host"`
	Lines      int            `json:"lines"`
	Answer     session.Millis `json:"answer_ms"`
	Label      session.Millis `json:"label_ms"`
	SelfLabels bool           `json:"self_labels"`
}

//go:embed options.json
var schema []byte

// Rules are the rules of the game show.
type Rules struct{}

// ID returns the id of the rules.
func (Rules) ID() string { return id }

// Empty returns a referee without state.
func (Rules) Empty() match.Referee { return &game{} }

// Schema returns the JSON schema of the options.
func (Rules) Schema() []byte { return schema }

// Hidden returns the roles that players conceal.
func (Rules) Hidden() []string { return []string{match.AI} }

// Revotes says that a person may think again.
func (Rules) Revotes() bool { return true }

// Deal gives each contestant a letter as id and name, in an order that the seed decides. So a name
// says nothing about who somebody is. It returns session.Errors if players, machines or options do
// not fit.
func (Rules) Deal(s match.Start) (match.Deal, error) {
	errs := s.Check(least, most)
	options := parse(s.Options, &errs)
	for i, q := range options.Questions {
		if strings.TrimSpace(q) == "" {
			errs.Add(session.CodeInvalidOption, fmt.Sprintf("/options/questions/%d", i), "must not be only spaces; leave it out")
		}
	}
	kinds := s.Kinds(&errs, match.AI, match.Human)
	if err := errs.Err(); err != nil {
		return match.Deal{}, err
	}
	// A show has one phase, which begins again with each question. Its first end is not known yet.
	d := match.Deal{Seats: map[string]string{}, Roles: map[string]string{}, Phases: []session.Phase{{ID: round}}, Phase: round, Options: match.Told(options, "questions")}
	if options.Host == hostPlatform {
		d.Host = session.HostedShow
	}
	for i, seat := range match.Shuffled(s.Seats(), s.Seed, "letters") {
		letter := letters[i : i+1]
		d.Players = append(d.Players, session.Player{ID: letter, Name: letter, Presence: session.Active})
		d.Seats[seat], d.Roles[letter] = letter, kinds[seat]
	}
	d.Conceal = match.Concealed(Rules{}, d.Roles)
	return d, nil
}

// parse returns the options. A list of questions says how many rounds there are.
func parse(raw json.RawMessage, errs *session.Errors) options {
	read := match.ParseOptions[options](Rules{}, raw, errs)
	if n := len(read.Questions); n > 0 && read.Host != hostModel && read.Host != hostPlatform {
		read.Rounds = n
	}
	return read
}

// Begin returns the referee. Deal has checked the options.
func (Rules) Begin(s match.Start, d match.Deal) match.Referee {
	m := &game{Match: match.New(s, d), Options: parse(s.Options, &session.Errors{})}
	if m.Options.Host == hostNone {
		m.Ends = m.Options.Answer
	}
	return m
}

type game struct {
	match.Match
	Options options `json:"options"`
	// Asked is how many questions were asked.
	Asked int `json:"asked"`
	// Begun is how many rounds have begun. A round begins right after its question.
	Begun int `json:"begun"`
	// Ends is when the round ends. From then on the next question is wanted. Without a host it is
	// when the talk ends if nobody writes any more.
	Ends session.Millis `json:"ends_ms"`
	// Said is how many lines the contestants have written in a show without a host.
	Said int `json:"said,omitempty"`
}

// Clone returns a copy.
func (m *game) Clone() match.Referee {
	c := *m
	c.Match = m.Copy()
	return &c
}

// Apply folds an event.
func (m *game) Apply(e session.Event, at session.Millis) {
	if !m.Fold(e.Data, at) {
		return
	}
	switch p := e.Data.(type) {
	case *session.MessageReceived:
		if m.asks(&p.Post, at) {
			m.Asked++
		}
		m.hear(p.Kind, at)
	case *session.MessageSent:
		m.hear(session.FromPlayer, at)
	case *session.ObservationReceived:
		if p.Kind == session.PhaseChanged && p.Phase == round && m.Begun < m.Asked {
			m.Begun, m.Ends = m.Asked, at+m.Options.Answer
			if p.EndsIn != nil {
				m.Ends = at + m.Played(*p.EndsIn)
			}
		}
	case *session.VoteRequested:
		if p.ID == labelVote && m.Vote == nil && len(m.Ballots) == 0 {
			m.Open(p, round, at, false)
		}
	}
}

// hear counts the lines of the contestants in a show without a host.
func (m *game) hear(kind session.MessageKind, at session.Millis) {
	if m.Options.Host == hostNone && kind == session.FromPlayer {
		m.Said, m.Ends = m.Said+1, at+m.Options.Answer
	}
}

// asks reports whether a line is the next question. A model's counts only while it is wanted,
// because the platform's game master may say something else meanwhile.
func (m *game) asks(p *session.Post, at session.Millis) bool {
	if p.Kind != session.FromHost || p.Channel != "" || m.Begun != m.Asked || m.Asked >= m.Options.Rounds {
		return false
	}
	if match.IsOrder(p.ID) {
		return p.ID == match.Order(fmt.Sprintf("%s%d", questionLine, m.Asked+1))
	}
	return m.Options.Host == hostPlatform || m.Options.Host == hostModel && at >= m.Ends
}

// Decide says what has to happen now.
func (m *game) Decide(now session.Millis) match.Decision {
	return m.Match.Decide(m.welcome, nil, func() match.Decision {
		switch {
		case len(m.Living()) < 2:
			return match.Decision{Orders: m.End("Too few contestants are left. Nobody has won.")}
		case m.Vote != nil && m.VoteOver(now):
			return match.Decision{Orders: m.closeVote()}
		case m.Vote != nil:
			return match.Decision{Due: m.Vote.Closes}
		case m.Begun < m.Asked:
			return match.Decision{Orders: []session.Payload{m.BeginPhase(round, m.Options.Answer)}}
		case m.Options.Host == hostNone && m.Said >= m.Options.Lines:
			return match.Decision{Orders: m.callVote()}
		case now < m.Ends:
			return match.Decision{Due: m.Ends}
		case m.Options.Host == hostNone || m.Asked >= m.Options.Rounds:
			return match.Decision{Orders: m.callVote()}
		case now >= m.Ends+m.patience():
			return match.Decision{Orders: m.nextQuestion()}
		case m.Options.Host == hostModel:
			return match.Decision{Due: m.Ends + m.patience(), Question: m.Asked + 1}
		}
		return match.Decision{Due: m.Ends + m.patience()}
	})
}

// patience returns how long the rules wait for a question of the host before they ask one.
func (m *game) patience() session.Millis {
	switch m.Options.Host {
	case hostModel:
		return modelTime
	case hostPlatform:
		return m.Options.Answer // a person needs about as long to ask as to answer
	}
	return 0
}

// Result returns the result so far. Whoever has most points has won.
func (m *game) Result() match.Result {
	r := m.Match.Result()
	if m.Over && m.ByRules && len(m.Ballots) > 0 {
		r.Scores = m.scores(m.Ballots[0])
		r.Winners = m.best(r.Scores)
	}
	return r
}
