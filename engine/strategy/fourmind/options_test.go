package fourmind

import (
	"encoding/json"
	"errors"
	"testing"

	"ringer/engine/game"
	"ringer/engine/gametest"
)

func TestOptions(t *testing.T) {
	t.Parallel()
	t.Run("TheSchemaHasTheDefaultsOfTheCode", func(t *testing.T) {
		t.Parallel()
		gametest.CheckDefaults(t, Schema(), defaults())
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
