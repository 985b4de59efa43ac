// Program aiwolf seats a bot of Ringer in the AIWolf contest of natural language.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"strings"
	"time"

	"ringer/client"
	"ringer/examples/internal/socket"
)

// packet is a request of the server. What a request lacks is empty.
type packet struct {
	Request string
	Info    struct {
		Agent, Profile string            // the bot, and whom it plays
		GameID         string            `json:"game_id"`
		Executed       string            `json:"executed_agent"`
		Attacked       string            `json:"attacked_agent"`
		Divined        word              `json:"divine_result"`
		Medium         word              `json:"medium_result"`
		Votes          []word            `json:"vote_list"`
		Status         map[string]string `json:"status_map"`
		Roles          map[string]string `json:"role_map"`
		SkipsLeft      int               `json:"remain_skip"`
	}
	Setting struct {
		Roles   map[string]int         `json:"role_num_map"`
		Timeout struct{ Action int64 } // in milliseconds
	}
	Talks    []word `json:"talk_history"`
	Whispers []word `json:"whisper_history"`
}

type word struct { // a line, a vote, or what the seer or the medium learns
	Agent, Text, Target, Result string
	Skip, Over                  bool
}

type agent struct {
	server                   *socket.Server
	ringer                   *client.Client
	name, strategy, language string
	patience                 time.Duration // how long an answer may take
	session                  *client.Session
	heard                    int64 // the event of the bot's last line
}

const rules = `This is Werewolf with these roles: %s. Only the werewolves know each other. The possessed is on their side.
By day all talk in turn, and then vote one player out. At night the werewolves attack a player who is then out, the seer learns
of a player whether it is a werewolf, the bodyguard guards a player, and the medium learns whether the player voted out was a
werewolf. The villagers win when no werewolf is left, the werewolves when they are as many as all others.`

func main() {
	a := &agent{server: socket.Flags("ws://127.0.0.1:8080/ws", 0), ringer: client.New(""), patience: 20 * time.Second}
	a.session = a.ringer.Session("none")
	flag.StringVar(&a.name, "name", "ringer1", "the name of the team, and the number of the agent in it")
	flag.StringVar(&a.strategy, "strategy", "tom", "how the bot plays: tom, recon, scheduler, fourmind …")
	flag.StringVar(&a.language, "language", "en", "the language of the contest")
	flag.Parse()
	a.server.Header = http.Header{"Authorization": {"Bearer " + os.Getenv("AIWOLF_TOKEN")}}
	slog.Error("the agent stops", "error", socket.Keep(context.Background(), a.server, nil, a.hear))
	os.Exit(1)
}

// hear answers in time, whatever Ringer does: three tenths of the time stay in reserve.
func (a *agent) hear(ctx context.Context, f socket.Frame[packet]) {
	p, text := f.Data, ""
	if ms := p.Setting.Timeout.Action; ms > 0 {
		a.patience = min(time.Duration(ms)*time.Millisecond*7/10, 20*time.Second)
	}
	soon, cancel := context.WithDeadline(ctx, f.Arrived.Add(a.patience))
	defer cancel()
	err := a.tell(soon, p)
	switch p.Request {
	case "INITIALIZE":
		err = a.begin(soon, p)
	case "NAME":
		text = a.name
	case "TALK":
		text = a.talk(soon, p, "")
	case "WHISPER":
		text = a.talk(soon, p, "den")
	case "FINISH":
		err = errors.Join(err, a.session.End(soon, client.Ending{Outcome: "the contest has ended it", Reveal: p.Info.Roles}))
	case "VOTE", "DIVINE", "GUARD", "ATTACK":
		text = a.choose(soon, p)
	}
	if text != "" {
		err = errors.Join(err, a.server.Send(ctx, text))
	}
	if err != nil {
		slog.Warn("something was lost on the way", "request", p.Request, "error", err)
	}
}

