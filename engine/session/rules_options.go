package session

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"text/template"
)

// presetSource is a preset as its file has it: the texts are templates over the options of a game.
type presetSource struct {
	Preset
	// Standard holds options that the text tells also where nobody has given any. An option that is
	// neither here nor given is not told.
	Standard map[string]any `json:"standard"`
}

// wording writes a text of a preset for the options of a game, and the number of its players.
type wording struct {
	text     *template.Template
	standard map[string]any
}

// playersOption is the name of the number of players in the templates.
const playersOption = "players"

// presets holds all presets as they read without options, and wordings how each of their texts is
// written for other options.
var presets, wordings = readPresets(mustRead[[]presetSource]("rules/presets.json", presetsJSON))

func readPresets(sources []presetSource) (all []Preset, by map[string]wording) {
	by = map[string]wording{}
	for _, s := range sources {
		written := func(text string) string {
			if !strings.Contains(text, "{{") {
				return text // the same for all options
			}
			w := wording{template.Must(template.New(s.ID).Funcs(ruleWords).Parse(text)), s.Standard}
			standard, err := w.write(nil)
			if err != nil {
				panic("game: the rules " + s.ID + ": " + err.Error()) // embedded at build time
			}
			by[standard] = w
			return standard
		}
		s.Text = written(s.Text)
		for i := range s.Aims {
			s.Aims[i].Text, s.Aims[i].Quarry = written(s.Aims[i].Text), written(s.Aims[i].Quarry)
		}
		all = append(all, s.Preset)
	}
	return all, by
}

func (w wording) write(options map[string]any) (string, error) {
	told := maps.Clone(options)
	if told == nil {
		told = map[string]any{}
	}
	for name, value := range w.standard {
		if _, given := told[name]; !given {
			told[name] = value
		}
	}
	var b strings.Builder
	err := w.text.Execute(&b, told)
	return b.String(), err
}

// ruleWords are the functions of the templates. Numbers of options are JSON's.
var ruleWords = template.FuncMap{
	"span": func(millis float64) string { return Span(Millis(millis)) },
	"teams": func(n float64, one, more string) string {
		if n == 1 {
			return "one team " + one
		}
		return inWords(n) + " teams in a row " + more
	},
	// plays reports whether a role is in the game. Without a list every role may be in it.
	"plays": func(list any, role string) bool {
		roles, given := list.([]any)
		return !given || slices.Contains(roles, any(role))
	},
	"number":  inWords,
	"less":    func(n float64) float64 { return n - 1 },
	"capital": func(word string) string { return strings.ToUpper(word[:1]) + word[1:] },
}

func inWords(n float64) string {
	if int(n) < len(smallNumbers) {
		return smallNumbers[int(n)]
	}
	return fmt.Sprintf("%.0f", n)
}

var smallNumbers = []string{"no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"}

// options returns the options of the rules that somebody has given.
func (g *Setting) options() map[string]any {
	var given map[string]any
	_ = json.Unmarshal(g.RulesOptions, &given) // without any there is nothing to read
	return given
}

// written returns a text of the preset as the options and the players of the game make it. Sessions
// of before generation 3 are told the usual number of players.
func (c *Config) written(text string) string {
	w, ok := wordings[text]
	standard, counts := w.standard[playersOption].(float64)
	n := float64(len(c.Game.Players))
	if counts = counts && n > standard && c.Generation > 2; !ok || len(c.Game.RulesOptions) == 0 && !counts {
		return text
	}
	options := c.Game.options()
	if counts {
		if options == nil {
			options = map[string]any{}
		}
		options[playersOption] = n
	}
	told, err := w.write(options)
	if err != nil {
		return text // a value of the wrong type, which the desk refuses
	}
	return told
}

// refusals returns how many refused teams in a row evil wins by; 0 if they decide nothing. A game
// that does not say so has the rule of Avalon.
func (g *Setting) refusals() int {
	avalon, _ := FindPreset("avalon")
	for _, options := range []map[string]any{g.options(), wordings[avalon.Text].standard} {
		if n, given := options["refusals"].(float64); given {
			return int(n)
		}
	}
	return 0
}

// LastTeam reports whether evil wins if the team that is up for the vote is refused, too.
func (v *View) LastTeam() bool {
	refused := 0
	for _, u := range v.Rulings {
		switch {
		case u.Step == StepQuest:
			refused = 0
		case u.Step == StepApproval && !u.Passed:
			refused++
		}
	}
	most := v.Config.Game.refusals()
	return most > 0 && refused >= most-1
}
