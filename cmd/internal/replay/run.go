package replay

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"ringer/cmd/internal/follow"
	"ringer/cmd/internal/show"
	"ringer/engine/recording"
	"ringer/engine/session"
)

// Run plays the games and prints what happened to stdout, and the progress to stderr.
func Run(ctx context.Context, s Settings, stdout, stderr io.Writer) error {
	if s.Recorded {
		return recheckFile(stdout, s.File)
	}
	games, err := recording.Load(s.File)
	if err != nil {
		return err
	}
	if games, err = s.chosen(games); err != nil {
		return err
	}
	for _, file := range [][2]string{{"--chart", s.Chart}, {"--gaps", s.Gaps}, {"--json", s.JSON}, {"--events", s.Events}, {"--played", s.Played}} {
		if err := show.Writable(file[0], file[1]); err != nil {
			return err
		}
	}
	if err := s.checkVariants(); err != nil {
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
	if len(s.Compare) > 0 {
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
func (s *Settings) several() bool { return s.All || len(s.Game) > 1 }

func (s *Settings) chosen(games []recording.Game) ([]recording.Game, error) {
	switch {
	case s.All:
		return games, nil
	case len(s.Game) == 0:
		return games[:1], nil
	}
	var chosen []recording.Game
	for _, id := range s.Game {
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
	return &liveRunner{settings: s, client: follow.New(url, s.APIKey, http.DefaultTransport), ctx: ctx}, stop, nil
}

type replay struct {
	*Settings
	runner         runner
	stdout, stderr io.Writer
}

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
			all = append(all, recording.Play{Game: g, Seat: seat, Variant: &r.variants[0]})
		}
	}
	return all, nil
}

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

func (s *Settings) progress(w io.Writer, p *recording.Play, i, n int) func(at session.Millis, said int) {
	if s.Virtual && s.NewSim == nil {
		return func(session.Millis, int) {}
	}
	which := p.ID
	if len(s.Compare) > 0 {
		which = p.Variant.Name + ": " + which
	}
	if n > 1 {
		which += " (" + strconv.Itoa(i+1) + " of " + strconv.Itoa(n) + ")"
	}
	shown := show.Progress(w)
	return func(at session.Millis, said int) {
		share := min(float64(at)/float64(max(p.Length(), 1)), 1) // a game goes on after its last line
		shown(share, fmt.Sprintf("%s  %s of %s, the bot has said %d", which, formatTime(at), formatTime(p.Length()), said))
	}
}
