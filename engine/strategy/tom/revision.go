package tom

import (
	"slices"

	"ringer/engine/prompt"
	"ringer/engine/session"
)

// revision is a mental state that cognition is updating.
type revision struct {
	view session.View
	want session.Want
	mind mind
	// newEvidence holds the seqs of the new messages that are the reason for a belief, by
	// player id.
	newEvidence map[string][]int64
	// named says of whom the model has named such messages itself, not a rule.
	named   map[string]bool
	learned bool
}

func revise(v session.View, w session.Want) *revision {
	return &revision{view: v, want: w, mind: readMind(v), newEvidence: map[string][]int64{}, named: map[string]bool{}}
}

// takeAll takes the answers of all stages that were asked. Then all messages up to the want's
// BasedOn are considered.
func (r *revision) takeAll(found cognitionFound) {
	a := found.state
	r.takeKnowledge(a.Knowledge)
	r.takeBeliefs(beliefsAnswer{a.Beliefs})
	here := found.channel == r.mind.Channel
	if here && !found.sameIntention {
		r.takeIntention(a.Intention)
	}
	if here && !found.sameGoal {
		r.takeGoal(a.Goal)
	}
	r.mind.UpTo = max(r.mind.UpTo, r.want.BasedOn)
	r.mind.Cycles++
}

// otherPlayer returns the id of another player in the game.
func (r *revision) otherPlayer(name string) (id string, ok bool) {
	if id, _ = prompt.PlayerNamed(r.view, name); inGame(r.view, id) {
		return id, true
	}
	return "", false
}

func inGame(v session.View, id string) bool {
	return slices.ContainsFunc(v.OtherPlayers(), func(p session.Player) bool { return p.ID == id })
}

func maySuspect(v session.View, id string) bool {
	return slices.ContainsFunc(v.Opponents(), func(p session.Player) bool { return p.ID == id })
}

func (r *revision) seenMessage(number int) (session.Message, bool) {
	m, ok := r.view.Numbered(int64(number))
	return m, ok && m.Seq <= r.want.BasedOn
}

// takeKnowledge ignores a fact that names no line of the chat or is already known.
func (r *revision) takeKnowledge(a knowledgeAnswer) {
	k := &r.mind.Knowledge
	k.Latest = a.Type
	facts := slices.Clone(k.Facts)
	for _, x := range a.Facts {
		line, ok := r.seenMessage(x.Line)
		f := fact{Seq: line.Seq, Player: r.factPlayer(x.Name, line), Text: shorten(x.Fact)}
		if prompt.IsPrivate(r.view, line.Channel) {
			f.Channel = line.Channel
		}
		if ok && f.Text != "" && !slices.Contains(facts, f) {
			facts, r.learned = append(facts, f), true
		}
	}
	k.Facts = facts[max(0, len(facts)-keptFacts):]
	patterns := map[string]string{}
	for _, p := range r.view.OtherPlayers() {
		if pattern := k.Patterns[p.ID]; pattern != "" {
			patterns[p.ID] = pattern
		}
	}
	for _, x := range a.Patterns {
		if id, ok := r.otherPlayer(x.Name); ok && shorten(x.Pattern) != "" {
			patterns[id] = shorten(x.Pattern)
		}
	}
	k.Patterns = patterns
}

// factPlayer returns whom a fact is about: if the name is unknown, who wrote the line.
func (r *revision) factPlayer(name string, line session.Message) string {
	if id, ok := prompt.PlayerNamed(r.view, name); ok {
		return id
	}
	if line.Kind == session.FromPlayer {
		return line.Sender
	}
	return ""
}

// takeIntention changes the suspect only with new evidence about the old or the new one, or if the
// old one is out of the game.
func (r *revision) takeIntention(a intentionAnswer) {
	was := r.mind.Intention
	i := intention{Action: a.Action, Reasoning: session.Shortened(session.OneLine(a.Reasoning), reasonChars)}
	i.Suspect, _ = r.otherPlayer(a.Suspect)
	if !maySuspect(r.view, i.Suspect) {
		i.Suspect = ""
	}
	i.Ally, _ = r.otherPlayer(a.Ally)
	evidence := r.evidenceAbout(i.Suspect, was.Suspect)
	switch {
	case i.Suspect == was.Suspect, inGame(r.view, was.Suspect) && !r.mayTurn(i.Suspect, was.Suspect):
		i.Suspect, i.Since = was.Suspect, was.Since
		i.Evidence = newest(was.Evidence, r.newEvidence[was.Suspect])
	case i.Suspect != "":
		i.Since, i.Evidence = r.want.BasedOn, evidence
	}
	if i.Ally == i.Suspect {
		i.Ally = ""
	}
	r.mind.Intention = i
}

// mayTurn reports whether there is such evidence. What was found by rule counts only if the new
// suspect is suspected more.
func (r *revision) mayTurn(to, from string) bool {
	if len(r.evidenceAbout(to, from)) == 0 {
		return false
	}
	now := r.mind.Beliefs[from].Suspicion
	return r.named[to] || r.named[from] || r.mind.Beliefs[to].Suspicion > now || now < mediumFrom
}

func (r *revision) evidenceAbout(players ...string) (seqs []int64) {
	for _, id := range players {
		for _, seq := range r.newEvidence[id] {
			if !slices.Contains(seqs, seq) {
				seqs = append(seqs, seq)
			}
		}
	}
	slices.Sort(seqs)
	return seqs[max(0, len(seqs)-keptEvidence):]
}

// shorten returns the part of a text that the mind keeps.
func shorten(text string) string { return session.Shortened(session.OneLine(text), keptChars) }
