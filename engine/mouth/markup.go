package mouth

import (
	"regexp"
	"strings"
)

// blank matches the name of what belongs into a blank.
const blank = `(?:player|user|bot|char|character|first|opponent|target)?[_ ]?(?:name|player|username|user|char|character|location|city|role)`

var (
	// markup matches what programs and models, but not people, write around a line: JSON, code
	// fences, thoughts, chat template marks.
	markup = regexp.MustCompile("(?i)\"\\w+\"\\s*:\\s*[\"{\\[\\dtfn]|```|<\\|[^|]{1,30}\\|?>|\\[/?INST\\]|<</?SYS>>" +
		"|\\n\\s*(?:human|user|assistant|system|ai)\\s*:|\\btask [a-z]+\\.[a-z]+\\b|</[a-z_]+>|\\[end of |\"\\}\\W*$|<(?:bos|eos|unk|pad)>|<(?:start|end)_of_turn>" +
		"|</?(?:think|thinking|thought|reasoning|scratchpad|s|html|body|div|p|b|i|u|br|em|strong|script|style|code|pre|span|message|msg|text|send|wait|reply|answer|output|response|result|tool_call|function_call|function|invoke|system|user|assistant|instructions?|prompt|json|xml)(?:\\s[^<>]{0,60})?/?>")
	// firstMarkup matches the same at the start of a line.
	firstMarkup = regexp.MustCompile("(?i)^(?:[{\\[]\\s*[\"{]|\\{\\s*\\w+\\s*:|(?:assistant|system|user|ai assistant|model|assistent|asistente|assistente)\\s*:|#{2,6}\\s|\\W*(?:game[ -]?(?:master|manager)|gm|moderator|narrator|spielleiter)\\W*[:\\]])")
	// programMessage matches what a program writes before an answer, or in place of one.
	programMessage = regexp.MustCompile(`(?i)^[^\p{L}\p{N}]*error(?: code)?: ?\d{3}\b|^[^\p{L}\p{N}]*error code \d{3}\b|^[^\p{L}\p{N}]*(?:rate limit (?:exceeded|reached)|context[ _]length[ _]exceeded)|^traceback \(|^internal server error\W*$|^\w+_\w+\([^)]*\)$|^[^\p{L}\p{N}]*(?:null|undefined|nan|none|no_reply|noreply|object object)\W*$|^(?:output|message|reply|response|final answer|thoughts?|action|draft|revised|rewritten)\s*:|^[{<]\w+[}>]$`)
	// tag matches tags with attributes or of forums, templates, and codes of colours.
	tag = regexp.MustCompile(`(?i)(?:^|[^\w<])</?[a-z][\w-]*[\s/][^<>\n]*?[\w-]+\s*=\s*["'\w#]|</?(?:img|svg|iframe|font|center|marquee|input|button|form|table|tr|td|th|li|ul|ol|h[1-6]|video|audio|embed|object|link|meta|title|head|footer|section|speak|prosody|break|color|size|sup|small|big|blink|hr|select|option|textarea|a)(?:[\s/][^<>]*)?/?>|<\s+/?[a-z][\w-]*\s+[\w-]+\s*=[^<>]*>|<a?:\w+:\d+>|<t:\d+|\[\[[^\[\]]*[|:][^\[\]]*\]\]|\|\|[^|\n]+\|\||\\[a-z]{3,}\{|\{\||\b(?:class|style|href|src)\s*=\s*["']|<!--|<!doctype|<\?\w|<%|\{%|\$\{|#\{` +
		`|\[/?(?:b|i|u|s|url|img|colou?r|size|quote|code|center|list|font|spoiler|youtube|email|table)(?:=[^\]\n]*)?\]|\bon(?:click|load|error|mouseover|focus|toggle)\s*=|\x1b?\[\d{1,2}(?:;\d+)*m|§[0-9a-fk-or]\S`)
	placeholder  = regexp.MustCompile(`(?i)\{\{|\[(?:insert|your) [^\]]*\]|<(?:your )?(?:name|player|username)>|\{` + blank + `\}|\[` + blank + `\]|\$` + blank + `\b|(?:^|\s)%s\b`)
	sourceCode   = regexp.MustCompile(`\bdef \w+\(|\bfunction\s*\w*\s*\([^)]*\)\s*\{|\bconsole\.log\(|\b(?:print|println|printf|System\.out\.\w+)\(["'\w]|#include\s*<|\bSELECT\b.{1,40}\bFROM\b|=>\s*\{|\b(?:const|let|var) \w+ = |\bimport \w+ from ['"]|\bfor \w+ in range\(|\bpublic static\b|\\(?:frac|begin|boxed|text)\{|\bfunc \w+\(|\bfor \(\w|\blambda \w+:|\breturn \w+[;(]`)
	tableMarks   = regexp.MustCompile(`\|\s*:?-{3,}|^\|.+\|.+\|`)
	numberedList = regexp.MustCompile(`(?:^|\s)1[.)]\s+\D.*\s2[.)]\s+\D.*\s3[.)]\s+\D`)
	listItem     = regexp.MustCompile(`(?m)^\s*(?:[-*•‣▪]|\d{1,2}[.)])\s+\S`)
)

const (
	minListItems = 2
	// minVerseLines is how many lines make a text a poem. People send line by line.
	minVerseLines = 4
)

// hasPair reports whether a character is followed by one of others.
func hasPair(text string, first byte, next string) bool {
	for i := range len(text) - 1 {
		if text[i] == first && strings.IndexByte(next, text[i+1]) >= 0 {
			return true
		}
	}
	return false
}

