package play

import (
	"bufio"
	"context"
	"io"
	"strings"
	"sync"
	"unicode/utf8"
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
