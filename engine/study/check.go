package study

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"ringer/engine/referee"
	"ringer/engine/session"
	"ringer/engine/strategy"
)

// Games checks the configuration of a game as the server does; desk.Desk does.
type Games interface {
	CheckGame(tenant string, c *session.GameConfig) error
}

var plainID = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

const (
	maxArms      = 16
	maxGames     = 100_000
	maxQuestions = 50
	// maxText bounds a text of the file: some pages.
	maxText = 20_000
)

// Check returns session.Errors with everything that is wrong with a plan, with pointers into the
// file. It asks the server about a game of each arm.
func (p *Plan) Check(games Games) error {
	var errs session.Errors
	p.checkTexts(&errs)
	p.checkSeats(&errs)
	p.checkArms(&errs)
	p.checkBalance(&errs)
	p.checkQuestions(&errs)
	if len(errs) == 0 {
		p.checkPrimary(&errs)
		if err := p.checkGames(games, &errs); err != nil {
			return err
		}
	}
	return errs.Err()
}

func (p *Plan) checkTexts(errs *session.Errors) {
	errs.AddIf(!plainID.MatchString(p.ID) || len(p.ID) > 40, session.CodeInvalidID, "/study", "must be a short name of small letters, digits and hyphens, such as first-study")
	errs.AddIf(strings.TrimSpace(p.Title) == "", session.CodeRequired, "/title", "say what people read above the study")
	errs.AddIf(strings.TrimSpace(p.Consent) == "", session.CodeRequired, "/consent", "write what people agree to: who asks, what is stored for how long, and whom they can ask")
	for _, x := range []struct{ pointer, text string }{{"/title", p.Title}, {"/consent", p.Consent}, {"/thanks", p.Thanks}} {
		errs.AddIf(utf8.RuneCountInString(x.text) > maxText, session.CodeTooLong, x.pointer, "is longer than %d characters; shorten it", maxText)
	}
	errs.AddIf(p.Wait < 10_000 || p.Wait > 24*60*60*1000, session.CodeOutOfRange, "/wait_ms", "must be from 10000 to 86400000")
	errs.AddIf(*p.LeastLines < 0 || *p.LeastLines > 100, session.CodeOutOfRange, "/least_lines", "must be from 0 to 100")
	forms := []string{string(session.SurveyPaper), string(session.SurveyPercent), string(session.SurveyJonesBergen), string(NoSurvey)}
	errs.AddIf(!slices.Contains(forms, string(p.Survey)), session.CodeInvalidValue, "/survey", "%s", session.NotAmong(string(p.Survey), "a form of the survey", forms))
}

// taken are the fields of a game that follow from the study.
func (p *Plan) taken() map[string]bool {
	g := &p.Game
	return map[string]bool{
		"/game/host": g.Host != "", "/game/bots": g.Bots != nil, "/game/seed": g.Seed != nil, "/game/fair": g.Fair, "/game/roles": g.Roles != nil,
		"/game/external_id": g.External != "", "/game/game/players": g.Game.Players != nil, "/game/game/rules": g.Game.Rules != "",
	}
}

func (p *Plan) checkSeats(errs *session.Errors) {
	_, known := referee.Find(p.Rules)
	errs.AddIf(!known, session.CodeUnknownRules, "/rules", "%s", session.NotAmong(p.Rules, "a game that can be played here", referee.IDs()))
	errs.AddIf(p.Players < 2 || p.Players > len(referee.FirstNames), session.CodeOutOfRange, "/players", "must be from 2 to %d", len(referee.FirstNames))
	errs.AddIf(p.People < 1, session.CodeOutOfRange, "/people", "must be 1 or more; ringer arena plays bots alone")
	errs.AddIf(p.People >= 1 && p.People >= p.Players, session.CodeOutOfRange, "/people", "must leave a seat for a bot: there are %d people for %d players", p.People, p.Players)
	for pointer, given := range p.taken() {
		errs.AddIf(given, session.CodeInvalidValue, pointer, "follows from the study; remove it")
	}
}

func (p *Plan) checkArms(errs *session.Errors) {
	errs.AddIf(len(p.Arms) < 2, session.CodeRequired, "/arms", "compare two or more arms; there is nothing to assign with fewer")
	if len(p.Arms) > maxArms {
		errs.Add(session.CodeTooMany, "/arms", fmt.Sprintf("are more than %d; leave some out", maxArms))
		return
	}
	p.variants = nil
	played := map[string]string{} // the arm by what its bots are
	for i, a := range p.Arms {
		at := "/arms/" + strconv.Itoa(i)
		errs.AddIf(strings.TrimSpace(a.Name) == "", session.CodeRequired, at+"/name", "name the arm; tables show it")
		errs.AddIf(slices.ContainsFunc(p.Arms[:i], func(o Arm) bool { return o.Name == a.Name }), session.CodeInvalidValue, at+"/name", "is the name of another arm; choose another")
		bots, err := a.variants()
		p.variants = append(p.variants, bots)
		switch n := p.bots(); {
		case err != nil:
			errs.Add(session.CodeInvalidValue, at+"/bots", err.Error())
			continue
		case len(bots) == 0:
			errs.Add(session.CodeRequired, at+"/bots", "name the bots, such as tom, or scheduler:fidelity=paper")
			continue
		case n >= 1 && n%len(bots) != 0:
			errs.Add(session.CodeInvalidValue, at+"/bots", fmt.Sprintf("are %d for %d seats, so some would play more often than others; name a number that divides %d", len(bots), n, n))
			continue
		}
		same := fmt.Sprint(session.Each(bots, func(v strategy.Variant) string { return v.Name }))
		if first, ok := played[same]; ok {
			errs.Add(session.CodeInvalidValue, at+"/bots", "play as in the arm "+session.Quoted(first)+", so nothing is compared; change one of them")
		}
		played[same] = a.Name
	}
}

