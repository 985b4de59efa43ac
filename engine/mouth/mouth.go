package mouth

import (
	"cmp"
	"strings"
)

// The rules by which Pass refuses a text, and RuleLong and RuleShare, which its callers apply.
const (
	RuleEmpty      = "empty"
	RuleSilence    = "silence"
	RuleRepeat     = "repeat"
	RuleDisclosure = "self_disclosure"
	RuleRefusal    = "refusal"
	RuleAssistant  = "assistant"
	RuleSecret     = "secret"
	RuleRole       = "role"
	RuleConceal    = "conceal"
	RuleRecital    = "recital"
	RuleMarkup     = "markup"
	RuleLink       = "link"
	RuleContact    = "contact"
	RuleCommand    = "command"
	RuleSystem     = "system"
	RuleAbuse      = "abuse"
	RuleEmoji      = "emoji"
	RuleChannel    = "channel"
	RuleAsked      = "asked"
	RuleLanguage   = "language"
	RuleLong       = "long"
	RuleShare      = "talk_share"
)

// Rules returns the names of all rules.
func Rules() []string {
	return []string{
		RuleEmpty, RuleSilence, RuleRepeat, RuleDisclosure, RuleRefusal, RuleAssistant, RuleSecret, RuleRole, RuleConceal, RuleRecital, RuleMarkup, RuleLink,
		RuleContact, RuleCommand, RuleSystem, RuleAbuse, RuleEmoji, RuleChannel, RuleAsked, RuleLanguage, RuleLong, RuleShare,
	}
}

// Room is what the package knows about the chat that a text is sent to.
type Room struct {
	Name  string
	Names []string
	// IDs are the ids of the players. Some platforms write mentions with them.
	IDs []string
	// Language is the tag of the session's language, or "" if any may be written.
	Language string
	MaxChars int
	// Role is the bot's role in the game, if it is hidden from others.
	Role string
	// Conceal is what the bot must not admit in a game of hidden roles.
	Conceal Conceal
	// AmongAllies reports that all readers know what the bot conceals.
	AmongAllies bool
	Secrets     []string
	// AllowsAbuse reports that slurs and threats may be sent.
	AllowsAbuse bool
	// MayAdmit reports that the bot may say that it is a bot, because somebody has sincerely
	// asked.
	MayAdmit bool
	// PrivateTexts are texts that only the bot was given.
	PrivateTexts []string
	// Facts are the facts about the person that the bot plays, each in one or several forms.
	Facts [][]string
	// Restraint reports that no fact is told twice, unless MayRetell says that somebody asks the
	// bot something, and that nobody is scolded for a missing answer.
	Restraint, MayRetell bool
	// Rules are the rules of the game, which everybody knows.
	Rules string
	// Own are the messages of the bot, the oldest first.
	Own []string
	// Others are the messages of the other players, the oldest first.
	Others []string
	// Asked are the questions of the last minutes, of anybody.
	Asked []string
	// Narrower are the messages, of anybody, that not all readers of the text could read.
	Narrower []string
	// Open are the messages, of anybody, that all of them could read.
	Open []string
	// Forms are the prepared forms of Name, Names, Role, Conceal and Secrets, if the caller has
	// kept them.
	Forms *Forms
}

// longestText is how many messages long a text may be. The rest is dropped unread: only so many are
// sent, and what stands around them is hardly longer.
const longestText = 2 * maxMessages

// Pass returns a text as it may be sent, in one or several messages, or the rule that refuses it.
// A text that Pass has returned passes again unchanged, or is refused as a repeat.
func (r *Room) Pass(text string) (parts []string, rule string) {
	r.Prepare()
	if r.MaxChars > 0 {
		text = strings.TrimSpace(Shorten(text, longestText*r.MaxChars))
	}
	text = strings.TrimSpace(withoutEscapes(text))
	if r.tellsSilence(text) {
		return nil, RuleSilence
	}
	if rule := r.shapeRule(text); rule != "" {
		return nil, rule
	}
	plain := decoded(text)
	if rule := r.secretRule(text, plain); rule != "" { // before emoji and line breaks are removed, which may spell it
		return nil, rule
	}
	style := writtenStyle(r.Others)
	clean, onlyEmoji := limitEmoji(removeFraming(text, r), &style)
	clean = removeFraming(clean, r)
	switch {
	case onlyEmoji:
		return nil, RuleEmoji
	case ShowsNothing(text):
		return nil, RuleEmpty
	case clean == "" || clean != text && r.tellsSilence(clean):
		return nil, RuleSilence
	}
	if clean != text {
		plain = decoded(clean)
		rule = cmp.Or(r.secretRule(clean, plain), r.shapeRule(clean))
	}
	if rule = cmp.Or(rule, r.contentRule(clean, plain)); rule != "" {
		return nil, rule
	}
	return r.messages(clean, &style)
}

