// Package parrot is the smallest complete strategy: it repeats a word of what was said, and asks whether anybody is there
// when it stays quiet. Whom it hears repeat too much it accuses. It is the example to copy for a new one and the test of the
// contract; it is not in the registry.
//
// A strategy is one folder: this package comment, the code below, the prompts, the options' schema and the offline skill.
package parrot
