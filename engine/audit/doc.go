// Package audit says what a platform does wrong, from the log of a session or a game.
//
//	events → fold → what each fact should have been → findings, one a kind
//
// A rule only finds what it can prove from the log, so a platform that does everything right has no
// finding. What the API warns about it finds by the same functions of engine/session.
package audit
