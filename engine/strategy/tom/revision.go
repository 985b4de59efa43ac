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
	// newEvidence holds, by player id, the seqs of the new messages that the model names as reasons
	// for its belief about the player.
	newEvidence map[string][]int64
}

func revise(v game.View, w game.Want) *revision {
	return &revision{view: v, want: w, mind: readMind(v), newEvidence: map[string][]int64{}}
}

// takeAll changes the state by the answers of all four stages, in their order.
func (r *revision) takeAll(a stateAnswer) {
	r.takeKnowledge(a.Knowledge)
	r.takeBeliefs(beliefsAnswer{a.Beliefs})
	r.takeIntention(a.Intention)
	r.takeGoal(a.Goal)
}

// otherPlayer returns the id of another player in the game by the name that a model wrote.
func (r *revision) otherPlayer(name string) (id string, ok bool) {
	if id, _ = prompt.PlayerNamed(r.view, name); inGame(r.view, id) {
		return id, true
	}
	return "", false
}

// inGame reports whether an id is another player who is in the game.
func inGame(v game.View, id string) bool {
	return slices.ContainsFunc(v.OtherPlayers(), func(p game.Player) bool { return p.ID == id })
}

// seenMessage returns the message with a number, if the thought has seen it.
func (r *revision) seenMessage(number int) (game.Message, bool) {
	m, ok := r.view.Numbered(int64(number))
	return m, ok && m.Seq <= r.want.BasedOn
}

// takeKnowledge changes the knowledge. It ignores a fact that names no line of the chat or is
// already known.
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
		if id, ok := r.otherPlayer(x.Name); ok && shorten(x.Pattern) != "" {
			patterns[id] = shorten(x.Pattern)
		}
	}
	k.Patterns = patterns
}

// factPlayer returns the id of the player whom a fact is about. If the name is unknown, that is the
// player who wrote the line.
func (r *revision) factPlayer(name string, line game.Message) string {
	if id, ok := prompt.PlayerNamed(r.view, name); ok {
		return id
	}
	if line.Kind == game.FromPlayer {
		return line.Sender
	}
	return ""
}

// takeBeliefs changes the beliefs. It changes a suspicion only if the answer names a new line as
// the reason.
func (r *revision) takeBeliefs(a beliefsAnswer) {
	beliefs := map[string]belief{}
	for _, p := range r.view.Players {
		if b, ok := r.mind.Beliefs[p.ID]; ok {
			beliefs[p.ID] = b
		}
	}
	for _, x := range a.Players {
		id, ok := r.otherPlayer(x.Name)
		if !ok {
			continue
		}
		was, known := r.mind.Beliefs[id]
		b := belief{Suspicion: percent(x.Suspicion), Ally: percent(x.Ally), OfMe: x.OfMe, Tells: tells(x.Tells), OfOthers: r.stances(id, x.OfOthers)}
		b.Evidence = r.newLines(x.Evidence)
		if r.newEvidence[id] = b.Evidence; known && (len(b.Evidence) == 0 || b.Suspicion == was.Suspicion) {
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
		if text = shorten(text); text != "" && len(kept) < keptTells {
			kept = append(kept, text)
		}
	}
	return kept
}

// stances returns what a player thinks of the others, except the bot. Unknown stances are left out.
func (r *revision) stances(of string, all []stance) map[string]string {
	kept := map[string]string{}
	for _, x := range all {
		if id, ok := r.otherPlayer(x.Name); ok && id != of && x.Stance != stanceUnknown && len(kept) < keptStances {
			kept[id] = x.Stance
		}
	}
	return kept
}

// newLines returns the seqs of those lines that the state has not considered yet, except the bot's
// own lines.
func (r *revision) newLines(lines []int) (seqs []int64) {
	for _, n := range lines {
		m, ok := r.seenMessage(n)
		if ok && !m.Own && m.Seq > r.mind.UpTo && !slices.Contains(seqs, m.Seq) && len(seqs) < keptEvidence {
			seqs = append(seqs, m.Seq)
		}
	}
	slices.Sort(seqs)
	return seqs
}

// takeIntention changes the intention. It changes the suspect only with new evidence about the old
// or the new suspect, or if the old one is out of the game.
func (r *revision) takeIntention(a intentionAnswer) {
	was := r.mind.Intention
	i := intention{Action: a.Action, Reasoning: game.Shortened(game.OneLine(a.Reasoning), reasonChars)}
	i.Suspect, _ = r.otherPlayer(a.Suspect)
	i.Ally, _ = r.otherPlayer(a.Ally)
	evidence := r.evidenceAbout(i.Suspect, was.Suspect)
	switch {
	case i.Suspect == was.Suspect, inGame(r.view, was.Suspect) && len(evidence) == 0:
		i.Suspect, i.Since, i.Evidence = was.Suspect, was.Since, was.Evidence
	case i.Suspect != "":
		i.Since, i.Evidence = r.want.BasedOn, evidence
	}
	if i.Ally == i.Suspect {
		i.Ally = ""
	}
	r.mind.Intention = i
}

// evidenceAbout returns the seqs of the new messages that are reasons for the beliefs about some
// players. All of them are newer than the suspect in the state.
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

// takeGoal changes the goal. That is the last stage, so the state has now considered all messages
// up to the want's BasedOn.
func (r *revision) takeGoal(goal string) {
	m := &r.mind
	goal = game.Shortened(cutWords(game.OneLine(goal), goalWords), keptChars)
	if m.Goal != "" && m.Goal != goal {
		m.LastGoals = append(slices.Clone(m.LastGoals), m.Goal)
		m.LastGoals = m.LastGoals[max(0, len(m.LastGoals)-keptGoals):]
	}
	m.Goal = goal
	m.UpTo = max(m.UpTo, r.want.BasedOn)
	m.Cycles++
}

// shorten returns the part of a text that the mind keeps.
func shorten(text string) string { return game.Shortened(game.OneLine(text), keptChars) }
