package engine

import (
	"errors"
	"reflect"
	"slices"
	"testing"

	"ringer/engine/journal"
)

// TestReadStoreNeverWrites calls each method of a store in which nobody writes. A method is either
// known to read, or it returns the reason and does not reach the store, which is nil here.
func TestReadStoreNeverWrites(t *testing.T) {
	t.Parallel()
	reads := []string{
		"Session", "Sessions", "Events", "Find", "FindAll", "Snapshot", "Home", "Owned", "Heads", "Holders", "OpenCounts", "RecordedCalls", "Surveys", "Growths", "FeedStart", "FeedEnd", "SpanEvents", "Clock", "Time", "Ping",
	}
	s := reflect.ValueOf(readStore{nil, journal.ErrInspecting})
	for i := range s.NumMethod() {
		name, f := s.Type().Method(i).Name, s.Method(i)
		if slices.Contains(reads, name) {
			continue
		}
		var args []reflect.Value
		for k := range f.Type().NumIn() {
			args = append(args, reflect.Zero(f.Type().In(k)))
		}
		out := f.Call(args)
		if err, _ := out[len(out)-1].Interface().(error); !errors.Is(err, journal.ErrInspecting) {
			t.Errorf("%s: %v, want journal.ErrInspecting", name, err)
		}
	}
}
