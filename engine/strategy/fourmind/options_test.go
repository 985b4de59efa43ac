package fourmind

import (
	"encoding/json"
	"errors"
	"reflect"
	"testing"

	"ringer/engine/game"
)

func TestOptions(t *testing.T) {
	t.Parallel()
	t.Run("TheSchemaHasTheDefaultsOfTheCode", func(t *testing.T) {
		t.Parallel()
		var schema struct {
			Properties map[string]struct{ Default any }
		}
		if err := json.Unmarshal(Schema(), &schema); err != nil {
			t.Fatal(err)
		}
		b, err := json.Marshal(defaults())
		if err != nil {
			t.Fatal(err)
		}
		var standard map[string]any
		if err := json.Unmarshal(b, &standard); err != nil {
			t.Fatal(err)
		}
		said := map[string]any{}
		for name, p := range schema.Properties {
			said[name] = p.Default
		}
		if !reflect.DeepEqual(said, standard) {
			t.Errorf("the schema says %v, the code %v", said, standard)
		}
	})
	t.Run("ThoseThatDoNotFitTogetherAreRefused", func(t *testing.T) {
		t.Parallel()
		for raw, pointer := range map[string]string{
			`{"support":"blue","target":"blue"}`:           "/options/target",
			`{"objective":"adaptive","target":"blue"}`:     "/options/target",
			`{"objective":"none","target":"blue"}`:         "/options/target",
			`{"objective":"none","support":"blue"}`:        "/options/support",
			`{"objective":"adaptive","support":"blue"}`:    "",
			`{"support":"blue","target":"green"}`:          "",
			`{"objective":"seed","paths":3,"simulated":2}`: "",
		} {
			_, err := New(json.RawMessage(raw))
			var errs game.Errors
			if pointer == "" && err != nil || pointer != "" && (!errors.As(err, &errs) || len(errs) != 1 || errs[0].Pointer != pointer) {
				t.Errorf("%s: %v", raw, err)
			}
		}
	})
}
