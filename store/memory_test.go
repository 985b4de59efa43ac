package store_test

import (
	"testing"

	"ringer/engine/journal"
	"ringer/store"
	"ringer/store/storetest"
)

func TestMemory(t *testing.T) {
	t.Parallel()
	storetest.Run(t, func(*testing.T) journal.Store { return store.NewMemory() })
}
