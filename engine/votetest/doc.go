// Package votetest judges answers to votes from the log of a session alone.
//
// [Judge] reads a whole log and returns a [Report]: every vote with its fate, and every violation.
// It checks that an answer is legal for its vote, that its probabilities are valid, and that the
// event states the deadline correctly. Whether an answer came early enough is for the test to
// judge, by [Vote.Left] and [Vote.Margin].
//
// TestVotes in engine/sim judges 1,000 votes in games with failing models, players who leave, and
// drivers that are killed.
//
// The package is an independent second opinion: it shares no code with what gives the answers.
package votetest
