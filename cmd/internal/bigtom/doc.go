// Package bigtom asks models the questions of BigToM, a benchmark of what people in stories know,
// by the methods of the ReCon paper: its tables 1 and 6, and figure 7.
//
//	stories → questions: who believes or does what → method: some calls → right or wrong
//
// The benchmark is the file bigtom.csv of the repository cicl-stanford/procedural-evals-tom. The
// project holds none of it.
package bigtom
