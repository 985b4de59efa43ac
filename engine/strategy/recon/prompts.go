package recon

import (
	"cmp"
	"embed"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"ringer/engine/prompt"
	"ringer/engine/session"
)

//go:embed prompts
var prompts embed.FS

func text(name string) string { return prompt.Instruction(prompts, name) }

const quarryMark = "{quarry}"

// secretMark holds what an instruction forbids where roles are secret. In a game of claims the text
// of the side stands there.
var secretMark = regexp.MustCompile(`\{secret: ([^}]*)\}`)

const anyQuarry = "a player who is against you"

var (
	instructions = map[string]string{
		taskFirstOrder: text("first_order"), taskFormulate: text("formulate"), taskDraft: text("draft"), taskSecondOrder: text("second_order"),
		taskRefine: text("refine"), taskCoT: text("cot"), taskVanilla: text("vanilla"),
		taskPrepare: text("prepare"), taskThink: text("think"), taskCheck: text("check"),
	}
	// What each side wants of a team (figures 22 and 23), once it is proposed and before that.
	teamTexts  = map[session.Side]string{session.Good: text("team_good"), session.Evil: text("team_evil")}
	nextTexts  = map[session.Side]string{session.Good: text("next_good"), session.Evil: text("next_evil")}
	cleanText  = text("clean_evil")
	huntText   = text("hunt")
	alliesText = text("among_allies")
	// In games without quests nobody has a role to guess.
	plainText = text("prepare_plain")
	// What each side says of its roles in a game of claims.
	claimTexts = map[session.Side]string{session.Good: text("claims_good"), session.Evil: text("claims_evil")}
)

// Bounds of the length of an answer, in tokens.
const (
	guessTokens   = 110 // for each player
	thoughtTokens = 400
	speechTokens  = 320 // 1,200 characters with the JSON around them
	readingTokens = 60  // for each role
)

// Instructions implements session.Instructed.
func (r *ReCon) Instructions() []string {
	texts := []string{teamTexts[session.Good], teamTexts[session.Evil], nextTexts[session.Good], nextTexts[session.Evil], cleanText, huntText, alliesText, plainText, claimTexts[session.Good], claimTexts[session.Evil]}
	for _, task := range slices.Sorted(maps.Keys(instructions)) {
		texts = append(texts, secretMark.ReplaceAllString(instructions[task], "$1"))
	}
	return prompt.Instructions(texts...)
}

func (c *contemplator) prompt(v session.View, task string) prompt.Prompt {
	p := prompt.Prompt{Task: task, Role: c.options.FormulationRole, Instruction: instructionOf(v, task)}
	d := &c.found.done
	list := func(name string, items []string) {
		if len(items) > 0 {
			p.Sections = append(p.Sections, prompt.ListSection(name, items))
		}
	}
	switch task {
	case taskFirstOrder:
		p.AnswerTokens = guessTokens * max(1, len(v.OtherPlayers()))
		p.Sections = prompt.Watched(v)
	case taskSecondOrder:
		p.AnswerTokens = readingTokens*(2+len(v.OtherPlayers())) + speechTokens
		p.Role = c.options.RefinementRole
		p.Sections = prompt.Watched(v)
	default:
		p.AnswerTokens = thoughtTokens + speechTokens
		if task == taskPrepare {
			p.AnswerTokens += guessTokens * len(v.OtherPlayers())
		}
		shared := prompt.Shared(v)
		if c.options.Stages == stagesJoined && !ofSides(v) {
			shared = prompt.Without(shared, prompt.KnownRules(v)...)
		}
		p.Sections = slices.Concat(shared, prompt.Style(v), prompt.Own(v))
	}
	if task == taskFirstOrder || task == taskFormulate || task == taskPrepare || task == taskThink {
		list(sectionFacts, c.believes(v).facts())
		list(sectionOdds, c.believes(v).odds())
	}
	list(sectionGuesses, slices.Concat(c.madeBefore(v), c.mind.guessLines(v)))
	p.Sections = append(p.Sections, sideTask(v)...)
	if task == taskFirstOrder {
		p.Sections = append(p.Sections, prompt.Time(v))
		return p
	}
	if task == taskSecondOrder || task == taskRefine || task == taskCheck {
		list(sectionThought, d.thoughts())
		list(sectionDraft, []string{d.Draft})
	}
	if task == taskRefine {
		p.Role = c.options.RefinementRole
		list(sectionReads, d.readingLines())
	}
	if task == taskCheck {
		p.Role = c.options.RefinementRole
		list(sectionSaid, saidBefore(v, d.Draft))
	}
	p.Sections = append(p.Sections, prompt.Next(v))
	if task != taskSecondOrder {
		p.Sections = append(p.Sections, prompt.Conversation(v)...)
	}
	p.Sections = append(p.Sections, prompt.Time(v))
	return p
}

