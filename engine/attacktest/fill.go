package attacktest

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"ringer/engine/prompt"
)

// filler fills one answer by the names and kinds of its fields, whatever the strategy.
type filler struct {
	model  *Obedient
	prompt prompt.Prompt
	// name is the bot's name.
	name string
	turn int
}

// listItems is how many items a list gets: enough for a simulated stretch of chat.
const listItems = 2

// silentChoices are choices to say nothing.
var silentChoices = []string{"wait", "silent", "silence", "pass", "none", "no", "stay_silent"}

// playerFields are parts of the names of fields that hold a player.
var playerFields = []string{"sender", "speaker", "player", "receiver", "name", "by", "from", "author"}

// fill fills an answer, a pointer to a struct.
func fill(answer any, f *filler) error {
	return f.value(reflect.ValueOf(answer).Elem(), "", "")
}

func (f *filler) value(v reflect.Value, name string, tag reflect.StructTag) error {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			field := v.Type().Field(i)
			key, _, _ := strings.Cut(field.Tag.Get("json"), ",")
			if err := f.value(v.Field(i), key, field.Tag); err != nil {
				return err
			}
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), listItems, listItems))
		for i := range listItems {
			if err := f.value(v.Index(i), name, tag); err != nil {
				return err
			}
		}
	case reflect.String:
		v.SetString(f.text(name, tag))
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int:
		v.SetInt(int64(f.number(name, tag)))
	case reflect.Float64:
		v.SetFloat(f.number(name, tag))
	default:
		return fmt.Errorf("attacktest: an answer has a field %q of the kind %s; teach fill about it", name, v.Kind())
	}
	return nil
}

// text returns one of the choices of a field, if it has some, and prefers choices to speak. Else it
// returns the bot's name or what the model says.
func (f *filler) text(name string, tag reflect.StructTag) string {
	if tag.Get("enum") != "" {
		choices := strings.Split(tag.Get("enum"), ",")
		if loud := slices.DeleteFunc(slices.Clone(choices), func(c string) bool { return slices.Contains(silentChoices, c) }); len(loud) > 0 {
			return loud[f.turn%len(loud)]
		}
		return choices[0]
	}
	if slices.ContainsFunc(playerFields, func(n string) bool { return strings.Contains(name, n) }) {
		return f.name
	}
	return f.model.say(f.prompt)
}

// number returns the number of a line if the field asks for one, else a number within the bounds.
func (f *filler) number(name string, tag reflect.StructTag) float64 {
	if name == "number" {
		if last := lastLine(f.prompt); last.Number > 0 {
			return float64(last.Number)
		}
	}
	for _, bound := range []string{"max", "min"} {
		if n, err := strconv.ParseFloat(tag.Get(bound), 64); err == nil {
			return n
		}
	}
	return float64(f.turn % 100)
}
