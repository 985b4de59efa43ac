// Package game is the pure core of a game: a chat of which the server holds all seats. Its State
// is the fold of the game's own log. Its functions say what each seat gets of an event, and what
// each seat may see of the log. It has no clock, goroutine, network, file or global random source.
//
//	fact of the platform --> game's log --+--> log of each bot that may see it
//	act of a bot -----> its session's log -+--> game's log, and logs of the other bots
//	order of the rules ---> game's log ---+--> log of each bot that may see it
//
// Each arrow to several logs is one append: all or none. So all logs have one order. The words of
// one bot's mind never leave its session: a game's log holds only what happened at the game.
//
// [Decide] says what a game does by itself: what its referee orders, who gets the floor, and the
// end of a game that nobody plays any more.
//
// # The floor
//
// At a moderated game a bot without the floor is muted:
//
//	nobody --a line, or a silence--> the moderator is asked --an answer, or 5 s--> a bot or nobody
//	a bot --it has spoken its whole message, or was silent for 20 s--> the moderator is asked
//
// The seed chooses where the moderator has no usable answer.
package game
