package attacktest

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"ringer/engine/prompt"
)

// filling is how one answer is filled: by the names and kinds of its fields, whatever the strategy.
type filling struct {
	model  *Obedient
	prompt prompt.Prompt
	name   string // of the bot
	turn   int
}

// listed is how many items a list gets: enough for a simulated stretch of chat.
const listed = 2

// quiet are choices of saying nothing.
var quiet = []string{"wait", "silent", "silence", "pass", "none", "no", "stay_silent"}

// named are parts of the names of fields that hold a player.
var named = []string{"sender", "speaker", "player", "receiver", "name", "by", "from", "author"}

// fill fills an answer, a pointer to a struct.
func fill(answer any, f *filling) error {
	return f.value(reflect.ValueOf(answer).Elem(), "", "")
}

func (f *filling) value(v reflect.Value, name string, tag reflect.StructTag) error {
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
		v.Set(reflect.MakeSlice(v.Type(), listed, listed))
		for i := range listed {
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

// text returns a choice, where there are some: mostly one of saying something. Else the bot's name or what the model says.
func (f *filling) text(name string, tag reflect.StructTag) string {
	if tag.Get("enum") != "" {
		choices := strings.Split(tag.Get("enum"), ",")
		if loud := slices.DeleteFunc(slices.Clone(choices), func(c string) bool { return slices.Contains(quiet, c) }); len(loud) > 0 {
			return loud[f.turn%len(loud)]
		}
		return choices[0]
	}
	if slices.ContainsFunc(named, func(n string) bool { return strings.Contains(name, n) }) {
		return f.name
	}
	return f.model.say(f.prompt)
}

// number returns the number of a line where that is asked for, else one inside the bounds.
func (f *filling) number(name string, tag reflect.StructTag) float64 {
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
