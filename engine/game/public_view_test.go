package game_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"ringer/engine/game"
	"ringer/engine/referee"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

// publicGame is a game of the people Ann and Cleo and the bot Bob. Ann and Bob share the den. The
// word LEAK marks what a person without a seat must not see.
func publicGame() (log []session.Event, whole *game.State) {
	bob := session.Bot{Seat: "Bob", Role: "LEAK", Private: "LEAK", Secrets: []string{"LEAK"}}
	config := session.GameConfig{
		Game: session.Setting{
			Players:  []session.Player{{ID: "Ann", Name: "Ann", Presence: session.Active}, {ID: "Bob", Name: "Bob", Presence: session.Active}, {ID: "Cleo", Name: "Cleo", Presence: session.Active}},
			Channels: []session.Channel{{ID: "LEAK", Members: []string{"Ann", "Bob"}}}, Phases: []session.Phase{{ID: "day"}, {ID: "night"}}, Phase: "day",
		},
		Bots: []session.GameBot{{Bot: bob, Strategy: "LEAK", Persona: "LEAK"}}, Seed: new(int64), Metadata: map[string]string{"a": "LEAK"}, External: "LEAK", Speed: 1,
	}
	everyone := []string{"Ann", "Bob", "Cleo"}
	vote := func(id, question string, seats ...string) *session.VoteRequested {
		return &session.VoteRequested{VoteRequest: session.VoteRequest{ID: id, Kind: session.ChooseOne, Question: question, Fallback: &session.Answer{Option: "LEAK"}}, Seats: seats}
	}
	observed := func(kind session.ObservationKind, seat, text string) *session.ObservationReceived {
		return &session.ObservationReceived{Observation: session.Observation{Kind: kind, Text: text}, Seat: seat}
	}
	left := &session.ObservationReceived{Observation: session.Observation{Kind: session.PlayerLeft, Player: &session.Player{ID: "Cleo", Name: "Cleo"}}}
	payloads := []session.Payload{
		&session.GameCreated{Config: config, Bots: []session.BotSeat{{Seat: "Bob", Session: "LEAK"}}},
		&session.MessageReceived{Post: session.Post{ID: "LEAK", Sender: "Ann", Text: "seen 1", Kind: session.FromPlayer}},
		&session.MessageSent{MessageID: "LEAK", PlanID: "LEAK", Sender: "Bob", Text: "seen 2"},
		&session.MessageReceived{Post: session.Post{Sender: "Ann", Text: "LEAK", Kind: session.FromPlayer, Channel: "LEAK"}},
		&session.MessageSent{Sender: "Bob", Text: "LEAK", Channel: "LEAK"},
		&session.TypingStarted{PlanID: "LEAK", Seat: "Bob"},
		&session.TypingStarted{PlanID: "LEAK", Seat: "Bob", Channel: "LEAK"},
		&session.TypingStopped{PlanID: "LEAK", Seat: "Bob"},
		&session.ObservationReceived{Observation: session.Observation{ID: "LEAK", Kind: session.PlayerTyping, Player: &session.Player{ID: "Ann", Name: "Ann"}}},
		observed(session.PrivateInfo, "Bob", "LEAK"), observed(session.PrivateInfo, "", "LEAK"), observed(session.BotMuted, "", "LEAK"), observed(session.BotUnmuted, "Bob", "LEAK"),
		&session.ObservationReceived{Observation: session.Observation{Kind: session.PhaseChanged, Phase: "night", Text: "seen 3"}},
		vote("all", "seen 4?", everyone...), vote("den", "LEAK?", "Ann", "Bob"), vote("bots", "LEAK?", "Bob"),
		&session.VoteReceived{VoteID: "all", Seat: "Ann", Answer: session.Answer{Option: "LEAK"}},
		&session.VoteCast{VoteID: "all", Seat: "Bob", Answer: session.Answer{Option: "LEAK"}},
		&session.VoteCast{VoteID: "accused", Seat: "Bob", Origin: session.FromAccusation, Answer: session.Answer{Option: "LEAK"}},
		&session.VoteCancelled{VoteID: "den", Reason: "LEAK"}, &session.VoteCancelled{VoteID: "all", Reason: "seen 5"},
		left, vote("rest", "seen 6?", "Ann", "Bob"),
		&session.GameUpdated{Metadata: map[string]string{"a": "LEAK"}}, &session.FloorGiven{Seat: "LEAK"},
		&session.GameEnded{SessionEnded: session.SessionEnded{Reason: session.EndedByPlatform, Outcome: "seen 7", Reveal: map[string]string{"Bob": "bot"}}},
	}
	whole = game.NewState("gam_1")
	for i, p := range payloads {
		log = append(log, session.Event{Seq: int64(i + 1), At: time.Unix(int64(i), 0).UTC(), Data: p})
		whole.Apply(log[i])
	}
	return log, whole
}

