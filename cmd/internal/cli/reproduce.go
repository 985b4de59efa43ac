package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"ringer/cmd/internal/arena"
	"ringer/cmd/internal/bigtom"
	"ringer/cmd/internal/replay"
	"ringer/cmd/internal/show"
	"ringer/cmd/internal/talk"
	"ringer/engine/contest"
	"ringer/engine/sim"
	"ringer/engine/strategy"
)

type reproduceCommand struct {
	Paper    string          `arg:"" enum:"time-to-talk,fourmind,tom,recon,gameshow" help:"The paper: time-to-talk, fourmind, tom, recon or gameshow."`
	Games    int             `help:"How many games to play. By default as many as the paper." placeholder:"N"`
	Seed     int64           `default:"1" help:"Seed of the first game."`
	Recorded string          `help:"Games of Mafia with people and a bot, as replay reads them, for time-to-talk. The bot takes the seat of the recorded bot." type:"existingfile" placeholder:"FILE"`
	BigToM   string          `name:"bigtom" help:"For recon: ask the questions of this file instead of playing games. It is bigtom.csv of cicl-stanford/procedural-evals-tom." type:"existingfile" placeholder:"FILE"`
	Stories  int             `help:"With --bigtom: how many stories to take. By default all." placeholder:"N"`
	Parallel int             `help:"With --bigtom: how many questions are asked at once. By default one for each processor." placeholder:"N"`
	Latency  []time.Duration `help:"Game time that each model call takes, as in arena." placeholder:"DURATION" sep:"none"`
	Out      string          `help:"Keep the games in this folder, as arena does. The same command goes on with those that are missing." placeholder:"DIR" type:"path"`
	modelFlags
}

func (c *reproduceCommand) Help() string {
	return `The bots have the fidelity paper. The table has the paper's figures beside those of these games. Without a model server the offline player plays: it shows that
the set-up works, and nothing about the paper.

  ringer reproduce tom --games 20
  ringer reproduce time-to-talk --recorded games.jsonl --openai-base-url http://127.0.0.1:8000/v1 --model llama-3.1-8b`
}

func (c *reproduceCommand) Validate() error {
	switch {
	case c.Games < 0:
		return errors.New("--games must be 1 or more")
	case c.Paper == "time-to-talk" && c.Recorded == "":
		return errors.New("time-to-talk needs people: name recorded games with --recorded, such as engine/recording/testdata/mafia.jsonl")
	case c.Paper != "time-to-talk" && c.Recorded != "":
		return errors.New("--recorded is for time-to-talk alone")
	case c.Paper != "recon" && c.BigToM != "":
		return errors.New("--bigtom is for recon alone")
	case c.Stories < 0 || c.Parallel < 0:
		return errors.New("--stories and --parallel must be 1 or more")
	case c.MaxCalls > 0 || c.MaxTokens > 0 || c.MaxCost > 0:
		return errors.New("the simulator knows no limit of a session; leave out --session-max-calls, --session-max-tokens and --session-max-cost")
	}
	if err := sim.CheckLatencies(c.Latency); err != nil {
		return fmt.Errorf("--latency %w", err)
	}
	return c.modelFlags.Validate()
}

// reproduced is one figure of a paper, and the same of these games.
type reproduced struct{ figure, paper, here string }

func (c *reproduceCommand) Run(t *terminal) error {
	if c.BigToM != "" {
		return c.askBigToM(t)
	}
	p := papers()[c.Paper]
	rows, err := p.rows(c, t, p)
	if err != nil {
		return err
	}
	fmt.Fprintf(t.stdout, "%s\n%s\nPlayed by %s\n", p.title, p.setup, strings.Join(c.models(), ", "))
	show.Table(t.stdout, "", "figure\tpaper\there", rows, "%s\t%s\t%s", func(r *reproduced) []any { return []any{r.figure, r.paper, r.here} })
	fmt.Fprintf(t.stdout, "\n%s\n", p.note)
	return nil
}

// contest plays the games of a paper.
func (c *reproduceCommand) contest(ctx context.Context, stderr io.Writer, p *paper) (*contest.Summary, []*contest.Game, error) {
	s := arena.Settings{Settings: p.games, Use: arena.Use{Parallel: runtime.GOMAXPROCS(0), Out: c.Out}}
	s.Seed, s.Speed, s.Latency, s.Classifier, s.Models = c.Seed, 1, c.Latency, c.Suspicion.weights, strings.Join(c.models(), ", ")
	if c.Games > 0 {
		s.Games = c.Games
	}
	s.NewSim = simulator(c.newSim(nil), 1)
	var err error
	if s.Seats, err = strategy.ParseVariants(p.seats); err != nil {
		return nil, nil, err
	}
	if s.Sides, err = parseSides(p.sides); err != nil {
		return nil, nil, err
	}
	a, err := arena.New(s)
	if err != nil {
		return nil, nil, err
	}
	return a.PlayAll(ctx, stderr)
}

