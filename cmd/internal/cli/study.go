package cli

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"time"

	"github.com/alecthomas/kong"

	"ringer/api"
	folder "ringer/cmd/internal/study"
	"ringer/engine"
	"ringer/engine/llm/offline"
	"ringer/engine/sim"
	"ringer/engine/strategy"
	"ringer/engine/study"
	"ringer/store"
)

type studyCommand struct {
	Run      studyRun      `cmd:"" help:"Serve, as serve does, and let people take part in a study. The same command goes on after a crash."`
	Register studyRegister `cmd:"" help:"Check the file of a study, and print its preregistration."`
	Export   studyExport   `cmd:"" help:"Write what came out: tables, lines, results and a dictionary of all columns."`
	Status   studyStatus   `cmd:"" help:"Show how far a study is. Outcomes are not shown."`
}

// readPlan reads the file of a study.
func readPlan(name string) (*study.Plan, error) {
	file, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	p, err := study.Parse(file)
	if err != nil {
		return nil, fmt.Errorf("%s %w", name, err)
	}
	return p, nil
}

// refusedPlan says which file is refused.
func refusedPlan(name string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", name, err)
}

type studyRun struct {
	File string `arg:"" help:"The study, as YAML or JSON." type:"existingfile"`
	Out  string `help:"Folder that keeps the study. By default it has the id of the study." placeholder:"DIR" type:"path"`
	serverFlags
}

func (c *studyRun) Help() string {
	return `People take part at /playground/#/study. Each game is one of the arms of the file, as its seed says. Export what came out with ringer study export.

  ringer study run first.yaml --port 8080
  RINGER_API_KEY=… ringer study run first.yaml --host 0.0.0.0     # behind a proxy with TLS`
}

func (c *studyRun) Run(t *terminal, line *kong.Context) error {
	p, err := readPlan(c.File)
	if err != nil {
		return err
	}
	if until := p.Stop.Until; !until.IsZero() && time.Now().After(until) {
		return fmt.Errorf("%s: /stop/until: %s has passed, so nobody could take part; set a later date", c.File, until.Format(time.DateOnly))
	}
	kept, err := folder.Open(cmp.Or(c.Out, p.ID))
	if err != nil {
		return fmt.Errorf("--out: %w", err)
	}
	defer kept.Close() // each event is on the disk already
	return c.serve(t, line, func(o api.Options, e *engine.Engine) (api.Options, func(context.Context), error) {
		if err := e.ReadsOnly(); err != nil {
			return o, nil, err
		}
		o, _, err := c.apply(o, e)
		if err == nil {
			err = refusedPlan(c.File, p.Check(e.Desk))
		}
		if err != nil {
			return o, nil, err
		}
		running, err := study.New(p, study.Parts{Log: kept, Events: kept.Events, Desk: e.Desk, Now: time.Now, Slog: o.Log})
		if err != nil {
			return o, nil, fmt.Errorf("--out %w", err)
		}
		o.Study = running
		if c.Format != "json" {
			fmt.Fprintf(t.stdout, "The study %s is kept in %s. People take part at /playground/#/study of this server.\n", p.ID, cmp.Or(c.Out, p.ID))
		}
		return o, running.Run, nil
	})
}

type studyRegister struct {
	File string `arg:"" help:"The study, as YAML or JSON." type:"existingfile"`
}

func (c *studyRegister) Run(t *terminal) error {
	p, err := readPlan(c.File)
	if err != nil {
		return err
	}
	strategies, err := strategy.NewRegistry(strategy.All()...)
	if err != nil {
		return err
	}
	// A simulation knows no limit of a server, so it takes every model and language.
	if err := refusedPlan(c.File, p.Check(sim.New(store.NewMemory(), strategies, offline.New(strategies.Skills())).Desk)); err != nil {
		return err
	}
	_, err = fmt.Fprint(t.stdout, p.Registration())
	return err
}

type studyStatus struct {
	Folder string `arg:"" help:"The folder of ringer study run." type:"existingdir"`
}

func (c *studyStatus) Run(t *terminal) error {
	s, err := folder.Read(c.Folder)
	if err == nil {
		folder.Status(t.stdout, s, time.Now())
	}
	return err
}

type studyExport struct {
	Folder string `arg:"" help:"The folder of ringer study run." type:"existingdir"`
	Out    string `required:"" help:"Folder for the files." placeholder:"DIR" type:"path"`
}

func (c *studyExport) Run(t *terminal) error {
	s, err := folder.Read(c.Folder)
	if err != nil {
		return err
	}
	if err := folder.Export(s, c.Out); err != nil {
		return fmt.Errorf("--out: %w", err)
	}
	_, err = fmt.Fprint(t.stdout, folder.Results(s))
	return err
}