// TestThePublicSeesWhatAllPlayersSee: lines in the main channel, typing, phases, who leaves, votes
// of all and the end. Nothing says who is a bot, and nothing is private to some seats.
func TestThePublicSeesWhatAllPlayersSee(t *testing.T) {
	t.Parallel()
	log, whole := publicGame()
	view := &game.View{GameID: "gam_1", Roster: whole.Roster} // a reader may come when the game is over
	asked := func(id string) (game.Vote, error) {
		v, _ := whole.Vote(id)
		return v, nil
	}
	var all strings.Builder
	typing := 0
	for _, e := range log {
		seen, ok, _ := view.Show(e, asked)
		if !ok {
			continue
		}
		if o, is := seen.Data.(*session.ObservationReceived); is && o.Kind == session.PlayerTyping {
			typing++
		}
		text := sessiontest.Must(json.Marshal(seen.Data))(t)
		all.Write(text)
		for _, secret := range []string{"LEAK", "Bob\":\"bot", "seed", "plan_id"} {
			if _, end := seen.Data.(*session.GameEnded); strings.Contains(string(text), secret) && !end {
				t.Errorf("event %d shows %s: %s", e.Seq, secret, text)
			}
		}
	}
	for _, word := range strings.Fields("1 2 3 4 5 6 7") {
		if !strings.Contains(all.String(), "seen "+word) {
			t.Errorf("the public does not see %q", "seen "+word)
		}
	}
	if typing != 2 {
		t.Errorf("the public sees %d signs of typing, want those of Ann and Bob", typing)
	}
}

// TestTheVoteOnAccusationsIsPublic: it does not ask whoever has accused, but they know of it.
func TestTheVoteOnAccusationsIsPublic(t *testing.T) {
	t.Parallel()
	config := session.GameConfig{Host: session.HostRinger, Seed: new(int64), Speed: 1, Game: session.Setting{Rules: "turing"}, Bots: []session.GameBot{{Bot: session.Bot{Seat: "Bob"}}}}
	for _, id := range []string{"Ann", "Bob", "Cleo"} {
		config.Game.Players = append(config.Game.Players, session.Player{ID: id, Name: id, Presence: session.Active})
	}
	rules, _ := referee.Find("turing")
	deal := sessiontest.Must(rules.Deal(game.StartOf(&config)))(t)
	s := game.NewState("gam_1")
	s.Apply(session.Event{Seq: 1, Data: &session.GameCreated{Config: config, Deal: &deal}})
	two := []string{deal.Players[0].ID, deal.Players[1].ID}
	for i, id := range []string{referee.AccusationVote, "other"} {
		s.Apply(session.Event{Seq: int64(i + 2), Data: &session.VoteRequested{VoteRequest: session.VoteRequest{ID: id, Kind: session.ChooseOne}, Seats: two}})
		if v, _ := s.Vote(id); v.Public != (id == referee.AccusationVote) {
			t.Errorf("the vote %s is public: %v", id, v.Public)
		}
	}
}
