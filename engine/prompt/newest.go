package prompt

import "ringer/engine/session"

// viewer is an asker that knows the newest view of the session.
type viewer interface {
	View() session.View
}

// Newest returns a prompt that is written when its call is made, not when its thought began: write
// gets the newest view of the session. An asker whose call has waited for a place writes the prompt
// again. If the asker knows no newer view, the prompt is written from v.
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
