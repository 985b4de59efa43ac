package fourmind

import (
	"context"
	"fmt"
	"slices"

	"ringer/engine/prompt"
	"ringer/engine/session"
)

// appraisalMessages is how many messages of others come between two appraisals in sessions of
// before generation 3. Fewer seldom change a mind.
const appraisalMessages = 8

// appraisalGap returns how many messages of others come between two appraisals; 0 for none at all.
func (f *FourMind) appraisalGap(v session.View) int {
	if v.Config.Generation < 3 && f.options.AppraiseAfter > 0 {
		return appraisalMessages
	}
	return f.options.AppraiseAfter * len(v.OtherPlayers())
}

// wantAppraisal asks for an appraisal, unless the rules say that nobody is looked for.
func (f *FourMind) wantAppraisal(v session.View) (session.Want, bool) {
	foreign := 0
	for _, m := range v.After(v.Progress(kindAppraisal).Considered) {
		if m.Foreign() {
			foreign++
		}
	}
	if gap := f.appraisalGap(v); gap == 0 || foreign < gap || v.Path != session.PathFull || v.Me.Presence != session.Active || len(v.Opponents()) == 0 || v.Quarry() == "" && v.Config.Aim() != "" {
		return session.Want{}, false
	}
	last, _ := v.Last()
	return session.Want{Kind: kindAppraisal, BasedOn: last.Seq}, mayStartBackground(v, kindAppraisal)
}

func (f *FourMind) appraise(ctx context.Context, v session.View, ask prompt.Asker) (session.Finding, error) {
	var a appraisalAnswer
	if err := ask.Ask(ctx, prompt.Newest(ask, v, f.appraisalPrompt), &a); err != nil {
		return nil, fmt.Errorf("who is doubted: %w", err)
	}
	return a, nil
}

// concludeAppraisal stores the doubts. A player whom the answer leaves out keeps the old one.
func (f *FourMind) concludeAppraisal(v session.View, a appraisalAnswer, m mind) session.Conclusion {
	doubts := map[string]int{}
	for _, p := range v.Opponents() {
		if percent, ok := m.Doubts[p.ID]; ok {
			doubts[p.ID] = percent
		}
	}
	for _, x := range a.Players {
		if id, ok := prompt.PlayerNamed(v, x.Name); ok && id != v.Me.ID && !slices.Contains(v.Config.Bot.Allies, id) {
			doubts[id] = x.Doubted
		}
	}
	var beliefs session.BeliefChanges
	for _, p := range v.OtherPlayers() {
		beliefs.Add(p.ID, "doubted_percent", doubtOrNil(m.Doubts, p.ID), doubtOrNil(doubts, p.ID))
	}
	m.Doubts = doubts
	m.Objective = f.refit(v, f.currentObjective(v, m.Objective), m.suspicion(v))
	return f.complete(v, m, session.Conclusion{Beliefs: beliefs})
}

func doubtOrNil(doubts map[string]int, player string) any {
	if percent, ok := doubts[player]; ok {
		return percent
	}
	return nil
}

// suspicion returns the doubts about all opponents in the game as log-odds, 0 for an unknown one.
// What the bot knows goes before what it doubts.
func (m mind) suspicion(v session.View) map[string]float64 {
	s := map[string]float64{}
	for _, p := range v.Opponents() {
		percent, ok := m.Doubts[p.ID]
		switch side := knownSide(v, p.ID); {
		case side == session.Evil:
			s[p.ID] = session.LogOdds(100)
		case side == session.Good:
			s[p.ID] = session.LogOdds(0)
		case ok:
			s[p.ID] = session.LogOdds(percent)
		default:
			s[p.ID] = 0
		}
	}
	return s
}
