package tom

import (
	"slices"

	"ringer/engine/game"
	"ringer/engine/prompt"
)

// revision is a mental state that cognition is updating.
type revision struct {
	view game.View
	want game.Want
	mind mind
	// fresh are the new messages that the model names as reasons for a belief, by player id.
	fresh map[string][]int64
}

func revise(v game.View, w game.Want) *revision {
	return &revision{view: v, want: w, mind: readMind(v), fresh: map[string][]int64{}}
}

// take takes the answers of all four stages, in their order.
func (r *revision) take(a stateAnswer) {
	r.learn(a.Knowledge)
	r.believe(beliefsAnswer{a.Beliefs})
	r.intend(a.Intention)
	r.aim(a.Goal)
}

// other returns the id of another player in the game by the name that a model wrote.
func (r *revision) other(name string) (id string, ok bool) {
	if id, _ = prompt.PlayerNamed(r.view, name); inGame(r.view, id) {
		return id, true
	}
	return "", false
}

// inGame reports whether an id is another player who is in the game.
func inGame(v game.View, id string) bool {
	return slices.ContainsFunc(v.OtherPlayers(), func(p game.Player) bool { return p.ID == id })
}

// message returns a message by its number, if the thought has seen it.
func (r *revision) message(number int) (game.Message, bool) {
	seq := int64(number)
	i := slices.IndexFunc(r.view.Messages, func(m game.Message) bool { return m.Seq == seq && seq <= r.want.BasedOn })
	if i < 0 {
		return game.Message{}, false
	}
	return r.view.Messages[i], true
}

// learn takes the answer about knowledge. A fact must name a line of the chat; a fact that is
// already known is not added.
func (r *revision) learn(a knowledgeAnswer) {
	k := &r.mind.Knowledge
	k.Latest = a.Type
	facts := slices.Clone(k.Facts)
	for _, x := range a.Facts {
		line, ok := r.message(x.Line)
		f := fact{Seq: line.Seq, Player: r.about(x.Name, line), Text: shown(x.Fact)}
		if ok && f.Text != "" && !slices.Contains(facts, f) {
			facts = append(facts, f)
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
		if id, ok := r.other(x.Name); ok && shown(x.Pattern) != "" {
			patterns[id] = shown(x.Pattern)
		}
	}
	k.Patterns = patterns
}

// about returns the id of the player whom a fact is about. If the name is nobody's, it is the
// player who wrote the line.
func (r *revision) about(name string, line game.Message) string {
	if id, ok := prompt.PlayerNamed(r.view, name); ok {
		return id
	}
	if line.Kind == game.FromPlayer {
		return line.Sender
	}
	return ""
}

// believe takes the answer about the beliefs. A suspicion changes only if the answer names a new
// line as the reason.
func (r *revision) believe(a beliefsAnswer) {
	beliefs := map[string]belief{}
	for _, p := range r.view.Players {
		if b, ok := r.mind.Beliefs[p.ID]; ok {
			beliefs[p.ID] = b
		}
	}
	for _, x := range a.Players {
		id, ok := r.other(x.Name)
		if !ok {
			continue
		}
		was, known := r.mind.Beliefs[id]
		b := belief{Suspicion: percent(x.Suspicion), Ally: percent(x.Ally), OfMe: x.OfMe, Tells: tells(x.Tells), OfOthers: r.stances(id, x.OfOthers)}
		b.Evidence = r.evidence(x.Evidence)
		if r.fresh[id] = b.Evidence; known && (len(b.Evidence) == 0 || b.Suspicion == was.Suspicion) {
			b.Suspicion, b.Evidence = was.Suspicion, was.Evidence
		}
		b.Level = level(b.Suspicion)
		beliefs[id] = b
	}
	r.mind.Beliefs = beliefs
}

func percent(n int) int { return min(max(n, 0), 100) }

func tells(all []string) (kept []string) {
	for _, text := range all {
		if text = shown(text); text != "" && len(kept) < keptTells {
			kept = append(kept, text)
		}
	}
	return kept
}

// stances returns what a player thinks of the others, except the bot. Unknown stances are left out.
func (r *revision) stances(of string, all []stance) map[string]string {
	kept := map[string]string{}
	for _, x := range all {
		if id, ok := r.other(x.Name); ok && id != of && x.Stance != stanceUnknown && len(kept) < keptStances {
			kept[id] = x.Stance
		}
	}
	return kept
}

// evidence returns the seqs of the lines that are new to the state. The bot's own lines do not
// count.
func (r *revision) evidence(lines []int) (seqs []int64) {
	for _, n := range lines {
		m, ok := r.message(n)
		if ok && !m.Own && m.Seq > r.mind.UpTo && !slices.Contains(seqs, m.Seq) && len(seqs) < keptEvidence {
			seqs = append(seqs, m.Seq)
		}
	}
	slices.Sort(seqs)
	return seqs
}

// intend takes the answer about the intention. The bot commits to its suspect. It changes the
// suspect only with new evidence about the old or the new one, or when the old one has left.
func (r *revision) intend(a intentionAnswer) {
	was := r.mind.Intention
	i := intention{Action: a.Action, Reasoning: game.Shortened(oneLine(a.Reasoning), reasonChars)}
	i.Suspect, _ = r.other(a.Suspect)
	i.Ally, _ = r.other(a.Ally)
	grounds := r.grounds(i.Suspect, was.Suspect)
	switch {
	case i.Suspect == was.Suspect, inGame(r.view, was.Suspect) && len(grounds) == 0:
		i.Suspect, i.Since, i.Evidence = was.Suspect, was.Since, was.Evidence
	case i.Suspect != "":
		i.Since, i.Evidence = r.want.BasedOn, grounds
	}
	if i.Ally == i.Suspect {
		i.Ally = ""
	}
	r.mind.Intention = i
}

// grounds returns the new messages that are reasons for the beliefs about some players. The state
// did not know them, so they are newer than its suspect.
func (r *revision) grounds(players ...string) (seqs []int64) {
	for _, id := range players {
		for _, seq := range r.fresh[id] {
			if !slices.Contains(seqs, seq) {
				seqs = append(seqs, seq)
			}
		}
	}
	slices.Sort(seqs)
	return seqs[max(0, len(seqs)-keptEvidence):]
}

// aim takes the goal, which is the last stage. After it the state has considered the chat up to the
// want.
func (r *revision) aim(goal string) {
	m := &r.mind
	goal = game.Shortened(atMost(oneLine(goal), goalWords), shownChars)
	if m.Goal != "" && m.Goal != goal {
		m.LastGoals = append(slices.Clone(m.LastGoals), m.Goal)
		m.LastGoals = m.LastGoals[max(0, len(m.LastGoals)-keptGoals):]
	}
	m.Goal = goal
	m.UpTo = max(m.UpTo, r.want.BasedOn)
	m.Cycles++
}

// shown returns the part of a text that the mind keeps.
func shown(text string) string { return game.Shortened(oneLine(text), shownChars) }
