package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"ringer/api"
	"ringer/engine/session"
)

// constants are the bounds that the code enforces. The overlay refers to them by name, as in
// "maxLength: =MaxName".
var constants = map[string]any{
	"MaxTemperature": session.MaxTemperature, "MaxAnswerTokens": session.MaxAnswerTokens, "MinAnswerMillis": session.MinAnswerMillis, "MaxAnswerMillis": session.MaxAnswerMillis,
	"MinChars": session.MinChars, "MaxCallLimit": session.MaxCallLimit, "MaxTokenLimit": session.MaxTokenLimit, "MaxCostLimit": session.MaxCostLimit,
	"MaxAims": session.MaxAims, "MaxBatch": api.MaxBatch, "MaxChannels": session.MaxChannels, "MaxDocument": session.MaxDocument, "MinAge": session.MinAge, "MaxAge": session.MaxAge, "MaxFact": session.MaxFact, "MaxHabits": session.MaxHabits, "MaxLabel": session.MaxLabel, "MaxMetadata": session.MaxMetadata, "MaxName": session.MaxName,
	"MaxPhases": session.MaxPhases, "MaxPhaseMillis": int64(session.MaxPhaseMillis), "MaxPlayers": session.MaxPlayers, "MaxRoster": session.MaxRoster, "MaxReason": session.MaxReason, "MaxSecrets": session.MaxSecrets, "MaxSpeed": session.MaxSpeed, "MaxTTL": session.MaxTTL, "MaxText": session.MaxText,
	"Name": "^" + namePattern + "$", "OptionalName": "^(" + namePattern + ")?$",
	"MaxOptions": session.MaxOptions, "MaxLabels": session.MaxLabels, "MinNumber": int64(-session.MaxNumber), "MaxNumber": int64(session.MaxNumber),
	"MaxTranscript": session.MaxTranscript, "MaxAccuseLead": session.MaxAccuseLead, "AccuseLead": session.AccuseLead,
	"MinWithin": session.MinWithin, "MaxWithin": int64(session.MaxWithin), "DefaultWithin": int64(session.DefaultWithin),
	"DefaultTTL": session.DefaultTTL, "DefaultChars": session.DefaultChars,
}

// namePattern matches the names that the server accepts, for clients that check before they send. A
// name has no control characters, no characters that change the direction of text, no invisible
// ones, and no spaces around it. The server also refuses joiners between letters that need none.
const (
	namePattern = `[^` + spaces + controls + `]([^` + controls + `]*[^` + spaces + controls + `])?`
	spaces      = ` \u00A0\u1680\u2000-\u200A\u202F\u205F\u3000`
	controls    = `\u0000-\u001F\u007F-\u009F\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180E\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\u2800\u3164\uFEFF\uFFA0\uFFF9-\uFFFD`
)

// closedKeys are keys of the document. Below such a key an overlay may only use names that the
// document has. Otherwise a misspelled name would have no effect, and nobody would notice.
var closedKeys = []string{"paths", "schemas", "properties", "responses", "content"}

// overlay adds the contents of a file to a document. Keywords are set or replaced. Names below
// closedKeys must exist already; a + before a name says that it is new. An object with oneOf or
// $ref replaces the whole old object. An empty list under required removes the list, because a
// document must not have an empty one.
func overlay(doc object, path string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	var additions object
	if err := yaml.Unmarshal(text, &additions); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if err := resolve(additions); err != nil {
		return fmt.Errorf("%s: %w", filepath.Base(path), err)
	}
	if err := merge(doc, additions, nil); err != nil {
		return fmt.Errorf("%s: %w", filepath.Base(path), err)
	}
	return nil
}

func merge(target, additions object, path []string) error {
	for _, key := range sorted(additions) {
		here := append(slices.Clip(path), key)
		value := additions[key]
		name, isNew := strings.CutPrefix(key, "+")
		old, known := target[name]
		switch {
		case isNew && known:
			return fmt.Errorf("%s: exists already; remove the +", strings.Join(here, " "))
		case !isNew && !known && mustExist(path):
			return fmt.Errorf("%s: is not in the document; check its spelling, or write + before what is new", strings.Join(here, " "))
		case key == "required" && value != true && len(list(value)) == 0:
			delete(target, name)
			continue
		}
		addition, ok := value.(object)
		if !ok || addition["oneOf"] != nil || addition["$ref"] != nil {
			target[name] = value
			continue
		}
		inner, ok := old.(object)
		if !ok {
			inner, here = object{}, []string{"new"}
			target[name] = inner
		}
		if err := merge(inner, addition, here); err != nil {
			return err
		}
	}
	return nil
}

// mustExist reports whether the keys of the object at a path must exist in the document.
func mustExist(path []string) bool {
	n := len(path)
	return n > 0 && slices.Contains(closedKeys, path[n-1]) || n == 2 && path[0] == "paths"
}

// resolve replaces the names of constants in a part of an overlay with their values.
func resolve(part any) (err error) {
	walk(part, func(o object) {
		for key, value := range o {
			text, _ := value.(string)
			if name, ok := strings.CutPrefix(text, "="); ok {
				if o[key], ok = constants[name]; !ok {
					err = fmt.Errorf("%s: the constant %s does not exist; see constants in cmd/openapi", key, name)
				}
			}
		}
	})
	return err
}
