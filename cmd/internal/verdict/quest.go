package verdict

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"ringer/cmd/internal/show"
	"ringer/engine/recording"
	"ringer/engine/session"
)

// questTrial is a recorded quest game in the hands of the referee. Its facts are what was recorded:
// roles, teams, yes and no. Who leads, whether a team goes, how a quest ends and who wins are the
// referee's own decisions.
type questTrial struct {
	trial
	decided []questDecision
	// shift is by how many places the recorded leader is ahead of the referee's.
	shift int
	notes []string
}

type questDecision struct{ recorded, refereed session.Ruling }

func (d *questDecision) differs() bool {
	a, b := d.recorded, d.refereed
	return a.Step != b.Step || a.Passed != b.Passed || a.Fails != b.Fails || len(a.Players) > 0 && !slices.Equal(a.Players, b.Players)
}

// questOptions are the options of the rules for recorded games: a vote closes when it was recorded.
const questOptions = `{"team_ms":600000,"vote_ms":600000}`

// judgeQuests plays one quest game with a seed that draws the recorded first leader.
func judgeQuests(g *recording.Game) (*questTrial, error) {
	rulings := g.VotedRulings()
	for seed := int64(1); seed <= mostSeeds; seed++ {
		t := &questTrial{trial: newTrial(g, seed, []byte(questOptions))}
		if t.refused != nil {
			return t, nil
		}
		if err := t.turn(); err != nil {
			return nil, err
		}
		if t.vote.Seats[0] == rulings[0].By {
			return t, t.play(rulings)
		}
	}
	return nil, fmt.Errorf("none of %d seeds lets %s lead first", mostSeeds, rulings[0].By)
}

// play feeds the recording to the referee, up to the first ruling on which the two disagree: the
// rest of the recording is then another game.
func (t *questTrial) play(rulings []recording.Ruled) error {
	for i, r := range rulings {
		if t.over() {
			t.notes = append(t.notes, fmt.Sprintf("the rules have ended the game, but the recording goes on; rulings that follow: %d", len(rulings)-i))
			return nil
		}
		if due := t.ref.Decide(t.now).Due; t.vote == nil && due > 0 { // the talk lasts as long as it did
			t.now = due
			if err := t.turn(); err != nil {
				return err
			}
		}
		if t.vote == nil || t.vote.Step != r.Step {
			t.notes = append(t.notes, fmt.Sprintf("the recording has a %s here, and the referee does not", r.Step))
			return nil
		}
		before := len(t.rulings)
		if err := t.decide(&r.Ruling); err != nil {
			return err
		}
		if len(t.rulings) == before { // an answer is missing
			if err := t.fact(&session.VoteCancelled{VoteID: t.vote.ID}); err != nil {
				return err
			}
		}
		d := questDecision{r.Ruling, t.rulings[before]}
		if t.decided = append(t.decided, d); d.differs() {
			note := fmt.Sprintf("the recording has %s, and the referee %s", told(&d.recorded), told(&d.refereed))
			if d.recorded.Fails > d.refereed.Fails {
				note += "; too few of the team are evil"
			}
			t.notes = append(t.notes, note)
			return nil
		}
	}
	return nil
}

func (t *questTrial) decide(u *session.Ruling) error {
	answers := map[string]session.Answer{}
	seats := t.vote.Seats
	switch u.Step {
	case session.StepTeam:
		t.lead(u.By, seats[0])
		answers[seats[0]] = session.Answer{Options: u.Players}
	case session.StepApproval:
		for seat, word := range u.Answers {
			answers[seat] = session.Answer{Option: word}
		}
	case session.StepQuest: // the recording does not say who let it fail
		fails := u.Fails
		for _, seat := range seats {
			answers[seat] = session.Answer{Option: session.QuestSuccess}
			if fails > 0 && slices.Contains([]string{"morgana", "assassin", "minion"}, t.game.Start().Roles[seat]) {
				answers[seat] = session.Answer{Option: session.QuestFail}
				fails--
			}
		}
	case session.StepAssassination: // nor does it say who was named for Merlin
		named := append(slices.Clone(u.Players), t.mistaken())[0]
		answers[seats[0]] = session.Answer{Option: named}
	}
	id := t.vote.ID
	for _, seat := range seats {
		if a, ok := answers[seat]; ok {
			if err := t.fact(&session.VoteReceived{VoteID: id, Seat: seat, Answer: a}); err != nil {
				return err
			}
		}
	}
	return nil
}

