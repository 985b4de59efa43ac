// Package smalltalk writes what the offline player says in a chat, whatever the strategy. It stands
// in for a language model.
//
//	prompt → Scene → moment → (urge: speak or wait) → pool of lines → line
//
// The files work in this order:
//
//  1. scene.go: [Read] makes a [Scene] from a parsed prompt, as one player sees it. spoken_line.go
//     parses each line of the transcript.
//  2. pattern.go finds topics, moods and greetings in a line, by the patterns of book.go.
//  3. moment.go finds the line that most needs an answer, and which situation it creates. The
//     conditions of its rules are in rule.go.
//  4. urge.go returns how likely the player is to speak.
//  5. say.go chooses pools of lines by rules, and wording.go makes a line from a pool. The values
//     of slots come from facts.go, question.go and suspicion.go.
//
// The file reading.go sums up each line of a chat as a [Reading], so that strategies can build
// beliefs without a model. A strategy may read a prompt from the viewpoint of any player. So it can
// also guess what the others will say.
//
// Knowledge and rules stand in book/*.json, in English and German. Every other language is treated
// as English. The player recognises patterns of words and does not understand a text. All chance
// comes from the generator given to Read, or from a hash of the game, so that one seed gives one
// line.
package smalltalk
