package fourmind

import (
	"testing"

	"ringer/engine/sessiontest"
)

func TestOptions(t *testing.T) {
	t.Parallel()
	t.Run("TheSchemaHasADefaultForEachField", func(t *testing.T) {
		t.Parallel()
		sessiontest.CheckDefaults[options](t, Schema())
	})
	t.Run("ThoseThatDoNotFitTogetherAreRefused", func(t *testing.T) {
		t.Parallel()
		sessiontest.CheckRefusals(t, New, map[string]string{
			`{"support":"blue","target":"blue"}`:           "/options/target",
			`{"objective":"adaptive","target":"blue"}`:     "/options/target",
			`{"objective":"none","target":"blue"}`:         "/options/target",
			`{"objective":"none","support":"blue"}`:        "/options/support",
			`{"objective":"adaptive","support":"blue"}`:    "",
			`{"support":"blue","target":"green"}`:          "",
			`{"objective":"seed","paths":3,"simulated":2}`: "",
		})
	})
}
