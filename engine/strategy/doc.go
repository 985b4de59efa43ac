// Package strategy lists the strategies. A new one is a folder beside this file and one line in registry.go.
package strategy
