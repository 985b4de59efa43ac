// Package cli is the command line of the program: its commands, their settings, and the wiring of
// the server (service.go).
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"reflect"
	"regexp"
	"time"

	"github.com/alecthomas/kong"

	"ringer/engine/secret"
	"ringer/engine/session"
)

type commands struct {
	Serve     serveCommand       `cmd:"" default:"withargs" help:"Serve the API. This is what ringer does without a command."`
	Migrate   migrateCommand     `cmd:"" help:"Update the tables of the database to this version, and exit. The server also does this when it starts."`
	Keys      keysCommand        `cmd:"" help:"Make, list, revoke and rotate the keys that clients send."`
	Quotas    quotasCommand      `cmd:"" help:"Show the quotas of tenants, or set those of one."`
	Model     modelServerCommand `cmd:"" name:"model-server" help:"Show the model servers that tenants bring, or set that of one."`
	Tenants   tenantsCommand     `cmd:"" help:"Export a tenant, or delete it."`
	Prune     pruneCommand       `cmd:"" help:"Delete ended sessions that are old, with all that was said in them."`
	Replay    replayCommand      `cmd:"" help:"Play a recorded game with the bot in one player's seat, or decide a recorded session again."`
	Arena     arenaCommand       `cmd:"" help:"Play whole games of bots against bots, and compare how they do."`
	Reproduce reproduceCommand   `cmd:"" help:"Play the games of a paper, and print its figures beside those of the games."`
	Ratings   ratingsCommand     `cmd:"" help:"Rate strategies and models by the games of arena files, as Elo does, with intervals."`
	Judge     judgeCommand       `cmd:"" help:"Let a model compare what strategies said in the same recorded games and seats."`
	Play      playCommand        `cmd:"" help:"Play a whole game in this terminal: you type, bots answer, and votes are asked."`
	Bench     benchCommand       `cmd:"" help:"Put load on running servers, and measure answers, streams, bots and memory."`
	Check     checkCommand       `cmd:"" help:"Report what a platform does wrong, from the log of a session or a game."`
	Mouth     mouthCommand       `cmd:"" help:"Show which lines of people in recorded games the mouth, the check of the bot's texts, would have stopped."`
	Survey    surveyCommand      `cmd:"" help:"Show what people thought of the bots, over many games."`
	Study     studyCommand       `cmd:"" help:"Run a study: people join by links, arms are assigned by a seed in balanced blocks."`
	Stats     statsCommand       `cmd:"" help:"Show how people and bots talked in recorded games: words, repeats, gaps, and who is voted out."`
	Read      readCommand        `cmd:"" help:"Show how each line of recorded games is read: to whom it is said, whether it waits for an answer, and which line it answers."`
	Referee   refereeCommand     `cmd:"" help:"Play recorded games of Mafia or Avalon through the referee, and show where the two disagree."`
	Deduction deductionCommand   `cmd:"" help:"Fit the deduction of roles in quest games to recorded games, or show how often it is right."`
	Suspicion suspicionCommand   `cmd:"" help:"Train the classifier that tells lines of bots from lines of people, or score the lines of recorded games."`
	Offline   offlineCommand     `cmd:"" help:"Serve the offline model as an OpenAI-compatible server, with delays and faults if you want them."`
	Config    configCommand      `cmd:"" help:"Check the settings of the server, and show each with its source. Takes the flags of serve."`
	Health    healthCommand      `cmd:"" help:"Ask the server on this machine whether it is up."`
	Version   versionCommand     `cmd:"" help:"Show what this program was built from."`

	Built kong.VersionFlag `name:"version" help:"Show what this program was built from, as ringer version does."`
}

// Streams are the standard streams of the program.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
}

// terminal is what a command may use from outside.
type terminal struct {
	ctx            context.Context
	stdin          io.Reader
	stdout, stderr io.Writer
	// secrets are the secrets in the settings. What is written must not hold them.
	secrets secret.Values
}

// errShown ends a run that has printed what was asked for, such as the help.
var errShown = errors.New("shown")

// Run is the whole program. It parses the arguments, takes missing settings from the environment,
// and runs the command. The command ends early if the context ends.
func Run(ctx context.Context, args []string, getenv func(string) string, std Streams) (err error) {
	var c commands
	env := &environment{getenv: getenv, sources: map[string]string{}}
	parser, err := kong.New(&c, kong.Name("ringer"), kong.Description("Bots for multi-party chat games, as a service."),
		kong.Writers(std.Out, std.Err), kong.Exit(func(int) { panic(errShown) }), kong.Resolvers(env), kong.UsageOnError(),
		kong.Vars{"version": thisBuild().String()}, kong.TypeMapper(reflect.TypeFor[time.Duration](), kong.MapperFunc(decodeDuration)))
	if err != nil {
		return fmt.Errorf("command line: %w", err)
	}
	defer func() {
		if r := recover(); r == errShown { // kong has printed the help and wants to exit
			err = nil
		} else if r != nil {
			panic(r)
		}
	}()
	command, err := parser.Parse(args)
	env.note(command, err)
	if err := env.explain(suggest(parser.Model, err)); err != nil {
		return err
	}
	secrets := secretsOf(command, getenv)
	t := &terminal{ctx: ctx, stdin: std.In, stdout: std.Out, stderr: std.Err, secrets: secrets}
	if err := command.Run(t); err != nil {
		return secrets.HideError(&blamed{err, env})
	}
	return nil
}

// stray matches the error for a word that is not the name of a command.
var stray = regexp.MustCompile(`^unexpected argument (\S+)$`)

// suggest adds to such an error the command that was perhaps meant. Without the name of a command,
// kong takes the words for arguments of serve, and suggests nothing.
func suggest(program *kong.Application, err error) error {
	if err == nil || !stray.MatchString(err.Error()) {
		return err
	}
	var names []string
	for _, command := range program.Children {
		names = append(names, command.Name)
	}
	if meant := session.Nearest(stray.FindStringSubmatch(err.Error())[1], names); meant != "" {
		return fmt.Errorf("%w, did you mean %q?", err, meant)
	}
	return err
}
