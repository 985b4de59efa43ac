// Package strategy lists the strategies, and checks the options of sessions against their schemas.
// To add a strategy, copy the folder parrot and add one line to All in registry.go.
package strategy
