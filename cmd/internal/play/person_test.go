package play_test

import (
	"context"
	"io"
	"strings"
	"sync"
	"testing"

	"ringer/cmd/internal/cli"
)

// person is somebody at a keyboard: what they see, and what they type when they see it.
type person struct {
	// react returns the lines that the person types after a line on the screen. It may be nil.
	react func(shown string) []string

	// keys takes the lines in the order in which they are typed.
	keys chan string

	mu     sync.Mutex
	screen strings.Builder
	rest   string
}

// Write implements io.Writer: the program prints.
func (p *person) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.screen.Write(b)
	p.rest += string(b)
	for {
		shown, rest, ok := strings.Cut(p.rest, "\n")
		if !ok {
			return len(b), nil
		}
		if p.rest = rest; p.react == nil {
			continue
		}
		for _, text := range p.react(shown) {
			p.keys <- text
		}
	}
}

func (p *person) play(t *testing.T, ctx context.Context, args ...string) (string, error) {
	t.Helper()
	in, keyboard := io.Pipe()
	p.keys = make(chan string, 100) // more than anybody types here
	over := make(chan struct{})
	var typing sync.WaitGroup
	typing.Go(func() {
		for {
			select {
			case text := <-p.keys:
				io.WriteString(keyboard, text+"\n") //nolint:errcheck // the game may be over
			case <-over:
				return
			}
		}
	})
	if p.react == nil {
		keyboard.Close() // a person who never types
	}
	var errs strings.Builder
	args = append([]string{"play"}, args...)
	err := cli.Run(ctx, args, func(string) string { return "" }, cli.Streams{In: in, Out: p, Err: &errs})
	in.Close()
	close(over)
	typing.Wait()
	if errs.String() != "" && err == nil {
		t.Errorf("the program logs %s", errs.String())
	}
	return p.screen.String(), err
}

func (p *person) mustPlay(t *testing.T, args ...string) string {
	t.Helper()
	screen, err := p.play(t, t.Context(), append(args, "--speed", "200")...)
	if err != nil {
		t.Fatalf("%v\n%s", err, screen)
	}
	return screen
}

// once returns a reaction that types texts when a part of a line is shown for the first time.
func once(texts map[string][]string) func(string) []string {
	done := map[string]bool{}
	return func(shown string) (all []string) {
		for part, list := range texts {
			if strings.Contains(shown, part) && !done[part] {
				done[part] = true
				all = append(all, list...)
			}
		}
		return all
	}
}
