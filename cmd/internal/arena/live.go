package arena

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"ringer/client"
	"ringer/cmd/internal/follow"
	"ringer/engine/contest"
	"ringer/engine/desk"
	"ringer/engine/recording"
	"ringer/engine/session"
)

// stopLimit is how long the server may take to end a game that was interrupted.
const stopLimit = 5 * time.Second

func (a *Arena) playLive(ctx context.Context, b contest.Bout) (*contest.Game, error) {
	t, err := a.Config(b)
	if err != nil {
		return nil, err
	}
	var created struct {
		ID string `json:"id"`
	}
	if err := a.client.Do(ctx, "POST", "/v1/games", t, &created); err != nil {
		return nil, fmt.Errorf("game %d, seed %d: %w", b.Number, b.Seed, explainRefusal(err))
	}
	path := "/v1/games/" + created.ID
	events, err := follow.Listen(ctx, a.client, path+"/stream", a.Listener(b))
	if err != nil {
		stopping, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopLimit)
		defer cancel()
		ended := a.client.Do(stopping, "POST", path+"/end", map[string]string{"outcome": "The arena was interrupted."}, nil)
		return nil, errors.Join(fmt.Errorf("game %d, seed %d: %w", b.Number, b.Seed, err), ended)
	}
	var result desk.GameResult
	if err := a.client.Do(ctx, "GET", path+"/result", nil, &result); err != nil {
		return nil, err
	}
	log := make([]session.Event, len(events))
	for i, e := range events {
		log[i] = e.Event
	}
	g, err := a.Game(b, log, &result, func(session string) ([]session.Event, error) { return a.logOf(ctx, session) })
	if err != nil {
		return nil, err
	}
	return g, a.exportSessions(b, log[0].Data.(*session.GameCreated), func(session string) ([]byte, error) {
		var export []byte
		err := a.client.Do(ctx, "GET", "/v1/sessions/"+session+"/export", nil, &export)
		return export, err
	})
}

func (a *Arena) logOf(ctx context.Context, session string) (all []session.Event, err error) {
	for after := int64(0); ; {
		var page struct {
			Events []json.RawMessage `json:"events"`
			Next   int64             `json:"next_after"`
			Ended  bool              `json:"ended"`
		}
		if err := a.client.Do(ctx, "GET", fmt.Sprintf("/v1/sessions/%s/events?types=*&after=%d", session, after), nil, &page); err != nil {
			return nil, err
		}
		for _, raw := range page.Events {
			e, err := recording.ParseEvent(raw)
			if err != nil {
				return nil, err
			}
			all = append(all, e.Event)
		}
		if page.Ended || page.Next == after {
			return all, nil
		}
		after = page.Next
	}
}

func explainRefusal(err error) error {
	refused, ok := errors.AsType[*client.Problem](err)
	if !ok {
		return fmt.Errorf("%w; is the server running, and is this its address?", err)
	}
	var details []string
	for _, e := range refused.Errors {
		details = append(details, e.Pointer+" "+e.Detail)
	}
	return fmt.Errorf("the server refuses the game: %s %s", refused.Detail, strings.Join(details, "; "))
}
