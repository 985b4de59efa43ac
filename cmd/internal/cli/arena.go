package cli

import (
	"cmp"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"ringer/cmd/internal/arena"
	"ringer/engine/contest"
	"ringer/engine/llm/offline"
	"ringer/engine/session"
	"ringer/engine/sim"
	"ringer/engine/strategy"
)

type arenaCommand struct {
	Rules    string          `required:"" help:"Rules of the games: avalon, mafia, turing, reverse_turing, elimination, three_party, gameshow or werewolf." placeholder:"RULES"`
	Seats    []string        `help:"Variants of the bots, with commas between them: a strategy, and its options after colons, such as tom,scheduler:order=every_n. tom×3 is three of one. Fewer variants than players repeat in turn." placeholder:"VARIANT[×N]"`
	Fix      []string        `help:"In place of --seats: the variant of each side, such as mafia=tom,bystander=scheduler. It may be repeated: every deal is then played with each of these arrangements." placeholder:"SIDE=VARIANT,…" sep:"none"`
	Teams    bool            `help:"Give each side to one variant of --seats, in every combination. It is the clearest comparison in games of two sides."`
	Players  int             `help:"Players of a game. By default as many as --seats names, and at least as many as the rules need." placeholder:"N"`
	Guest    bool            `help:"Let a scripted person take the seat of the only person in reverse_turing. It asks the bots, accuses the one that is most like a machine, and a table counts whom."`
	Every    []string        `help:"Option that every variant has which does not set it itself, such as fidelity=paper; may be repeated." placeholder:"K=V" sep:"none"`
	Option   []string        `help:"Option of the rules; may be repeated." placeholder:"K=V" sep:"none"`
	Games    int             `default:"20" help:"How many games to play. Several are rounded up, so that each deal is played with every arrangement of the variants; 1 is one game."`
	Seed     int64           `default:"1" help:"Seed of the first deal. The next deals have the next seeds."`
	Floor    string          `default:"free" enum:"free,moderated,bid" help:"free: the bots speak when they want to. moderated: one at a time, and a moderator says who is next. bid: one at a time, and who wants it most is next."`
	Language string          `help:"Language of the chat, as a tag such as de." placeholder:"TAG"`
	Out      string          `help:"Keep the games in this file, one JSON object a line, or in this folder. The same command goes on with the games that are missing in it." placeholder:"FILE|DIR" type:"path"`
	Record   bool            `help:"With --out DIR: write the session of each bot, with its model calls, as a file that replay --recorded reads."`
	Report   string          `help:"Write a page with charts and transcripts to this file. A folder of --out gets one without it." placeholder:"FILE" type:"path"`
	Parallel int             `help:"How many games are played at once. By default one for each processor." placeholder:"N"`
	Watch    bool            `help:"Print the lines of the games as they are said, and who accuses whom. One game is played at a time, unless --parallel says more."`
	Virtual  bool            `help:"Play in the simulator, whose clock waits for nothing. This is what arena does without --real."`
	Latency  []time.Duration `help:"Game time that each model call takes in the simulator, such as 1.5s. If it is repeated, each call draws one of them. By default a call of a model server takes as long as it really takes, times the speed, and one of the offline model 0.4 to 2.6 s." placeholder:"DURATION" sep:"none"`
	Speed    float64         `help:"Game time per wall time, where model calls really take time. By default 1 in the simulator, and 20 with --real." placeholder:"N"`
	Models   seatModels      `name:"seat-models" var:"SEAT_MODELS" help:"Models that variants choose by name, as in tom:model=NAME: NAME=URL,key=KEY,model=M,timeout=D with more settings as in --model-reflex, several with semicolons ($$SEAT_MODELS). Each part after NAME= is optional; without URL and key it is the server of the other models." placeholder:"LIST"`
	Real     string          `name:"real" help:"URL of a running server that plays the games in real time, with its models. Without it the simulator plays them, without waiting." placeholder:"URL"`
	APIKey   string          `name:"api-key" var:"RINGER_API_KEY" help:"Key of that server ($$RINGER_API_KEY)." placeholder:"KEY"`
	Judge    roleSpec        `help:"Let a model compare the speeches of the variants by the six measures of the ReCon paper: NAME, or NAME,timeout=60s with more settings as in --model-reflex; offline is a stand-in without a model." placeholder:"SPEC"`
	judgeFlags
	modelFlags

	arena *arena.Arena
}

func (c *arenaCommand) Help() string {
	return `Each deal is played once with every arrangement of the variants. With --seats the variants change seats until each has had every seat and role. With --fix
each side belongs to one variant. With --teams each variant plays each side against each.

  ringer arena --rules mafia --seats scheduler,tom --games 100 --out games.jsonl
  ringer arena --rules avalon --seats recon,recon:contemplation=cot --teams --players 6 --out folder
  ringer arena --rules avalon --fix good=recon,evil=scheduler --fix good=tom,evil=scheduler
  ringer arena --rules reverse_turing --seats tom,tom:tom=off --guest --games 104
  ringer arena --rules turing --seats tom:model=big,tom:model=small:fidelity=paper --seat-models 'big=https://…/v1,key=…;small=http://…/v1' --games 1 --watch

Without a model server the offline model plays. With one, every game costs money: try a few games first.`
}

