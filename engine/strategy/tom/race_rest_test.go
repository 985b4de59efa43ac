package tom_test

import (
	"bytes"
	"fmt"
	"slices"

	"ringer/engine/session"
)

// faultsAtRest returns what is due while the bot rests.
func (l *law) faultsAtRest(g *table) (wrong []string) {
	if !g.driven || g.state.Ended {
		return nil
	}
	if l.strategy == nil || !bytes.Equal(l.options, g.state.Config.Options) {
		made, err := g.strategies.New(g.config.Strategy, g.config.Fidelity, g.state.Config.Options)
		if err != nil {
			return []string{err.Error()}
		}
		l.strategy, l.options = made, g.state.Config.Options
	}
	now := g.now()
	d := session.Decide(g.state, l.strategy, nil, now)
	for _, act := range d.Acts {
		wrong = append(wrong, fmt.Sprintf("rests, but an event %s is due: %+v", act.Type(), act))
	}
	busy := g.sim.Running(g.id)
	for _, w := range d.Wants {
		p := g.state.Thoughts[w.Kind]
		switch {
		case slices.Contains(busy, w.Kind):
		case w.At <= now:
			wrong = append(wrong, w.Kind+" is wanted but does not run")
		case w.At <= max(p.RetryAt, p.FinishedAt+1000), w.Kind == "reserve" && l.silent:
			busy = append(busy, w.Kind) // it runs after another one, or is tried again later
		}
	}
	v := g.state.View(now)
	if g.state.Roster.Muted && v.Plan != nil {
		wrong = append(wrong, "is muted but keeps a plan")
	}
	if v.MaySpeak && v.Plan == nil && !slices.ContainsFunc(busy, bringsPlan) {
		wrong = append(wrong, fmt.Sprintf("there is neither a plan nor a thought that brings one; %v are running", busy))
	}
	if p := v.Plan; v.MaySpeak && p != nil && p.Kind == session.Reserve && !slices.ContainsFunc(busy, bringsPlan) {
		left := slices.ContainsFunc(v.After(p.BasedOn), session.Message.Foreign)
		if near := now >= v.LastActivity+p.Silence-8000; left && near {
			wrong = append(wrong, "is about to send a reserve that the chat has left behind")
		}
	}
	return append(wrong, l.unconsideredMessages(g, v, busy)...)
}

// bringsPlan reports whether a thought of a kind brings a plan, or another thought that does.
func bringsPlan(kind string) bool {
	return kind == session.KindRewrite || slices.Contains([]string{session.KindBiography, "reflex", "cognition", "reserve", "single"}, kind)
}

// A line of an earlier phase needs no quick reply.
func (l *law) unconsideredMessages(g *table, v session.View, busy []string) (wrong []string) {
	if g.state.Roster.Muted || v.Me.Presence != session.Active || g.state.Path.Silenced != "" && g.state.Path.Silenced != session.ModelFailing ||
		slices.Contains(busy, session.KindBiography) && v.Progress(session.KindBiography).Failures == 0 {
		return nil
	}
	quick, thinks := g.processes()
	considered := l.considered["cognition"]
	rest := v.Plan != nil && v.Plan.Kind == session.Rest // it is sent first
	for _, m := range v.Messages {
		if thinks && v.Begun() && !m.Own && m.Seq > considered && !slices.Contains(busy, "cognition") {
			wrong = append(wrong, fmt.Sprintf("cognition never considers %d", m.Seq))
		}
		if v.MaySpeak && m.Foreign() && m.Seq > l.phaseSince && m.Seq > l.considered[quick] && m.Seq > considered && !answered(v, m.Seq) && !rest && !slices.Contains(busy, quick) {
			wrong = append(wrong, fmt.Sprintf("%s never considers %d", quick, m.Seq))
		}
	}
	return wrong
}
