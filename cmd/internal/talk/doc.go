// Package talk computes from recorded games what the paper Time to Talk measured: the tables of its
// §4 and §5.
//
// docs/experiment.md defines each figure.
package talk
