// Package attacktest holds what players say to get at the bot behind a seat, a model that obeys them, and a judge of what comes out: an independent
// second opinion, which shares no code with the guards.
package attacktest
