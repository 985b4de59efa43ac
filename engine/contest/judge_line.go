package contest

import (
	"context"
	_ "embed"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"ringer/engine/deceit"
	"ringer/engine/prompt"
	"ringer/engine/session"
)

//go:embed judge_line.txt
var judgeLineText string

// LineAt says where a line is: in a game, by its number, and in its lines, from 0.
type LineAt struct {
	Game int `json:"game"`
	Line int `json:"line"`
}

// LineJudgement is what the judge has said about a line.
type LineJudgement struct {
	Judge string `json:"judge"`
	LineAt
	lineVerdict
}

const honest = "none"

type lineVerdict struct {
	Reason string      `json:"reason" description:"one short sentence"`
	Kind   deceit.Kind `json:"kind" enum:"none,omission,distortion,fabrication,misdirection"`
}

// Marking is what a judge says about single lines.
type Marking struct {
	Judge string `json:"judge"`
	// Lines counts the lines that were judged, and Failed those without a usable answer.
	Lines  int           `json:"lines"`
	Failed int           `json:"failed"`
	Spent  session.Spent `json:"-"`
	// Both counts the lines that the judge and the rules mark, Same those of them with a common
	// kind. Rule and Model count the lines that only one of the two marks.
	Both  int `json:"both"`
	Same  int `json:"same_kind"`
	Rule  int `json:"rule_only"`
	Model int `json:"judge_only"`
}

// MarkLines lets the judge mark lines: of each variant on each side at most by.Lines, drawn by the
// seed. It adds the marks to the games, and rows to the summary.
func (c *Contest) MarkLines(ctx context.Context, games []*Game, by Judge, s *Summary) error {
	all := c.linesToMark(games, by.Lines)
	if len(all) == 0 {
		return refuse("judge-lines", "finds no line of a bot whose mind is known; play games of this version, or replay some with --played")
	}
	m, judged := &Marking{Judge: by.Name, Lines: len(all)}, make([]*LineJudgement, len(all))
	m.Spent = by.each(len(all), func(i int) (spent session.Spent, keep func()) {
		if j, known := by.KnownLine(all[i].at); known {
			judged[i] = &j
			return spent, func() {}
		}
		ask := by.asker(session.DrawSeed(c.Settings.Seed, int64(i), "arena:line", 0), &spent)
		j := LineJudgement{Judge: by.Name, LineAt: all[i].at}
		if err := ask.Ask(ctx, c.linePrompt(&all[i]), &j.lineVerdict); err != nil {
			return spent, func() {}
		}
		judged[i] = &j
		return spent, func() { by.KeepLine(j) }
	})
	for i, j := range judged {
		if j == nil {
			m.Failed++
			continue
		}
		m.count(&all[i], j, s)
	}
	c.sortDeceits(s.Deceits)
	if s.Marking = m; m.Failed == m.Lines && ctx.Err() == nil {
		return refuse("judge", "%s: no answer could be used; is the model there, and does it write JSON?", by.Name)
	}
	return ctx.Err()
}

func (m *Marking) count(l *markedLine, j *LineJudgement, s *Summary) {
	var marks []deceit.Mark
	if j.Kind != honest {
		marks = append(marks, deceit.Mark{Kind: j.Kind, Reason: j.Reason, By: j.Judge})
	}
	deceitRow(&s.Deceits, Deceit{Side: l.seat.Side, Variant: l.seat.Variant, By: j.Judge}).Add(marks)
	switch byRule := l.line.Marks; {
	case len(byRule) > 0 && len(marks) > 0:
		m.Both++
		if slices.ContainsFunc(byRule, func(x deceit.Mark) bool { return x.Kind == j.Kind }) {
			m.Same++
		}
	case len(byRule) > 0:
		m.Rule++
	case len(marks) > 0:
		m.Model++
	}
	l.line.Marks = append(l.line.Marks, marks...)
}

type markedLine struct {
	at   LineAt
	game *Game
	seat *Seat
	line *Line
}

// linesToMark returns the lines to judge.
func (c *Contest) linesToMark(games []*Game, most int) (all []markedLine) {
	found := map[[2]string][]markedLine{} // by side and variant
	for _, g := range games {
		for i := range g.Lines {
			l := &g.Lines[i]
			if seat := g.Seat(l.Sender); seat != nil && l.Mind != nil && l.Channel == "" {
				of := [2]string{seat.Side, seat.Variant}
				found[of] = append(found[of], markedLine{LineAt{g.Number, i}, g, seat, l})
			}
		}
	}
	keys := slices.SortedFunc(maps.Keys(found), func(a, b [2]string) int { return strings.Compare(a[0]+"\n"+a[1], b[0]+"\n"+b[1]) })
	for n, of := range keys {
		lines := found[of]
		session.Draw(c.Settings.Seed, 0, "arena:line", n).Shuffle(len(lines), func(i, k int) { lines[i], lines[k] = lines[k], lines[i] })
		all = append(all, lines[:min(len(lines), most)]...)
	}
	return all
}

// linePrompt shows a line with the mind behind it, without its variant.
func (c *Contest) linePrompt(l *markedLine) prompt.Prompt {
	played := session.Config{Game: session.Setting{Rules: c.Settings.Rules, RulesOptions: c.options}}
	about := []string{fmt.Sprintf("The player is %s, with the role %s.", l.seat.ID, l.seat.Role)}
	if l.seat.Private != "" {
		about = append(about, l.seat.Private)
	}
	for _, seat := range slices.Sorted(maps.Keys(l.line.Mind.Known)) {
		about = append(about, fmt.Sprintf("Knows that %s is %s.", seat, l.line.Mind.Known[seat]))
	}
	believed := slices.Clone(l.line.Mind.Beliefs)
	for _, seat := range slices.Sorted(maps.Keys(l.line.Mind.Suspicion)) {
		believed = append(believed, fmt.Sprintf("Suspicion of %s: %.0f of 100", seat, 100*l.line.Mind.Suspicion[seat]))
	}
	before := slices.DeleteFunc(slices.Clone(l.game.Lines[:l.at.Line]), func(x Line) bool { return x.Channel != "" })
	before = before[max(0, len(before)-shownBefore):]
	return prompt.Prompt{
		Task: lineTask, Role: prompt.RoleAnalysis, Instruction: strings.TrimSuffix(judgeLineText, "\n"),
		Sections: []prompt.Section{
			prompt.TextSection(prompt.SectionRules, played.RulesText()), prompt.ListSection("player", about), prompt.ListSection("what the player believed", believed),
			prompt.TranscriptSection("talk before", transcriptLines(before)), prompt.TextSection(sectionLine, prompt.Quote(l.line.Text)),
		},
	}
}

const (
	lineTask    = "arena.line"
	sectionLine = "the line"
)

// markSkill answers without a model. The offline judge calls a line with a denial a distortion. It
// shows how the table is made, and knows nothing about lines.
func markSkill(p prompt.Parsed, _ *rand.Rand) any {
	for word := range strings.FieldsSeq(strings.ToLower(p.Text(sectionLine))) {
		if word = strings.Trim(word, `".,!?`); word == "no" || word == "not" || word == "nein" || word == "nicht" {
			return lineVerdict{"It denies something.", deceit.Distortion}
		}
	}
	return lineVerdict{"It denies nothing.", honest}
}