func (c *arenaCommand) Validate() error {
	if c.Games < 1 {
		return errors.New("--games must be 1 or more")
	}
	if c.Parallel < 0 {
		return errors.New("--parallel must be 1 or more")
	}
	if c.Speed = cmp.Or(c.Speed, c.defaultSpeed()); !(c.Speed >= 0.01 && c.Speed <= session.MaxSpeed) {
		return errors.New("--speed must be from 0.01 to 1000")
	}
	if c.Real != "" {
		if err := checkURL("--real", c.Real); err != nil {
			return err
		}
	}
	if c.Real != "" && (c.Virtual || len(c.Latency) > 0 || len(c.Models) > 0) {
		return errors.New("--virtual, --latency and --seat-models are for the simulator; leave out --real, or them")
	}
	if err := sim.CheckLatencies(c.Latency); err != nil {
		return fmt.Errorf("--latency %w", err)
	}
	if (len(c.Seats) == 0) == (len(c.Fix) == 0) {
		return errors.New("name the bots with --seats, such as tom,scheduler, or with --fix, but not with both")
	}
	s := c.settings()
	switch {
	case c.Real != "":
		s.Models = "the server at " + c.Real
	case c.offline() && len(c.Models) == 0:
		s.Speed = 1 // the offline model takes no time, so the speed decides nothing
	case c.MaxCalls > 0 || c.MaxTokens > 0 || c.MaxCost > 0:
		return errors.New("the simulator knows no limit of a session; leave out --session-max-calls, --session-max-tokens and --session-max-cost, or play with --real")
	}
	var err error
	if s.Options, err = strategy.ParseOptions(c.Option); err != nil {
		return fmt.Errorf("--option %w", err)
	}
	if s.Every, err = strategy.ParseOptions(c.Every); err != nil {
		return fmt.Errorf("--every %w", err)
	}
	if s.Seats, err = strategy.ParseVariants(c.Seats); err != nil {
		return fmt.Errorf("--seats %w", err)
	}
	if s.Sides, err = parseSides(c.Fix); err != nil {
		return err
	}
	if err := c.modelFlags.Validate(); err != nil {
		return err
	}
	if s.Judge, err = c.judge(c.Judge, &c.modelFlags, c.Models); err != nil {
		return err
	}
	if c.arena, err = arena.New(s); err != nil {
		return err
	}
	return c.checkModels(c.arena.Variants)
}

func (c *arenaCommand) defaultSpeed() float64 {
	if c.Real != "" {
		return 20
	}
	return 1
}

func (c *arenaCommand) settings() arena.Settings {
	models := c.models()
	for name := range c.Models {
		models = append(models, name)
	}
	slices.Sort(models)
	s := arena.Settings{
		Settings: contest.Settings{
			Rules: c.Rules, Players: c.Players, Guest: c.Guest, Teams: c.Teams, Games: c.Games, Seed: c.Seed, Language: c.Language, Floor: session.FloorMode(c.Floor), Speed: c.Speed, Latency: c.Latency,
			NewSim: simulator(c.newSim(c.Models), c.Speed), Classifier: c.Suspicion.weights, Models: strings.Join(models, ", "), Server: c.Real, Record: c.Record,
		},
		Use: arena.Use{Key: c.APIKey, Parallel: c.Parallel, Out: c.Out, Report: c.Report, Show: c.Watch},
	}
	if s.Parallel == 0 {
		if s.Parallel = runtime.GOMAXPROCS(0); c.Watch {
			s.Parallel = 1
		}
	}
	return s
}

// checkModels refuses a model that nothing answers for: the offline model would answer in its
// place.
func (c *arenaCommand) checkModels(variants []strategy.Variant) error {
	if _, err := c.Models.clients(&c.modelFlags, nil); err != nil {
		return err
	}
	for _, v := range variants {
		var own session.GameBot
		if strategy.Configure(&own, &v); own.Model == nil || c.Real != "" || !c.offline() {
			continue
		}
		if name := own.Model.Default.Model; name != offline.Name {
			if _, ok := c.Models[name]; !ok {
				return fmt.Errorf("--seats %s has no server; give it with --seat-models %s=URL, or --openai-base-url", v.Name, name)
			}
		}
	}
	return nil
}

func (c *arenaCommand) Run(t *terminal) error {
	// Games make much garbage and keep little: collecting it less often saves a sixth of the time.
	defer debug.SetGCPercent(debug.SetGCPercent(400))
	return c.arena.Run(t.ctx, t.stdout, t.stderr)
}

func parseSides(list []string) (all []map[string]strategy.Variant, err error) {
	for _, text := range list {
		sides := map[string]strategy.Variant{}
		for part := range strings.SplitSeq(text, ",") {
			side, variant, ok := strings.Cut(part, "=")
			if !ok || side == "" {
				return nil, fmt.Errorf("--fix %s must be sides with their variants, such as good=recon,evil=scheduler", text)
			}
			if sides[side], err = strategy.ParseVariant(":", variant); err != nil {
				return nil, fmt.Errorf("--fix %w", err)
			}
		}
		all = append(all, sides)
	}
	return all, nil
}
