package thought

import (
	"context"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"

	"ringer/engine/prompt"
	"ringer/engine/session"
	"ringer/engine/suspicion"
)

//go:embed prompts
var prompts embed.FS

func instruction(name string) string { return prompt.Instruction(prompts, name) }

func table[T any](name string) (read T) {
	text, err := prompts.ReadFile("prompts/" + name + ".json")
	if err := errors.Join(err, json.Unmarshal(text, &read)); err != nil {
		panic("thought: " + name + ": " + err.Error()) // embedded at build time
	}
	return read
}

// With is what the core's thoughts need beside the view.
type With struct {
	// Brief sums up the strategy's mind.
	Brief session.Brief
	// Classifier scores the bot's own lines.
	Classifier *suspicion.Weights
}

// Think runs the model calls of one thought. It returns the error of an ask unchanged.
func Think(ctx context.Context, v session.View, by With, w session.Want, ask prompt.Asker) (session.Finding, error) {
	switch session.KindOf(w.Kind) {
	case session.KindSummary:
		return summarise(ctx, v, w, ask)
	case session.KindRewrite:
		return rewrite(ctx, v, ask)
	case session.KindReconsider:
		return reconsider(ctx, v, ask)
	case session.KindRefine:
		return refine(ctx, v, ask)
	case session.KindReread:
		return reread(ctx, v, by.Classifier, ask)
	case session.KindBiography:
		return invent(ctx, v, ask)
	case session.KindVote:
		return judge(ctx, v, by.Brief, w, ask)
	case session.KindRead:
		return Read(ctx, v, v.ToRead(), ask)
	case session.KindModerator:
		return moderate(ctx, v, ask)
	case session.KindShowHost:
		return hostShow(ctx, v, w, ask)
	}
	return nil, fmt.Errorf("thought: %q is not a thought of the core; session.IsCore and this table differ", w.Kind)
}

// Skills returns the skills with which the offline model answers for the core.
func Skills() map[string]prompt.Skill {
	skills := map[string]prompt.Skill{
		session.KindSummary:    summariseOffline,
		session.KindRewrite:    rewriteOffline,
		session.KindReconsider: prompt.ByRules(reconsiderOffline),
		session.KindRefine:     refineOffline,
		session.KindReread:     rereadOffline,
		session.KindBiography:  inventOffline,
		session.KindRead:       func(prompt.Parsed, *rand.Rand) any { return readAnswer{[]prompt.LineRead{}} }, // the rules read as well
		session.KindModerator:  moderateOffline,
		session.KindShowHost:   hostShowOffline,
	}
	for _, f := range voteForms {
		skills[voteTask(f.kind)] = f.skill
	}
	return skills
}
