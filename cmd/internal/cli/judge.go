package cli

import (
	"cmp"
	"errors"
	"fmt"
	"runtime"
	"strings"

	"ringer/cmd/internal/arena"
	"ringer/engine/contest"
	"ringer/engine/llm"
	"ringer/engine/llm/offline"
)

// judgeFlags say which model judges speeches, and how many.
type judgeFlags struct {
	JudgeURL lineText `name:"judge-base-url" help:"Base URL of the judge's server, including /v1. By default the server of the other models." placeholder:"URL"`
	JudgeKey lineText `name:"judge-api-key" var:"JUDGE_API_KEY" help:"Key of the judge's server ($$JUDGE_API_KEY). By default the key of the other models." placeholder:"KEY"`
	Pairs    int      `name:"judge-pairs" default:"40" help:"How many pairs of speeches of each two variants the judge compares at most. Each takes two calls. 0 compares none."`
	Lines    int      `name:"judge-lines" help:"How many lines of each variant on each side the judge marks at most: does the line deceive, and how? It sees what the bot knew and believed. Each takes a call."`
}

// judge returns the judge that a spec names, none if it is empty.
func (c *judgeFlags) judge(spec roleSpec, models *modelFlags, named seatModels) (j contest.Judge, err error) {
	j.Name, j.Pairs, j.Lines = spec.text, c.Pairs, c.Lines
	name, _, _ := strings.Cut(spec.text, ",")
	switch {
	case spec.text == "":
		return j, nil
	case c.Pairs < 0 || c.Lines < 0 || c.Pairs+c.Lines == 0:
		return j, errors.New("--judge-pairs and --judge-lines must be 0 or more, and not both 0")
	case name == offline.Name:
		j.Model = offline.New(contest.Skills())
		return j, nil
	}
	if m, ok := named[spec.text]; ok {
		j.Model, err = m.client(name, models)
		return j, err
	}
	f := *models
	f.BaseURL, f.Key = cmp.Or(c.JudgeURL, f.BaseURL), cmp.Or(c.JudgeKey, f.Key)
	if f.offline() {
		return j, fmt.Errorf("--judge %s needs a server: give --judge-base-url or --judge-api-key, or take --judge offline", spec)
	}
	roles := llm.DefaultRoles()
	for role, r := range roles {
		roles[role] = spec.applyTo(r)
	}
	j.Model, err = llm.New(llm.Config{BaseURL: string(f.BaseURL), Key: string(f.Key), KeyHeader: f.Header, Roles: roles, ExtraBody: f.ExtraBody, Prices: f.Prices, InFlight: f.InFlight})
	if err != nil {
		return j, fmt.Errorf("--judge: %w", err)
	}
	return j, nil
}

type judgeCommand struct {
	Files    []string `arg:"" name:"file" help:"Games that replay has played with several --compare, from its --played." type:"existingfile"`
	Judge    roleSpec `required:"" help:"The model that judges: NAME, or NAME,timeout=60s with more settings as in --model-reflex; offline is a stand-in without a model." placeholder:"SPEC"`
	Side     string   `help:"Compare speeches of this side alone, such as good." placeholder:"SIDE"`
	Seed     int64    `default:"1" help:"Seed of the draw of pairs."`
	Out      string   `help:"Keep the judge's answers beside this file, in FILE.judged. The same command goes on with those that are missing." placeholder:"FILE" type:"path"`
	Parallel int      `help:"How many pairs are judged at once. By default one for each processor." placeholder:"N"`
	judgeFlags
	modelFlags
}

func (c *judgeCommand) Validate() error {
	if c.Parallel < 0 {
		return errors.New("--parallel must be 1 or more")
	}
	return c.modelFlags.Validate()
}

func (c *judgeCommand) Run(t *terminal) error {
	j, err := c.judge(c.Judge, &c.modelFlags, nil)
	if err != nil {
		return err
	}
	p := arena.Played{Files: c.Files, Side: c.Side, Seed: c.Seed, Use: arena.Use{Judge: j, Parallel: cmp.Or(c.Parallel, runtime.GOMAXPROCS(0)), Out: c.Out}}
	return p.Compare(t.ctx, t.stdout, t.stderr)
}
