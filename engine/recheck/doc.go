// Package recheck decides a recorded session again. It folds the log, thinks each thought again
// with the recorded answers, decides at each cursor, and compares the acts with those in the log.
// It uses the functions of the drivers and needs no clock, model or store.
//
// A later version of Ringer must decide a recorded session as before. A difference is a fault of
// that version, or a change that its release notes explain.
package recheck
