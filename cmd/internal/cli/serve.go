package cli

import (
	"cmp"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/pprof"
	"os"

	"github.com/alecthomas/kong"

	"ringer/api"
)

type serveCommand struct{ serverFlags }

func (c *serveCommand) Run(t *terminal, line *kong.Context) error {
	if os.Getenv("GOGC") == "" {
		new(collector).start()
	}
	memory := limitMemory(os.Getenv)
	log := c.logger(t)
	// First, since a server that cannot listen must not take the place of the one that does.
	listener, err := net.Listen("tcp", c.Host.join(c.Port))
	if err != nil {
		return fmt.Errorf("cannot listen: %w; choose another address with --host and --port", err)
	}
	defer listener.Close() // fails if it was closed by the server

	// In a copy, since the settings are printed as they were given.
	place := c.replicaFlags
	place.Name = cmp.Or(place.Name, placeOf(c.Host, c.Port))
	s, err := openService(t, c.databaseFlags, place, c.modelFlags, func(o api.Options) api.Options { return c.streamFlags.apply(c.accessFlags.apply(o)) }, log)
	if err != nil {
		return err
	}
	defer s.close()
	if c.Pprof != "" {
		profiles, err := net.Listen("tcp", c.Pprof)
		if err != nil {
			return fmt.Errorf("cannot listen for profiles: %w; choose another address with --pprof", err)
		}
		defer profiles.Close()
		go http.Serve(profiles, profiler()) // ends with the listener
	}
	url := "http://" + listener.Addr().String()
	fmt.Fprintf(t.stdout, "ringer serves on %[1]s\n  play      %[1]s/playground/\n  database  %[2]s\n  model     %[3]s\n  memory    %[4]s\n\n", url, c.databaseFlags.String(), c.modelFlags.String(), memory)
	printSettings(t.stdout, settings(line))
	if err := s.engine.ReadsOnly(); err != nil {
		fmt.Fprintf(t.stdout, "\n%s\n\n", err)
	} else {
		printFirstGame(t.stdout, url, c.APIKey != "")
	}
	if c.offline() {
		log.Info("the offline model answers: a rule-based player, not a language model")
	}
	return s.serve(t.ctx, listener)
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
		fmt.Fprint(w, "\nTry it in a second terminal, with RINGER_API_KEY set there, too:\n")
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