func (a *agent) begin(ctx context.Context, p packet) (err error) {
	me, role, players, allies := p.Info.Agent, strings.ToLower(p.Info.Roles[p.Info.Agent]), []string{}, []string{}
	for name := range p.Info.Status {
		players = append(players, name)
		if name != me && p.Info.Roles[name] == "WEREWOLF" {
			allies = append(allies, name)
		}
	}
	a.heard = 0
	a.session, err = a.ringer.Open(ctx, client.NewSession{
		ExternalID: "aiwolf:" + p.Info.GameID + ":" + me, Strategy: a.strategy, Language: a.language, Persona: p.Info.Profile,
		Timing: client.TimingModeManual, Pace: client.PacePaper, TTLSeconds: 3600, Limits: client.NewLimits{MaxChars: 125},
		Bot: client.NewBot{Seat: me, Role: role, Allies: allies, Conceal: map[string][]string{"werewolf": {role}, "possessed": {role}}[role]},
		Game: client.NewGame{
			RulesText: fmt.Sprintf(rules, strings.Trim(fmt.Sprint(p.Setting.Roles), "map[]")),
			Players:   client.Players(players...), Channels: []client.NewChannel{{ID: "den", Members: append(allies, me)}},
			Phases: []client.NewPhase{{ID: "TALK"}, {ID: "WHISPER", Channel: "den"}},
			Aims: []client.NewAim{{Text: "You win when no werewolf is left.", Quarry: "a werewolf"},
				{Role: "werewolf", Text: "You win when the werewolves are as many as all others.", Quarry: "a player who could find the werewolves"},
				{Role: "possessed", Text: "You win when the werewolves win.", Quarry: "a player who could find the werewolves"}},
		},
	})
	if err != nil {
		a.session = a.ringer.Session("refused") // chance plays
	}
	return err
}

// tell brings to the session what a packet says.
func (a *agent) tell(ctx context.Context, p packet) (err error) {
	var lines []client.NewMessage
	see := func(o client.NewObservation) { err = errors.Join(err, a.session.Observe(ctx, o)) }
	if p.Request == "DAILY_INITIALIZE" {
		for _, w := range append([]word{{Target: p.Info.Executed}, {Target: p.Info.Attacked}, p.Info.Divined, p.Info.Medium}, p.Info.Votes...) {
			switch {
			case w.Target == "":
			case w.Result != "":
				see(client.NewObservation{Kind: client.ObservationKindPrivateInfo, Text: w.Target + " is a " + w.Result})
			case w.Agent != "":
				lines = append(lines, client.NewMessage{Kind: client.MessageKindGamemaster, Text: w.Agent + " voted for " + w.Target + "."})
			default:
				see(client.NewObservation{Kind: client.ObservationKindEliminated, Player: client.NewPlayer{ID: w.Target}})
			}
		}
	}
	for channel, words := range map[string][]word{"": p.Talks, "den": p.Whispers} {
		for _, w := range words {
			if w.Agent != p.Info.Agent && !w.Skip && !w.Over && strings.TrimSpace(w.Text) != "" {
				lines = append(lines, client.NewMessage{Channel: channel, Sender: w.Agent, Text: w.Text})
			}
		}
	}
	if len(lines) > 0 {
		err = errors.Join(err, a.session.Post(ctx, lines...))
	}
	return err
}

// talk returns what the bot says. Its plan waits for the turn, since the timing is manual.
func (a *agent) talk(ctx context.Context, p packet, channel string) string {
	a.session.Observe(ctx, client.NewObservation{Kind: client.ObservationKindPhase, Phase: p.Request})
	a.session.Post(ctx, client.NewMessage{Channel: channel, Kind: client.MessageKindHost, Text: p.Info.Agent + ", whom do you suspect?"})
	for e := range a.session.Events(ctx, client.After(a.heard), client.Types("plan.created", "message.sent")) {
		switch d := e.Data.(type) {
		case *client.PlanCreated: // refused for a plan that is gone
			if d.Channel == channel {
				a.ringer.Do(ctx, "POST", "/v1/sessions/"+a.session.ID+"/plan/send", map[string]string{"plan_id": d.PlanID}, nil)
			}
		case *client.MessageSent:
			a.heard = e.ID
			a.session.Receipt(ctx, d.MessageID, client.Receipt{Status: client.ReceiptStatusPosted})
			return d.Text
		}
	}
	if p.Info.SkipsLeft > 0 {
		return "Skip"
	}
	return "Over"
}

func (a *agent) choose(ctx context.Context, p packet) string {
	v := client.NewVote{Kind: client.VoteKindChooseOne, WithinMS: max(100, a.patience.Milliseconds()*3/4), Question: map[string]string{
		"VOTE": "Whom do you vote out?", "DIVINE": "Whom do you divine?", "GUARD": "Whom do you guard?",
		"ATTACK": "Whom do you attack?"}[p.Request], About: map[string]client.About{"GUARD": client.AboutTrust}[p.Request]}
	choice := p.Info.Agent
	for name, status := range p.Info.Status { // in a random order
		if status == "ALIVE" && name != p.Info.Agent && (p.Request != "ATTACK" || p.Info.Roles[name] != "WEREWOLF") {
			v.Options = append(v.Options, client.NewOption{ID: name})
			choice = name
		}
	}
	if vote, err := a.session.Vote(ctx, v); err == nil && vote.Cast != nil {
		return vote.Cast.Answer.Option
	}
	slog.Warn("the bot has not decided in time, so chance does", "request", p.Request)
	return choice
}
