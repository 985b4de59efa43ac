package cli

import (
	"fmt"
	"os"
	"time"

	folder "ringer/cmd/internal/study"
	"ringer/engine/llm/offline"
	"ringer/engine/sim"
	"ringer/engine/strategy"
	"ringer/engine/study"
	"ringer/store"
)

type studyCommand struct {
	Register studyRegister `cmd:"" help:"Check the file of a study, and print its preregistration."`
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
