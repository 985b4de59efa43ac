// Package contract compares openapi.yaml with those of recorded releases: as a document, and by the
// clients that are generated from it.
package contract
