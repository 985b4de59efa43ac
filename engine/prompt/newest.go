package prompt

import "ringer/engine/session"

type viewer interface {
	View() session.View
}

// Newest returns a prompt that is written when its call is made: write gets the newest view that
// the asker knows, else v. A call that has waited for a place writes it again.
func Newest(ask Asker, v session.View, write func(v session.View) Prompt) Prompt {
	rewrite := func() Prompt {
		newest := v
		if a, ok := ask.(viewer); ok {
			newest = a.View()
		}
		p := write(newest)
		p.Known, p.At = newest.Seq, newest.Now
		return p
	}
	p := rewrite()
	p.Rewrite = rewrite
	return p
}

// Renewed returns the prompt as it would be written now.
func (p Prompt) Renewed() Prompt {
	if p.Rewrite == nil {
		return p
	}
	renewed := p.Rewrite()
	renewed.Rewrite, renewed.Temperature = p.Rewrite, p.Temperature
	return renewed
}
