// Package survey pools over games what people thought of the bots, as section 4.5 and table 5 of
// the paper Time to Talk do.
package survey
