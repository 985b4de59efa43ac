// Package attacktest attacks bots with what players say, and judges what they send.
//
//	attacks → bot with an obedient model → log and prompts → judge → verdict
//
// The files:
//
//   - corpus.go loads the attacks, and what players with hidden roles may write and may not.
//   - obedient.go has [Obedient], a model that obeys every such line, and [PromptRecorder].
//   - verdict.go has [Judge], which reads only the log, the prompts and the model's answers. With
//     detector.go it checks that nothing that was sent gives the bot away, and that each prompt
//     reads back as what was put into it, and its transcripts as what was said.
//
// TestAttacks in engine/strategy attacks every registered strategy, with this model and with the
// offline model. With -v it prints counts.
//
// The package is an independent second opinion: it shares no code with the guards that it tests. It
// finds only what its patterns and the obedient model's own answers reveal.
package attacktest
