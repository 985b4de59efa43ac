package table_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"ringer/engine/game"
	"ringer/engine/referee"
	"ringer/engine/table"
)

// publicGame is a game of the people Ann and Cleo and the bot Bob. Ann and Bob share the den. The
// word LEAK marks what a person without a seat must not see.
func publicGame() []game.Event {
	bob := game.Bot{Seat: "Bob", Role: "LEAK", Private: "LEAK", Secrets: []string{"LEAK"}}
	config := game.Table{
		Game: game.Setting{
			Players:  []game.Player{{ID: "Ann", Name: "Ann", Presence: game.Active}, {ID: "Bob", Name: "Bob", Presence: game.Active}, {ID: "Cleo", Name: "Cleo", Presence: game.Active}},
			Channels: []game.Channel{{ID: "LEAK", Members: []string{"Ann", "Bob"}}}, Phases: []game.Phase{{ID: "day"}, {ID: "night"}}, Phase: "day",
		},
		Bots: []game.TableBot{{Bot: bob, Strategy: "LEAK", Persona: "LEAK"}}, Seed: new(int64), Metadata: map[string]string{"a": "LEAK"}, External: "LEAK", Speed: 1,
	}
	everyone := []string{"Ann", "Bob", "Cleo"}
	vote := func(id, question string, seats ...string) *game.VoteRequested {
		return &game.VoteRequested{VoteRequest: game.VoteRequest{ID: id, Kind: game.ChooseOne, Question: question, Fallback: &game.Answer{Option: "LEAK"}}, Seats: seats}
	}
	observed := func(kind game.ObservationKind, seat, text string) *game.ObservationReceived {
		return &game.ObservationReceived{Observation: game.Observation{Kind: kind, Text: text}, Seat: seat}
	}
	left := &game.ObservationReceived{Observation: game.Observation{Kind: game.PlayerLeft, Player: &game.Player{ID: "Cleo", Name: "Cleo"}}}
	payloads := []game.Payload{
		&game.TableCreated{Config: config, Bots: []game.BotSeat{{Seat: "Bob", Session: "LEAK"}}},
		&game.MessageReceived{Post: game.Post{ID: "LEAK", Sender: "Ann", Text: "seen 1", Kind: game.FromPlayer}},
		&game.MessageSent{MessageID: "LEAK", PlanID: "LEAK", Sender: "Bob", Text: "seen 2"},
		&game.MessageReceived{Post: game.Post{Sender: "Ann", Text: "LEAK", Kind: game.FromPlayer, Channel: "LEAK"}},
		&game.MessageSent{Sender: "Bob", Text: "LEAK", Channel: "LEAK"},
		&game.TypingStarted{PlanID: "LEAK", Seat: "Bob"},
		&game.TypingStarted{PlanID: "LEAK", Seat: "Bob", Channel: "LEAK"},
		&game.TypingStopped{PlanID: "LEAK", Seat: "Bob"},
		&game.ObservationReceived{Observation: game.Observation{ID: "LEAK", Kind: game.PlayerTyping, Player: &game.Player{ID: "Ann", Name: "Ann"}}},
		observed(game.PrivateInfo, "Bob", "LEAK"), observed(game.PrivateInfo, "", "LEAK"), observed(game.BotMuted, "", "LEAK"), observed(game.BotUnmuted, "Bob", "LEAK"),
		&game.ObservationReceived{Observation: game.Observation{Kind: game.PhaseChanged, Phase: "night", Text: "seen 3"}},
		vote("all", "seen 4?", everyone...), vote("den", "LEAK?", "Ann", "Bob"), vote("bots", "LEAK?", "Bob"),
		&game.VoteReceived{VoteID: "all", Seat: "Ann", Answer: game.Answer{Option: "LEAK"}},
		&game.VoteCast{VoteID: "all", Seat: "Bob", Answer: game.Answer{Option: "LEAK"}},
		&game.VoteCast{VoteID: "accused", Seat: "Bob", Origin: game.FromAccusation, Answer: game.Answer{Option: "LEAK"}},
		&game.VoteCancelled{VoteID: "den", Reason: "LEAK"}, &game.VoteCancelled{VoteID: "all", Reason: "seen 5"},
		left, vote("rest", "seen 6?", "Ann", "Bob"),
		&game.TableUpdated{Metadata: map[string]string{"a": "LEAK"}}, &game.FloorGiven{Seat: "LEAK"},
		&game.TableEnded{SessionEnded: game.SessionEnded{Reason: game.EndedByPlatform, Outcome: "seen 7", Reveal: map[string]string{"Bob": "bot"}}},
	}
	log := make([]game.Event, len(payloads))
	for i, p := range payloads {
		log[i] = game.Event{Seq: int64(i + 1), At: time.Unix(int64(i), 0).UTC(), Data: p}
	}
	return log
}

// TestThePublicSeesWhatAllPlayersSee: lines in the main channel, typing, phases, who leaves, votes
// of all and the end. Nothing says who is a bot, and nothing is private to some seats.
func TestThePublicSeesWhatAllPlayersSee(t *testing.T) {
	t.Parallel()
	log := publicGame()
	whole := table.NewState("gam_1")
	for _, e := range log {
		whole.Apply(e)
	}
	view := &table.View{Table: "gam_1", Roster: whole.Roster} // a reader may come when the game is over
	asked := func(id string) (table.Vote, error) {
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
		if o, is := seen.Data.(*game.ObservationReceived); is && o.Kind == game.PlayerTyping {
			typing++
		}
		text, err := json.Marshal(seen.Data)
		if err != nil {
			t.Fatal(err)
		}
		all.Write(text)
		for _, secret := range []string{"LEAK", "Bob\":\"bot", "seed", "plan_id"} {
			if _, end := seen.Data.(*game.TableEnded); strings.Contains(string(text), secret) && !end {
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
	config := game.Table{Host: game.HostRinger, Seed: new(int64), Speed: 1, Game: game.Setting{Rules: "turing"}, Bots: []game.TableBot{{Bot: game.Bot{Seat: "Bob"}}}}
	for _, id := range []string{"Ann", "Bob", "Cleo"} {
		config.Game.Players = append(config.Game.Players, game.Player{ID: id, Name: id, Presence: game.Active})
	}
	rules, _ := referee.Find("turing")
	deal, err := rules.Deal(table.StartOf(&config))
	if err != nil {
		t.Fatal(err)
	}
	s := table.NewState("gam_1")
	s.Apply(game.Event{Seq: 1, Data: &game.TableCreated{Config: config, Deal: &deal}})
	two := []string{deal.Players[0].ID, deal.Players[1].ID}
	for i, id := range []string{referee.AccusationVote, "other"} {
		s.Apply(game.Event{Seq: int64(i + 2), Data: &game.VoteRequested{VoteRequest: game.VoteRequest{ID: id, Kind: game.ChooseOne}, Seats: two}})
		if v, _ := s.Vote(id); v.Public != (id == referee.AccusationVote) {
			t.Errorf("the vote %s is public: %v", id, v.Public)
		}
	}
}
