package cli

import (
	"errors"
	"log/slog"

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
func (f *logFlags) logger(t *terminal) *slog.Logger {
	o := &slog.HandlerOptions{Level: logLevels[f.Level], ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		return withoutSecrets(a, t.secrets)
	}}
	if f.Format == "json" {
		return slog.New(slog.NewJSONHandler(t.stderr, o))
	}
	return slog.New(slog.NewTextHandler(t.stderr, o))
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
