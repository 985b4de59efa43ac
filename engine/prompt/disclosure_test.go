package prompt

import (
	"testing"

	"ringer/engine/game"
)

func TestOnlyABotThatIsToSayWhatItIsIsToldSo(t *testing.T) {
	t.Parallel()
	for by, want := range map[game.Disclosure]string{game.DiscloseBot: game.DisclosureText(), game.DisclosePlatform: "", "": ""} {
		p := Prompt{Task: "t", Sections: Shared(game.View{Config: game.Config{Disclosure: by}})}.Parsed()
		if got := p.Text(SectionDisclosure); got != want {
			t.Errorf("%q is told %q", by, got)
		}
	}
}
