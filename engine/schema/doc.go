// Package schema checks options against the JSON schema that documents them, and fills a struct
// from both. Strategies and the rules of games describe their options in the same way, so a client
// reads one kind of listing and gets one kind of error.
package schema
