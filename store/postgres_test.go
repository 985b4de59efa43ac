package store_test

import (
	"testing"

	"ringer/engine"
	"ringer/store/storetest"
)

func TestPostgres(t *testing.T) {
	t.Parallel()
	storetest.Run(t, func(t *testing.T) engine.Store { return open(t, storetest.Postgres(t)) })
}
