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
// The files:
//
//   - prompt.go has Prompt, Section and Render; parse.go has Parse.
//   - blocks.go makes the sections that strategies share.
//   - channel.go says where the next line goes and who reads it, and lists the channels.
//   - line.go writes and parses one message; annotation.go its receivers and notes.
//   - choice.go writes and parses the options of a vote or decision.
//   - shorten.go shortens a prompt for a model with a small context.
//   - instruction.go reads prompt files.
//   - strategy.go declares what strategies and models share. A strategy asks an [Asker]. With a
//     [Skill], the offline model answers for a strategy. An [Error] says why there is no answer.
//
// A transcript shows only the beginning of long messages, and notes only below the newest ones.
package prompt
