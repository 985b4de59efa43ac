package store_test

import (
	"testing"

	"ringer/engine"
	"ringer/store"
	"ringer/store/storetest"
)

func TestMemory(t *testing.T) {
	t.Parallel()
	storetest.Run(t, func(*testing.T) engine.Store { return store.NewMemory() })
}
