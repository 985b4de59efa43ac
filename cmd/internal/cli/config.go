package cli

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"regexp"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/alecthomas/kong"

	"ringer/engine/secret"
)

type serverFlags struct {
	Host hostAddress `var:"HOST" default:"127.0.0.1" help:"Address to listen on ($$HOST). Without a key it must be a loopback address."`
	Port int         `var:"PORT" default:"8080" help:"Port to listen on; 0 takes a free one ($$PORT)."`
	accessFlags
	streamFlags
	databaseFlags
	replicaFlags
	modelFlags
	logFlags
	Pprof string `var:"PPROF_ADDR" help:"Loopback address that serves profiles of the running process, such as 127.0.0.1:6060 ($$PPROF_ADDR)." placeholder:"ADDR"`
}

func (f *serverFlags) Validate() error {
	errs := []error{f.accessFlags.Validate()}
	if f.Port < 0 || f.Port > 65535 {
		errs = append(errs, errors.New("--port must be from 0 to 65535"))
	}
	if host, _, err := net.SplitHostPort(f.Pprof); f.Pprof != "" && (err != nil || !loopback(host)) {
		errs = append(errs, fmt.Errorf("--pprof %s must be a loopback address with a port, such as 127.0.0.1:6060: a profile shows what the process is doing", f.Pprof))
	}
	if f.NATS != "" && f.URL == "" {
		errs = append(errs, errors.New("--nats-url is for several servers on one Postgres: set DATABASE_URL, too, or leave it out"))
	}
	return errors.Join(append(errs, f.databaseFlags.Validate(), f.replicaFlags.Validate(), f.modelFlags.Validate(), f.logFlags.Validate(), f.streamFlags.Validate())...)
}

// hostAddress is an address to listen on, or a name of one. An IPv6 address may stand in brackets,
// as in a URL.
type hostAddress string

func (h *hostAddress) UnmarshalText(text []byte) error {
	host := string(text)
	if inner := strings.TrimSuffix(strings.TrimPrefix(host, "["), "]"); len(inner) == len(host)-2 {
		host = inner
	}
	if _, _, err := net.SplitHostPort(host); err == nil || strings.Contains(host, "/") {
		return errors.New("takes an address alone, such as 0.0.0.0, without a scheme or a port; the port goes into PORT")
	}
	*h = hostAddress(host)
	return nil
}

func (h hostAddress) join(port int) string { return net.JoinHostPort(string(h), strconv.Itoa(port)) }

func loopback(host string) bool {
	ip := net.ParseIP(host)
	return strings.EqualFold(host, "localhost") || ip != nil && ip.IsLoopback()
}

type configCommand struct{ serverFlags }

func (c *configCommand) Run(t *terminal, line *kong.Context) error {
	if err := c.checkHost(t.ctx); err != nil {
		return err
	}
	w := tabwriter.NewWriter(t.stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "SETTING\tVALUE\tSOURCE")
	for _, s := range settings(line) {
		fmt.Fprintf(w, "--%s\t%s\t%s\n", s.name, s.value, s.source)
	}
	return w.Flush()
}

type setting struct {
	name  string
	value string
	// source is flag, environment with the variable's name, or default.
	source string
}

const notSet = "not set"

func settings(line *kong.Context) []setting {
	given := map[*kong.Flag]string{}
	for _, p := range line.Path {
		if p.Flag == nil {
			continue
		}
		given[p.Flag] = "flag"
		if p.Resolved {
			given[p.Flag] = "environment " + p.Flag.Tag.Get("var")
		}
	}
	var all []setting
	for _, f := range line.Selected().Flags {
		s := setting{name: f.Name, value: valueOf(f, line.FlagValue(f)), source: given[f]}
		if s.source == "" {
			s.source = "default"
		}
		all = append(all, s)
	}
	return all
}

func valueOf(f *kong.Flag, value any) string {
	text := fmt.Sprint(value)
	if list, ok := value.([]string); ok {
		text = strings.Join(list, ", ")
	}
	switch {
	case text == "", !f.HasDefault && f.Target.IsZero():
		return notSet
	case secretName.MatchString(f.Name):
		return "set"
	}
	return secret.Masked(text)
}

// secretName matches the names of flags whose values are secret.
var secretName = regexp.MustCompile(`(^|-)(key|secret|token|password)$`)

// secretVariables are variables whose values are secret, or are addresses with passwords. They are
// not settings, but the database's driver and net/http read them.
var secretVariables = []string{"PGPASSWORD", "OTEL_EXPORTER_OTLP_HEADERS", "OTEL_EXPORTER_OTLP_TRACES_HEADERS", "OTEL_EXPORTER_OTLP_METRICS_HEADERS", "HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"}

func secretsOf(line *kong.Context, getenv func(string) string) secret.Values {
	var all []string
	for _, f := range line.Selected().Flags {
		switch value := line.FlagValue(f).(type) {
		case jsonObject:
			all = append(all, secret.InJSON(map[string]any(value))...)
		case seatModels:
			all = append(all, value.secrets()...)
		case string, lineText:
			text := fmt.Sprint(value)
			if secretName.MatchString(f.Name) {
				all = append(all, text)
			}
			all = append(all, secret.InURL(text)...)
		}
	}
	for _, name := range secretVariables {
		all = append(append(all, secret.InURL(getenv(name))...), getenv(name))
	}
	return secret.New(all...)
}

// printSettings prints the settings that have a value, one a line. It adds the source of a value
// that is not the default.
func printSettings(w io.Writer, all []setting) {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, s := range all {
		switch {
		case s.value == notSet:
		case s.source == "default":
			fmt.Fprintf(t, "  --%s\t%s\n", s.name, s.value)
		default:
			fmt.Fprintf(t, "  --%s\t%s\t(%s)\n", s.name, s.value, s.source)
		}
	}
	t.Flush()
}

// settingsGroup returns the settings that are not the default, as a group of a log line.
func settingsGroup(all []setting) slog.Attr {
	var given []any
	for _, s := range all {
		if s.value != notSet && s.source != "default" {
			given = append(given, slog.String(s.name, s.value))
		}
	}
	return slog.Group("settings", given...)
}
