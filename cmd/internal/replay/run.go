package replay

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"time"

	"ringer/cmd/internal/client"
	"ringer/engine/recording"
	"ringer/engine/session"
	"ringer/engine/sim"
	"ringer/engine/strategy"
	"ringer/engine/suspicion"
)

// Settings say which games are played, and how.
type Settings struct {
	// File holds the recorded games, one JSON object a line.
	File string
	// Games are the ids of the games to play. If it is empty, the first game of the file is played.
	Games []string
	// All plays every game of the file. Games must be empty then.
	All bool
	// As names the player whose seat the bot takes. If it is empty, the bot takes the seat of the
	// first recorded bot, or else of the first player. If it is empty and several games are played,
	// a reverse Turing game is played once in the seat of each bot.
	As string
	// Variants are how the bot plays: one, or several if Compare is set.
	Variants []strategy.Variant
	// Compare prints a table with a row for each variant, in place of the games.
	Compare bool
	// Speed is game time per wall time.
	Speed float64
	// Pace is the pace of the session; empty for the default.
	Pace session.Pace
	// Seed is the seed of each session.
	Seed int64
	// Virtual plays in the simulator. Otherwise the games are played through a server.
	Virtual bool
	// NewSim returns a simulation that asks a model server, until the context ends. If it is nil,
	// the offline model answers.
	NewSim func(context.Context, *strategy.Registry) (*sim.Sim, error)
	// Classifier scores the lines in the simulator; nil for the default.
	Classifier *suspicion.Weights
	// Latencies are the game times that a model call takes in the simulator: each call draws one.
	// If there are none, a call of a server takes its wall time times Speed, and the latency of a
	// call of the offline model is drawn from the simulator's own.
	Latencies []session.Millis
	// Server is the URL of a running server. If it is empty, StartServer starts one.
	Server string
	// Key is the API key of that server, if it has one.
	Key string
	// StartServer starts a server and returns its URL, and a function that stops it.
	StartServer func(context.Context) (url string, stop func(), err error)
	Files
}

// Run plays the games and prints what happened to stdout, and the progress to stderr.
func Run(ctx context.Context, s Settings, stdout, stderr io.Writer) error {
	games, err := recording.Load(s.File)
	if err != nil {
		return err
	}
	if games, err = s.chosen(games); err != nil {
		return err
	}
	if err := errors.Join(s.Files.check(), s.checkVariants()); err != nil {
		return err
	}
	runner, closeRunner, err := s.runner(ctx)
	if err != nil {
		return err
	}
	defer closeRunner()
	r := &replay{Settings: &s, runner: runner, stdout: stdout, stderr: stderr}
	plays, err := r.plays(games)
	if err != nil {
		return err
	}
	if s.Compare {
		return r.compare(plays)
	}
	results, err := r.playAll(plays, func(res *Result, first bool) {
		if s.several() {
			printLine(stdout, res, first)
		} else {
			printGame(stdout, res)
		}
	})
	if err != nil {
		return err
	}
	if s.several() {
		printTotals(stdout, results)
	}
	return s.save(results, results)
}

// several reports whether several games are played. Then each is printed as one line.
func (s *Settings) several() bool { return s.All || len(s.Games) > 1 }

// chosen returns the games that were asked for.
func (s *Settings) chosen(games []recording.Game) ([]recording.Game, error) {
	switch {
	case s.All:
		return games, nil
	case len(s.Games) == 0:
		return games[:1], nil
	}
	var chosen []recording.Game
	for _, id := range s.Games {
		i := slices.IndexFunc(games, func(g recording.Game) bool { return g.ID == id })
		if i < 0 {
			return nil, fmt.Errorf("%s holds no game %q; its games are %s", s.File, id, gameIDs(games))
		}
		chosen = append(chosen, games[i])
	}
	return chosen, nil
}

func gameIDs(games []recording.Game) string {
	ids := make([]string, len(games))
	for i, g := range games {
		ids[i] = g.ID
	}
	return strings.Join(ids, ", ")
}

// runner plays one game with the bot in a seat. It returns the log, with the time when each event
// was received.
type runner interface {
	run(p *recording.Play, progress func(at session.Millis, said int)) ([]recording.Event, error)
}

// runner returns what plays the games, and a function that closes it.
func (s *Settings) runner(ctx context.Context) (runner, func(), error) {
	if s.Virtual {
		r, err := newVirtualRunner(ctx, s)
		return r, func() {}, err
	}
	url, stop := s.Server, func() {}
	if url == "" {
		var err error
		if url, stop, err = s.StartServer(ctx); err != nil {
			return nil, nil, fmt.Errorf("own server: %w", err)
		}
	}
	return &liveRunner{settings: s, client: client.New(url, s.Key, http.DefaultTransport), ctx: ctx}, stop, nil
}

// replay is one call of Run.
type replay struct {
	*Settings
	runner         runner
	stdout, stderr io.Writer
}

// plays returns what is to be played, by the first variant.
func (r *replay) plays(games []recording.Game) (all []recording.Play, err error) {
	for i := range games {
		g := &games[i]
		seats := g.Seats(r.As, r.several())
		switch {
		case len(seats) > 0:
		case r.All:
			fmt.Fprintf(r.stderr, "%s: no player %q, skipped\n", g.ID, r.As)
		default:
			return nil, fmt.Errorf("game %s has no player %q; its players are %s", g.ID, r.As, strings.Join(g.Names(), ", "))
		}
		for _, seat := range seats {
			all = append(all, recording.Play{Game: g, Seat: seat, Variant: &r.Variants[0]})
		}
	}
	return all, nil
}

// playAll plays the games one after another and shows each.
func (r *replay) playAll(plays []recording.Play, show func(res *Result, first bool)) ([]Result, error) {
	var results []Result
	for i, p := range plays {
		started := time.Now()
		events, err := r.runner.run(&p, r.progress(r.stderr, &p, i, len(plays)))
		if err != nil {
			return nil, fmt.Errorf("game %s: %w", p.ID, err)
		}
		res := newResult(p.Game, p.Seat, r.Settings, events)
		res.Strategy, res.variant, res.Wall = p.Variant.Strategy, p.Variant.Name, time.Since(started)
		results = append(results, res)
		show(&res, i == 0)
	}
	return results, nil
}
