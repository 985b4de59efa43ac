package fourmind

import (
	"encoding/json"
	"errors"
	"testing"

	"ringer/engine/schema"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

// defaults are the options of a session that names none.
func defaults() options {
	o, err := schema.Parse[options](Schema(), nil)
	if err != nil {
		panic(err)
	}
	return o
}

func TestOptions(t *testing.T) {
	t.Parallel()
	t.Run("TheSchemaHasADefaultForEachField", func(t *testing.T) {
		t.Parallel()
		sessiontest.CheckDefaults(t, Schema(), defaults())
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
			errs, refused := errors.AsType[session.Errors](err)
			if pointer == "" && err != nil || pointer != "" && (!refused || len(errs) != 1 || errs[0].Pointer != pointer) {
				t.Errorf("%s: %v", raw, err)
			}
		}
	})
}
