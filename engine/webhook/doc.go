// Package webhook sends the events of tenants to the addresses that they have named, signed as
// Standard Webhooks say.
//
// A webhook has one sender, on the replica that has claimed it. It reads the feed of the tenant,
// and stores what it must send together with its place in the feed. Then it sends, and stores what
// has become of each delivery:
//
//	feed --> pending --> delivered
//	            |  ^
//	            |  +--- failed: due again, later each time
//	            +-----> dead: tried for three days; or gone: its log was deleted
//
// A sender that is killed after an answer and before it has stored it sends once more. The receiver
// knows the second one by its webhook-id, which is made of the event. Deliveries hold no text. The
// body is made from the log when it is sent.
//
// The deliveries of a game go out one after another, and those of several games at the same time. A
// receiver that is slow or away delays nobody but itself.
package webhook
