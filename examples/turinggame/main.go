// Program turinggame seats a bot of Ringer in the Turing Game of play.turinggame.ai.
package main

import (
	"context"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"sync"

	"ringer/client"
	"ringer/examples/internal/socket"
)

type frame struct {
	Type, Player, Message, Language string
	Players                         []string
	Game                            int64  `json:"game_id"`
	Seat                            string `json:"bot"`
}

type say map[string]any

type bot struct {
	server                             *socket.Server
	ringer                             *client.Client
	key, name, rules, strategy, timing string
	most                               int
	mu                                 sync.Mutex
	games                              map[int64]chan socket.Frame[frame]
}

func main() {
	ctx := context.Background()
	b := &bot{server: socket.Flags("wss://play.turinggame.ai/bot/", socket.Pings), ringer: client.New("")}
	b.key, b.games = os.Getenv("TURINGGAME_API_KEY"), map[int64]chan socket.Frame[frame]{}
	languages := flag.String("languages", "en", "what the bot writes, such as \"en de\"")
	flag.StringVar(&b.name, "name", "ringer", "the name of the bot in the Turing Game, at most 40 characters")
	flag.StringVar(&b.rules, "rules", "turing", "turing: one machine among people; reverse_turing: one person among machines")
	flag.StringVar(&b.strategy, "strategy", "fourmind", "how the bot plays: fourmind, tom, recon, scheduler …")
	flag.StringVar(&b.timing, "timing", "human", "human: it waits like a person; instant: it does not")
	flag.IntVar(&b.most, "games", 20, "how many games the bot plays at once")
	flag.Parse()
	err := b.restore(ctx)
	if err == nil {
		err = socket.Keep(ctx, b.server, say{"api_key": b.key, "bot_name": b.name, "languages": *languages, "accuse_ready": true}, b.hear)
	}
	slog.Error("the bot stops", "error", err)
	os.Exit(1)
}

// restore goes on with the games of an earlier run.
func (b *bot) restore(ctx context.Context) error {
	var page struct{ Sessions []client.SessionState }
	if err := b.ringer.Do(ctx, "GET", "/v1/sessions?status=open&limit=100", nil, &page); err != nil {
		return err
	}
	for _, s := range page.Sessions {
		f := frame{Seat: s.Seat}
		if fmt.Sscanf(s.ExternalID, "turinggame:%d:", &f.Game); s.ExternalID == b.externalID(f) {
			slog.Info("goes on with a game", "game", f.Game, "seat", f.Seat, "session", s.ID)
			b.games[f.Game] = make(chan socket.Frame[frame], 200)
			go b.play(ctx, f, b.games[f.Game], b.ringer.Session(s.ID), s.LastSeq)
			go b.speak(ctx, f.Game, b.ringer.Session(s.ID), s.LastSeq)
		}
	}
	return nil
}

func (b *bot) externalID(f frame) string {
	return fmt.Sprintf("turinggame:%d:%s:%s", f.Game, f.Seat, b.name)
}

// hear brings a frame to its game.
func (b *bot) hear(ctx context.Context, in socket.Frame[frame]) {
	b.mu.Lock()
	defer b.mu.Unlock()
	f, frames := in.Data, b.games[in.Data.Game]
	switch f.Type {
	case "info":
		slog.Info("the server says", "message", f.Message)
		return
	case "start_game":
		if frames == nil && len(b.games) < b.most {
			frames = make(chan socket.Frame[frame], 200)
			b.games[f.Game] = frames
			go b.play(ctx, f, frames, nil, 0)
		}
	case "end_game":
		if frames != nil {
			delete(b.games, f.Game)
			close(frames)
		}
		if frames != nil || in.Connection == 0 {
			return
		}
	case "game_message", "game_master", "request_accusation":
	default:
		frames = nil
	}
	select {
	case frames <- in:
	default: // no such game or type, or 200 frames wait for Ringer
		b.server.Strange("a frame is lost: "+f.Type, "game", f.Game, "waiting", len(frames), "games", len(b.games))
		if f.Type == "start_game" && frames == nil {
			go b.server.Send(ctx, say{"type": "bot_ready", "api_key": b.key, "game_id": f.Game, "ready_state": false})
		}
	}
}

