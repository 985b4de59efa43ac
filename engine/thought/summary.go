package thought

import (
	"context"
	"strings"

	"ringer/engine/prompt"
	"ringer/engine/session"
)

type summaryAnswer struct {
	Summary string `json:"summary"`
}

// summarise retells the messages after the current summary, up to the wanted one. A private channel
// has a call of its own, so that no summary mixes it with the rest. No prompt has rules, persona or
// private information, so that these cannot get into a summary.
func summarise(ctx context.Context, v session.View, w session.Want, ask prompt.Asker) (session.Finding, error) {
	older := map[string][]session.Message{} // by private channel; "" is all that everyone reads
	for _, m := range v.After(v.Summary.UpTo) {
		if m.Seq <= w.BasedOn && prompt.IsPrivate(v, m.Channel) {
			older[m.Channel] = append(older[m.Channel], m)
		} else if m.Seq <= w.BasedOn {
			older[""] = append(older[""], m)
		}
	}
	answers := map[string]*summaryAnswer{}
	var questions []prompt.Question
	for _, channel := range summaryChannels(v) {
		if lines := older[channel]; len(lines) > 0 || channel == "" && len(older) == 0 {
			answers[channel] = &summaryAnswer{}
			questions = append(questions, prompt.Question{Prompt: prompt.Newest(ask, v, func(session.View) prompt.Prompt { return summaryPrompt(v, channel, lines) }), Answer: answers[channel]})
		}
	}
	for _, err := range prompt.AskAll(ctx, ask, questions) {
		if err != nil {
			return nil, err
		}
	}
	var found session.Summarised
	for _, channel := range summaryChannels(v) {
		text := before(v, channel)
		if a := answers[channel]; a != nil {
			if text = strings.TrimSpace(a.Summary); text == "" {
				return nil, &prompt.Error{Code: prompt.AnswerEmpty}
			}
		}
		if channel == "" {
			found.Text = text
		} else if text != "" {
			found.Private = append(found.Private, session.ChannelSummary{Channel: channel, Text: text})
		}
	}
	return found, nil
}

// summaryChannels returns "", which stands for all that everyone reads, and the private channels
// that the bot sees.
func summaryChannels(v session.View) []string {
	channels, roster := []string{""}, v.Roster()
	for _, c := range roster.Channels {
		if roster.Sees(v.Me.ID, c.ID) && prompt.IsPrivate(v, c.ID) {
			channels = append(channels, c.ID)
		}
	}
	return channels
}

func before(v session.View, channel string) string {
	if channel == "" {
		return v.Summary.Text
	}
	return v.Summary.Of(channel)
}

func summaryPrompt(v session.View, channel string, lines []session.Message) prompt.Prompt {
	sections := []prompt.Section{prompt.You(v), prompt.Players(v)}
	if text := before(v, channel); text != "" {
		sections = append(sections, prompt.ListSection(prompt.SectionSummary, []string{text}))
	}
	return prompt.Prompt{
		Task: session.KindSummary, Role: prompt.RoleAnalysis, Instruction: instruction("summary"),
		Sections: append(sections, prompt.TranscriptSection(prompt.SectionTranscript, prompt.TranscriptLines(v, lines)), prompt.Next(v)),
	}
}
