package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"strings"
	"time"

	"ringer/engine/llm/offline"
	"ringer/engine/strategy"
)

type offlineCommand struct {
	Host        hostAddress     `default:"127.0.0.1" help:"Address to listen on."`
	Port        int             `default:"9090" help:"Port to listen on; 0 takes a free one."`
	Addr        string          `hidden:"" help:"Host and port in one, in place of --host and --port."`
	Latency     offline.Latency `default:"0s" help:"Time to an answer: 2s, 2s±1s (or 2s+-1s) or 500ms-3s." placeholder:"TIME"`
	Fault       []offline.Fault `help:"Fault that some requests get, with its share from 0 to 1, such as 429=0.2; without a share all requests get it. Separate several with commas, or repeat the flag." placeholder:"KIND=SHARE"`
	Concurrency int             `help:"Most requests that are under way at once; others are answered with 429. 0 means no limit." placeholder:"N"`
	Seed        uint64          `default:"1" help:"Seed of the latencies and faults. Each request gets its own from the seed and its number."`
	Script      string          `help:"File of answers, one JSON object a line, which the model gives in place of its own. docs/testing.md explains it." placeholder:"FILE" type:"existingfile"`
	logFlags
}

func (c *offlineCommand) Help() string {
	var b strings.Builder
	b.WriteString("It serves POST /v1/chat/completions, with streams and schemas, and GET /v1/models. It accepts any key and any model name.\n\nThe kinds of faults:\n\n")
	for _, f := range offline.KnownFaults() {
		fmt.Fprintf(&b, "  %-10s %s\n", f.Kind, f.Does)
	}
	return b.String()
}

func (c *offlineCommand) Run(t *terminal) error {
	log := c.logger(t)
	script, err := c.readScript()
	if err != nil {
		return err
	}
	strategies, err := strategy.NewRegistry(strategy.All()...)
	if err != nil {
		return err
	}
	model, err := offline.NewServer(offline.ServerConfig{
		Model: offline.New(strategies.Skills()), Latency: c.Latency, Faults: c.Fault, Seed: c.Seed, Concurrency: c.Concurrency, Script: script, Log: log,
	})
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", cmp.Or(c.Addr, c.Host.join(c.Port)))
	if err != nil {
		return fmt.Errorf("cannot listen: %w; choose another address with --host and --port", err)
	}
	c.print(t.stdout, listener.Addr())
	err = serveModel(t.ctx, listener, model, log)
	log.LogAttrs(t.ctx, slog.LevelInfo, "totals", model.Totals()...)
	if script == nil {
		return err
	}
	if unused := script.Unused(); len(unused) > 0 {
		log.Warn("lines of the script answered nothing", slog.Any("lines", unused))
	}
	return errors.Join(err, script.Err())
}

// readScript reads the script. It returns nil if there is none.
func (c *offlineCommand) readScript() (*offline.Script, error) {
	if c.Script == "" {
		return nil, nil
	}
	f, err := os.Open(c.Script)
	if err != nil {
		return nil, fmt.Errorf("--script: %w", err)
	}
	defer f.Close()
	script, err := offline.ReadScript(f)
	if err != nil {
		return nil, fmt.Errorf("--script %s: %w", c.Script, err)
	}
	return script, nil
}

// serveModel answers until the context ends. It then cuts off the requests under way.
func serveModel(ctx context.Context, listener net.Listener, model http.Handler, log *slog.Logger) error {
	server := &http.Server{
		Handler: model, ReadHeaderTimeout: 10 * time.Second, MaxHeaderBytes: maxHead, ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelWarn),
		BaseContext: func(net.Listener) context.Context { return ctx },
	}
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(listener) }() // ends with Shutdown
	select {
	case err := <-failed:
		return fmt.Errorf("serve: %w", err)
	case <-ctx.Done():
	}
	limit, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
	defer cancel()
	if err := server.Shutdown(limit); err != nil && !errors.Is(err, context.DeadlineExceeded) {
		return fmt.Errorf("stop: %w", err)
	}
	return nil
}

func (c *offlineCommand) print(w io.Writer, at net.Addr) {
	url := fmt.Sprintf("http://%s/v1", at)
	fmt.Fprintf(w, "ringer offline serves on %s\n  model        %s, %s\n  latency      %s\n", url, offline.Name, offline.Note, c.Latency)
	for _, f := range c.Fault {
		fmt.Fprintf(w, "  fault        %s\n", f)
	}
	if c.Script != "" {
		fmt.Fprintf(w, "  script       %s\n", c.Script)
	}
	if c.Concurrency > 0 {
		fmt.Fprintf(w, "  concurrency  %d\n", c.Concurrency)
	}
	if host, _, err := net.SplitHostPort(at.String()); err == nil && !loopback(host) {
		fmt.Fprint(w, "\nEverybody who can reach this address can use it: it asks for no key.\n")
	}
	fmt.Fprintf(w, `
Try it in a second terminal:

  OPENAI_BASE_URL=%[1]s ringer
  curl -s --json '{"model":"offline","messages":[{"role":"user","content":"hello"}]}' %[1]s/chat/completions

`, url)
}
