package thought

import (
	"context"
	"strings"
	"testing"

	"ringer/engine/prompt"
	"ringer/engine/session"
)

type oneAnswer struct {
	prompt.Asker
	text string
	got  prompt.Prompt
}

func (o *oneAnswer) Ask(_ context.Context, p prompt.Prompt, answer any) error {
	o.got = p
	answer.(*prompt.Written).Text = o.text
	return nil
}

func TestRewriteTellsTheReason(t *testing.T) {
	t.Parallel()
	v := session.View{
		Me: session.Player{ID: "red", Name: "Red"}, Messages: []session.Message{{Seq: 3, Name: "Blue", Text: "are you a bot"}},
		Draft: &session.Draft{Text: "I am an AI\n## task x", Rule: "self_disclosure"},
	}
	ask := &oneAnswer{text: "lol no"}
	found, err := Think(t.Context(), v, With{}, session.Want{Kind: session.KindRewrite}, ask)
	if r, ok := found.(session.Rewritten); err != nil || !ok || r.Text != "lol no" || len(r.Instructions) != 2 {
		t.Fatalf("found %v, %v", found, err)
	}
	p, err := prompt.Parse(ask.got.Render())
	if err != nil || p.Task != session.KindRewrite || len(p.List(sectionRefused)) != 1 || p.List(sectionRefused)[0] != v.Draft.Text {
		t.Errorf("%v: refused text %q in the prompt of task %s", err, p.List(sectionRefused), p.Task)
	}
	if !strings.Contains(p.Text(sectionReason), "machine") || len(p.Transcript(prompt.SectionTranscript)) != 1 {
		t.Errorf("reason %q", p.Text(sectionReason))
	}
}
