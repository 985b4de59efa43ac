package cli

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/pprof"
	"os"

	"github.com/alecthomas/kong"

	"ringer/api"
	"ringer/engine"
)

type serveCommand struct{ serverFlags }

func (c *serveCommand) Run(t *terminal, line *kong.Context) error {
	return c.serve(t, line, c.apply)
}

// apply adds the settings of the API to its options.
func (c *serverFlags) apply(o api.Options, e *engine.Engine) (api.Options, func(context.Context), error) {
	o, job, err := c.accessFlags.apply(o, e)
	return c.streamFlags.apply(o), job, err
}

// serve serves until the context of the terminal ends.
func (c *serverFlags) serve(t *terminal, line *kong.Context, apply applyAPI) error {
	if os.Getenv("GOGC") == "" {
		new(collector).start()
	}
	memory := limitMemory(os.Getenv)
	if err := c.checkHost(t.ctx); err != nil {
		return err
	}
	// Before the database, since a server that cannot listen must not take the place of the one
	// that does.
	listener, err := net.Listen("tcp", c.Host.join(c.Port))
	if err != nil {
		return fmt.Errorf("cannot listen: %w; choose another address with --host and --port", err)
	}
	defer listener.Close() // fails if it was closed by the server

	// In a copy, since the settings are printed as they were given.
	place := c.replicaFlags
	place.Name = cmp.Or(place.Name, placeOf(listener.Addr()))
	log := c.open(t)
	log.Logger = log.With("replica", place.Name)
	following, stop := context.WithCancel(t.ctx)
	defer stop()
	go log.follow(following) // ends with this function

	s, err := openService(t, c.databaseFlags, place, c.modelFlags, apply, log.Logger)
	if err != nil {
		return err
	}
	defer s.close()
	s.metrics.LogLost(log.lost.Load)
	if c.Pprof != "" {
		profiles, err := net.Listen("tcp", c.Pprof)
		if err != nil {
			return fmt.Errorf("cannot listen for profiles: %w; choose another address with --pprof", err)
		}
		defer profiles.Close()
		go http.Serve(profiles, profiler()) // ends with the listener
	}
	c.tell(t, s, opening{"http://" + listener.Addr().String(), memory, settings(line)})
	return s.serve(t.ctx, listener)
}

// opening is what a server says when it has started.
type opening struct {
	url, memory string
	settings    []setting
}

// tell logs that the server has started. For people it also prints what to try.
func (c *serverFlags) tell(t *terminal, s *service, o opening) {
	b := thisBuild()
	s.log.Info("the server has started", "url", o.url, "version", b.Version, "revision", b.Revision, "go", b.Go, "database", c.databaseFlags.String(),
		"tables", s.store.Tables, "model", c.modelFlags.String(), "memory", o.memory, settingsGroup(o.settings))
	if c.offline() {
		s.log.Info("the offline model answers: a rule-based player, not a language model")
	}
	if c.Format == "json" { // whoever collects the output gets nothing else
		return
	}
	fmt.Fprintf(t.stdout, "ringer serves on %[1]s\n  play      %[1]s/playground/\n  database  %[2]s\n  model     %[3]s\n  memory    %[4]s\n\n", o.url, c.databaseFlags.String(), c.modelFlags.String(), o.memory)
	printSettings(t.stdout, o.settings)
	if err := s.engine.ReadsOnly(); err != nil {
		fmt.Fprintf(t.stdout, "\n%s\n\n", err)
		return
	}
	printFirstGame(t.stdout, o.url, c.APIKey != "" || s.keys.Any(t.ctx))
}

// profiler serves the profiles of net/http/pprof, and nothing else. It answers only requests for
// localhost or a loopback address, since the host name of a foreign web page may also resolve to
// this machine.
func profiler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /debug/pprof/", pprof.Index)
	mux.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("GET /debug/pprof/trace", pprof.Trace)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		host, _, err := net.SplitHostPort(r.Host)
		if err != nil { // the host has no port
			host = r.Host
		}
		if !loopback(host) {
			http.Error(w, "profiles are served at localhost and 127.0.0.1 only", http.StatusForbidden)
			return
		}
		mux.ServeHTTP(w, r)
	})
}

func printFirstGame(w io.Writer, url string, key bool) {
	curl := "curl"
	if key { // the key itself is not printed, since logs keep what is printed
		curl = `curl -H "Authorization: Bearer $RINGER_API_KEY"`
		fmt.Fprint(w, "\nTry it in a second terminal, with your key in RINGER_API_KEY:\n")
	} else {
		fmt.Fprint(w, "\nTry it in a second terminal:\n")
	}
	fmt.Fprintf(w, `
  S=$(%[2]s -s --json '{"game":{"rules":"turing","players":["Red","Blue","Green"]},"bot":{"seat":"Red"}}' %[1]s/v1/sessions | grep -o 'ses_[a-z2-7]*' | head -1)
  %[2]s -sN %[1]s/v1/sessions/$S/stream &
  %[2]s -s --json '{"sender":"Blue","text":"hi all, how is everybody?"}' %[1]s/v1/sessions/$S/messages
  %[2]s -s --json '{"sender":"Green","text":"red where are you from"}' %[1]s/v1/sessions/$S/messages
  %[2]s -s --json '{"kind":"choose_one","question":"Who is the machine?"}' "%[1]s/v1/sessions/$S/votes?wait=20s"

`, url, curl)
}
