// Package sessiontest holds what tests of strategies share.
//
// A [Session] (session.go) is a session without a driver, to which a test applies events. [Model]
// and [Script] (model.go) are scripted models: Model for games in the simulator, Script for a
// single thought. [CheckDefaults] (options.go) compares a strategy's options with its schema.
package sessiontest
