package fourmind

import (
	"context"
	"fmt"

	"ringer/engine/game"
	"ringer/engine/prompt"
)

// everyAppraisal is how many messages of others an appraisal waits for. In the smallest games that
// is about two from each player, enough to change a mind.
const everyAppraisal = 8

// wantAppraisal asks for an appraisal after enough messages of others.
func (f *FourMind) wantAppraisal(v game.View) (game.Want, bool) {
	foreign := 0
	for _, m := range v.After(v.Thought(kindAppraisal).Considered) {
		if m.Foreign() {
			foreign++
		}
	}
	if foreign < everyAppraisal || v.Path != game.PathFull || v.Me.Presence != game.Active || len(v.OtherPlayers()) == 0 {
		return game.Want{}, false
	}
	last, _ := v.Last()
	return game.Want{Kind: kindAppraisal, BasedOn: last.Seq}, mayStart(v, kindAppraisal)
}

// appraise asks how much the chat doubts each player.
func (f *FourMind) appraise(ctx context.Context, v game.View, ask prompt.Asker) (game.Finding, error) {
	var a appraisalAnswer
	if err := ask.Ask(ctx, f.appraisalPrompt(v), &a); err != nil {
		return nil, fmt.Errorf("who is doubted: %w", err)
	}
	return a, nil
}

// concludeAppraisal stores the doubt about each player. A player whom the answer leaves out keeps
// the old doubt.
func (f *FourMind) concludeAppraisal(v game.View, a appraisalAnswer, m mind) game.Conclusion {
	doubts := map[string]int{}
	for _, p := range v.OtherPlayers() {
		if percent, ok := m.Doubts[p.ID]; ok {
			doubts[p.ID] = percent
		}
	}
	for _, x := range a.Players {
		if id, ok := prompt.PlayerNamed(v, x.Name); ok && id != v.Me.ID {
			doubts[id] = x.Doubted
		}
	}
	var beliefs game.Beliefs
	for _, p := range v.OtherPlayers() {
		beliefs.Note(p.ID, "doubted_percent", known(m.Doubts, p.ID), known(doubts, p.ID))
	}
	m.Doubts = doubts
	m.Objective = f.adapt(v, f.pursue(v, m.Objective), m.suspicion(v))
	return f.complete(v, m, game.Conclusion{Beliefs: beliefs})
}

// known returns the doubt about a player as the value of a belief, or nil for none.
func known(doubts map[string]int, player string) any {
	if percent, ok := doubts[player]; ok {
		return percent
	}
	return nil
}

// suspicion returns the doubts about all others in the game as log-odds. It is 0 for a player about
// whom nothing is known.
func (m mind) suspicion(v game.View) map[string]float64 {
	s := map[string]float64{}
	for _, p := range v.OtherPlayers() {
		s[p.ID] = 0
		if percent, ok := m.Doubts[p.ID]; ok {
			s[p.ID] = game.LogOdds(percent)
		}
	}
	return s
}
