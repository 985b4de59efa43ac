package cli

import (
	"testing"

	"ringer/cmd/internal/repotest"
	"ringer/engine/referee"
)

func TestGamesAreDocumented(t *testing.T) {
	t.Parallel()
	document := repotest.Read(t, "docs/games.md")
	for _, id := range referee.IDs() {
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			rules, _ := referee.Find(id)
			checkOptions(t, section(t, document, id), rules.Schema())
		})
	}
}
