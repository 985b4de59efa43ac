package mouth

import (
	"cmp"
	"slices"
)

// The rules by which the mouth refuses a text.
const (
	RuleEmpty      = "empty"
	RuleRepeat     = "repeat"
	RuleDisclosure = "self_disclosure"
	RuleRefusal    = "refusal"
	RuleAssistant  = "assistant"
	RuleSecret     = "secret"
	RuleRole       = "role"
	RuleRecital    = "recital"
	RuleMarkup     = "markup"
	RuleLink       = "link"
	RuleEmoji      = "emoji"
	RuleShare      = "talk_share"
)

// Room is what the mouth knows of the chat that a text goes to.
type Room struct {
	// Name is the bot's, Names are those of all players.
	Name  string
	Names []string
	// MaxChars bounds one message.
	MaxChars int
	// Role is what the bot is in the game, if that is hidden from others; Secrets are words that no message may contain.
	Role    string
	Secrets []string
	// Admits says that somebody has sincerely asked whether the bot is one, and that it may say so.
	Admits bool
	// Told are texts that only the bot was told, Rules those that everybody knows.
	Told  []string
	Rules string
	// Own are the messages of the bot, Others those of the other players, the oldest first.
	Own, Others []string
}

// Pass returns a text as it may be sent, in one message or several, or the rule that refuses it. What it returned it returns again as it is, or
// refuses as a repeat.
func (r *Room) Pass(text string) (parts []string, rule string) {
	if rule := r.shape(text); rule != "" {
		return nil, rule
	}
	style := StyleOf(r.Others)
	clean, alone := settle(undress(text, r), &style)
	clean = undress(clean, r)
	switch {
	case alone:
		return nil, RuleEmoji
	case clean == "":
		return nil, RuleEmpty
	}
	if rule := r.judge(clean); rule != "" {
		return nil, rule
	}
	flat := Normalise(clean)
	for _, part := range r.split(clean, &style) {
		if part = r.finish(part, &style); part == "" {
			continue // it was only what a model puts around a line
		}
		// Words that were harmless in their sentence may not be so alone. Case and full stops change no words.
		if Normalise(part) != flat {
			rule = r.judge(part)
		}
		if rule != "" {
			break
		}
		parts = append(parts, part)
	}
	if len(parts) > 0 {
		return parts, ""
	}
	return nil, cmp.Or(rule, RuleEmpty) // of commas nothing is left
}

// finish writes a message as the room does. What that uncovers, such as quotes before a full stop, is taken off, too.
func (r *Room) finish(part string, style *Style) string {
	for {
		next := undress(style.dress(part, r.Names, r.limit(style)), r)
		if next == part {
			return part
		}
		part = next
	}
}

// judge returns the rule by which a clean text is refused.
func (r *Room) judge(clean string) string {
	if rule := r.shape(clean); rule != "" {
		return rule
	}
	flat, s := Normalise(clean), hear(clean)
	switch {
	case r.leaks(clean, s):
		return RuleSecret
	case r.claims(s), r.claims(hear(backwards(clean))):
		return RuleRole
	case r.discloses(s):
		return RuleDisclosure
	case words().refusal.find(s, [][]string{hear(r.Name).words}, always):
		return RuleRefusal
	case works(s, clean):
		return RuleAssistant
	case r.recital(flat):
		return RuleRecital
	case r.repeats(flat):
		return RuleRepeat
	}
	return ""
}

func always(span) bool { return true }

// named tells whether a folded word is a player's name.
func (r *Room) named(word string) bool {
	return slices.ContainsFunc(r.Names, func(name string) bool { return letters(name) == word })
}
