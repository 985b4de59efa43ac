package fourmind

import (
	"slices"
	"strings"

	"ringer/engine/prompt"
	"ringer/engine/session"
)

// objective is what the bot pursues (§2.2): support one player, turn suspicion on another, by id.
type objective struct {
	Mode    string `json:"mode"`
	Support string `json:"support,omitempty"`
	Target  string `json:"target,omitempty"`
	// Since is when the doubts of the chat last changed it, in game time. WasSupport and WasTarget
	// are those of before.
	Since      session.Millis `json:"since_ms,omitempty"`
	WasSupport string         `json:"was_support,omitempty"`
	WasTarget  string         `json:"was_target,omitempty"`
}

// objectiveSession is the mode if the session has its own objective.
const objectiveSession = "session"

// currentObjective returns the objective for the present players. It prefers those whom the options
// name, then those of the objective before, else it draws. With one other player there is nobody to
// support.
func (f *FourMind) currentObjective(v session.View, before objective) objective {
	o := f.options
	if v.Config.Objective != "" {
		return objective{Mode: objectiveSession}
	}
	p := objective{Mode: o.Objective, Since: before.Since, WasSupport: before.WasSupport, WasTarget: before.WasTarget}
	if o.Objective == objectiveNone {
		return p
	}
	others, targets := v.OtherPlayers(), likely(v, v.Opponents(), session.Evil, o.Target)
	fixedTarget := ""
	if contains(targets, o.Target) {
		fixedTarget = o.Target
	}
	except := o.Support
	if len(others) > 1 {
		p.Support = pick(v, likely(v, others, session.Good, o.Support), fixedTarget, o.Support, before.Support)
		except = p.Support
	}
	p.Target = pick(v, targets, except, o.Target, before.Target)
	return p
}

// likely returns those of some players who are on a side for all that the bot knows. Those of whom
// it knows it go before the others, unless the options have named one.
func likely(v session.View, players []session.Player, side session.Side, named string) []session.Player {
	may := slices.DeleteFunc(slices.Clone(players), func(p session.Player) bool { return knownSide(v, p.ID) != "" && knownSide(v, p.ID) != side })
	sure := slices.DeleteFunc(slices.Clone(may), func(p session.Player) bool { return knownSide(v, p.ID) == "" })
	if len(sure) == 0 || contains(may, named) {
		return may
	}
	return sure
}

// knownSide returns the side of a player if a good bot knows it. An evil one has to deceive. In
// sessions of before generation 4 it does not count.
func knownSide(v session.View, player string) session.Side {
	if v.Config.Generation < 4 || v.Config.Side() != session.Good {
		return ""
	}
	return v.KnownSide(player)
}

func contains(players []session.Player, id string) bool {
	return slices.ContainsFunc(players, func(p session.Player) bool { return p.ID == id })
}

// pick returns the first preferred id that is among others and is not except, else the player whom
// the seed ranks first. Each player has its own draw, so the order of the others stays when one
// joins or leaves.
func pick(v session.View, others []session.Player, except string, preferred ...string) string {
	for _, id := range preferred {
		if id != except && contains(others, id) {
			return id
		}
	}
	best, rank := "", uint64(0)
	for _, p := range others {
		if r := session.Draw(v.Seed, 0, "objective:"+p.ID, 0).Uint64(); p.ID != except && (best == "" || r < rank) {
			best, rank = p.ID, r
		}
	}
	return best
}

// adaptMargin is the difference in doubt, in log-odds, that changes an adaptive objective: 1 is the
// step from 50 to 73 percent. To change back takes twice as much, so it does not alternate.
const adaptMargin = 1

// keepsSides is how long the bot keeps its sides, in milliseconds: who changes them sooner stands
// out.
const keepsSides = 120_000

// refit is adapt, unless the sides have just changed. Sessions of before generation 3 always
// change.
func (f *FourMind) refit(v session.View, p objective, doubts map[string]float64) objective {
	fitted := f.adapt(v, p, doubts)
	switch {
	case v.Config.Generation < 3 || fitted.Support == p.Support && fitted.Target == p.Target:
	case p.Since > 0 && v.Now-p.Since < keepsSides:
		return p
	default:
		fitted.Since, fitted.WasSupport, fitted.WasTarget = v.Now, p.Support, p.Target
	}
	return fitted
}

// adapt fits the objective to the doubts. An adaptive one picks both players again: whom the chat
// doubts most, because others may agree, and whom it doubts least. A drawn pair changes places if
// the bot would support a player whom it suspects.
func (f *FourMind) adapt(v session.View, p objective, doubts map[string]float64) objective {
	there := v.OtherPlayers()
	switch {
	case p.Mode == objectiveSeed && p.contradicts(doubts) && doubts[p.Support]-doubts[p.Target] > adaptMargin:
		return objective{Mode: p.Mode, Support: p.Target, Target: p.Support}
	case p.Mode != objectiveAdaptive || len(there) < 2:
		return p
	}
	fixedSupport := ""
	if contains(there, f.options.Support) {
		fixedSupport = f.options.Support
	}
	target := p.Target
	for _, o := range v.Opponents() {
		if o.ID != fixedSupport && doubts[o.ID] > doubts[target] && doubts[o.ID]-doubts[p.Target] > adaptMargin {
			target = o.ID
		}
	}
	ally := p.Support
	if ally == target { // the supported player became the target
		ally = p.Target
	}
	support := ally
	for _, o := range there {
		if o.ID != target && fixedSupport == "" && doubts[o.ID] < doubts[support] && doubts[ally]-doubts[o.ID] > adaptMargin {
			support = o.ID
		}
	}
	return objective{Mode: p.Mode, Support: support, Target: target}
}

