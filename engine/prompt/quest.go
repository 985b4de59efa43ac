package prompt

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ringer/engine/session"
)

const (
	SectionRoles = "roles in the game"
	SectionKnown = "whose roles you know"
	SectionQuest = "what was decided"
)

// The fixed words of these sections, which Record reads back.
const (
	proposes    = " proposes "
	votesOn     = "Vote on "
	questOf     = "Quest of "
	namesMerlin = " names as Merlin "
	wasApproved = ": approved."
	wasRefused  = ": refused."
	hasWorked   = ": success."
	hasFailed   = ": failure, fails: "
	failedSome  = ": failure."
	saidYes     = " Yes: "
	saidNo      = " No: "
	roleOr      = " or "
)

// Quest returns the sections about hidden roles and decided quests, as far as there are any.
func Quest(v session.View) (sections []Section) {
	if list := rolesLine(v); list != "" {
		sections = append(sections, TextSection(SectionRoles, list))
	}
	var known []string
	for _, p := range v.Players {
		if roles := v.Config.Bot.KnownRoles[p.ID]; len(roles) > 0 {
			known = append(known, Quote(p.Name)+": "+strings.Join(inOrder(v, roles), roleOr))
		}
	}
	if len(known) > 0 {
		sections = append(sections, TextSection(SectionKnown, strings.Join(known, "\n")))
	}
	if len(v.Rulings) > 0 {
		lines := session.Each(v.Rulings, func(u session.Ruling) string { return rulingLine(v, u) })
		sections = append(sections, TextSection(SectionQuest, strings.Join(lines, "\n")))
	}
	return sections
}

// rolesLine lists the roles with their sides, such as "1 merlin (good), 2 servant (good)".
func rolesLine(v session.View) string {
	var parts []string
	count := map[string]int{}
	for _, role := range v.Config.Game.RoleList {
		count[role]++
	}
	for _, role := range slices.Compact(inOrder(v, v.Config.Game.RoleList)) {
		part := fmt.Sprintf("%d %s", count[role], session.OneLine(role))
		if side := v.Config.RoleSide(role); side != "" {
			part += fmt.Sprintf(" (%s)", side)
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, ", ")
}

// inOrder returns roles in an order that does not tell who has which: the rules', or by name.
func inOrder(v session.View, roles []string) []string {
	if v.Dealt {
		return slices.Clone(roles)
	}
	return slices.Sorted(slices.Values(roles))
}

// rulingLine returns a ruling in one line, such as
//
//	"Ann" proposes "Ann", "Bo"
//	Vote on "Ann", "Bo": approved. Yes: "Ann", "Bo" No: "Cleo"
//	Quest of "Ann", "Bo": failure, fails: 1
func rulingLine(v session.View, u session.Ruling) string {
	team := strings.Join(quotedIDs(v, u.Players), ", ")
	switch u.Step {
	case session.StepTeam:
		return Quote(NameOf(v, u.By)) + proposes + team
	case session.StepAssassination:
		return Quote(NameOf(v, u.By)) + namesMerlin + team
	case session.StepQuest:
		if u.Passed {
			return questOf + team + hasWorked
		} else if u.Fails == 0 { // nobody has said how many
			return questOf + team + failedSome
		}
		return questOf + team + hasFailed + strconv.Itoa(u.Fails)
	}
	line := votesOn + team + wasRefused
	if u.Passed {
		line = votesOn + team + wasApproved
	}
	for _, of := range []struct{ answer, mark string }{{session.Yes, saidYes}, {session.No, saidNo}} {
		var ids []string
		for _, p := range v.Players {
			if u.Answers[p.ID] == of.answer {
				ids = append(ids, p.ID)
			}
		}
		if len(ids) > 0 {
			line += of.mark + strings.Join(quotedIDs(v, ids), ", ")
		}
	}
	return line
}

func quotedIDs(v session.View, ids []string) []string {
	return session.Each(ids, func(id string) string { return Quote(NameOf(v, id)) })
}

// Record returns the rulings that a parsed prompt shows. Names stand for the ids of players.
func (p Parsed) Record() (all []session.Ruling) {
	for line := range strings.SplitSeq(p.Text(SectionQuest), "\n") {
		if u, ok := readRuling(line); ok {
			all = append(all, u)
		}
	}
	return all
}

func readRuling(line string) (u session.Ruling, ok bool) {
	rest, vote := strings.CutPrefix(line, votesOn)
	if vote {
		u.Step = session.StepApproval
		u.Players, rest = readNames(rest)
		u.Passed, u.Answers = strings.HasPrefix(rest, wasApproved), map[string]string{}
		rest = strings.TrimPrefix(strings.TrimPrefix(rest, wasApproved), wasRefused)
		for _, of := range []struct{ answer, mark string }{{session.Yes, saidYes}, {session.No, saidNo}} {
			if after, found := strings.CutPrefix(rest, of.mark); found {
				var names []string
				names, rest = readNames(after)
				for _, name := range names {
					u.Answers[name] = of.answer
				}
			}
		}
		return u, len(u.Players) > 0
	}
	if rest, ok = strings.CutPrefix(line, questOf); ok {
		u.Step = session.StepQuest
		u.Players, rest = readNames(rest)
		if u.Passed = rest == hasWorked; !u.Passed {
			u.Fails, _ = strconv.Atoi(strings.TrimPrefix(rest, hasFailed)) // 0 stands for an unknown number
		}
		return u, len(u.Players) > 0
	}
	by, rest, err := unquote(line)
	if err != nil {
		return u, false
	}
	u.By, u.Step = by, session.StepTeam
	if after, found := strings.CutPrefix(rest, namesMerlin); found {
		u.Step, rest = session.StepAssassination, after
	} else if rest, found = strings.CutPrefix(rest, proposes); !found {
		return u, false
	}
	u.Players, _ = readNames(rest)
	return u, len(u.Players) > 0
}

func readNames(text string) (names []string, rest string) {
	for rest = text; ; rest = rest[len(", "):] {
		name, after, err := unquote(rest)
		if err != nil {
			return names, rest
		}
		names, rest = append(names, name), after
		if !strings.HasPrefix(rest, `, "`) {
			return names, rest
		}
	}
}

// Roles returns the roles in the game that a parsed prompt shows, one for each player.
func (p Parsed) Roles() (roles []string) {
	for part := range strings.SplitSeq(p.Text(SectionRoles), ", ") {
		count, role, ok := strings.Cut(part, " ")
		if n, err := strconv.Atoi(count); ok && err == nil && n <= session.MaxPlayers {
			role, _, _ = strings.Cut(role, " (")
			roles = append(roles, slices.Repeat([]string{role}, n)...)
		}
	}
	return roles
}

// KnownRoles returns the roles that players can have as far as the bot knows, by name.
func (p Parsed) KnownRoles() map[string][]string {
	known := map[string][]string{}
	for line := range strings.SplitSeq(p.Text(SectionKnown), "\n") {
		if name, rest, err := unquote(line); err == nil {
			known[name] = strings.Split(strings.TrimPrefix(rest, ": "), roleOr)
		}
	}
	return known
}

// Role returns the bot's role from a parsed prompt, or "" if it has none.
func (p Parsed) Role() string {
	_, rest, found := strings.Cut(p.Text(SectionYou), roleMark)
	if !found {
		return ""
	}
	role, _, _ := unquote(rest)
	return role
}
