package tom

import (
	"fmt"
	"slices"
	"strings"

	"ringer/engine/smalltalk"
)

// Bounds of the offline intention, in percent.
const (
	// suspectMargin is how much more than the suspect another player must be doubted to become the
	// suspect.
	suspectMargin = 10
	// allyFrom is how likely a player must be to side with the bot to become its ally.
	allyFrom = 35
)

// decideIntention answers what the bot will do.
func (w *witness) decideIntention() (a intentionAnswer) {
	a.Suspect = w.pickSuspect()
	most := allyFrom - 1
	for _, name := range w.others {
		if n := w.ally(name, w.stance(name, w.me)); name != a.Suspect && n > most {
			a.Ally, most = name, n
		}
	}
	if _, attacked := w.attack(); attacked {
		a.Action = "defend"
	} else {
		a.Action = w.pickAction(a.Suspect)
	}
	a.Reasoning = w.reason(a)
	return a
}

// pickSuspect returns the suspect: the present one, unless another player is doubted clearly more.
func (w *witness) pickSuspect() (name string) {
	most := mediumFrom - 1
	if b, ok := w.known[w.intention.Suspect]; ok && b.Suspicion >= mediumFrom {
		name, most = w.intention.Suspect, b.Suspicion+suspectMargin
	}
	for _, o := range w.others {
		if n := w.known[o].Suspicion; o != name && n > most && !w.scene.SidesWith(o) {
			name, most = o, n
		}
	}
	return name
}

// pickAction returns the action that suits the phase of play.
func (w *witness) pickAction(suspect string) string {
	if suspect == "" {
		return "chat"
	}
	switch w.play {
	case playAccuse:
		return "accuse"
	case playRecruit:
		if w.namedWithoutAccusing(suspect) {
			return "accuse"
		}
		return "ally"
	case playAgree:
		return "ally"
	case playVote:
		return "vote"
	}
	return "chat"
}

// namedWithoutAccusing reports whether the bot has named a player in its shown lines, and none of
// these lines accuses the player. A question by name accuses nobody.
func (w *witness) namedWithoutAccusing(name string) (named bool) {
	for _, r := range w.lines {
		if r.By != w.me || !slices.Contains(wordsOf(r.Text), strings.ToLower(name)) {
			continue
		}
		if named = true; r.Accused == name || r.Remarked == name || w.scene.SpeaksAgainst(name, r.Text) {
			return false
		}
	}
	return named
}

// reason returns the inner dialogue: what the bot has seen, and what it will do about it.
func (w *witness) reason(a intentionAnswer) string {
	if r, attacked := w.attack(); attacked {
		text := fmt.Sprintf("%s comes at me with %s (#%d). If I leave that standing, the others may follow.", r.By, quoted(r.Text), r.Number)
		if a.Suspect != "" && a.Suspect != r.By {
			text += fmt.Sprintf(" My own doubts are about %s.", a.Suspect)
		}
		return text
	}
	parts := []string{w.newsSentence()}
	if b := w.known[a.Suspect]; a.Suspect == "" {
		parts = append(parts, "Nobody stands out yet.")
	} else if seen := w.visibleTells(a.Suspect, b); len(seen) > 0 {
		parts = append(parts, fmt.Sprintf("%s %s, so I doubt them with %d %%.", a.Suspect, strings.Join(seen, " and "), b.Suspicion))
	} else {
		parts = append(parts, fmt.Sprintf("I doubt %s with %d %%, though the last lines show nothing new.", a.Suspect, b.Suspicion))
	}
	return strings.TrimSpace(strings.Join(append(parts, w.nextSentence(a)), " "))
}

// newsSentence returns a sentence about the newest fresh line of another player, or "".
func (w *witness) newsSentence() string {
	r, ok := w.latestLine(func(r smalltalk.Reading) bool { return r.By != w.me && w.fresh[r.Number] })
	if !ok {
		return ""
	}
	verb := "says"
	switch {
	case r.Accused != "" && r.Accused != w.me:
		verb = "points at " + r.Accused + " with"
	case r.Kind == smalltalk.Denial:
		verb = "denies it with"
	case r.IsQuestion:
		verb = "asks " + w.receiver(r)
	}
	return fmt.Sprintf("%s %s %s (#%d).", r.By, verb, quoted(r.Text), r.Number)
}