// replayed plays recorded games with the bot of a paper, and measures how people and bots talk.
func (c *reproduceCommand) replayed(t *terminal, variant string) ([]talk.Figures, []talk.Separation, error) {
	folder, err := os.MkdirTemp("", "ringer")
	if err != nil {
		return nil, nil, err
	}
	defer os.RemoveAll(folder)
	played := filepath.Join(folder, "played.jsonl")
	s := replay.Settings{
		File: c.Recorded, All: true, Virtual: true, Compare: []string{variant}, Speed: 1, Seed: c.Seed, Latency: c.Latency, Played: played,
		NewSim: c.newSim(nil), Classifier: c.Suspicion.weights,
	}
	if err := s.ParseVariants(); err != nil {
		return nil, nil, err
	}
	if err := replay.Run(t.ctx, s, io.Discard, t.stderr); err != nil {
		return nil, nil, err
	}
	return talk.Measure([]string{c.Recorded, played})
}

// reported are tables 1 and 6 of the ReCon paper: the shares of right answers of LLaMA-Chat.
var reported = []struct {
	method, model string
	shares        [7]float64
}{
	{"vanilla", "7b", [7]float64{.52, .52, .52, .53, .52, .53, .52}}, {"cot", "7b", [7]float64{.67, .73, .60, .63, .71, .73, .68}}, {"tot", "7b", [7]float64{.65, .72, .55, .53, .80, .71, .66}},
	{"formulation", "7b", [7]float64{.72, .78, .58, .63, .69, .75, .69}}, {"recon", "7b", [7]float64{.80, .81, .70, .73, .73, .74, .74}},
	{"vanilla", "13b", [7]float64{.69, .77, .73, .74, .69, .75, .73}}, {"cot", "13b", [7]float64{.73, .79, .73, .75, .71, .76, .74}}, {"tot", "13b", [7]float64{.78, .80, .63, .64, .75, .75, .72}},
	{"formulation", "13b", [7]float64{.74, .80, .69, .69, .70, .75, .73}}, {"recon", "13b", [7]float64{.89, .91, .83, .86, .77, .79, .84}},
}

// askBigToM prints tables 1 and 6 of the ReCon paper, with a row for this model beside the paper's.
func (c *reproduceCommand) askBigToM(t *terminal) error {
	model, _, err := c.client(bigtom.Skills())
	if err != nil {
		return err
	}
	shown := show.Progress(t.stderr)
	scores, err := bigtom.Run(t.ctx, bigtom.Settings{File: c.BigToM, Stories: c.Stories, Seed: c.Seed, Parallel: cmp.Or(c.Parallel, runtime.GOMAXPROCS(0)), Model: model}, func(done, all int) {
		shown(float64(done)/float64(all), fmt.Sprintf("%d of %d questions", done, all))
	})
	if err != nil {
		return err
	}
	type row struct {
		method, model, failed string
		cells                 [9]string
	}
	var rows []row
	for _, s := range scores {
		r := row{s.Method, strings.Join(c.models(), ", "), share(s.Failed, s.Questions), [9]string{6: share2(s.Average), 7: share2(s.True), 8: share2(s.False)}}
		for i, v := range s.Kinds {
			r.cells[i] = share2(v)
		}
		rows = append(rows, r)
		for _, p := range reported {
			if p.method != s.Method {
				continue
			}
			r := row{p.method, "paper, LLaMA-Chat " + p.model, unreported, [9]string{7: unreported, 8: unreported}}
			for i, v := range p.shares {
				r.cells[i] = share2(v)
			}
			rows = append(rows, r)
		}
	}
	fmt.Fprintf(t.stdout, "ReCon, tables 1 and 6: right answers in BigToM, without and with the initial belief in the story; %d questions a method\n", scores[0].Questions)
	show.Table(t.stdout, "", "method\tmodel\tforward belief\twith\tforward action\twith\tbackward belief\twith\taverage\ttrue belief\tfalse belief\tno answer", rows,
		"%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s", func(r *row) []any {
			cells := []any{r.method, r.model}
			for _, x := range r.cells {
				cells = append(cells, x)
			}
			return append(cells, r.failed)
		})
	return nil
}

func share2(v float64) string { return fmt.Sprintf("%.2f", v) }
