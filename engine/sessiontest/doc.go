// Package sessiontest holds what tests of strategies share.
//
// A [Session] (session.go) is a session without a driver, to which a test applies events. [Model]
// and [Script] (model.go) are scripted models: Model for games in the simulator, Script for a
// single thought. [Wants] (script.go) plays scripts that tell what a strategy wants.
// [CheckDefaults] (options.go) compares a strategy's options with its schema. [GoldenPrompt]
// (prompt.go) compares a prompt with a file. [Cases] (subtests.go) runs tests that share a fixture.
// [Must] (must.go) ends a test with an error.
package sessiontest
