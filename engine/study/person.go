package study

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"ringer/engine/desk"
	"ringer/engine/session"
)

// The codes of studies.
const (
	CodeNoPerson session.Code = "person_not_found"
	CodeClosed   session.Code = "study_closed"
)

// KeyPrefix begins the key of a person.
const KeyPrefix = "st_"

// goodKey matches a key that nobody can guess.
var goodKey = regexp.MustCompile("^" + KeyPrefix + "[0-9a-z]{20,60}$")

// maxWaiting bounds the lobby: far more than can meet, and few enough to be searched.
const maxWaiting = 500

// About is what everybody may know of a study.
type About struct {
	ID      string `json:"study"`
	Title   string `json:"title"`
	Consent string `json:"consent"`
	// Players and People are how many players a game has, and how many of them join by a link.
	Players int `json:"players"`
	People  int `json:"people"`
	// Survey and Questions are what is asked at the end.
	Survey    session.SurveyForm `json:"survey"`
	Questions []Question         `json:"questions"`
	// Over says that nobody can join any more.
	Over bool `json:"over"`
}

// Joining is the agreement of a person.
type Joining struct {
	Agree bool `json:"agree"`
	// Key is a key that the page has made, so that it may repeat the request.
	Key string `json:"key,omitempty"`
}

// Membership is what a person gets who joins.
type Membership struct {
	Key string `json:"key"`
}

// Step says where a person is in a study.
type Step string

// The steps of a person.
const (
	InLobby Step = "lobby" // waits for others
	InGame  Step = "game"  // plays, or answers the survey
	IsDone  Step = "done"  // has answered
	IsGone  Step = "left"  // has withdrawn
	NoGame  Step = "over"  // has waited, and no game began
)

// View is how a study is for one person.
type View struct {
	Step Step `json:"step"`
	// Here is how many people wait, the person among them, and People how many a game needs.
	Here   int `json:"here,omitempty"`
	People int `json:"people,omitempty"`
	// Game and Seat are the person's game, and the seat in it.
	Game string `json:"game,omitempty"`
	Seat string `json:"seat,omitempty"`
	// Token opens the seat. The API makes it.
	Token  string `json:"token,omitempty"`
	Thanks string `json:"thanks,omitempty"`
}

// Reply is what a person answers at the end.
type Reply struct {
	// Survey is about the bots. Its form and seat are those of the study.
	Survey *session.Survey `json:"survey,omitempty"`
	// Answers are the answers to the study's questions, by id.
	Answers map[string]any `json:"answers,omitempty"`
}

// About returns what everybody may know.
func (s *Study) About() About {
	s.mu.Lock()
	defer s.mu.Unlock()
	p := s.state.Plan
	return About{
		ID: p.ID, Title: p.Title, Consent: p.Consent, Players: p.Players, People: p.People, Survey: p.Survey, Questions: append([]Question{}, p.Questions...), Over: s.state.Over(),
	}
}

// Join lets somebody take part who has agreed. The same key again leads to the same person. It
// returns CodeClosed when the study is over or its lobby is full.
func (s *Study) Join(_ context.Context, j Joining) (Membership, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, unknown := s.find(j.Key)
	switch {
	case !j.Agree:
		return Membership{}, session.Errors{{Code: session.CodeRequired, Pointer: "/agree", Detail: "must be true: nobody takes part who has not agreed"}}
	case unknown == nil:
		return Membership{j.Key}, nil
	case j.Key != "" && !goodKey.MatchString(j.Key):
		return Membership{}, session.Errors{{Code: session.CodeInvalidID, Pointer: "/key", Detail: "must be " + KeyPrefix + " and 20 to 60 random letters and digits; or leave it out, and get one"}}
	case s.state.Over():
		return Membership{}, session.Errors{{Code: CodeClosed, Detail: "the study is over; nobody can join any more"}}
	case len(s.state.Waiting()) >= maxWaiting:
		return Membership{}, session.Errors{{Code: CodeClosed, Detail: "the lobby is full; try again in a few minutes"}}
	}
	key := cmp.Or(j.Key, KeyPrefix+strings.ToLower(rand.Text()))
	return Membership{key}, s.happened(Event{Type: Joined, Person: fmt.Sprintf("p%d", len(s.state.People)+1), Key: hash(key)})
}

// View returns how the study is for the person with a key. Whoever asks is here.
func (s *Study) View(ctx context.Context, key string) (View, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	p, err := s.find(key)
	if err != nil {
		return View{}, err
	}
	s.seen[p.ID] = s.now()
	if err := s.turn(ctx); err != nil {
		return View{}, err
	}
	return s.view(p), nil
}

