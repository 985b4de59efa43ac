package store_test

import (
	"testing"

	"ringer/engine/journal"
	"ringer/store/storetest"
)

func TestPostgres(t *testing.T) {
	t.Parallel()
	storetest.Run(t, func(t *testing.T) journal.Store { return open(t, storetest.Postgres(t)) })
}
