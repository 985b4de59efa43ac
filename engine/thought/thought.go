package thought

import (
	"context"
	"fmt"

	"ringer/engine/game"
	"ringer/engine/prompt"
	"ringer/engine/suspicion"
)

// With is what the core's thoughts need beside the view.
type With struct {
	// Brief sums up the strategy's mind.
	Brief game.Brief
	// Classifier scores the bot's own lines.
	Classifier *suspicion.Weights
}

// Think runs the model calls of one of the core's own thoughts. It returns the error of an ask
// unchanged.
func Think(ctx context.Context, v game.View, by With, w game.Want, ask prompt.Asker) (game.Finding, error) {
	switch game.KindOf(w.Kind) {
	case game.KindSummary:
		return summarise(ctx, v, w, ask)
	case game.KindRewrite:
		return rewrite(ctx, v, ask)
	case game.KindReconsider:
		return reconsider(ctx, v, ask)
	case game.KindRefine:
		return refine(ctx, v, ask)
	case game.KindReread:
		return reread(ctx, v, by.Classifier, ask)
	case game.KindBiography:
		return invent(ctx, v, ask)
	case game.KindVote:
		return judge(ctx, v, by.Brief, w, ask)
	case game.KindModerator:
		return moderate(ctx, v, ask)
	case game.KindShowHost:
		return hostShow(ctx, v, w, ask)
	}
	return nil, fmt.Errorf("thought: %q is not a thought of the core; game.IsCore and this table differ", w.Kind)
}

// Skills returns the skills with which the offline model answers for the core.
func Skills() map[string]prompt.Skill {
	return map[string]prompt.Skill{
		game.KindSummary:          summariseOffline,
		game.KindRewrite:          rewriteOffline,
		game.KindReconsider:       reconsiderOffline,
		game.KindRefine:           refineOffline,
		game.KindReread:           rereadOffline,
		game.KindBiography:        inventOffline,
		game.KindModerator:        moderateOffline,
		game.KindShowHost:         hostShowOffline,
		voteTask(game.ChooseOne):  inQuest(chooseOne),
		voteTask(game.YesNo):      inQuest(yesOrNo),
		voteTask(game.ChooseMany): inQuest(chooseMany),
		voteTask(game.LabelEach):  labelEach,
		voteTask(game.PickNumber): pickNumber,
	}
}
