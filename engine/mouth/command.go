package mouth

import "regexp"

// command matches what a chat program takes for a command: a sign and a word at the start of a
// line. Behind other signs, and within a line, only words that are commands in many programs count.
var command = regexp.MustCompile(`^["'(*\[ ]{0,3}[/!\\]{1,2}[a-z][a-z]|^/[a-z]\b|^\.[a-z]{3,}(?: \S+){0,2}$|\b(?:type|enter|write|run|use|try|send|paste|execute) ['"]?[/!][a-z]{2}|^[/!] +` + commandWords + `\b|^(?:privmsg|notice|mode|join|kick|topic|invite|part|nick|oper) (?:[#&:]\w|\S+ :)|^[.$?;~+&%:>=-]{1,2}` + commandWords + `\b|\s[/!]` + commandWords + `\b|^(?:sudo|rm -|chmod |drop table|shutdown -)\b`)

const commandWords = `(?:kick|ban|unban|tempban|mute|unmute|warn|timeout|op|deop|msg|tell|w|whisper|pm|dm|nick|nickname|join|leave|part|quit|exit|logout|me|say|shout|vote|unvote|skip|start|stop|restart|reset|reload|end|endgame|help|clear|cls|topic|invite|give|tp|teleport|gamemode|kill|report|role|roles|roll|poll|purge|login|register|eval|exec|sudo|shutdown|spam|play|stats|admin|mod|promote|demote|grant|set|reveal|lynch|disconnect|ignore|block|whois|ping|broadcast|announce|server|config|debug|balance|bal|rank|level|lvl|leaderboard|lb|profile|avatar|daily|buy|sell|slots|coinflip|flip|8ball|meme|gif|weather|translate|queue|volume|resume|lyrics|userinfo|serverinfo|uptime|prefix|commands|cmd|ship|rps|afk|inventory|inv)`

// isCommand reports whether a text has a command for a chat program. The tones that people put
// behind a line are none: /s, /j, /srs.
func isCommand(plain string) bool {
	return plain != "" && (!isWordRune(rune(plain[0])) || holdsAny(plain, []string{" /", " !", "sudo ", "rm -", " #", " &", " :", "chmod ", "drop table", "shutdown -"})) && command.MatchString(plain)
}
