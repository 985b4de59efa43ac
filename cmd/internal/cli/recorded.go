package cli

import (
	"fmt"

	"ringer/cmd/internal/deduction"
	"ringer/cmd/internal/replay"
	"ringer/cmd/internal/survey"
	"ringer/cmd/internal/suspicion"
	"ringer/cmd/internal/talk"
	"ringer/cmd/internal/verdict"
	"ringer/engine/session"
)

type statsCommand struct {
	Files []string `arg:"" name:"file" help:"Recorded games, one JSON object a line, as replay reads them; or games that replay has played, from its --played." type:"existingfile"`
}

func (c *statsCommand) Run(t *terminal) error {
	return talk.Stats(t.stdout, c.Files)
}

type surveyCommand struct {
	Files []string `arg:"" name:"file" help:"Results of games, one after the other, as GET /v1/games/{id}/result answers." type:"existingfile"`
	CSV   bool     `help:"Write all answers as CSV."`
}

func (c *surveyCommand) Run(t *terminal) error {
	if c.CSV {
		return survey.Pool(t.stdout, t.stdout, c.Files)
	}
	return survey.Pool(t.stdout, nil, c.Files)
}

type refereeCommand struct {
	File string `arg:"" help:"Recorded games of Mafia or Avalon, one JSON object a line, as replay reads them." type:"existingfile"`
}

func (c *refereeCommand) Run(t *terminal) error { return verdict.Judge(t.stdout, c.File) }

type deductionCommand struct {
	Fit   fitDeductionCommand   `cmd:"" help:"Fit the weights to the games, and print them as JSON: engine/deduction/weights.json."`
	Check checkDeductionCommand `cmd:"" help:"Show how often the deduction is right in each game, with weights fitted to the others."`
}

type fitDeductionCommand struct {
	Files []string `arg:"" help:"Recorded games of Avalon or The Resistance, one JSON object a line." type:"existingfile"`
}

func (c *fitDeductionCommand) Run(t *terminal) error { return deduction.Fit(t.stdout, c.Files) }

type checkDeductionCommand struct {
	Files []string `arg:"" help:"Recorded games of Avalon or The Resistance, one JSON object a line." type:"existingfile"`
}

func (c *checkDeductionCommand) Run(t *terminal) error { return deduction.Check(t.stdout, c.Files) }

type suspicionCommand struct {
	Train trainSuspicionCommand `cmd:"" help:"Train the classifier on recorded games, and show how good it is in games that it has not seen."`
	Score scoreSuspicionCommand `cmd:"" help:"Write how much each line of recorded games reads like a bot's, one JSON object a line."`
}

type trainSuspicionCommand struct{ suspicion.Settings }

func (c *trainSuspicionCommand) Run(t *terminal) error { return c.Train(t.stdout, t.stderr) }

type scoreSuspicionCommand struct {
	Files   []string    `arg:"" help:"Recorded games, one JSON object a line." type:"existingfile"`
	Weights weightsFile `help:"File of weights, from ringer suspicion train. By default the weights in this program." placeholder:"FILE"`
}

func (c *scoreSuspicionCommand) Run(t *terminal) error {
	return suspicion.Score(t.stdout, c.Files, c.Weights.orEmbedded())
}

type mouthCommand struct {
	File     string `arg:"" help:"Recorded games, one JSON object a line, as replay reads them." type:"existingfile"`
	MaxChars int    `default:"250" help:"Characters of one message."`
	Show     bool   `help:"Print the lines that were stopped."`
}

func (c *mouthCommand) Validate() error {
	if c.MaxChars < 20 || c.MaxChars > session.MaxText {
		return fmt.Errorf("--max-chars must be from 20 to %d", session.MaxText)
	}
	return nil
}

func (c *mouthCommand) Run(t *terminal) error {
	return replay.Mouth(t.stdout, c.File, replay.MouthSettings{MaxChars: c.MaxChars, Show: c.Show})
}
