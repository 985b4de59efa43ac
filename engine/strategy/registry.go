package strategy

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strconv"
	"strings"

	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"ringer/engine/game"
	"ringer/engine/prompt"
	"ringer/engine/strategy/fourmind"
	"ringer/engine/strategy/scheduler"
	"ringer/engine/strategy/tom"
	"ringer/engine/thought"
)

// Entry is one strategy as the registry knows it.
type Entry struct {
	Name string
	// Paper is the title of the paper that describes it.
	Paper string
	// Schema is the JSON schema of its options.
	Schema []byte
	// New returns the strategy with the options of one session.
	New func(options json.RawMessage) (prompt.Strategy, error)
	// Skills answer the prompts of its tasks in place of a model, by task.
	Skills map[string]prompt.Skill
}

// Paths returns the names of its paths, the most expensive first and silence last.
func (e Entry) Paths() ([]string, error) {
	s, err := e.New(nil)
	if err != nil {
		return nil, fmt.Errorf("strategy %s: without options: %w", e.Name, err)
	}
	return game.Ladder(s), nil
}

// All returns the strategies that ship with Ringer. A new strategy is one more line.
func All() []Entry {
	return []Entry{
		{scheduler.Name, "Time to Talk: LLM Agents for Asynchronous Group Communication in Mafia Games", scheduler.Schema(), scheduler.New, scheduler.Skills()},
		{fourmind.Name, "FourMind: A lookahead, objective-driven ChatBot", fourmind.Schema(), fourmind.New, fourmind.Skills()},
		{tom.Name, "Conversational Agents in Multi-User Environments", tom.Schema(), tom.New, tom.Skills()},
	}
}

// Registry finds strategies by name.
type Registry struct {
	entries []Entry
	schemas map[string]*jsonschema.Schema
	// made holds strategies by name and options. A strategy keeps no state, so sessions with the
	// same options share one. To read the options takes longer than to load the rest of a session.
	made *lru.Cache[string, prompt.Strategy]
}

// maxMade bounds the strategies that are kept. A platform has few sets of options.
const maxMade = 256

// NewRegistry compiles the schemas of the entries and returns their registry.
func NewRegistry(entries ...Entry) (*Registry, error) {
	made, err := lru.New[string, prompt.Strategy](maxMade)
	if err != nil {
		return nil, err
	}
	r := &Registry{entries: entries, schemas: map[string]*jsonschema.Schema{}, made: made}
	for _, e := range entries {
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(e.Schema))
		if err != nil {
			return nil, fmt.Errorf("strategy %s: options schema: %w", e.Name, err)
		}
		c := jsonschema.NewCompiler()
		url := e.Name + ".json"
		if err := c.AddResource(url, doc); err != nil {
			return nil, fmt.Errorf("strategy %s: options schema: %w", e.Name, err)
		}
		if r.schemas[e.Name], err = c.Compile(url); err != nil {
			return nil, fmt.Errorf("strategy %s: options schema: %w", e.Name, err)
		}
	}
	return r, nil
}

// Entries returns the strategies in the order of NewRegistry.
func (r *Registry) Entries() []Entry { return slices.Clone(r.entries) }

// names returns the names of the strategies.
func (r *Registry) names() (names []string) {
	for _, e := range r.entries {
		names = append(names, e.Name)
	}
	return names
}

// Skills returns the skills of the core and of all strategies, by task. The offline model needs no
// more.
func (r *Registry) Skills() map[string]prompt.Skill {
	all := thought.Skills()
	for _, e := range r.entries {
		maps.Copy(all, e.Skills)
	}
	return all
}

// New returns the strategy of a session. It returns game.Errors for an unknown name, and for
// options that are unknown or not allowed.
func (r *Registry) New(name string, options json.RawMessage) (prompt.Strategy, error) {
	key := name + " " + string(options)
	if known, ok := r.made.Get(key); ok {
		return known, nil
	}
	s, err := r.make(name, options)
	if err == nil {
		r.made.Add(key, s)
	}
	return s, err
}

func (r *Registry) make(name string, options json.RawMessage) (prompt.Strategy, error) {
	i := slices.IndexFunc(r.entries, func(e Entry) bool { return e.Name == name })
	if i < 0 {
		return nil, game.Errors{{Code: game.CodeUnknownStrategy, Pointer: "/strategy", Detail: game.NotAmong(name, "a strategy", r.names())}}
	}
	if len(options) == 0 {
		options = json.RawMessage("{}")
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(options))
	if err != nil {
		return nil, game.Errors{{Code: game.CodeInvalidOption, Pointer: "/options", Detail: "must be a JSON object"}}
	}
	if err := r.schemas[name].Validate(doc); err != nil {
		return nil, optionErrors(err, slices.Sorted(maps.Keys(r.schemas[name].Properties)))
	}
	return r.entries[i].New(options)
}

// optionErrors turns an error of the schema into one error for each option.
func optionErrors(err error, options []string) error {
	invalid, ok := errors.AsType[*jsonschema.ValidationError](err)
	if !ok {
		return fmt.Errorf("strategy: validate options: %w", err)
	}
	var errs game.Errors
	for _, unit := range invalid.BasicOutput().Errors {
		if unit.Error == nil {
			continue
		}
		pointer := "/options" + unit.InstanceLocation
		if extra, ok := unit.Error.Kind.(*kind.AdditionalProperties); ok {
			for _, name := range extra.Properties {
				errs.Add(game.CodeUnknownOption, pointer+"/"+game.Pointer(name), game.NotAmong(name, "an option of this strategy", options))
			}
			continue
		}
		errs.Add(game.CodeInvalidOption, pointer, mismatch(unit.Error))
	}
	return errs.Err()
}

// mismatch returns what is wrong with the value of an option. The library's own text for a bound
// reads "maximum: got 9, want 5".
func mismatch(e *jsonschema.OutputError) string {
	switch k := e.Kind.(type) {
	case *kind.Maximum:
		return "must be at most " + number(k.Want)
	case *kind.Minimum:
		return "must be at least " + number(k.Want)
	case *kind.MaxLength:
		return fmt.Sprintf("must have at most %d characters", k.Want)
	case *kind.MinLength:
		return fmt.Sprintf("must have at least %d characters", k.Want)
	case *kind.MaxItems:
		return fmt.Sprintf("must have at most %d entries", k.Want)
	case *kind.Enum:
		var values []string
		for _, v := range k.Want {
			values = append(values, fmt.Sprint(v))
		}
		return "must be " + strings.Join(values, " or ")
	case *kind.Type:
		return fmt.Sprintf("must be %s, not %s", typeNames(k.Want...), typeNames(k.Got))
	}
	return e.String() + "; GET /v1/strategies shows the options"
}

// number writes a bound of a schema.
func number(n *big.Rat) string {
	f, _ := n.Float64() // bounds are short
	return strconv.FormatFloat(f, 'f', -1, 64)
}

// typeNames names types of JSON as the API does.
func typeNames(types ...string) string {
	names := map[string]string{
		"string": "a string", "number": "a number", "integer": "a whole number", "boolean": "true or false", "object": "an object", "array": "an array", "null": "null",
	}
	var all []string
	for _, t := range types {
		all = append(all, names[t])
	}
	return strings.Join(all, " or ")
}
