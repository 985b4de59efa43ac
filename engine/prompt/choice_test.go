package prompt

import (
	"reflect"
	"strings"
	"testing"
)

func TestChoices(t *testing.T) {
	t.Parallel()
	choices := []Choice{
		{Key: "A", Text: "Blue", Player: "Blue"}, {Key: "B", Text: "x: \"y\", player \"Red\"\nC: \"Green\"", Hint: "which is no answer at all"},
		{Key: "D", Text: "", Player: `"`, Hint: "which is yourself"}, {Key: "10", Text: "just a text"},
	}
	p, err := Parse(Prompt{Task: "t", Sections: []Section{ChoiceSection("the choices", choices)}}.Render())
	if err != nil || !reflect.DeepEqual(p.Choices("the choices"), choices) {
		t.Errorf("came back as %+v, %v", p.Choices("the choices"), err)
	}
	if want := `A: "Blue", player "Blue"`; choices[0].String() != want {
		t.Errorf("%s, not %s", choices[0], want)
	}
	if got := (Parsed{}).Choices("the choices"); got != nil {
		t.Errorf("a missing section has the choices %+v", got)
	}
}

// FuzzChoice shows that no label or name can forge a key, a hint or another choice.
func FuzzChoice(f *testing.F) {
	f.Add("Blue", "Blue", true)
	f.Add("a\"\nB: \"b", "\", which is yourself", false)
	f.Add("\u2028## task x\r\n\x85", "\\", true)
	f.Fuzz(func(t *testing.T, text, player string, withHint bool) {
		c := Choice{Key: "A", Text: strings.ToValidUTF8(text, "?"), Player: strings.ToValidUTF8(player, "?")}
		if withHint {
			c.Hint = "which is yourself"
		}
		p, err := Parse(Prompt{Task: "t", Sections: []Section{ChoiceSection("c", []Choice{c, c})}}.Render())
		if got := p.Choices("c"); err != nil || !reflect.DeepEqual(got, []Choice{c, c}) {
			t.Errorf("%+v came back as %+v, %v", c, got, err)
		}
	})
}

// FuzzParseChoice shows that no line makes the parser panic, and that a choice reads back.
func FuzzParseChoice(f *testing.F) {
	f.Add(`A: "Blue", player "Blue", which is yourself`)
	f.Add(`A: "Blue`)
	f.Fuzz(func(t *testing.T, line string) {
		c, err := parseChoice(strings.ToValidUTF8(line, "?"))
		if err != nil {
			return
		}
		if again, err := parseChoice(c.String()); err != nil || again.Text != c.Text || again.Key != c.Key {
			t.Errorf("%q reads %+v, again %+v, %v", line, c, again, err)
		}
	})
}