// shapeRule returns the rule that the form of a text breaks, or "". The text may have line breaks.
func (r *Room) shapeRule(text string) string {
	plain := plainSigns.Replace(strings.TrimSpace(foldLetters(text)))
	if strings.ContainsAny(text, escapeSigns) {
		if shown := unescape(text); shown != text && (hasTag(shown) || markup.MatchString(shown)) {
			return RuleMarkup
		}
	}
	switch {
	case strings.ContainsAny(text, "#:\"") && promptPiece.MatchString(text):
		return RuleRecital
	case strings.ContainsAny(text, "{[#:]") && firstMarkup.MatchString(strings.TrimSpace(text)),
		(strings.ContainsAny(text, "<\"`\n") || hasPair(text, '[', "/iIeE") || strings.Contains(strings.ToLower(text), "task")) && markup.MatchString(strings.TrimSpace(text)),
		hasTemplate(text), strings.ContainsAny(text, "(=;<\\") && sourceCode.MatchString(text), strings.ContainsAny(text, "|") && tableMarks.MatchString(text), hasPair(text, '3', ".)") && numberedList.MatchString(text):
		return RuleMarkup
	case programMessage.MatchString(strings.TrimSpace(text)), strings.ContainsAny(text, "{<[$%") && placeholder.MatchString(text):
		return RuleMarkup
	case hasTag(text):
		return RuleMarkup
	case hasLink(plain):
		return RuleLink
	case tellsContact(plain):
		return RuleContact
	case isCommand(plain):
		return RuleCommand
	case strings.Contains(text, "\n") && len(listItem.FindAllString(text, minListItems)) == minListItems, r.isDialogue(text):
		return RuleMarkup
	case r.playsSystem(text):
		return RuleSystem
	case handsOver(text):
		return RuleRefusal
	case isVerse(text):
		return RuleAssistant
	}
	return ""
}

func hasTag(text string) bool { return strings.ContainsAny(text, "<{[=§|") && tag.MatchString(text) }

// isDialogue reports whether a text also speaks for others: after a line that is not another
// player's, one begins with another player's name and a colon. In one line two of them do, or one
// beside the bot's own name.
func (r *Room) isDialogue(text string) bool {
	if !strings.Contains(text, ":") {
		return false
	}
	first, own, later, inline := r.speaker(text) != "", removeName(text, r.Name) != text, 0, 0
	ended := ' ' // the line break or mark before this character
	for i, c := range text {
		switch {
		case c == '\n' || strings.ContainsRune(".!?", c) && ended != '\n':
			ended = c
		case c == ' ' || ended == ' ':
		case removeName(text[i:], r.Name) != text[i:]:
			own, ended = true, ' '
		case r.speaker(text[i:]) == "":
			ended = ' '
		case ended == '\n':
			later, ended = later+1, ' '
		default:
			inline, ended = inline+1, ' '
		}
	}
	return own && (first || later+inline > 0) || !first && later > 0 || inline > 1
}

// speaker returns the other player whose name and a colon a text begins with, or "".
func (r *Room) speaker(text string) string {
	for _, name := range r.Names {
		if name != r.Name && removeName(text, name) != text {
			return name
		}
	}
	return ""
}

// isVerse reports whether a text is written in verses: four or more lines, or parts between
// slashes, of three or more words each.
func isVerse(text string) bool {
	for _, mark := range []string{"\n", " / "} {
		if strings.Count(text, mark) < minVerseLines-1 {
			continue
		}
		n := 0
		for line := range strings.SplitSeq(text, mark) {
			if len(strings.Fields(line)) >= 3 {
				n++
			}
		}
		if n >= minVerseLines {
			return true
		}
	}
	return false
}

// command matches what a chat program takes for a command: a sign and a word at the start of a
// line. Behind other signs, and within a line, only words that are commands in many programs count.
var command = regexp.MustCompile(`^["'(*\[ ]{0,3}[/!\\]{1,2}[a-z][a-z]|^/[a-z]\b|^\.[a-z]{3,}(?: \S+){0,2}$|\b(?:type|enter|write|run|use|try|send|paste|execute) ['"]?[/!][a-z]{2}|^[/!] +` + commandWords + `\b|^(?:privmsg|notice|mode|join|kick|topic|invite|part|nick|oper) (?:[#&:]\w|\S+ :)|^[.$?;~+&%:>=-]{1,2}` + commandWords + `\b|\s[/!]` + commandWords + `\b|^(?:sudo|rm -|chmod |drop table|shutdown -)\b`)

const commandWords = `(?:kick|ban|unban|tempban|mute|unmute|warn|timeout|op|deop|msg|tell|w|whisper|pm|dm|nick|nickname|join|leave|part|quit|exit|logout|me|say|shout|vote|unvote|skip|start|stop|restart|reset|reload|end|endgame|help|clear|cls|topic|invite|give|tp|teleport|gamemode|kill|report|role|roles|roll|poll|purge|login|register|eval|exec|sudo|shutdown|spam|play|stats|admin|mod|promote|demote|grant|set|reveal|lynch|disconnect|ignore|block|whois|ping|broadcast|announce|server|config|debug|balance|bal|rank|level|lvl|leaderboard|lb|profile|avatar|daily|buy|sell|slots|coinflip|flip|8ball|meme|gif|weather|translate|queue|volume|resume|lyrics|userinfo|serverinfo|uptime|prefix|commands|cmd|ship|rps|afk|inventory|inv)`

// isCommand reports whether a text has a command for a chat program. The tones that people put
// behind a line are none: /s, /j, /srs.
func isCommand(plain string) bool {
	return plain != "" && (!isWordRune(rune(plain[0])) || holdsAny(plain, []string{" /", " !", "sudo ", "rm -", " #", " &", " :", "chmod ", "drop table", "shutdown -"})) && command.MatchString(plain)
}
