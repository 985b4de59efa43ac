package prompt

import (
	"fmt"
	"strings"
)

// Parsed holds what Parse has read from a prompt.
type Parsed struct {
	Task        string
	Instruction string
	texts       map[string]string
	lists       map[string][]string
	transcripts map[string][]Line
}

// Text returns the free text of the section.
func (p Parsed) Text(name string) string { return p.texts[name] }

// List returns the strings of the section.
func (p Parsed) List(name string) []string { return p.lists[name] }

// Transcript returns the messages of the section.
func (p Parsed) Transcript(name string) []Line { return p.transcripts[name] }

// Parsed returns what Parse would read from the rendered prompt, without rendering it.
func (p Prompt) Parsed() Parsed {
	read := Parsed{
		Task: p.Task, Instruction: plainBreaks(p.Instruction),
		texts: map[string]string{}, lists: map[string][]string{}, transcripts: map[string][]Line{},
	}
	for _, s := range p.Sections {
		switch s.kind {
		case kindText:
			read.texts[s.Name] = plainBreaks(s.Text)
		case kindList:
			read.lists[s.Name] = s.Items
		case kindTranscript:
			read.transcripts[s.Name] = s.Lines
		}
	}
	return read
}

// Parse reads a rendered prompt back.
func Parse(r Rendered) (Parsed, error) {
	p := Parsed{texts: map[string]string{}, lists: map[string][]string{}, transcripts: map[string][]Line{}}
	var name, kind string
	body := make([]string, 0, 64)
	for _, message := range [2]string{r.System, r.User} {
		for line := range strings.Lines(message) {
			line = strings.TrimSuffix(line, "\n")
			head, ok := strings.CutPrefix(line, heading)
			if !ok {
				body = append(body, line)
				continue
			}
			if err := p.readSection(name, kind, body); err != nil {
				return p, err
			}
			name, kind, body = head, textSuffix, body[:0]
			for _, k := range [2]string{listSuffix, transcriptSuffix} {
				if n, ok := strings.CutSuffix(head, k); ok {
					name, kind = n, k
				}
			}
		}
	}
	err := p.readSection(name, kind, body)
	if err == nil && p.Task == "" {
		err = fmt.Errorf("prompt: no task")
	}
	return p, err
}

func (p *Parsed) readSection(name, kind string, body []string) error {
	if name == "" {
		if len(body) > 0 {
			return fmt.Errorf("prompt: text before the first section")
		}
		return nil
	}
	if len(body) == 1 && body[0] == noneLine {
		body = nil
	}
	switch kind {
	case listSuffix:
		items := make([]string, len(body))
		for i, line := range body {
			item, rest, err := unquote(strings.TrimPrefix(line, "- "))
			if err != nil || rest != "" {
				return fmt.Errorf("prompt: section %s: %q is not a list item", name, line)
			}
			items[i] = item
		}
		p.lists[name] = items
	case transcriptSuffix:
		lines, err := parseLines(body)
		if err != nil {
			return fmt.Errorf("prompt: section %s: %w", name, err)
		}
		p.transcripts[name] = lines
	default:
		return p.readText(name, body)
	}
	return nil
}

func parseLines(body []string) ([]Line, error) {
	lines := make([]Line, 0, len(body))
	for _, text := range body {
		if note, ok := strings.CutPrefix(text, indent); ok && len(lines) > 0 {
			if err := lines[len(lines)-1].parseNote(note); err != nil {
				return nil, err
			}
			continue
		}
		l, err := parseLine(text)
		if err != nil {
			return nil, err
		}
		lines = append(lines, l)
	}
	return lines, nil
}

func (p *Parsed) readText(name string, body []string) error {
	for i, line := range body {
		text, ok := strings.CutPrefix(line, indent)
		if !ok {
			return fmt.Errorf("prompt: section %s: %q is not indented", name, line)
		}
		body[i] = text
	}
	text := strings.Join(body, "\n")
	if task, ok := strings.CutPrefix(name, taskHead); ok {
		p.Task, p.Instruction = task, text
		return nil
	}
	p.texts[name] = text
	return nil
}
