package cli

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"ringer/engine/llm"
	"ringer/engine/llm/offline"
	"ringer/engine/prompt"
	"ringer/engine/secret"
	"ringer/engine/step"
)

// seatModels are the models that variants choose by name:
// NAME=URL,key=KEY,model=M,temperature=T,max_tokens=N,timeout=D,thinking=WORD, several with
// semicolons. Each part after the name is optional.
type seatModels map[string]seatModel

type seatModel struct {
	// url is the base URL of its server, and key the server's key. Without them it is the server of
	// the other models.
	url, key string
	set      []func(*llm.RoleConfig)
}

func (l seatModels) String() string { return strings.Join(slices.Sorted(maps.Keys(l)), "; ") }

func (l seatModels) secrets() (all []string) {
	for _, m := range l {
		all = append(append(all, secret.InURL(m.url)...), m.key)
	}
	return all
}

func (l *seatModels) UnmarshalText(b []byte) error {
	*l = seatModels{}
	for entry := range strings.SplitSeq(string(b), ";") {
		name, text, ok := strings.Cut(strings.TrimSpace(entry), "=")
		if !ok || name == "" || name == offline.Name {
			return fmt.Errorf("%q must be NAME=URL or NAME=URL,key=KEY,model=M,timeout=D, several with semicolons; offline is the offline model", secret.Masked(name))
		}
		parts := strings.Split(text, ",")
		m := seatModel{url: strings.TrimSpace(parts[0])}
		if m.url != "" {
			if err := checkURL(name, m.url); err != nil {
				return err
			}
		}
		for _, part := range parts[1:] {
			if err := m.take(part); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
		}
		(*l)[name] = m
	}
	return nil
}

func (m *seatModel) take(part string) error {
	name, value, _ := strings.Cut(strings.TrimSpace(part), "=")
	switch name {
	case "key":
		m.key = value
	case "model":
		m.set = append(m.set, func(r *llm.RoleConfig) { r.Model = value })
	default:
		set, err := roleSetting(name, value)
		if err != nil {
			return err
		}
		m.set = append(m.set, set)
	}
	return nil
}

// client returns what asks the model that variants call by the name.
func (m *seatModel) client(name string, f *modelFlags) (*llm.Client, error) {
	roles := f.roles()
	for role, r := range roles {
		r.Model = name
		for _, set := range m.set {
			set(&r)
		}
		roles[role] = r
	}
	c := llm.Config{BaseURL: m.url, Key: m.key, Roles: roles, Prices: f.Prices, InFlight: f.InFlight, InFlightSession: f.InFlightSession}
	if m.url == "" && m.key == "" {
		c.BaseURL, c.Key, c.KeyHeader, c.ExtraBody = string(f.BaseURL), string(f.Key), f.Header, f.ExtraBody
	}
	if cmp.Or(c.BaseURL, c.Key) == "" {
		return nil, fmt.Errorf("--seat-models %s needs a server: give its URL, or --openai-base-url", name)
	}
	client, err := llm.New(c)
	if err != nil {
		return nil, fmt.Errorf("--seat-models %s: %w", name, err)
	}
	return client, nil
}

// clients returns the models by their names. The offline model is one of them.
func (l seatModels) clients(f *modelFlags, skills map[string]prompt.Skill) (map[string]step.Models, error) {
	all := map[string]step.Models{offline.Name: offline.New(skills)}
	for name, m := range l {
		c, err := m.client(name, f)
		if err != nil {
			return nil, err
		}
		all[name] = c
	}
	return all, nil
}

// routed sends the calls of a session to the model that the session has chosen by a name. All other
// calls go to the common models.
type routed struct {
	step.Models
	named map[string]step.Models
}

// Asker implements step.Models.
func (r routed) Asker(c prompt.Caller) prompt.Asker {
	if c.Models != nil && c.Models.Default != nil {
		if m, ok := r.named[c.Models.Default.Model]; ok {
			c.Models = nil // it is the name of ours, and not that of the server
			return m.Asker(c)
		}
	}
	return r.Models.Asker(c)
}