func (s *Study) view(p *Person) View {
	plan := s.state.Plan
	switch {
	case p.Left == LeftStudy:
		return View{Step: IsGone}
	case p.Left == LeftWaiting:
		return View{Step: NoGame, Thanks: plan.Thanks}
	case !p.AnsweredAt.IsZero():
		return View{Step: IsDone, Thanks: plan.Thanks}
	case p.Game != 0:
		return View{Step: InGame, Game: s.state.Game(p.Game).ID, Seat: p.Seat}
	}
	here, now := 0, s.now()
	for _, o := range s.state.Waiting() {
		if now.Sub(s.seen[o.ID]) < away {
			here++
		}
	}
	return View{Step: InLobby, Here: here, People: plan.People}
}

// Leave withdraws a person, at any time. A game that goes on goes on without the person, and does
// not count. Repeated, it does nothing.
func (s *Study) Leave(ctx context.Context, key string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	p, err := s.find(key)
	if err != nil || p.Left != "" {
		return err
	}
	if g := s.state.Game(p.Game); g != nil && g.ID != "" && g.EndedAt.IsZero() {
		left := session.Observation{ID: "study.left." + p.ID, Kind: session.PlayerLeft, Player: &session.Player{ID: p.Seat}}
		_, err := s.server.Games.Observe(ctx, g.ID, desk.GameObservation{Observation: left})
		if refused, ok := errors.AsType[session.Errors](err); err != nil && !ok {
			return err
		} else if ok && refused[0].Code != session.CodeSessionEnded && refused[0].Code != session.CodeUnknownPlayer {
			return err
		}
	}
	return s.happened(Event{Type: Left, Person: p.ID, Why: LeftStudy})
}

// Answer takes what a person answers after the game. The survey is stored with the game, too. The
// first reply stays; the same one again does nothing.
func (s *Study) Answer(ctx context.Context, key string, r Reply) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	p, err := s.find(key)
	if err != nil {
		return err
	}
	if err := s.turn(ctx); err != nil {
		return err
	}
	g := s.state.Game(p.Game)
	switch {
	case p.Left != "" || !p.AnsweredAt.IsZero():
		return nil
	case g == nil || g.EndedAt.IsZero():
		return session.Errors{{Code: session.CodeNotEnded, Detail: "your game has not ended; answer after its end"}}
	}
	if err := s.state.Plan.checkReply(&r); err != nil {
		return err
	}
	if r.Survey != nil {
		r.Survey.Form, r.Survey.Seat = s.state.Plan.Survey, p.Seat
	}
	// Of somebody whom a bot has replaced the server takes none, and the game does not count.
	if r.Survey != nil && g.Record != nil && !slices.Contains(g.Record.Left, p.Seat) {
		stored, _, err := s.server.AddSurvey(ctx, g.ID, *r.Survey)
		// A server that died after it stored the survey has left the first reply, which stays.
		if errs, ok := errors.AsType[session.Errors](err); ok && errs[0].Code != session.CodeIDReused {
			return within("/survey", errs)
		} else if err != nil && !ok {
			return err
		}
		r.Survey = &stored.Survey
	}
	return s.happened(Event{Type: Answered, Person: p.ID, Survey: r.Survey, Answers: r.Answers})
}

func within(pointer string, errs session.Errors) (moved session.Errors) {
	for _, e := range errs {
		moved.Add(e.Code, pointer+e.Pointer, e.Detail)
	}
	return moved
}

// checkReply checks what a person answers. Each question may be left out: nobody has to answer.
func (p *Plan) checkReply(r *Reply) error {
	var errs session.Errors
	errs.AddIf((r.Survey == nil) != (p.Survey == NoSurvey), session.CodeRequired, "/survey", "belongs to studies that ask about the bots, and only to them; this one has the form %s", p.Survey)
	for _, id := range slices.Sorted(maps.Keys(r.Answers)) {
		i := slices.IndexFunc(p.Questions, func(q Question) bool { return q.ID == id })
		if i < 0 {
			errs.Add(session.CodeInvalidValue, "/answers/"+id, "is no question of this study; leave it out")
			continue
		}
		q := &p.Questions[i]
		text, isText := r.Answers[id].(string)
		number, isNumber := r.Answers[id].(float64)
		switch q.Kind {
		case Scale:
			errs.AddIf(!isNumber || number != math.Trunc(number) || number < float64(q.Min) || number > float64(q.Max), session.CodeOutOfRange, "/answers/"+id, "must be a whole number from %d to %d", q.Min, q.Max)
		case Choice:
			errs.AddIf(!isText || !slices.Contains(q.Options, text), session.CodeInvalidValue, "/answers/"+id, "must be one of the options")
		case Text:
			errs.AddIf(!isText || utf8.RuneCountInString(text) > session.MaxText, session.CodeTooLong, "/answers/"+id, "must be a text of at most %d characters", session.MaxText)
		}
	}
	return errs.Err()
}