// receiver returns the receiver of a line as a word of a sentence.
func (w *witness) receiver(r smalltalk.Reading) string {
	switch {
	case len(r.To) != 1:
		return "everybody"
	case r.To[0] == w.me:
		return "me"
	}
	return r.To[0]
}

// visibleTells returns at most two tells of the suspect: the believed ones, else those in the shown
// lines.
func (w *witness) visibleTells(name string, b believed) []string {
	seen := slices.Clone(b.Tells)
	if len(seen) < 2 {
		for _, c := range w.clues() {
			if c.Player == name && !slices.Contains(seen, tellTexts[c.Kind]) {
				seen = append(seen, tellTexts[c.Kind])
			}
		}
	}
	return seen[:min(2, len(seen))]
}

// nextSentence returns the end of the dialogue: what the bot will do.
func (w *witness) nextSentence(a intentionAnswer) string {
	if r, asked := w.unanswered(w.asksMe); asked {
		return "First I answer " + r.By + "."
	}
	switch {
	case a.Action == "accuse":
		return "I am sure enough to say so."
	case a.Action == "ally" && a.Ally != "":
		return "I have said so; now I need " + a.Ally + " on my side."
	case a.Action == "ally":
		return "I have said so; now I need somebody on my side."
	case a.Action == "vote":
		return "I am not alone with that, so let us settle it."
	case a.Suspect != "" && w.known[a.Suspect].Suspicion >= highFrom:
		return "One more look, then I say it."
	case a.Suspect != "":
		return "That is too little to say aloud; a question will show more."
	}
	return "What they tell of themselves will show more."
}

// asksMe reports whether a line asks only the bot.
func (w *witness) asksMe(r smalltalk.Reading) bool {
	return r.IsQuestion && len(r.To) == 1 && r.To[0] == w.me
}

// pickGoal returns the first suitable goal that was not said lately. The present goal stays while
// it suits and was not said.
func (w *witness) pickGoal() string {
	goals := w.goals()
	var said []string
	for _, item := range slices.Concat(w.List(sectionLastGoals), w.List(sectionGoal)) {
		if goal, ok := strings.CutSuffix(item, saidMark); ok {
			said = append(said, goal)
		}
	}
	for _, item := range w.List(sectionGoal) {
		if goal := strings.TrimSuffix(item, saidMark); goal == item && slices.ContainsFunc(goals, func(g string) bool { return cutGoal(g) == goal }) {
			return goal
		}
	}
	said = said[max(0, len(said)-2):]
	for _, g := range goals {
		if !slices.Contains(said, cutGoal(g)) {
			return cutGoal(g)
		}
	}
	return cutGoal(goals[0])
}

// goals returns the goals that suit the moment, the best first.
func (w *witness) goals() []string {
	suspect, ally := w.intention.Suspect, w.intention.Ally
	if r, attacked := w.attack(); attacked {
		return []string{"answer the accusation of " + r.By + " without getting angry"}
	}
	if r, asked := w.unanswered(w.asksMe); asked {
		return []string{"answer " + r.By + " and keep the talk going"}
	}
	switch {
	case w.intention.Action == "accuse" && suspect != "":
		return []string{"say openly that I doubt " + suspect}
	case w.intention.Action == "ally" && suspect != "" && ally != "":
		return []string{"win " + ally + " over against " + suspect}
	case w.intention.Action == "ally" && suspect != "":
		return []string{"find somebody who doubts " + suspect + " too"}
	case w.intention.Action == "vote" && suspect != "":
		return []string{"have everybody settle on " + suspect}
	case suspect != "":
		return []string{"test " + suspect + " with a question", "watch how " + suspect + " answers", "hear what the others think of " + suspect}
	case len(w.lines) == 0:
		return []string{"say hello and see who is there"}
	}
	var goals []string
	for _, name := range w.others {
		if _, told := w.latestLine(func(r smalltalk.Reading) bool { return r.By == name && r.Fact != "" }); !told {
			goals = append(goals, "get "+name+" to tell something about themselves")
		}
	}
	return append(goals, "keep the chat light and friendly", "find something in common with the others")
}