// lead notes if another player leads than by the rules: the next one in the order of the players.
func (t *questTrial) lead(recorded, refereed string) {
	place := func(name string) int {
		return slices.IndexFunc(t.game.Players, func(p recording.Player) bool { return p.Name == name })
	}
	n := len(t.game.Players)
	if shift := (place(recorded) - place(refereed) + n) % n; shift != t.shift {
		by := t.game.Players[(place(refereed)+t.shift)%n].Name
		t.notes = append(t.notes, fmt.Sprintf("%s leads in the recording, and by the rules %s", recorded, by))
		t.shift = shift
	}
}

func (t *questTrial) mistaken() string {
	for _, o := range t.vote.Options {
		if t.game.Start().Roles[o.ID] != "merlin" {
			return o.ID
		}
	}
	return ""
}

func told(u *session.Ruling) string {
	text := map[session.Step][2]string{
		session.StepTeam: {"a team", ""}, session.StepApproval: {"a refused team", "an approved team"}, session.StepQuest: {"a failed quest", "a quest that succeeds"},
		session.StepAssassination: {"an assassin who errs", "an assassin who finds Merlin"},
	}[u.Step]
	what := text[0]
	if u.Passed {
		what = text[1]
	}
	return fmt.Sprintf("%s of %s", what, strings.Join(u.Players, " and "))
}

func (t *questTrial) winner() session.Side {
	if t.refused != nil {
		return ""
	}
	winners := t.ref.Result().Winners
	switch {
	case len(winners) == 0:
		return ""
	case slices.Contains([]string{"merlin", "percival", "servant"}, t.game.Start().Roles[winners[0]]):
		return session.Good
	}
	return session.Evil
}

func (t *questTrial) agrees() bool {
	return t.refused == nil && len(t.notes) == 0 && t.winner() == t.game.QuestWinner()
}

func printQuests(w io.Writer, all []*questTrial) {
	t := show.Columns(w)
	fmt.Fprintln(t, "game\tteams\trefused\tquests by the recording\tby the referee\twinner recorded\tby the referee\tagree\t")
	agree, rulings, same := 0, 0, 0
	var notes []string
	for _, v := range all {
		teams, refused := 0, 0
		var quests [2]string
		for _, d := range v.decided {
			if rulings++; !d.differs() {
				same++
			}
			switch u := d.recorded; {
			case u.Step == session.StepTeam:
				teams++
			case u.Step == session.StepApproval && !u.Passed:
				refused++
			case u.Step == session.StepQuest:
				quests[0], quests[1] = quests[0]+mark(&u), quests[1]+mark(&d.refereed)
			}
		}
		if quests[1] == quests[0] {
			quests[1] = "the same"
		}
		answer := "no"
		if v.agrees() {
			answer = "yes"
			agree++
		}
		fmt.Fprintf(t, "%s\t%d\t%d\t%s\t%s\t%s\t%s\t%s\t\n", v.game.ID, teams, refused, quests[0], quests[1], cmp.Or(string(v.game.QuestWinner()), show.None), cmp.Or(string(v.winner()), show.None), answer)
		if v.refused != nil {
			notes = append(notes, v.game.ID+": the referee does not take the game: "+v.refused.Error())
		}
		for _, note := range v.notes {
			notes = append(notes, v.game.ID+": "+note+".")
		}
	}
	t.Flush()
	fmt.Fprintf(w, "\n%d of %d games agree, and %d of %d rulings.\n", agree, len(all), same, rulings)
	for _, note := range notes {
		fmt.Fprintln(w, note)
	}
}

func mark(u *session.Ruling) string {
	if u.Passed {
		return "+"
	}
	return "−"
}
