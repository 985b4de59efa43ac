package play

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"ringer/engine/session"
)

// console is the person's screen and keyboard. Without a terminal it prints and reads plain lines.
type console struct {
	in       *bufio.Reader
	out, log io.Writer
	// mu orders what is written, and guards write errors. The keys of a terminal hold it while a
	// typed line leaves the screen.
	mu       sync.Mutex
	terminal *terminal
}

func openConsole(in io.Reader, out, log io.Writer) (*console, error) {
	c := &console{in: bufio.NewReader(in), out: out, log: log}
	var err error
	c.terminal, err = openTerminal(in, out, &c.mu)
	return c, err
}

func (c *console) Close() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.terminal.close()
}

func (c *console) print(l line) {
	c.mu.Lock()
	defer c.mu.Unlock()
	when, who := l.head()
	if c.terminal != nil {
		c.terminal.print(l, when, who)
		return
	}
	io.WriteString(c.out, joined(when, who, clean(l.text))+"\n") //nolint:errcheck
}

func joined(when, who, text string) string {
	if who != "" {
		who += " "
	}
	return strings.TrimRight(when+"  "+who+text, " ")
}

func (c *console) Write(b []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.terminal != nil {
		return c.terminal.Write(b)
	}
	return c.log.Write(b)
}

func (c *console) status(text string) {
	if c.terminal != nil {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.terminal.status(text)
	}
}

// read sends each line that is typed. It closes the channel when nothing more can come.
func (c *console) read(ctx context.Context, lines chan<- string) {
	defer close(lines)
	for {
		text, err := c.readLine()
		if err == nil || text != "" {
			select {
			case lines <- text:
			case <-ctx.Done():
				return
			}
		}
		if err != nil {
			return
		}
	}
}

func (c *console) readLine() (string, error) {
	if c.terminal != nil {
		return c.terminal.readLine()
	}
	return c.in.ReadString('\n')
}

// wrapped breaks a text into lines of at most width characters, at spaces.
func wrapped(text string, width int) (lines []string) {
	rest := ""
	for _, word := range strings.Fields(text) {
		if rest != "" && utf8.RuneCountInString(rest)+1+utf8.RuneCountInString(word) > width {
			lines, rest = append(lines, rest), ""
		}
		if rest != "" {
			rest += " "
		}
		rest += word
	}
	return append(lines, rest)
}

type mark string

// The marks. Players' messages have a name in place of a mark.
const (
	said    mark = ""
	master  mark = "*" // the game master
	phase   mark = "-"
	ask     mark = "?" // a vote
	note    mark = ">" // what the program says to the person
	refusal mark = "!"
	listing mark = " " // columns, which are not wrapped
)

type line struct {
	mark mark
	// at is the game time; negative for none.
	at session.Millis
	// channel is where it was said; empty for the main channel.
	channel string
	name    string
	own     bool
	text    string
}

func notice(m mark, format string, args ...any) line {
	return line{mark: m, at: -1, text: fmt.Sprintf(format, args...)}
}

// head returns what stands before the text: time, channel, and name or mark.
func (l *line) head() (when, who string) {
	when = "      "
	if l.at >= 0 {
		when = fmt.Sprintf("%6s", clockTime(l.at))
	}
	if l.channel != "" {
		who = "[" + clean(l.channel) + "] "
	}
	if l.name != "" {
		return when, who + clean(l.name) + ":"
	}
	return when, who + strings.TrimSpace(string(l.mark))
}

func clockTime(t session.Millis) string { return fmt.Sprintf("%d:%02d", t/60_000, t/1000%60) }

// clean returns the text of a player on one line. Without control characters it can neither write
// elsewhere on a terminal nor look like several lines.
func clean(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.Is(unicode.Bidi_Control, r):
			return -1
		case unicode.IsControl(r):
			return ' '
		}
		return r
	}, text)
}