// variants returns the bots of an arm.
func (a *Arm) variants() ([]strategy.Variant, error) {
	all, err := strategy.ParseVariants(a.Bots)
	for i := range all {
		if err == nil {
			err = all[i].AddOptions(a.Options)
		}
	}
	return all, err
}

func (p *Plan) checkBalance(errs *session.Errors) {
	n := len(p.Arms)
	if p.Games < 1 || p.Games > maxGames {
		errs.Add(session.CodeOutOfRange, "/games", fmt.Sprintf("must be from 1 to %d", maxGames))
		return
	}
	switch {
	case n == 0:
		return
	case p.Games%n != 0:
		errs.Add(session.CodeInvalidValue, "/games", fmt.Sprintf("cannot be balanced: %d games do not divide among %d arms; take %s", p.Games, n, multiples(p.Games, n)))
		return
	case p.Block < 1 || p.Block%n != 0:
		errs.Add(session.CodeInvalidValue, "/block", fmt.Sprintf("must hold each of the %d arms equally often; take %s", n, multiples(p.Block, n)))
		return
	}
	errs.AddIf(p.Games%p.Block != 0, session.CodeInvalidValue, "/games", "cannot be balanced: %d games are not whole blocks of %d; take %s", p.Games, p.Block, multiples(p.Games, p.Block))
	errs.AddIf(p.Stop.MostGames < p.Games, session.CodeOutOfRange, "/stop/most_games", "must be at least %d, the games that must count", p.Games)
}

// multiples returns the multiples of n around a number, in words.
func multiples(of, n int) string {
	below := max(of, 0) / n * n
	if below == 0 {
		return strconv.Itoa(n)
	}
	return fmt.Sprintf("%d or %d", below, below+n)
}

func (p *Plan) checkQuestions(errs *session.Errors) {
	if len(p.Questions) > maxQuestions {
		errs.Add(session.CodeTooMany, "/questions", fmt.Sprintf("are more than %d; leave some out", maxQuestions))
		return
	}
	for i, q := range p.Questions {
		at := "/questions/" + strconv.Itoa(i)
		errs.AddIf(!plainID.MatchString(q.ID), session.CodeInvalidID, at+"/id", "must be small letters, digits and hyphens; it names a column")
		errs.AddIf(slices.ContainsFunc(p.Questions[:i], func(o Question) bool { return o.ID == q.ID }), session.CodeInvalidID, at+"/id", "is the id of another question; choose another")
		errs.AddIf(strings.TrimSpace(q.Text) == "", session.CodeRequired, at+"/text", "write the question")
		switch q.Kind {
		case Scale:
			errs.AddIf(q.Min >= q.Max || q.Max-q.Min > 100, session.CodeOutOfRange, at+"/max", "must be above min, by 100 at most")
		case Choice:
			errs.AddIf(len(q.Options) < 2 || len(q.Options) > 50, session.CodeRequired, at+"/options", "list what can be chosen: from 2 to 50 texts")
		case Text:
		default:
			errs.Add(session.CodeInvalidValue, at+"/kind", session.NotAmong(string(q.Kind), "a kind of question", []string{string(Scale), string(Choice), string(Text)}))
		}
	}
}

func (p *Plan) checkPrimary(errs *session.Errors) {
	names := session.Each(p.Measures(), func(m Measure) string { return m.Name })
	for i, q := range p.Questions {
		twice := q.Kind == Scale && slices.Index(names, q.ID) < len(names)-p.scales()
		errs.AddIf(twice, session.CodeInvalidID, "/questions/"+strconv.Itoa(i)+"/id", "is a measure of this study already; choose another")
	}
	errs.AddIf(!slices.Contains(names, p.Primary), session.CodeInvalidValue, "/primary", "%s", session.NotAmong(p.Primary, "a measure of this study", names))
}

// scales returns how many questions are measures. They are the last ones.
func (p *Plan) scales() (n int) {
	for _, q := range p.Questions {
		if q.Kind == Scale {
			n++
		}
	}
	return n
}

// checkGames adds what the server refuses in a game of each arm.
func (p *Plan) checkGames(games Games, errs *session.Errors) error {
	for _, s := range p.Schedule()[:p.Block] {
		c := p.Config(s, "check")
		err := games.CheckGame("", &c)
		refused, ok := errors.AsType[session.Errors](err)
		if err != nil && !ok {
			return err
		}
		for _, e := range refused {
			found := session.Error{Code: e.Code, Pointer: p.locate(s.Arm, e.Pointer), Detail: e.Detail}
			if !slices.ContainsFunc(*errs, func(o *session.Error) bool { return *o == found }) {
				*errs = append(*errs, &found)
			}
		}
	}
	return nil
}

// locate returns where in the file stands what a pointer of a game names.
func (p *Plan) locate(arm int, pointer string) string {
	bot, isBot := strings.CutPrefix(pointer, "/bots/")
	switch {
	case isBot:
		_, field, _ := strings.Cut(bot, "/")
		return strings.TrimSuffix(fmt.Sprintf("/arms/%d/bots/%s", arm, field), "/")
	case pointer == "/game/players":
		return "/players"
	case pointer == "/game/rules":
		return "/rules"
	}
	return "/game" + pointer
}
