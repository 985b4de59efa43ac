package strategy

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	lru "github.com/hashicorp/golang-lru/v2"

	"ringer/engine/prompt"
	"ringer/engine/schema"
	"ringer/engine/session"
	"ringer/engine/strategy/fourmind"
	"ringer/engine/strategy/recon"
	"ringer/engine/strategy/scheduler"
	"ringer/engine/strategy/tom"
	"ringer/engine/suspicion"
	"ringer/engine/thought"
)

// Entry is one strategy.
type Entry struct {
	Name  string
	Paper string
	// Schema is the JSON schema of its options.
	Schema []byte
	New    func(options json.RawMessage) (prompt.Thinker, error)
	// Skills answer its prompts in place of a model, by task.
	Skills map[string]prompt.Skill
}

// Paths returns its paths, the most expensive first and silence last.
func (e Entry) Paths() ([]string, error) {
	s, err := e.New(nil)
	if err != nil {
		return nil, fmt.Errorf("strategy %s: without options: %w", e.Name, err)
	}
	return session.Ladder(s), nil
}

// All returns the strategies that ship with Ringer.
func All() []Entry {
	return []Entry{
		{scheduler.Name, "Time to Talk: LLM Agents for Asynchronous Group Communication in Mafia Games", scheduler.Schema(), scheduler.New, scheduler.Skills()},
		{fourmind.Name, "FourMind: A lookahead, objective-driven ChatBot", fourmind.Schema(), fourmind.New, fourmind.Skills()},
		{recon.Name, "Boosting LLM Agents with Recursive Contemplation for Effective Deception Handling", recon.Schema(), recon.New, recon.Skills()},
		{tom.Name, "Conversational Agents in Multi-User Environments", tom.Schema(), tom.New, tom.Skills()},
	}
}

// Registry finds strategies by name.
type Registry struct {
	// Classifier scores the lines of the players in all sessions.
	Classifier *suspicion.Weights

	entries []Entry
	schemas map[string]*schema.Schema
	// made holds strategies by name and options, which sessions share: a strategy keeps no
	// state, and to read options takes longer than the rest of a session.
	made *lru.Cache[string, prompt.Thinker]
}

// A platform has few sets of options.
const maxMade = 256

// NewRegistry returns the registry of the entries.
func NewRegistry(entries ...Entry) (*Registry, error) {
	made, err := lru.New[string, prompt.Thinker](maxMade)
	if err != nil {
		return nil, err
	}
	r := &Registry{Classifier: suspicion.Embedded(), entries: entries, schemas: map[string]*schema.Schema{}, made: made}
	for _, e := range entries {
		r.schemas[e.Name], err = schema.Compile(schema.Source{Name: "strategy " + e.Name, Text: e.Schema, Owner: "this strategy", Route: "GET /v1/strategies"})
		if err != nil {
			return nil, err
		}
	}
	return r, nil
}

// Entries returns the strategies in the order of NewRegistry.
func (r *Registry) Entries() []Entry { return slices.Clone(r.entries) }

func (r *Registry) names() (names []string) {
	for _, e := range r.entries {
		names = append(names, e.Name)
	}
	return names
}

// Skills returns the skills of the core and of all strategies, by task.
func (r *Registry) Skills() map[string]prompt.Skill {
	all := thought.Skills()
	for _, e := range r.entries {
		maps.Copy(all, e.Skills)
	}
	return all
}

// defaultsOf holds the keyword of a strategy's schema with the defaults of a fidelity, where those
// differ from default. Sessions of older releases have no fidelity, and keep the defaults of then.
var defaultsOf = map[session.Fidelity]string{"": "x-before", session.FidelityPaper: "x-paper"}

// New returns the strategy of a session. It returns session.Errors for an unknown name, and for
// options that are unknown or not allowed.
func (r *Registry) New(name string, f session.Fidelity, options json.RawMessage) (prompt.Thinker, error) {
	key := name + " " + string(f) + " " + string(options)
	if known, ok := r.made.Get(key); ok {
		return known, nil
	}
	s, err := r.make(name, f, options)
	if err == nil {
		r.made.Add(key, s)
	}
	return s, err
}

// Defaults returns what a session with this strategy and fidelity gets when its client says nothing
// else, with all options. The players of its game look for machines.
func (r *Registry) Defaults(name string, f session.Fidelity) (session.Config, error) {
	c := session.Config{Strategy: name, Fidelity: f, Game: session.Setting{Rules: "reverse_turing"}}
	s, err := r.New(name, f, nil)
	if err != nil {
		return c, err
	}
	c.ApplyFidelity(s)
	_ = c.Complete() // it has no players
	for _, keyword := range []string{defaultsOf[f], "default"} {
		if c.Options, err = r.schemas[name].Fill(keyword, c.Options); err != nil {
			return c, err
		}
	}
	return c, nil
}

func (r *Registry) make(name string, f session.Fidelity, options json.RawMessage) (prompt.Thinker, error) {
	i := slices.IndexFunc(r.entries, func(e Entry) bool { return e.Name == name })
	if i < 0 {
		return nil, session.Errors{{Code: session.CodeUnknownStrategy, Pointer: "/strategy", Detail: session.NotAmong(name, "a strategy", r.names())}}
	}
	if err := r.schemas[name].Check(options); err != nil {
		return nil, err
	}
	if keyword, ok := defaultsOf[f]; ok {
		filled, err := r.schemas[name].Fill(keyword, options)
		if err != nil {
			return nil, err
		}
		options = filled
	}
	return r.entries[i].New(options)
}
