package prompt

import (
	"testing"

	"ringer/engine/game"
)

func TestDisclosureSection(t *testing.T) {
	t.Parallel()
	for disclosure, want := range map[game.Disclosure]string{game.DiscloseBot: game.DisclosureText(), game.DisclosePlatform: "", "": ""} {
		p := Prompt{Task: "t", Sections: Shared(game.View{Config: game.Config{Disclosure: disclosure}})}.Parsed()
		if got := p.Text(SectionDisclosure); got != want {
			t.Errorf("with the disclosure %q, the section is %q", disclosure, got)
		}
	}
}
