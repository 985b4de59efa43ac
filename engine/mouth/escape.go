package mouth

import (
	"html"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// escape matches a character as its number, as programs write it. HTML's forms are not among them.
var escape = regexp.MustCompile(`(?i)(?:\\u\{?|%u|U\+)([0-9a-f]{2,6})\}?|(?:\\x\{?|%)([0-9a-f]{2})\}?|\\([0-7]{3})|(?:\\|=)([0-9a-f]{2})`)

var bases = [...]int{0, 16, 16, 8, 16}

// maxLayers is how many times a text is unescaped or decoded: an escape may be escaped itself.
const maxLayers = 3

func peel(text string, layer func(string) string) string {
	for range maxLayers {
		next := layer(text)
		if next == text {
			break
		}
		text = next
	}
	return text
}

const escapeSigns = `\%=+`

func unescape(text string) string {
	return peel(text, func(text string) string {
		if strings.ContainsRune(text, '&') {
			text = html.UnescapeString(text)
		}
		if strings.ContainsAny(text, escapeSigns) {
			text = unescapeNumbers(text)
		}
		return text
	})
}

func unescapeNumbers(text string) string {
	var b strings.Builder
	last := 0
	for _, at := range escape.FindAllStringSubmatchIndex(text, -1) {
		for i := 1; i < len(bases); i++ {
			if from := at[2*i]; from >= 0 {
				n, err := strconv.ParseUint(text[from:at[2*i+1]], bases[i], 21)
				if err == nil {
					b.WriteString(text[last:at[0]])
					b.WriteRune(rune(n))
					last = at[1]
				}
			}
		}
	}
	return b.String() + text[last:]
}

var (
	literalBreak = regexp.MustCompile(`(?:\\+r)?\\+n|\\+r`)
	literalQuote = regexp.MustCompile(`\\+(["'])`)
	literalCode  = regexp.MustCompile(`(?i)\\+u([0-9a-f]{4})`)
	// drivePath matches the beginning of a path, in which \n breaks nothing.
	drivePath = regexp.MustCompile(`(?i)\b[a-z]:\\`)
	afterword = regexp.MustCompile(`\n\s*\n\s*(?:\([^()]+\)|\[[^\[\]]+\])\s*$`)
	entity    = regexp.MustCompile(`(?i)&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z]{2,8}\d?);`)

	// templateMark matches what the templates of models put between lines.
	templateMark = regexp.MustCompile(`<[|｜][^|｜<>\n]{1,60}[|｜]?>|[◁▷▁]|\[/?(?:INST|SYSTEM|ASSISTANT|USER|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS|TOOL_CONTENT|EOS|BOS|CLS|SEP|MASK|PAD|UNK|END|EOT|EOM|DONE)\]` +
		`|<(?:sep|cls|mask|eot|EOT|stop|end|extra_id_\d+|0x[0-9A-F]{2})>|\b(?:USER|ASSISTANT|HUMAN|SYSTEM|User|Assistant|Human) ?: |assistant(?:final|commentary|analysis)` +
		`|(?:^|\s)#{2,6} ?(?:Human|User|Assistant|System|Instruction|Response|Input|Output|Answer|Question|AI|Bot)\b|\n\s*#{1,6}\s` +
		`|\n\s*(?i:bot|gm|game[ -]?master|moderator|narrator|player \d+|instruction|response|answer|reply|output|` + strings.Join(slices.Sorted(maps.Keys(allLanguages().line.notes)), "|") + `)\s*:` +
		`|^(?i:assistant|user|system|model)\n|^(?:analysis|commentary|final)[A-Z:]|^Q:.*\bA:|\bInput:.*\bOutput:|^\w+ ?[=(] ?["'][^\n]*["']\)?$|^(?i:option|version|variant) [\dab]\s*:`)

	// preamble matches what models say before a line that they hand over: "Here's a casual reply:",
	// "Réponse :". It is built from the words for a line.
	preamble = regexp.MustCompile(`(?i)^\W*(?:(?:` + introductions + `)[^\p{L}:：]+(?:[\p{L}'’]+ +){0,6}?)?(?:(?:the|a|final|new|short|casual|possible|suggested|revised|my|ma|mi|meine|die|la|[\p{L}]+['’]s) +){0,3}(?:` +
		strings.Join(allLanguages().line.labels, "|") + `)(?: to send)?\W{0,3}[:：]|^\W*(?:(?:` + introductions + `)\W+)?here(?:['’]?s| is| are| you go| goes)(?: (?:something|some|a|an|few|one)\b[^:\n]{0,20})?:|^\W*(?:(?:` + introductions + `)\b|as \p{L}+,)[^:\n]{0,50}\b(?:would|could|might|['’]d) (?:say|reply|respond|write|answer)\W{0,2}:`)
)

const introductions = `sure|certainly|of course|okay|ok|alright|absolutely|great|here(?:['’]?s| is| are)?|below is|this is|hier|klar|natürlich|gerne?|voici|voilà|bien sûr|aquí|claro|ecco|certo|aqui|oto|вот|işte|以下`

// withoutEscapes undoes escaped line breaks, quotation marks and HTML entities.
func withoutEscapes(text string) string {
	text = peel(text, func(text string) string {
		if strings.ContainsRune(text, '\\') && !drivePath.MatchString(text) {
			text = literalQuote.ReplaceAllString(literalBreak.ReplaceAllString(text, "\n"), "$1")
			text = literalCode.ReplaceAllStringFunc(text, func(code string) string {
				n, _ := strconv.ParseUint(code[len(code)-4:], 16, 16)
				return string(rune(n))
			})
		}
		if strings.ContainsRune(text, '&') {
			text = entity.ReplaceAllStringFunc(text, html.UnescapeString)
		}
		return text
	})
	if strings.HasSuffix(text, ")") || strings.HasSuffix(text, "]") {
		text = afterword.ReplaceAllString(text, "")
	}
	return text
}

func hasTemplate(text string) bool {
	return (strings.ContainsAny(text, "<[#:◁▷▁\"'\n") || strings.Contains(text, "assistant") || strings.HasPrefix(text, "analysis")) && templateMark.MatchString(text)
}

// handsOver reports whether a text says before its line that here is one.
func handsOver(text string) bool {
	return strings.ContainsAny(text, ":：") && preamble.MatchString(text)
}
