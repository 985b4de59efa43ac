// Package play plays a whole game in a terminal: a person types, bots answer, and votes are asked.
// It is a platform of the API, and a person in front of it.
//
//	keyboard -> sitting -> POST messages, casts -> server
//	screen <- story <- stream of what the person's seat may see <- server
package play

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"ringer/client"
	"ringer/cmd/internal/follow"
	"ringer/engine/session"
)

// Run plays a game to its end, or until the person leaves it. in is the keyboard and out the
// screen.
func Run(ctx context.Context, s Settings, in io.Reader, out, log io.Writer) error {
	console, err := openConsole(in, out, log)
	if err != nil {
		return err
	}
	address := s.Server
	if address == "" {
		started, stop, err := s.StartServer(ctx, console)
		if err != nil {
			return errors.Join(err, console.Close())
		}
		defer stop()
		address = started
	}
	transport := http.DefaultTransport.(*http.Transport).Clone()
	defer transport.CloseIdleConnections() // the server waits 5 s for one that was never used
	g := &sitting{client: follow.New(address, s.Key, transport), console: console, settings: &s}
	if err = g.open(ctx); err == nil {
		err = g.play(ctx)
	}
	return errors.Join(err, console.Close())
}

type sitting struct {
	client   *client.Client
	console  *console
	settings *Settings
	path     string
	// seat is the player id of the person; empty for a watcher. Rules may give another one than
	// asked for.
	seat  string
	story *story
}

func (g *sitting) open(ctx context.Context) error {
	var created struct {
		ID string `json:"id"`
	}
	if err := g.client.Do(ctx, "POST", "/v1/games", g.settings.table(), &created); err != nil {
		return explain(err)
	}
	g.path, g.seat = "/v1/games/"+created.ID, g.settings.Me
	if g.seat != "" {
		var first struct {
			Events []struct {
				Data struct {
					Deal *session.Deal `json:"deal"`
				} `json:"data"`
			} `json:"events"`
		}
		if err := g.client.Do(ctx, "GET", g.path+"/events?limit=1", nil, &first); err != nil {
			return err
		}
		for _, e := range first.Events {
			g.seat = e.Data.Deal.Seat(g.seat)
		}
	}
	g.story = newStory(g.seat, g.settings.Reveal, g.console.print)
	return nil
}

// explain returns an error that names the flags of the values that the server has refused.
func explain(err error) error {
	refused, ok := errors.AsType[*client.Problem](err)
	if !ok {
		return fmt.Errorf("%w; is the server running, and is this its address?", err)
	}
	var errs []error
	for _, e := range refused.Errors {
		errs = append(errs, fmt.Errorf("%s: %s", flagOf(e.Pointer), e.Detail))
	}
	if len(errs) == 0 {
		return errors.New(refused.Detail)
	}
	return errors.Join(errs...)
}

func flagOf(pointer string) string {
	field := strings.Split(strings.TrimPrefix(pointer, "/"), "/")
	switch {
	case strings.HasPrefix(pointer, "/rules_options/"):
		return "--option " + field[1]
	case pointer == "/game/players":
		return "--seats"
	case strings.HasPrefix(pointer, "/game/players/"):
		return "--me or --names"
	case field[0] == "bots":
		return "--seats"
	case field[0] == "game":
		return "--" + field[len(field)-1]
	}
	return "--" + field[0]
}

const tick = time.Second

func (g *sitting) play(ctx context.Context) error {
	listening, cancel := context.WithCancel(ctx)
	defer cancel()
	events, failed := make(chan session.Event), make(chan error, 1)
	go func() { // ends with the game, or with listening
		failed <- g.listen(listening, events)
		close(events)
	}()
	typed := make(chan string)
	go g.console.read(listening, typed) // ends with what is typed, or with the program
	ticker := time.NewTicker(tick)
	defer ticker.Stop()
	for {
		select {
		case e, ok := <-events:
			switch {
			case ok:
				g.story.hear(e)
			case g.story.end != nil:
				return g.finish(ctx)
			case ctx.Err() != nil:
				return g.leave(ctx)
			default:
				return <-failed
			}
		case text, ok := <-typed:
			if !ok {
				typed = nil
			} else if g.do(ctx, strings.TrimSpace(text)) {
				return g.leave(ctx)
			}
		case <-ticker.C:
		case <-ctx.Done():
			return g.leave(ctx)
		}
		g.console.status(g.story.status(time.Now()))
	}
}

func (g *sitting) listen(ctx context.Context, events chan<- session.Event) error {
	path := g.path + "/stream"
	if g.seat != "" {
		path += "?" + url.Values{"as": {g.seat}}.Encode()
	}
	_, err := follow.Listen(ctx, g.client, path, func(e session.Event) {
		select {
		case events <- e:
		case <-ctx.Done():
		}
	})
	return err
}

// leaveLimit is how long the server may take to end a game that the person leaves.
const leaveLimit = 5 * time.Second

// leave ends the game before its time, so that no bot plays on for nobody.
func (g *sitting) leave(ctx context.Context) error {
	g.console.print(notice(note, "You leave the game. It ends here."))
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), leaveLimit)
	defer cancel()
	err := g.client.Do(ctx, "POST", g.path+"/end", map[string]string{"outcome": "The person has left."}, nil)
	if _, over := errors.AsType[*client.Problem](err); over {
		return nil // it has ended meanwhile
	}
	return err
}