func instructionOf(v session.View, task string) string {
	text := instructions[task]
	if task == taskPrepare && !ofSides(v) {
		text = plainText
	}
	secret := "$1"
	if v.Config.Claims() {
		secret = cmp.Or(claimTexts[v.Config.Side()], secret)
	}
	return strings.ReplaceAll(secretMark.ReplaceAllString(text, secret), quarryMark, cmp.Or(v.Quarry(), anyQuarry))
}

// sideTask returns what is going on in a quest game, and what the bot's side wants of it. In other
// games the rules and the aim say enough.
func sideTask(v session.View) []prompt.Section {
	side := v.Config.Side()
	if !v.Config.Quests() {
		return nil
	}
	about, advice := "No team has been proposed yet.", nextTexts[side]
	if n := len(v.Rulings); n > 0 {
		switch last := v.Rulings[n-1]; {
		case last.Step == session.StepAssassination, side == session.Good && succeeded(v) >= winsAt:
			return nil // nothing is left to decide for the bot
		case succeeded(v) >= winsAt:
			about, advice = "", huntText
		case last.Step == session.StepTeam:
			about = fmt.Sprintf("%s has proposed a team of %s. The vote on it comes next.", prompt.Quote(prompt.NameOf(v, last.By)), names(v, last.Players))
			if last.By == v.Me.ID {
				about = fmt.Sprintf("You have proposed a team of %s. The vote on it comes next.", names(v, last.Players))
			}
			if advice = teamTexts[side]; side == session.Evil && !anyKnownEvil(v, last.Players) {
				advice = cleanText
			}
		case last.Step == session.StepApproval && last.Passed:
			about, advice = fmt.Sprintf("The team of %s is on its quest.", names(v, last.Players)), ""
		case last.Step == session.StepApproval:
			about = fmt.Sprintf("The team of %s was refused. The next leader proposes another one.", names(v, last.Players))
		case last.Passed:
			about = fmt.Sprintf("The quest of %s has succeeded.", names(v, last.Players))
		default:
			about = fmt.Sprintf("The quest of %s has failed.", names(v, last.Players))
		}
	}
	if v.AmongAllies() {
		advice += "\n" + alliesText
	}
	return []prompt.Section{prompt.TextSection(sectionTask, strings.TrimSpace(about+"\n"+advice))}
}

func anyKnownEvil(v session.View, ids []string) bool {
	return slices.Contains(ids, v.Me.ID) || slices.ContainsFunc(v.Allies(), func(p session.Player) bool { return slices.Contains(ids, p.ID) })
}

const winsAt = 3

func succeeded(v session.View) (n int) {
	for _, u := range v.Rulings {
		if u.Step == session.StepQuest && u.Passed {
			n++
		}
	}
	return n
}

func names(v session.View, ids []string) string {
	var quoted []string
	for _, id := range ids {
		quoted = append(quoted, prompt.Quote(prompt.NameOf(v, id)))
	}
	return strings.Join(quoted, ", ")
}

// plainNames lists names for a list whose items are quoted.
func plainNames(v session.View, ids []string) string {
	var all []string
	for _, p := range v.Players {
		if slices.Contains(ids, p.ID) {
			all = append(all, p.Name)
		}
	}
	return strings.Join(all, " and ")
}

// guessLines returns sentences such as: Ann: servant, certain. Because: …
func (m *mind) guessLines(v session.View) (lines []string) {
	for _, p := range v.OtherPlayers() {
		g, ok := m.Guesses[p.ID]
		if !ok {
			continue
		}
		line := p.Name + ": " + g.Role
		if g.Role == "" {
			line = fmt.Sprintf("%s: suspicion %d of 100", p.Name, g.Suspicion)
		}
		if g.Certain {
			line += ", certain"
		}
		if g.Reason != "" {
			line += ". Because: " + g.Reason
		}
		lines = append(lines, line)
	}
	return lines
}

// madeBefore says up to which line the guesses go, if players have written since. With the stages
// apart all guesses are new.
func (c *contemplator) madeBefore(v session.View) []string {
	upTo := c.mind.Guessed
	fresh := !slices.ContainsFunc(v.After(upTo), func(m session.Message) bool { return m.Foreign() })
	if upTo == 0 || c.found.guesses != nil || fresh || len(c.mind.Guesses) == 0 {
		return nil
	}
	last, _ := v.Newest(func(m *session.Message) bool { return m.Seq <= upTo })
	return []string{fmt.Sprintf("These go up to line #%d. Newer lines may say otherwise.", last.Number)}
}

func (d *contemplated) thoughts() (lines []string) {
	for _, x := range []struct{ head, text string }{
		{"Goal: ", d.Goal}, {"Steps: ", strings.Join(d.SubGoals, "; ")}, {"Deception: ", d.Deception}, {"Thought: ", d.Thought},
	} {
		if x.text != "" {
			lines = append(lines, x.head+x.text)
		}
	}
	return lines
}

const givesAwayMark = "It gives away: "

func (d *contemplated) readingLines() (lines []string) {
	for _, x := range d.Readings {
		lines = append(lines, x.Role+": "+x.Reads)
	}
	if d.GivesAway != "" {
		lines = append(lines, givesAwayMark+d.GivesAway)
	}
	return lines
}
