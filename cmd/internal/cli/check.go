package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"

	"ringer/client"
	"ringer/cmd/internal/show"
	"ringer/engine/audit"
	"ringer/engine/recording"
	"ringer/engine/session"
)

type checkCommand struct {
	Log  string `arg:"" name:"session|game|file" help:"Id of a session or game on a server, or a file that …/export has answered; - is the standard input."`
	URL  string `name:"url" var:"RINGER_URL" default:"http://127.0.0.1:8080" help:"Server that has the session or game ($$RINGER_URL)." placeholder:"URL"`
	Key  string `name:"api-key" var:"RINGER_API_KEY" help:"Key of that server ($$RINGER_API_KEY)." placeholder:"KEY"`
	JSON bool   `name:"json" help:"Print the reports as JSON, one object a log."`
}

func (c *checkCommand) Help() string {
	var b strings.Builder
	b.WriteString(`It reads the log of a session or game and reports what its platform does wrong: lines that are posted late, echoes under a wrong name, players who are out, votes left
open, streams that are read late, and more. Of a game it also checks the sessions of its bots. It exits with 1 if there is a fault. Advice is no fault.

  ringer check ses_…
  ringer check gam_… --url https://ringer.example
  curl -s http://127.0.0.1:8080/v1/sessions/ses_…/export | ringer check -

What it finds, and what a platform does about it:

`)
	for _, k := range audit.Kinds() {
		fmt.Fprintf(&b, "  %-20s %-6s  %s\n", k.Code, k.Level, k.Do)
	}
	return b.String()
}

func (c *checkCommand) Validate() error { return checkURL("--url", c.URL) }

func (c *checkCommand) Run(t *terminal) error {
	logs, err := c.read(t)
	if err != nil {
		return fmt.Errorf("check: %w", err)
	}
	faults := 0
	for _, l := range logs {
		report := audit.Check(l.id, l.events)
		faults += report.Faults()
		if c.JSON {
			err = json.NewEncoder(t.stdout).Encode(report)
		} else {
			printAudit(t.stdout, report)
		}
		if err != nil {
			return err
		}
	}
	if faults > 0 {
		return fmt.Errorf("check: %s; the platform can mend them", show.Plural(faults, "fault"))
	}
	return nil
}

// auditLog is a whole log.
type auditLog struct {
	id     string
	events []session.Event
}

func (c *checkCommand) read(t *terminal) ([]auditLog, error) {
	kind, _, _ := strings.Cut(c.Log, "_")
	server := client.New(c.URL, client.Key(c.Key))
	switch {
	case kind == "ses":
		l, err := fetchLog(t.ctx, server, "/v1/sessions/", c.Log)
		return []auditLog{l}, err
	case kind == "gam":
		return fetchGame(t.ctx, server, c.Log)
	case c.Log == "-":
		return readLogs(t.stdin)
	}
	f, err := os.Open(c.Log)
	if err != nil {
		return nil, fmt.Errorf("%w; give the id of a session or game, or a file that …/export has answered", err)
	}
	defer f.Close()
	logs, err := readLogs(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", c.Log, err)
	}
	return logs, nil
}

// fetchGame returns the log of a game and those of its bots.
func fetchGame(ctx context.Context, server *client.Client, id string) ([]auditLog, error) {
	l, err := fetchLog(ctx, server, "/v1/games/", id)
	if err != nil {
		return nil, err
	}
	logs := []auditLog{l}
	if created, ok := l.events[0].Data.(*session.GameCreated); ok {
		for _, b := range slices.Concat(created.Bots, created.StandIns) {
			if l, err = fetchLog(ctx, server, "/v1/sessions/", b.Session); err != nil {
				return nil, err
			}
			logs = append(logs, l)
		}
	}
	return logs, nil
}

// checkPage is how many events one request reads.
const checkPage = 1000

func fetchLog(ctx context.Context, server *client.Client, under, id string) (auditLog, error) {
	l := auditLog{id: id}
	for after, full := int64(0), true; full; {
		var page struct {
			Events []json.RawMessage `json:"events"`
		}
		if err := server.Do(ctx, http.MethodGet, under+id+"/events?types=*&limit="+strconv.Itoa(checkPage)+"&after="+strconv.FormatInt(after, 10), nil, &page); err != nil {
			return l, err
		}
		for _, raw := range page.Events {
			e, err := recording.ParseEvent(raw)
			if err != nil {
				return l, err
			}
			l.events, after = append(l.events, e.Event), e.Event.Seq
		}
		full = len(page.Events) == checkPage
	}
	return l, l.whole()
}

// readLogs reads the logs of an export, one event a line: of a session, or of a tenant.
func readLogs(from io.Reader) (logs []auditLog, err error) {
	err = recording.EachLine(from, recording.LongestLine, func(_ int, text []byte) error {
		var line struct {
			Seq     int64  `json:"seq"`
			Session string `json:"session_id"`
			Game    string `json:"game_id"`
		}
		if err := json.Unmarshal(text, &line); err != nil {
			return errors.New("is no line of an export; give what GET …/export answers")
		}
		id := line.Session + line.Game
		if line.Seq == 0 || id == "" {
			return nil // exports also have calls, and those of a tenant more
		}
		e, err := recording.ParseEvent(text)
		if err != nil {
			return err
		}
		i := slices.IndexFunc(logs, func(l auditLog) bool { return l.id == id })
		if i < 0 {
			i, logs = len(logs), append(logs, auditLog{id: id})
		}
		logs[i].events = append(logs[i].events, e.Event)
		return nil
	})
	for _, l := range logs {
		err = errors.Join(err, l.whole())
	}
	if err == nil && len(logs) == 0 {
		err = errors.New("it holds no event; give what GET …/export answers")
	}
	return logs, err
}

// whole returns an error if events are missing: what they said would be missed as well.
func (l *auditLog) whole() error {
	for i, e := range l.events {
		if e.Seq != int64(i+1) {
			return fmt.Errorf("the log of %s lacks event %d; read it with types=*, from the first event on", l.id, i+1)
		}
	}
	if len(l.events) == 0 {
		return fmt.Errorf("the log of %s is empty", l.id)
	}
	return nil
}

func printAudit(w io.Writer, r *audit.Report) {
	faults := r.Faults()
	fmt.Fprintf(w, "%s: %s, %s, %d× advice\n", r.Log, show.Plural(r.Events, "event"), show.Plural(faults, "fault"), len(r.Findings)-faults)
	for _, f := range r.Findings {
		where := "the whole log"
		if len(f.Seqs) > 0 {
			where = "seq " + strings.Trim(strings.ReplaceAll(fmt.Sprint(f.Seqs), " ", ", "), "[]")
		}
		if f.Count > max(len(f.Seqs), 1) {
			where += ", …"
		}
		fmt.Fprintf(w, "\n%s  %s, %d×: %s\n  what  %s\n  why   %s\n  do    %s\n", f.Code, f.Level, f.Count, where, session.OneLine(f.What), f.Why, f.Do)
	}
	for i, u := range r.Unseen {
		if i == 0 {
			fmt.Fprint(w, "\nThis log does not show:\n")
		}
		fmt.Fprintf(w, "  %s\n", u)
	}
}