// play brings the frames of a game to its session. Lines have no ids: what is stable is who says
// what, and how often before. A game that begins again over a new connection counts again.
func (b *bot) play(ctx context.Context, first frame, frames chan socket.Frame[frame], s *client.Session, before int64) {
	said, last := map[string]int{}, 0
	for in := range frames {
		f, err := in.Data, error(nil)
		switch {
		case f.Seat != first.Seat || s == nil && f.Type != "start_game":
			err = errors.New("the bot does not play in this seat")
		case f.Type == "start_game":
			if s == nil {
				s, err = b.ringer.Open(ctx, client.NewSession{
					ExternalID: b.externalID(f), Strategy: b.strategy, Timing: client.TimingMode(b.timing), TTLSeconds: 3600,
					Language: strings.ToLower(f.Language), Game: client.NewGame{Rules: b.rules, Players: client.Players(f.Players...)},
					Bot: client.NewBot{Seat: f.Seat}, Accuse: client.AccuseModeOnRequest,
				})
				if err == nil {
					go b.speak(ctx, f.Game, s, 0)
				} else {
					b.hear(ctx, socket.Frame[frame]{Data: frame{Type: "end_game", Game: f.Game}})
				}
			} else if in.Connection != last {
				said, before = map[string]int{}, 0
			}
			b.server.Send(ctx, say{"type": "bot_ready", "api_key": b.key, "game_id": f.Game, "ready_state": s != nil})
		case f.Type == "request_accusation":
			go b.accuse(ctx, f, s)
		case f.Player != f.Seat: // the bot's own lines come back
			line := f.Type + " " + f.Player + ": " + f.Message
			said[line]++
			id := sha256.Sum256(fmt.Appendf(nil, "%d %d %s", before, said[line], line))
			kind := map[string]client.MessageKind{"game_master": client.MessageKindGamemaster}[f.Type]
			err = s.Post(ctx, client.NewMessage{ID: fmt.Sprintf("%x", id), Sender: f.Player, Text: f.Message, Kind: kind})
		}
		if last = in.Connection; err != nil {
			slog.Warn("a frame is lost", "type", f.Type, "game", f.Game, "seat", f.Seat, "error", err)
		}
	}
	if s != nil {
		s.End(ctx, client.Ending{Outcome: "the Turing Game has ended it"})
	}
}

// speak says what the bot says. The receipt comes first, and only the program that posts it says a
// line. So a program that dies may lose a line, and no line is said twice.
func (b *bot) speak(ctx context.Context, game int64, s *client.Session, before int64) {
	for e, err := range s.Events(ctx, client.Types("message.sent")) {
		d, ok := e.Data.(*client.MessageSent)
		if ok && b.claim(ctx, s, "/messages/"+d.MessageID, client.Receipt{Status: client.ReceiptStatusPosted}) {
			if err = errors.New("the program was away"); e.Seq > before {
				err = b.server.Send(ctx, say{"type": "game_message", "api_key": b.key, "game_id": game, "message": d.Text})
			}
			if err != nil {
				s.Receipt(ctx, d.MessageID, client.Receipt{Status: client.ReceiptStatusRejected, Reason: err.Error()})
			}
		}
		if err != nil {
			slog.Warn("a line of the bot is lost", "game", game, "error", err)
		}
	}
	b.hear(ctx, socket.Frame[frame]{Data: frame{Type: "end_game", Game: game}}) // Ringer ends it after an hour in which nobody writes
}

// claim says whether a receipt is the first one.
func (b *bot) claim(ctx context.Context, s *client.Session, what string, receipt any) bool {
	var posted client.Posted
	err := b.ringer.Do(ctx, "POST", "/v1/sessions/"+s.ID+what+"/receipt", receipt, &posted)
	return err == nil && !posted.Duplicate
}

// accuse answers whom the bot accuses.
func (b *bot) accuse(ctx context.Context, f frame, s *client.Session) {
	v := client.NewVote{ID: "accusation", Kind: client.VoteKindChooseOne, Question: "Which player is the machine?", WithinMS: 10_000}
	for _, player := range f.Players {
		if player != f.Seat {
			v.Options = append(v.Options, client.NewOption{ID: player})
		}
	}
	vote, err := s.Vote(ctx, v)
	if err == nil && vote.Cast != nil && b.claim(ctx, s, "/votes/accusation", client.VoteUse{Used: client.UsedAnswer}) {
		err = b.server.Send(ctx, say{"type": "accuse_message", "api_key": b.key, "game_id": f.Game, "accusation": vote.Cast.Answer.Option})
	}
	if err != nil {
		slog.Warn("the bot accuses nobody", "game", f.Game, "error", err)
	}
}
