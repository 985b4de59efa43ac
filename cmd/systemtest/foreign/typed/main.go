// Command typed plays a game with the client that oapi-codegen generates: the games of the README
// and of docs/api.md, in the types of the client. It prints what the bot says and how it votes.
//
// Usage: typed URL
package main

import (
	"context"
	"fmt"
	"log"
	"os"

	"foreign/ringer"
)

func main() {
	client, err := ringer.NewClientWithResponses(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	game := &game{client: client}
	game.turing()
	game.night()
	game.refusal()
}

type game struct {
	client *ringer.ClientWithResponses
	id     string
}

// must ends the program unless an answer has the wanted status.
func must[T any](answer *T, problem *ringer.Problem, err error) *T {
	switch {
	case err != nil:
		log.Fatal(err)
	case answer == nil && problem != nil:
		log.Fatalf("%s: %s", problem.Code, problem.Detail)
	case answer == nil:
		log.Fatal("the answer has no body")
	}
	return answer
}

func ptr[T any](v T) *T { return &v }

// player is a player whose name is the id.
func player(id string) (p ringer.PlayerEntry) {
	if err := p.FromPlayerID(id); err != nil {
		log.Fatal(err)
	}
	return p
}

func (g *game) open(config ringer.NewSession) {
	a, err := g.client.CreateSessionWithResponse(context.Background(), config)
	g.id = must(a.JSON201, a.ApplicationproblemJSONDefault, err).Id
}

func (g *game) say(messages ...ringer.NewMessage) {
	var body ringer.NewMessages
	if err := body.FromMessageBatch(ringer.MessageBatch{Messages: messages}); err != nil {
		log.Fatal(err)
	}
	a, err := g.client.PostMessagesWithResponse(context.Background(), g.id, body)
	must(a.JSON202, a.ApplicationproblemJSONDefault, err)
}

func (g *game) observe(o ringer.NewObservation) {
	a, err := g.client.PostObservationWithResponse(context.Background(), g.id, o)
	must(a.JSON202, a.ApplicationproblemJSONDefault, err)
}

// answer waits until the bot has said something, and confirms it.
func (g *game) answer() {
	for after := int64(0); ; {
		a, err := g.client.GetEventsWithResponse(context.Background(), g.id, &ringer.GetEventsParams{After: &after, Wait: ptr("20s"), Types: ptr("message.sent,typing.started")})
		page := must(a.JSON200, a.ApplicationproblemJSONDefault, err)
		after = page.NextAfter
		for _, e := range page.Events {
			event, err := e.ValueByDiscriminator()
			if err != nil {
				log.Fatal(err)
			}
			switch event := event.(type) {
			case ringer.TypingStartedEvent:
				fmt.Println("typing", event.Data.PlanId)
			case ringer.MessageSentEvent:
				fmt.Println("said", event.Data.Sender, event.Data.Text)
				a, err := g.client.PostMessageReceiptWithResponse(context.Background(), g.id, event.MessageId, ringer.Receipt{Status: ringer.ReceiptStatusPosted})
				must(a.JSON202, a.ApplicationproblemJSONDefault, err)
				return
			}
		}
	}
}

// turing plays the first game of the README.
func (g *game) turing() {
	g.open(ringer.NewSession{
		Game:      ringer.NewGame{Rules: ptr("turing"), Players: []ringer.PlayerEntry{player("Red"), player("Blue"), player("Green")}},
		Bot:       ringer.NewBot{Seat: "Red"},
		Strategy:  ptr("scheduler"),
		Seed:      ptr(int64(2)),
		Limits:    &ringer.NewLimits{MaxCalls: ptr(int64(100))},
		Biography: &ringer.NewBiography{Age: ptr(int64(34)), Town: ptr("Leeds")},
	})
	g.say(ringer.NewMessage{Sender: ptr("Blue"), Text: "hi all, how is everybody?"}, ringer.NewMessage{Sender: ptr("Green"), Text: "red where are you from"})
	g.answer()

	a, err := g.client.PostVoteWithResponse(context.Background(), g.id, &ringer.PostVoteParams{Wait: ptr("20s")},
		ringer.NewVote{Kind: ringer.VoteKindChooseOne, Question: "Who is the machine?", WithinMs: ptr(int64(10_000)), About: ptr(ringer.AboutSuspicion)})
	vote := must(a.JSON200, a.ApplicationproblemJSONDefault, err) // 202 says that the wait was too short
	if vote.Status != ringer.VoteStatusCast || vote.Cast == nil || vote.Cast.Answer.Option == nil {
		log.Fatalf("the vote is %s", vote.Status)
	}
	fmt.Println("voted", *vote.Cast.Answer.Option)

	mind, err := g.client.GetMindWithResponse(context.Background(), g.id, nil)
	for _, line := range must(mind.JSON200, mind.ApplicationproblemJSONDefault, err).Brief {
		fmt.Println("mind", line)
	}
	g.end(ringer.Ending{Outcome: ptr("people won"), Reveal: &map[string]string{"Red": "bot"}})
}

func (g *game) end(e ringer.Ending) {
	a, err := g.client.EndSessionWithResponse(context.Background(), g.id, e)
	fmt.Println("ended", must(a.JSON200, a.ApplicationproblemJSONDefault, err).Status)
}

// night plays the night of Mafia of docs/api.md.
func (g *game) night() {
	var den ringer.ChannelEntry
	var day, night ringer.PhaseEntry
	for _, err := range []error{
		den.FromNewChannel(ringer.NewChannel{Id: "den", Members: &[]string{"Red", "Blue"}}),
		day.FromPhaseID("day"),
		night.FromNewPhase(ringer.NewPhase{Id: "night", Speakers: &[]string{"Red", "Blue"}, Channel: ptr("den")}),
	} {
		if err != nil {
			log.Fatal(err)
		}
	}
	g.open(ringer.NewSession{
		Seed: ptr(int64(2)),
		Game: ringer.NewGame{
			RulesText: ptr("Red and Blue are mafia. By day all talk; at night the two agree in their den whom to take."),
			Aims:      &[]ringer.NewAim{{Role: ptr("mafia"), Text: "You win when Green is out.", Quarry: ptr("a player who suspects you")}},
			Players:   []ringer.PlayerEntry{player("Red"), player("Blue"), player("Green")},
			Channels:  &[]ringer.ChannelEntry{den},
			Phases:    &[]ringer.PhaseEntry{day, night},
		},
		Bot: ringer.NewBot{Seat: "Red", Role: ptr("mafia"), PrivateInfo: ptr("Blue is your partner."), Secrets: &[]string{"mafia"}},
	})
	g.observe(ringer.NewObservation{Id: ptr("o-1"), Kind: ringer.ObservationKindPhase, Phase: ptr("night"), EndsInMs: ptr(int64(60_000))})
	g.say(ringer.NewMessage{Id: ptr("m-1"), Sender: ptr("Blue"), Channel: ptr("den"), Text: "red, shall we take green?"})
	g.answer()
	g.observe(ringer.NewObservation{Id: ptr("o-2"), Kind: ringer.ObservationKindEliminated, Player: ptr(player("Green"))})
	g.end(ringer.Ending{})
}

// refusal posts to the session that has ended, and reads the problem.
func (g *game) refusal() {
	a, err := g.client.PostObservationWithResponse(context.Background(), g.id, ringer.NewObservation{Kind: ringer.ObservationKindMuted})
	if p := a.ApplicationproblemJSONDefault; err != nil || p == nil || p.Code != ringer.CodeSessionEnded {
		log.Fatalf("%v %s", err, a.Body)
	}
	fmt.Println("refused", a.ApplicationproblemJSONDefault.Code)
}
