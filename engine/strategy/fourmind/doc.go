// Package fourmind is the strategy of "FourMind: A lookahead, objective-driven ChatBot" (Bergsmann and Nessler).
package fourmind
