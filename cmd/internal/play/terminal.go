package play

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"unicode/utf8"

	"golang.org/x/term"
)

// terminal is a screen on which lines appear above the line that is being typed.
type terminal struct {
	*term.Terminal
	keys   *keys
	out    *os.File
	colour bool
	before *term.State
	width  int
	prompt string
}

// openTerminal returns nil if in and out are not both a terminal that can move its cursor.
func openTerminal(in io.Reader, out io.Writer, screen *sync.Mutex) (*terminal, error) {
	input, isFile := in.(*os.File)
	output, alsoFile := out.(*os.File)
	if !isFile || !alsoFile || !term.IsTerminal(int(input.Fd())) || !term.IsTerminal(int(output.Fd())) || os.Getenv("TERM") == "dumb" {
		return nil, nil
	}
	before, err := term.MakeRaw(int(input.Fd()))
	if err != nil {
		return nil, fmt.Errorf("the terminal cannot be used: %w; run with the input from a file", err)
	}
	t := &terminal{keys: &keys{in: input, screen: screen}, out: output, colour: os.Getenv("NO_COLOR") == "", before: before}
	t.Terminal = term.NewTerminal(struct {
		io.Reader
		io.Writer
	}{t.keys, output}, "")
	t.fit()
	return t, nil
}

func (t *terminal) close() error {
	if t == nil {
		return nil
	}
	t.SetPrompt("")
	_, err := t.Write(nil)
	return errors.Join(err, term.Restore(int(t.keys.in.Fd()), t.before))
}

func (t *terminal) fit() {
	width, height, err := term.GetSize(int(t.out.Fd()))
	if err == nil && width > 0 && width != t.width && t.SetSize(width, height) == nil {
		t.width = width
	}
}

const (
	dim    = "2"
	bold   = "1"
	red    = "31"
	yellow = "33"
	cyan   = "36"
)

var colours = map[mark]string{said: bold, master: yellow, phase: cyan, ask: cyan, note: cyan, refusal: red}

func (t *terminal) paint(colour, text string) string {
	if !t.colour || text == "" {
		return text
	}
	return "\x1b[" + colour + "m" + text + "\x1b[0m"
}

// margin is where the text begins on the second line of a long entry: below its mark or name.
const margin = "        "

// print shows an entry above the line that is being typed. It breaks long texts at spaces.
func (t *terminal) print(l line, when, who string) {
	colour := colours[l.mark]
	if l.own {
		colour = cyan
	}
	first := t.paint(dim, when) + margin[:len(margin)-len(when)]
	if l.mark == listing {
		fmt.Fprintf(t, "%s%s\n", first, l.text)
		return
	}
	if who != "" {
		first += t.paint(colour, who) + " "
	}
	// The name takes the place of the first letters, so that the wrapping counts it.
	filler := strings.Repeat("x", utf8.RuneCountInString(who)) + " "
	lines := wrapped(filler+clean(l.text), max(t.width-len(margin), 20))
	lines[0] = strings.TrimPrefix(lines[0]+" ", filler)
	fmt.Fprintf(t, "%s%s\n", first, strings.TrimRight(strings.Join(lines, "\n"+margin), " "))
}

func (t *terminal) status(text string) {
	t.fit()
	if half := t.width / 2; utf8.RuneCountInString(text) > half {
		text = string([]rune(text)[:half]) + "…"
	}
	if text += " > "; text == t.prompt {
		return
	}
	t.prompt = text
	t.SetPrompt(t.paint(dim, text))
	t.Write(nil) // draws the prompt again
}

// readLine returns the next line. It takes the line off the screen, because the message comes back
// with its time when it is stored. The key Ctrl-C leaves the game.
func (t *terminal) readLine() (string, error) {
	text, err := t.ReadLine()
	switch {
	case err == nil:
		rows := 1 + (utf8.RuneCountInString(t.prompt)+utf8.RuneCountInString(text))/max(t.width, 1)
		io.WriteString(t, strings.Repeat("\x1b[1A\x1b[2K", rows))
		t.keys.release()
	case t.keys.last == ctrlC:
		return "/quit", nil
	default: // without keys to read, Ctrl-C has to be a signal again
		err = errors.Join(err, term.Restore(int(t.keys.in.Fd()), t.before))
	}
	return text, err
}

const (
	ctrlC = 3
	enter = '\r'
)

// keys reads the keyboard, one byte at a time. From the key Enter on it holds the screen, until the
// typed line has left it. Otherwise another line could come between.
type keys struct {
	in     *os.File
	screen *sync.Mutex
	last   byte
	holds  bool
}

func (k *keys) Read(b []byte) (int, error) {
	k.release() // the key Enter was part of something else
	n, err := k.in.Read(b[:1])
	if n == 1 {
		if k.last = b[0]; k.last == enter {
			k.screen.Lock()
			k.holds = true
		}
	}
	return n, err
}

func (k *keys) release() {
	if k.holds {
		k.holds = false
		k.screen.Unlock()
	}
}
