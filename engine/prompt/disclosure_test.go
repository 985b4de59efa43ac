package prompt

import (
	"testing"

	"ringer/engine/session"
)

func TestDisclosureSection(t *testing.T) {
	t.Parallel()
	for disclosure, want := range map[session.Disclosure]string{session.DiscloseBot: session.DisclosureText(), session.DisclosePlatform: "", "": ""} {
		p := Prompt{Task: "t", Sections: Shared(session.View{Config: session.Config{Disclosure: disclosure}})}.Parsed()
		if got := p.Text(SectionDisclosure); got != want {
			t.Errorf("with the disclosure %q, the section is %q", disclosure, got)
		}
	}
}
