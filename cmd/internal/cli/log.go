package cli

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"sync/atomic"
	"syscall"

	"ringer/engine/secret"
)

type logFlags struct {
	Level  string `name:"log-level" var:"LOG_LEVEL" default:"info" help:"Lowest level that is logged: debug, info, warn or error ($$LOG_LEVEL)."`
	Format string `name:"log-format" var:"LOG_FORMAT" default:"text" help:"How the log is written: text or json ($$LOG_FORMAT)."`
}

var logLevels = map[string]slog.Level{"debug": slog.LevelDebug, "info": slog.LevelInfo, "warn": slog.LevelWarn, "error": slog.LevelError}

func (f *logFlags) Validate() error {
	var errs []error
	if _, ok := logLevels[f.Level]; !ok {
		errs = append(errs, errors.New("--log-level must be debug, info, warn or error"))
	}
	if f.Format != "text" && f.Format != "json" {
		errs = append(errs, errors.New("--log-format must be text or json"))
	}
	return errors.Join(errs...)
}

// logger returns a logger that writes to the standard error. It hides the secrets.
func (f *logFlags) logger(t *terminal) *slog.Logger { return f.open(t).Logger }

// serverLog is the log of a server. Its level changes while it runs.
type serverLog struct {
	*slog.Logger
	level *slog.LevelVar
	// lost counts the lines that could not be written.
	lost *atomic.Int64
}

func (f *logFlags) open(t *terminal) serverLog {
	l := serverLog{level: new(slog.LevelVar), lost: new(atomic.Int64)}
	l.level.Set(logLevels[f.Level])
	o := &slog.HandlerOptions{Level: l.level, ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		return withoutSecrets(withUnit(a), t.secrets)
	}}
	to := countingWriter{t.stderr, l.lost}
	var handler slog.Handler = slog.NewTextHandler(to, o)
	if f.Format == "json" {
		handler = slog.NewJSONHandler(to, o)
	}
	l.Logger = slog.New(handler)
	return l
}

// countingWriter counts the writes that fail. Nobody could read an error about the log.
type countingWriter struct {
	io.Writer
	failed *atomic.Int64
}

func (w countingWriter) Write(line []byte) (int, error) {
	n, err := w.Writer.Write(line)
	if err != nil {
		w.failed.Add(1)
	}
	return n, err
}

// follow changes the level at each SIGUSR1, until the context ends: to debug, and back. A pipe that
// nobody reads costs the server its log, and no longer its life.
func (l *serverLog) follow(ctx context.Context) {
	signal.Ignore(syscall.SIGPIPE)
	asked := make(chan os.Signal, 1)
	signal.Notify(asked, levelSignal)
	defer signal.Stop(asked)
	usual := l.level.Level()
	for {
		select {
		case <-ctx.Done():
			return
		case <-asked:
		}
		to := slog.LevelDebug
		if l.level.Level() == to {
			to = usual
		}
		l.Log(ctx, max(to, usual, slog.LevelInfo), "the log has another level", slog.String("from", l.level.Level().String()), slog.String("to", to.String()))
		l.level.Set(to)
	}
}

// withUnit returns a duration as a number of milliseconds, whose name says so. The handlers would
// write it in two ways: with a unit, and as nanoseconds.
func withUnit(a slog.Attr) slog.Attr {
	if a.Value.Kind() == slog.KindDuration {
		return slog.Float64(a.Key+"_ms", float64(a.Value.Duration().Microseconds())/1000)
	}
	return a
}

// withoutSecrets returns an attribute of a log line without secrets. The message is an attribute,
// too.
func withoutSecrets(a slog.Attr, secrets secret.Values) slog.Attr {
	switch a.Value.Kind() {
	case slog.KindString, slog.KindAny:
		if text := a.Value.String(); secrets.HideAll(text) != text {
			a.Value = slog.StringValue(secrets.HideAll(text))
		}
	}
	return a
}