// messages returns a clean text as messages in the style of the room, or the rule that refuses the
// first one.
func (r *Room) messages(clean string, style *Style) (parts []string, rule string) {
	flat := Normalise(clean)
	for _, part := range r.split(clean, style) {
		if part = r.finish(part, style); part == "" || part != clean && r.tellsSilence(part) {
			continue // it was only framing
		}
		// Words that were harmless in their sentence may be harmful alone. Case and full stops
		// change no words.
		if Normalise(part) != flat {
			plain := decoded(part)
			rule = cmp.Or(r.shapeRule(part), r.contentRule(part, plain), r.secretRule(part, plain))
		}
		if rule != "" {
			break
		}
		parts = append(parts, part)
	}
	if len(parts) > 0 {
		return parts, ""
	}
	return nil, cmp.Or(rule, RuleEmpty) // a text of commas alone leaves nothing
}

// finish writes a message in the room's style, and removes framing that this uncovers.
func (r *Room) finish(part string, style *Style) string {
	for {
		next := removeFraming(style.apply(part, r.Names, r.limit(style)), r)
		if r.MaxChars > 0 {
			next = Shorten(next, r.MaxChars) // plain marks may be longer
		}
		if next == part {
			return part
		}
		part = next
	}
}

// secretRule returns the rule that refuses a text for what it contains, in whatever code.
func (r *Room) secretRule(text, plain string) string {
	switch {
	case r.leaks(text, plain):
		return RuleSecret
	case r.spellsConcealed(text):
		return RuleConceal
	}
	return ""
}

// contentRule returns the content rule that refuses a clean text, or "". Pass looks for secrets.
func (r *Room) contentRule(clean, plain string) string {
	flat, s, role := Normalise(clean), parseText(r.withoutQuotes(clean)), r.Forms.hidden
	switch {
	case r.admits(s), r.encodesConcealed(s), r.admitsBeside(clean, s):
		return RuleConceal
	case r.claimsRole(role, s, s.claimed), encodesRole(role, s):
		return RuleRole
	case r.discloses(s):
		return RuleDisclosure
	case !r.AllowsAbuse && (isAbuse(s) || hasMaskedSlur(clean)):
		return RuleAbuse
	case allLanguages().refusal.find(s, r.names(), always):
		return RuleRefusal
	case isAssistantWork(s, clean):
		return RuleAssistant
	case r.tellsOfNarrower(flat, s):
		return RuleChannel
	case r.isRecital(flat):
		return RuleRecital
	}
	others := disguises(clean, plain)
	if plain != clean {
		switch {
		case r.decodesToConcealed(others[0], s):
			return RuleConceal
		case decodesToRole(role, others[0], s):
			return RuleRole
		}
	}
	for _, s := range others {
		switch {
		case r.admits(s):
			return RuleConceal
		case r.claimsRole(role, s, s.claimed):
			return RuleRole
		case r.discloses(s):
			return RuleDisclosure
		case !r.AllowsAbuse && isAbuse(s):
			return RuleAbuse
		}
	}
	switch {
	case r.repeats(flat), r.retells(flat):
		return RuleRepeat
	case r.asksAgain(clean), r.Restraint && allLanguages().scolding.find(s, names{}, always):
		return RuleAsked
	case r.Language != "" && r.isForeign(clean):
		return RuleLanguage
	}
	return ""
}

func always(span) bool { return true }

func (r *Room) names() names { return names{botName: r.Forms.own} }

// formsOfName returns a name, its genitive and its Cyrillic form.
func formsOfName(name string) [][]string {
	forms := [][]string{parseText(name).words, parseText(name + "s").words}
	return append(forms, parseText(cyrillic.Replace(strings.ToLower(name))).words)
}

var cyrillic = strings.NewReplacer("sh", "ш", "ch", "ч", "zh", "ж", "ya", "я", "yu", "ю", "a", "а", "b", "б", "c", "к", "d", "д", "e", "е", "f", "ф", "g", "г", "h", "х", "i", "и", "j", "й", "k", "к", "l", "л", "m", "м",
	"n", "н", "o", "о", "p", "п", "r", "р", "s", "с", "t", "т", "u", "у", "v", "в", "w", "в", "x", "кс", "y", "й", "z", "з")

// withoutQuotes removes what the text quotes of another player: "i'm scum" - Lime.
func (r *Room) withoutQuotes(text string) string {
	begin := strings.IndexByte(text, '"')
	if begin < 0 { // nearly always
		return text
	}
	size := strings.IndexByte(text[begin+1:], '"')
	if size < 0 {
		return text
	}
	rest := text[begin+size+2:]
	by, ok := strings.CutPrefix(strings.TrimSpace(rest), "-")
	speaker, _, _ := strings.Cut(Normalise(by), " ")
	if !ok || speaker == "" || speaker == foldLetters(r.Name) || !r.isPlayerName(speaker) {
		return text
	}
	return text[:begin] + rest
}

func (r *Room) isPlayerName(word string) bool { return r.Forms.plainNames[word] }
