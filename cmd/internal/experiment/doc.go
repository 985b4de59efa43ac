// Package experiment computes what the paper Time to Talk measured, from recorded games: the tables
// of its §4 and §5. It also lets the referee judge recorded Mafia games again.
//
// docs/experiment.md defines each figure.
package experiment
