package tom

import (
	"slices"
	"testing"

	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

func TestOptions(t *testing.T) {
	t.Parallel()
	sessiontest.Subtests(t, map[string]func(*testing.T){
		"TheSchemaHasADefaultForEachField": func(t *testing.T) {
			sessiontest.CheckDefaults[options](t, Schema())
		},
		"ThoseWithoutEffectTogetherAreRefused": func(t *testing.T) {
			sessiontest.CheckRefusals(t, New, map[string]string{
				`{"tom":"off","cognition":"off"}`:              "/options/cognition",
				`{"tom":"off","cycle":"fused"}`:                "",
				`{"tom":"off","preferences":"peace"}`:          "/options/preferences",
				`{"tom":"off","city":"Graz","age":30}`:         "",
				`{"tom":"off","length_basis":"incoming"}`:      "",
				`{"cognition":"off","preferences":"peace"}`:    "",
				`{"cycle":"fused","silence_ms":3000,"age":99}`: "",
			})
		},
		"WithoutAMentalStateAnOldOneIsIgnored": func(t *testing.T) {
			c := laterGame(t)
			on, off := newToM(t, `{"accuse_lead":0.5}`), newToM(t, `{"accuse_lead":0.5,"tom":"off"}`)
			if got := on.Brief(c.View()).Suspicion["blue"]; got <= session.LogOdds(72) || got > session.LogOdds(80) {
				t.Errorf("with it Blue is suspected with %v", got)
			}
			b := off.Brief(c.View())
			if b.Suspicion["blue"] != 0 || len(b.Suspicion) != 3 || len(b.Lines) != 0 || c.conclude(off, kindSingle, lineFound{}).Accuse != "" {
				t.Errorf("without it the mind is %+v", b)
			}
			if c.conclude(on, kindReflex, lineFound{}).Accuse != "blue" {
				t.Error("with it Blue is not accused")
			}
		},
		"InstructionsThatNobodyMayReadOutHoldThePreferences": func(t *testing.T) {
			if got := newToM(t, `{"preferences":"peace and quiet"}`).Instructions(); !slices.Contains(got, "peace and quiet") || !slices.Contains(got, mannerText) {
				t.Errorf("they are %q", got)
			}
		},
		"TheLadderLeavesOutPathsWithoutEffect": func(t *testing.T) {
			for raw, want := range map[string][]string{
				`{}`:                  {"full", "fused", "reflex", "silence"},
				`{"cycle":"fused"}`:   {"full", "reflex", "silence"},
				`{"cognition":"off"}`: {"full", "silence"},
				`{"tom":"off"}`:       {"full", "silence"},
			} {
				if got := session.Ladder(newToM(t, raw)); !slices.Equal(got, want) {
					t.Errorf("%s has the paths %v, want %v", raw, got, want)
				}
			}
		},
	})
}
