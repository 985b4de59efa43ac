package sessiontest

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"ringer/engine/goldentest"
	"ringer/engine/prompt"
	"ringer/engine/session"
)

// Wants plays the blocks of a file: what happens in a session, and what a strategy then wants. The
// commands of a block are:
//
//	config NAME | config {…}   the configuration with a name, and changes of it, before all else
//	options {…}                the options of the strategy
//	+1s EVENT                  something happens, see Do
//	wants                      the wants of the strategy
//
// show returns the output of all other commands.
func Wants(t *testing.T, file string, config func(name string) session.Config, create func(json.RawMessage) (prompt.Thinker, error), show func(t *testing.T, s *Session, by prompt.Thinker, command string) string) {
	t.Helper()
	goldentest.Blocks(t, file, func(t *testing.T) func(string) string {
		c, by := config(""), Must(create(nil))(t)
		var s *Session
		return func(command string) string {
			word, rest, _ := strings.Cut(command, " ")
			if s == nil && word != "config" && word != "options" {
				s = Open(t, c)
			}
			switch {
			case word == "config" && rest[0] != '{':
				c = config(rest)
			case word == "config":
				NoError(t, json.Unmarshal([]byte(rest), &c))
			case word == "options":
				by = Must(create(json.RawMessage(rest)))(t)
			case word[0] == '+':
				s.Do(t, command)
			case word == "wants":
				return s.wants(by)
			default:
				return show(t, s, by, command)
			}
			return ""
		}
	})
}

// wants returns the wants of a strategy, with the seq that each is based on.
func (s *Session) wants(by session.Strategy) string {
	var all []string
	for _, w := range by.Wants(s.View()) {
		text := fmt.Sprint(w.Kind, " about ", w.BasedOn)
		if w.At > s.State.Now {
			text += fmt.Sprint(" at ", w.At)
		}
		if w.Silence {
			text += " in silence"
		}
		all = append(all, text)
	}
	if all == nil {
		return "nothing"
	}
	return strings.Join(all, "\n")
}

// View returns what the bot sees now.
func (s *Session) View() session.View { return s.State.View(s.State.Now) }

// Do applies a line such as "+1.5s blue: hi". After the time stands nothing or one of these:
//
//	blue: hi | blue in den: hi      a message; gm is the game master
//	sent: hi | sent in den: hi      a message of the bot
//	plan reply cognition 3: hi      a plan about event 3, or about all
//	considered KIND… | failed KIND  thoughts
//	mind KIND {…}                   a thought that considered the chat, and its mind
//	path lean                       a cheaper path
//	{"kind":"muted"}                an observation
func (s *Session) Do(t testing.TB, line string) {
	t.Helper()
	wait, what, _ := strings.Cut(line, " ")
	at := s.State.Now + session.Millis(Must(time.ParseDuration(wait[1:]))(t).Milliseconds())
	s.State.Now = at
	head, text, _ := strings.Cut(what, ": ")
	head, channel, _ := strings.Cut(head, " in ")
	words := strings.Fields(head)
	switch {
	case what == "":
	case what[0] == '{':
		p := &session.ObservationReceived{}
		NoError(t, json.Unmarshal([]byte(what), &p.Observation))
		s.Tell(at, p)
	case words[0] == "sent":
		s.Tell(at, &session.MessageSent{MessageID: fmt.Sprint("m", s.State.Seq), PlanID: "pln_1", Kind: session.Reply, Sender: s.State.Roster.Seat, Text: text, Channel: channel})
	case words[0] == "plan":
		s.plan(t, words[1:], text)
	case words[0] == "considered":
		s.Considered(at, words[1:]...)
	case words[0] == "failed":
		s.Failed(at, words[1])
	case words[0] == "mind":
		s.Tell(at, &session.ThoughtCompleted{Kind: words[1], BasedOn: s.State.Seq, Mind: []byte(strings.SplitN(what, " ", 3)[2])})
	case words[0] == "path":
		s.Tell(at, &session.StrategyDegraded{PathChange: session.PathChange{From: s.State.Path.Name, To: words[1]}})
	case channel == "":
		s.Say(at, head, text)
	default:
		s.Tell(at, &session.MessageReceived{Post: session.Post{Sender: head, Text: text, Kind: session.FromPlayer, Channel: channel}})
	}
}

// plan puts a plan into the slot: its kind, class and perhaps the seq that it is based on.
func (s *Session) plan(t testing.TB, words []string, text string) {
	p := session.Plan{
		ID: "pln_1", Kind: session.PlanKind(words[0]), Text: text, BasedOn: s.State.Seq, Phase: s.State.Roster.Phase, TriggerAt: s.State.Clock.Wall(s.State.Now),
		DueAt: s.State.Clock.Wall(s.State.Now + 60_000), Silence: 15_000,
	}
	NoError(t, p.Class.UnmarshalText([]byte(words[1])))
	if len(words) > 2 {
		NoError(t, json.Unmarshal([]byte(words[2]), &p.BasedOn))
	}
	v := s.View()
	for _, x := range v.Players {
		if v.Mentions(text, x.ID) {
			p.Mentions = append(p.Mentions, x.ID)
		}
	}
	s.Tell(s.State.Now, &session.PlanCreated{Plan: p})
}