// contradicts reports whether the bot would support a player whom it suspects more than the target.
func (p objective) contradicts(doubts map[string]float64) bool {
	return p.Support != "" && p.Target != "" && doubts[p.Support] > 0 && doubts[p.Support] > doubts[p.Target]
}

// consistent leaves out what the bot's doubts contradict, except a target that the platform named.
func (p objective) consistent(doubts map[string]float64, named string) objective {
	if p.contradicts(doubts) {
		p.Support = ""
		if p.Target != named {
			p.Target = ""
		}
	}
	return p
}

// withoutDoubter leaves out a player to support who has just doubted the bot, unless the platform
// named that player.
func (p objective) withoutDoubter(v session.View, named string) objective {
	if p.Support != named && doubtsBot(v, p.Support) {
		p.Support = ""
	}
	return p
}

// known leaves out players who have not written: the bot cannot know of them.
func (p objective) known(v session.View) objective {
	if v.Talk(p.Support).Total == 0 {
		p.Support = ""
	}
	if v.Talk(p.Target).Total == 0 {
		p.Target = ""
	}
	return p
}

// told returns the objective as prompts tell it.
func (f *FourMind) told(v session.View, m *mind) objective {
	p := f.currentObjective(v, m.Objective).known(v)
	if f.options.Pursue != pursueFromStart {
		p = p.consistent(m.suspicion(v), f.options.Target).withoutDoubter(v, f.options.Support)
	}
	return p
}

// objectiveSection says what the bot is after. From the start it is what every simulated message
// leads to (figure 14), else the bot's own aims.
func (f *FourMind) objectiveSection(v session.View, m *mind) prompt.Section {
	p, framed := f.told(v, m), f.options.Pursue == pursueFromStart
	text := smallTalkText
	switch s := f.stage(v, m); {
	case p.Mode == objectiveSession:
		text = sessionText
	case s == pursuit && p.Support+p.Target == "", s == pursuit && framed && p.Target == "", s == smallTalk && p.Mode == objectiveNone:
		return prompt.Section{}
	case framed:
		text = p.fill(v, frameText)
	case s == pursuit:
		text = p.fill(v, objectiveText+"\n"+p.howOften(v)) + p.changed(v)
	}
	return prompt.TextSection(sectionObjective, text)
}

// fill fills the names into a text, without the lines about a player whom the objective lacks.
func (p objective) fill(v session.View, text string) string {
	var lines []string
	for line := range strings.SplitSeq(text, "\n") {
		missing := p.Support == "" && strings.Contains(line, "{support}") || p.Target == "" && strings.Contains(line, "{target}")
		if !missing {
			lines = append(lines, line)
		}
	}
	return strings.NewReplacer("{support}", prompt.Quote(prompt.NameOf(v, p.Support)), "{target}", prompt.Quote(prompt.NameOf(v, p.Target))).Replace(strings.Join(lines, "\n"))
}

// changed says of whom the bot thinks otherwise now, until it has written since: its lines in the
// chat may have what it thought before.
func (p objective) changed(v session.View) string {
	var about []string
	for _, x := range [2][2]string{{p.Target, p.WasTarget}, {p.Support, p.WasSupport}} {
		if x[0] != "" && x[0] != x[1] {
			about = append(about, prompt.Quote(prompt.NameOf(v, x[0])))
		}
	}
	if own, _ := v.LastOwn(); p.Since == 0 || own.At > p.Since || len(about) == 0 {
		return ""
	}
	return "\n" + changedMind + strings.Join(about, " and ") + "."
}

// changedMind stands before the names of players.
const changedMind = "- You have just changed your mind about "

// points reports whether the bot's next line may point at its target. An answer need not.
func (f *FourMind) points(v session.View, m *mind) bool {
	_, asked := v.Asked()
	p := f.told(v, m)
	return f.options.Pursue != pursueFromStart && f.stage(v, m) == pursuit && p.Target != "" && !saidLately(v, p.Target) && !asked
}

func (p objective) howOften(v session.View) string {
	if p.Target != "" && saidLately(v, p.Target) {
		return justSaid
	}
	return seldom
}

// How often a suspicion is said: people tire of one that is repeated.
const (
	seldom   = "- Two of three messages doubt nobody."
	justSaid = "- You have just written about {target}: not again, unless asked."
)

// lately is how many of the newest lines of a player say what it is at.
const lately = 2

// saidLately reports whether one of the bot's last lines names a player. Before the first doubt, as
// in a greeting, a name says nothing against the player.
func saidLately(v session.View, player string) bool {
	var own []string
	for _, m := range v.After(firstDoubt(v)) {
		if m.Own {
			own = append(own, m.Text)
		}
	}
	return slices.ContainsFunc(own[max(0, len(own)-lately):], func(text string) bool { return v.Mentions(text, player) })
}
