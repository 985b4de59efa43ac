// Package bell carries short messages between the replicas of one database: that logs have grown,
// and by which events. A bell may lose messages. A replica finds out what it has missed, and reads
// it from the database.
package bell
