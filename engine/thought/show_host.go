package thought

import (
	"context"
	"math/rand/v2"
	"strconv"
	"strings"

	"ringer/engine/prompt"
	"ringer/engine/session"
)

const (
	sectionRound   = "round"
	showHostLines  = 24 // how many lines the host of a show reads: about two rounds
	showHostTokens = 60 // the length of an answer: one question, with the JSON around it
)

type showHostAnswer struct {
	Question string `json:"question"`
}

func hostShow(ctx context.Context, v session.View, w session.Want, ask prompt.Asker) (session.Finding, error) {
	var a showHostAnswer
	if err := ask.Ask(ctx, showHostPrompt(v, w.BasedOn), &a); err != nil {
		return nil, err
	}
	return session.ShowQuestion{Text: strings.Join(strings.Fields(a.Question), " ")}, nil
}

func showHostPrompt(v session.View, round int64) prompt.Prompt {
	lines := v.Messages[max(0, len(v.Messages)-showHostLines):]
	return prompt.Prompt{
		Task: session.KindShowHost, Role: prompt.RoleReply, AnswerTokens: showHostTokens, Instruction: instruction("show_host"),
		Sections: []prompt.Section{
			prompt.Rules(v), prompt.Players(v), prompt.TranscriptSection(prompt.SectionTranscript, prompt.TranscriptLines(v, lines)),
			prompt.TextSection(sectionRound, "This is question "+strconv.FormatInt(round, 10)+"."), prompt.LanguageOf(v),
		},
	}
}

var showQuestions = []string{
	"What was the last thing that made you laugh out loud?", "Which food could you eat every day, and which one never again?",
	"What do you do when you cannot fall asleep?", "What have you lost that you still think about?",
	"What does your kitchen table look like right now?", "Which small thing went wrong for you this week?",
	"What smell takes you straight back to school?", "What is the worst present that you ever got?",
}

// hostShowOffline is the offline model as the host of a show. It asks what it has not asked.
func hostShowOffline(p prompt.Parsed, rng *rand.Rand) any {
	asked := map[string]bool{}
	for _, l := range p.Transcript(prompt.SectionTranscript) {
		asked[l.Text] = true
	}
	for _, i := range rng.Perm(len(showQuestions)) {
		if !asked[showQuestions[i]] {
			return showHostAnswer{showQuestions[i]}
		}
	}
	return showHostAnswer{showQuestions[0]}
}
