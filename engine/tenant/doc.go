// Package tenant knows who may use a server: tenants, their keys, and what each key may do.
//
// A tenant is a customer of the server, and sees its own sessions and games only. It has any number
// of keys. A key looks like rk_ID_SECRET. The database holds the public part, the id, and a hash of
// the whole. The server keeps a key in memory for some seconds, so a revoked key may be taken by
// another replica for as long.
package tenant
