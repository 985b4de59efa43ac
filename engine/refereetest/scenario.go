package refereetest

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"ringer/engine/goldentest"
	"ringer/engine/referee"
	"ringer/engine/session"
)

// Scenarios plays the whole games in testdata. The first lines of a script say how the game
// begins:
//
//	rules mafia                 which rules
//	players Ann Bob             the ids of the players, which are also their names
//	machines Ann                the seats of bots
//	roles Ann:mafia             fixed roles
//	options {"day_ms":60000}    options of the rules
//	seed 7                      the seed of all draws
//
// Each line after them has its time after the line before:
//
//	+3m                         time passes
//	+1s Ann: hi                 a player says something; gm is the platform's game master
//	+1s Ann names Bob           an answer to Ann's vote, such as yes; several for a team
//	+1s Ann labels B=ai C=human another one
//	+1s Ann accuses Bob         an accusation
//	+1s left Ann | joined Ann   a player leaves or comes
//
// The trace holds what the referee has ordered and the result.
func Scenarios(t *testing.T) {
	t.Helper()
	goldentest.Scripts(t, "testdata/*.txt", func(t *testing.T, script string) string {
		s := &scenario{Driver: Driver{T: t}}
		s.Check, s.Dealt = s.trace, s.roles
		for _, text := range strings.Split(strings.TrimSpace(script), "\n") {
			s.line(text)
		}
		s.result()
		return s.text.String()
	})
}

type scenario struct {
	Driver
	text strings.Builder
}

func (s *scenario) line(text string) {
	if word, rest, _ := strings.Cut(text, " "); !strings.HasPrefix(word, "+") {
		s.header(word, rest)
		return
	}
	if s.Referee == nil {
		s.Begin()
	}
	wait, rest, _ := strings.Cut(text, " ")
	d, err := time.ParseDuration(wait)
	if err != nil {
		s.T.Fatalf("%s: %v", text, err)
	}
	s.Pass(session.Millis(d.Milliseconds()))
	s.act(rest)
}

func (s *scenario) header(word, rest string) {
	switch word {
	case "rules":
		s.Rules = rest
	case "players":
		s.Start.Players = Players(rest)
	case "machines":
		s.Start.Machines = strings.Fields(rest)
	case "roles":
		s.Start.Roles = Roles(rest)
	case "options":
		s.Start.Options = json.RawMessage(rest)
	case "seed":
		s.Start.Seed, _ = strconv.ParseInt(rest, 10, 64)
	case "#":
	default:
		s.T.Fatalf("what is %q?", word)
	}
}

func (s *scenario) act(text string) {
	if sender, said, ok := strings.Cut(text, ": "); ok {
		post := session.Post{Kind: session.FromPlayer, Sender: sender, Text: said}
		if sender == "gm" {
			post.Kind, post.Sender = session.FromHost, "Host"
		}
		s.Say(&session.MessageReceived{Post: post})
		return
	}
	words := strings.Fields(text)
	switch {
	case len(words) == 0:
	case words[0] == "left":
		s.Leave(words[1])
	case words[0] == "joined":
		s.Say(&session.ObservationReceived{Observation: session.Observation{Kind: session.PlayerJoined, Player: &session.Player{ID: words[1], Name: words[1]}}})
	case words[1] == "names" && s.Asked().Kind == session.ChooseMany:
		s.Vote(words[0], session.Answer{Options: words[2:]})
	case words[1] == "names":
		s.Choose(words[0], words[2])
	case words[1] == "accuses" && !slices.Contains(s.Start.Machines, words[0]):
		s.Say(&session.VoteReceived{VoteID: referee.AccusationVote, Seat: words[0], Answer: session.Answer{Option: words[2]}})
	case words[1] == "accuses":
		s.Say(&session.VoteCast{VoteID: "vot_" + words[0], Seat: words[0], Origin: session.FromAccusation, Kind: session.ChooseOne, Answer: session.Answer{Option: words[2]}})
	case words[1] == "labels":
		given := map[string]string{}
		for _, pair := range words[2:] {
			seat, label, _ := strings.Cut(pair, "=")
			given[seat] = label
		}
		s.Vote(words[0], session.Answer{Labels: given})
	default:
		s.T.Fatalf("what is %q?", text)
	}
}

func (s *scenario) roles() {
	for _, p := range s.Deal.Players {
		fmt.Fprintf(&s.text, "%s is %s. %s\n", p.ID, s.Deal.Roles[p.ID], s.Deal.Private[p.ID])
	}
}

func (s *scenario) trace(e Entry, order bool) {
	if !order {
		return
	}
	fmt.Fprintf(&s.text, "%9.3f ", float64(e.At)/1000)
	switch p := e.Data.(type) {
	case *session.MessageReceived:
		where := p.Channel
		if where == "" {
			where = "all"
		}
		fmt.Fprintf(&s.text, "to %s: %s\n", where, p.Text)
	case *session.ObservationReceived:
		switch p.Kind {
		case session.PhaseChanged:
			fmt.Fprintf(&s.text, "phase %s for %d ms\n", p.Phase, *p.EndsIn)
		case session.PrivateInfo:
			fmt.Fprintf(&s.text, "to %s alone: %s\n", p.Seat, p.Text)
		case session.RulingMade:
			b, _ := json.Marshal(p.Ruling)
			fmt.Fprintf(&s.text, "ruling %s\n", b)
		default:
			fmt.Fprintf(&s.text, "%s %s %s\n", p.Kind, p.Player.ID, p.Text)
		}
	case *session.VoteRequested:
		var options []string
		for _, o := range p.Options {
			options = append(options, o.ID)
		}
		fmt.Fprintf(&s.text, "vote %s asks %s about %s within %d ms: %s\n", p.ID, strings.Join(p.Seats, ","), strings.Join(options, ","), p.Within, p.Question)
		fmt.Fprintf(&s.text, "          it is %s %s, of itself %v, labels %v\n", p.Kind, p.About, p.AllowSelf, p.Labels)
	case *session.GameEnded:
		fmt.Fprintf(&s.text, "ended by %s: %v\n", p.Reason, p.Reveal)
	default:
		s.T.Fatalf("what is the order %T?", p)
	}
}

func (s *scenario) result() {
	r := s.Referee.Result()
	fmt.Fprintf(&s.text, "over: %v\noutcome: %s\nwinners: %s\n", r.Over, r.Outcome, strings.Join(r.Winners, " "))
	for _, seat := range slices.Sorted(maps.Keys(r.Scores)) {
		fmt.Fprintf(&s.text, "score of %s: %d\n", seat, r.Scores[seat])
	}
	for _, b := range r.Ballots {
		fmt.Fprintf(&s.text, "ballot %s in %s: %v, silent %v, chosen %q, drawn %v\n", b.Vote, b.Phase, b.Tally, b.Silent, b.Chosen, b.Drawn)
	}
}

// Refuses checks that rules refuse to deal, with an error that points at a mistake.
func Refuses(t *testing.T, rules, pointer string, s referee.Start) {
	t.Helper()
	found, _ := referee.Find(rules)
	_, err := found.Deal(s)
	if errs, ok := errors.AsType[session.Errors](err); !ok || errs[0].Pointer != pointer || errs[0].Detail == "" {
		t.Errorf("%s: %v, want an error at %s", rules, err, pointer)
	}
}
