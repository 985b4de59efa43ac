package mouth

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// The rules by which the mouth refuses a text.
const (
	RuleEmpty      = "empty"
	RuleRepeat     = "repeat"
	RuleDisclosure = "self_disclosure"
	RuleRefusal    = "refusal"
	RuleSecret     = "secret"
	RuleRecital    = "recital"
	RuleMarkup     = "markup"
	RuleShare      = "talk_share"
	RuleRole       = "role"
)

// Room is what the mouth knows of the chat that a text goes to.
type Room struct {
	// Name is the bot's, Names are those of all players.
	Name  string
	Names []string
	// Language is what the chat is held in, as a tag such as en.
	Language string
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
	// Talk is who has said how much.
	Talk Talk
}

// Pass returns a text as it may be sent, in one message or several, or the rule that refuses it.
func (r *Room) Pass(text string) (parts []string, rule string) {
	clean := Shorten(undress(text, r.Name), r.MaxChars)
	flat := Normalise(clean)
	switch {
	case strings.TrimFunc(clean, invisible) == "":
		return nil, RuleEmpty
	case markup.MatchString(clean):
		return nil, RuleMarkup
	case r.leaks(flat):
		return nil, RuleSecret
	case !r.Admits && discloses(clean):
		return nil, RuleDisclosure
	case refusal.MatchString(plain(clean)):
		return nil, RuleRefusal
	case r.recital(clean, flat):
		return nil, RuleRecital
	case r.repeats(flat):
		return nil, RuleRepeat
	}
	return []string{clean}, ""
}

var stamp = regexp.MustCompile(`^(?:[\[(]\s*\d{1,2}(?::\d{2}){1,2}\s*[\])]|\d{1,2}(?::\d{2}){1,2})\s*[-–:|]?\s*`)

// markup is what programs and models write around a line, and no person does: JSON, code fences, thoughts, the marks of a chat template.
var markup = regexp.MustCompile("(?i)^[{\\[]\\s*\"|^\\{\\s*\\w+\\s*:|```|</?(?:think|thinking|thought|reasoning|s)>|<\\|[^|]{1,30}\\|>|\\[/?INST\\]|^(?:assistant|system)\\s*:")

// invisible tells characters that show nothing themselves: they join, direct or hide others.
func invisible(r rune) bool { return r >= 0xAD && unicode.Is(unicode.Cf, r) }

// joiner tells the two of them that scripts and emoji need.
func joiner(r rune) bool { return r == '\u200c' || r == '\u200d' }

// undress takes off what a model puts around a line of chat: line breaks, time stamps, the bot's own name, quotes, what nobody sees.
func undress(text, name string) string {
	text = strings.Map(func(r rune) rune {
		if invisible(r) && !joiner(r) {
			return -1
		}
		return r
	}, text)
	text = strings.Join(strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }), " ")
	for {
		before := text
		text = strings.TrimSpace(stamp.ReplaceAllString(text, ""))
		bold := strings.TrimLeft(text, "*")
		if n := len(name); len(bold) > n && strings.EqualFold(bold[:n], name) {
			if rest := strings.TrimLeft(bold[n:], " *"); strings.HasPrefix(rest, ":") {
				text = strings.TrimSpace(strings.TrimLeft(rest[1:], "*"))
			}
		}
		text = unquote(text)
		if text == before {
			return text
		}
	}
}

func unquote(text string) string {
	for _, q := range [][2]string{{`"`, `"`}, {"“", "”"}, {"„", "“"}, {"«", "»"}, {"'", "'"}, {"`", "`"}} {
		inner, ok := strings.CutPrefix(text, q[0])
		if !ok {
			continue
		}
		if inner, ok = strings.CutSuffix(inner, q[1]); ok && !strings.Contains(inner, q[1]) {
			return strings.TrimSpace(inner)
		}
	}
	return text
}

// Shorten cuts a text at the last word that fits.
func Shorten(text string, limit int) string {
	if utf8.RuneCountInString(text) <= limit {
		return text
	}
	cut := string([]rune(text)[:limit+1])
	if i := strings.LastIndexByte(cut, ' '); i > 0 {
		return strings.TrimRight(cut[:i], " ,;:-")
	}
	return string([]rune(text)[:limit])
}

// leaks tells whether a text holds one of the session's secrets as whole words.
func (r *Room) leaks(flat string) bool {
	return slices.ContainsFunc(r.Secrets, func(secret string) bool { return Mentions(flat, Normalise(secret)) })
}

// copiedWords is from how many words on a line must not be another player's: people write "i am not a bot" in each other's words, and
// longer lines in their own.
const copiedWords = 6

// repeats tells whether the bot has said this before, or somebody else has. A line of one or two words may come again after five others.
func (r *Room) repeats(flat string) bool {
	words := len(strings.Fields(flat))
	own := r.Own
	if words <= 2 {
		own = own[max(0, len(own)-5):]
	}
	same := func(line string) bool { return Normalise(line) == flat }
	return slices.ContainsFunc(own, same) || words >= copiedWords && slices.ContainsFunc(r.Others, same)
}

// plain prepares a text for the patterns below: lower case, straight apostrophes.
func plain(text string) string { return apostrophes.Replace(visible(strings.ToLower(text))) }

var apostrophes = strings.NewReplacer("’", "'", "`", "'")

const machine = `(?:ai )?(?:a\.?i\.?|bot|chat ?bot|robot|machine|(?:ai |virtual )?assistant|(?:large )?language model|llm|computer program|gpt|chatgpt|artificial intelligence)\b`

var (
	// disclosure is a player saying of itself that it is a machine. Talk about machines, and denials, do not match.
	disclosure = regexp.MustCompile(`\b(?:i am|i'm|im|ich bin) (?:just |only |actually |really |indeed |obviously |nur |eine? )*(?:an? |the |eine? )?` + machine)
	// preamble is how assistants introduce what they decline or explain.
	preamble = regexp.MustCompile(`\b(?:as|als) (?:an? |eine? )?` + machine + `,? (?:i|my|ich|mein)\b`)
	// refusal is the talk of an assistant that declines or offers its services.
	refusal = regexp.MustCompile(`\b(?:i (?:cannot|can't|can not|am unable to|won't be able to) (?:assist|help you with|fulfill|comply|provide|engage|participate|generate|share (?:that|this))` +
		`|i'?m sorry,? but i (?:can't|cannot|am)|how (?:can|may) i (?:help|assist) you|(?:happy|here) to (?:help|assist) you` +
		`|my (?:training data|system prompt|instructions|programming)|against my (?:guidelines|programming))`)
	// reported is what stands before words that only report or suppose what would be a disclosure.
	reported = regexp.MustCompile(`\b(?:think|thinks|say|says|said|saying|believe|assume|if|prove|sure|whether|why|like|suspect|means?|that|cause|because) (?:that |maybe )?$`)
)

// discloses tells whether a text says of its writer that it is a machine.
func discloses(text string) bool {
	text = plain(text)
	for _, at := range disclosure.FindAllStringIndex(text, -1) {
		if !reported.MatchString(text[:at[0]]) {
			return true
		}
	}
	return preamble.MatchString(text)
}
