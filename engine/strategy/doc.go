// Package strategy lists the strategies. To add one, write a folder beside this file and add one
// line to All in registry.go. The folder parrot is the template.
package strategy
