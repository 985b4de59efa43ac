package thought

import (
	"context"
	"fmt"

	"ringer/engine/game"
	"ringer/engine/prompt"
)

// Think runs the model calls of one of the core's own thoughts. Its error is that of an ask, as it is.
// b says what the strategy's mind amounts to.
func Think(ctx context.Context, v game.View, b game.Brief, w game.Want, ask prompt.Asker) (game.Finding, error) {
	switch game.KindOf(w.Kind) {
	case game.Summarise:
		return summarise(ctx, v, w, ask)
	case game.Rewrite:
		return rewrite(ctx, v, ask)
	case game.Judge:
		return judge(ctx, v, b, w, ask)
	}
	return nil, fmt.Errorf("thought: %q is no thought of the core; game.IsCore and this table differ", w.Kind)
}

// Skills returns what the offline model needs to answer for the core.
func Skills() map[string]prompt.Skill {
	return map[string]prompt.Skill{
		game.Summarise:            retell,
		game.Rewrite:              anew,
		voteTask(game.ChooseOne):  chooseOne,
		voteTask(game.YesNo):      yesOrNo,
		voteTask(game.ChooseMany): chooseMany,
		voteTask(game.LabelEach):  labelEach,
		voteTask(game.PickNumber): pickNumber,
	}
}
