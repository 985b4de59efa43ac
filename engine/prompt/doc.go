// Package prompt renders prompts and parses them back. A prompt is a list of sections under headings at the start of a
// line; whatever comes from outside stands indented, or as JSON strings in one line, so that no text can forge a heading or
// another player's line. Parse is the inverse of Render: the offline model plays from what it reads there.
//
// The package also declares what stands between strategies and models: Asker, which a strategy asks, and Skill, with which
// the offline model answers in a strategy's name.
package prompt
