// Package prompt builds the prompts that models are asked with, and parses them back.
//
// A [Prompt] is a list of sections and an instruction. [Prompt.Render] writes each section under a
// heading at the start of a line. Text from outside is indented, or written as JSON strings on one
// line. So no text can forge a heading or another player's line. The function [Parse] is the
// inverse of Render. The offline model answers from what it parses.
//
// Every strategy builds its prompts in the same order, and the sections that change least come
// first:
//
//	you, rules, persona, biography, disclosure, channels, private, players |
//	summary, transcript, …, next line, time, task
//
// The sections up to the transcript are shared by all strategies (blocks.go). A strategy's own
// sections follow it. Nothing before the end of the transcript changes from call to call, so a
// server's cache hits. The transcript is a window of the newest messages. The summary replaces the
// messages before the window. Render puts the sections before the summary into the system message.
//
// A transcript shows only the beginning of long messages, and notes only below the newest ones.
package prompt
