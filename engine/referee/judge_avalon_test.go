package referee_test

import (
	"slices"

	"ringer/engine/referee"
	"ringer/engine/session"
)

// avalon checks that the winners follow from the rulings and from who has left.
func (j *judge) avalon(r referee.Result) {
	quests, refused, found := map[bool]int{}, 0, ""
	for _, u := range j.rulings {
		switch u.Step {
		case session.StepApproval:
			if refused++; u.Passed {
				refused = 0
			}
		case session.StepQuest:
			quests[u.Passed]++
		case session.StepAssassination:
			found = map[bool]string{true: "evil", false: "good"}[u.Passed]
		}
	}
	alive := j.sides(func(seat string) bool { return !j.gone[seat] })
	switch won := j.sides(func(seat string) bool { return slices.Contains(r.Winners, seat) }); {
	case won["good"] > 0 && won["evil"] > 0:
		j.r.Fatalf("both sides have won: %v", r.Winners)
	case won["good"] > 0 && (found == "good" && quests[true] == 3 || alive["evil"] == 0):
	case won["evil"] > 0 && (found == "evil" || quests[false] == 3 || refused == 5 || refused == 1 || alive["good"] == 0):
	case len(r.Winners) == 0 && alive["good"]+alive["evil"] < 5: // too few for a team
	default:
		j.r.Fatalf("%v have won after %+v", r.Winners, j.rulings)
	}
	if all := j.sides(func(string) bool { return true }); len(r.Winners) > 0 && len(r.Winners) != all["good"] && len(r.Winners) != all["evil"] {
		j.r.Fatalf("only a part of a side has won: %v", r.Winners)
	}
}

// sides counts some players, by side.
func (j *judge) sides(counts func(seat string) bool) map[string]int {
	sides := map[string]int{}
	for seat, role := range j.deal.Roles {
		side := "evil"
		if slices.Contains([]string{"merlin", "percival", "servant"}, role) {
			side = "good"
		}
		if counts(seat) {
			sides[side]++
		}
	}
	return sides
}

// rule checks a ruling when it is made.
func (j *judge) rule(u *session.Ruling) {
	j.rulings = append(j.rulings, *u)
	if u.Step != session.StepQuest {
		return
	}
	// The vote is closed, so its answers are final.
	fails := 0
	for seat, a := range j.cast[j.lastVote] {
		if a.Option == session.QuestFail && slices.Contains(u.Players, seat) {
			fails++
		}
	}
	if j.asked[j.lastVote].Step == session.StepQuest && fails != u.Fails && !j.stale {
		j.r.Fatalf("%d have chosen fail, and the ruling says %d", fails, u.Fails)
	}
}
