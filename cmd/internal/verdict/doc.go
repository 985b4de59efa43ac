// Package verdict lets the referee judge recorded games of Mafia and of quests again, and prints
// where the two disagree.
package verdict
