package session

import (
	"reflect"
	"testing"
)

// TestClone checks that a clone shares no map. Config, Roster and End are never changed.
func TestClone(t *testing.T) {
	t.Parallel()
	s := NewState("ses_1")
	fillMaps(reflect.ValueOf(s).Elem())
	checkMaps(t, "State", reflect.ValueOf(s).Elem(), reflect.ValueOf(s.Clone()).Elem())
}

// mutable reports whether the fold changes a field in place.
func mutable(f reflect.StructField) bool {
	return f.IsExported() && f.Name != "Config" && f.Name != "Roster" && f.Name != "End"
}

func fillMaps(v reflect.Value) {
	for i := range v.NumField() {
		switch f := v.Field(i); {
		case !mutable(v.Type().Field(i)):
		case f.Kind() == reflect.Map:
			f.Set(reflect.MakeMap(f.Type()))
		case f.Kind() == reflect.Struct:
			fillMaps(f)
		}
	}
}

func checkMaps(t *testing.T, path string, state, clone reflect.Value) {
	t.Helper()
	for i := range state.NumField() {
		field := state.Type().Field(i)
		switch a, b := state.Field(i), clone.Field(i); {
		case !mutable(field):
		case a.Kind() == reflect.Map && a.Pointer() == b.Pointer():
			t.Errorf("%s.%s is shared: copy the map in State.Clone", path, field.Name)
		case a.Kind() == reflect.Struct:
			checkMaps(t, path+"."+field.Name, a, b)
		}
	}
}
