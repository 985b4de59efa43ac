package study

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"ringer/engine/session"
	"ringer/engine/strategy"
)

// surveys say how each form asks.
var surveys = map[session.SurveyForm]string{
	session.SurveyPaper:       "Time to Talk, section 4.5: one suspect, then each bot from 1 to 5 by similarity, timing and relevance",
	session.SurveyPercent:     "any number of suspects, then each bot from 0 to 100 by similarity, timing and relevance",
	session.SurveyJonesBergen: "Jones and Bergen (arXiv 2503.23674): one suspect, a confidence from 0 to 100, a reason",
	NoSurvey:                  "none about the bots",
}

// Registration returns the preregistration of a plan that was checked, as Markdown. It says what is
// compared and how before anybody plays.
func (p *Plan) Registration() string {
	var b strings.Builder
	say := func(format string, args ...any) { fmt.Fprintf(&b, format, args...) }
	say("# Preregistration: %s\n\nStudy `%s`. SHA-256 of the plan: `%s`.\n", p.Title, p.ID, hash(string(p.JSON())))
	say("\n## Hypotheses\n\n")
	for i, h := range p.Hypotheses {
		say("%d. %s\n", i+1, strings.TrimSpace(h))
	}
	if len(p.Hypotheses) == 0 {
		say("None are written down: the study explores.\n")
	}
	say("\n## Design\n\n")
	say("* Rules: `%s`, %d players, %d of them people. A person plays one game.\n", p.Rules, p.Players, p.People)
	say("* Settings of the game: `%s`\n", p.settings())
	for i, a := range p.Arms {
		say("* Arm `%s`: bots %s\n", a.Name, strings.Join(p.played(i), ", "))
	}
	say("* Sample: %d games that count, %d in each arm, with %d people in all. Seed %d.\n", p.Games, p.Games/len(p.Arms), p.Games*p.People, p.Seed)
	say("* Assignment: blocks of %d games hold each arm equally often, in an order that the seed draws. Each deal is played once in every arm. People are not told the arm.\n", p.Block)
	say("\n## Which games count\n\nA game counts if the rules have ended it, no person has left before or been replaced by a bot, and each person has said at least %s. ", counted(*p.LeastLines, "line"))
	say("Another game with the same arm and deal takes the place of one that does not count. The tables show how many those were in each arm.\n")
	say("\n## When it ends\n\nWhen %d games count", p.Games)
	if !p.Stop.Until.IsZero() {
		say(", or at %s", p.Stop.Until.UTC().Format(time.RFC3339))
	}
	say(", or when %d games have begun. Nobody looks at outcomes before: `ringer study status` shows none.\n", p.Stop.MostGames)
	say("\n## What is measured\n\nSurvey: %s.\n\n", surveys[p.Survey])
	for _, m := range p.Measures() {
		mark := ""
		if m.Name == p.Primary {
			mark = " **Primary.**"
		}
		say("* `%s`: %s.%s\n", m.Name, strings.TrimRight(m.About, ".?"), mark)
	}
	say("\n## Analysis\n\nThe unit is the game: its value is the mean of its people. Where each game succeeds or fails, two arms are compared by Barnard's exact test, else by the Mann–Whitney test, two-sided. ")
	say("The primary test decides: a difference counts if p, times the number of pairs of arms (Bonferroni: %d), is below 0.05. All other tests explore. Who withdraws is left out.\n", p.Pairs())
	say("\n## Consent\n\n%s\n", quote(p.Consent))
	return b.String()
}

// played returns the names of the variants of an arm.
func (p *Plan) played(arm int) []string {
	return session.Each(p.variants[arm], func(v strategy.Variant) string { return "`" + v.Name + "`" })
}

// settings returns the further fields of the game that the file sets.
func (p *Plan) settings() string {
	all := map[string]json.RawMessage{}
	b, err := json.Marshal(p.Game)
	if err == nil {
		err = json.Unmarshal(b, &all)
	}
	if err != nil {
		panic("study: the settings: " + err.Error()) // they came out of JSON
	}
	for name, value := range all {
		if slices.Contains([]string{`""`, "null", "0"}, string(value)) || name == "game" {
			delete(all, name)
		}
	}
	b, _ = json.Marshal(all) // as above
	return string(b)
}

// Pairs returns how many pairs of arms are compared.
func (p *Plan) Pairs() int { return len(p.Arms) * (len(p.Arms) - 1) / 2 }

// counted returns a number of things.
func counted(n int, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return fmt.Sprint(n, " ", thing)
}

func quote(text string) string {
	return "> " + strings.ReplaceAll(strings.TrimSpace(text), "\n", "\n> ")
}
