// Command reader follows a stream with a library that other people wrote, and prints a line of JSON
// for each event that it is given, until session.ended or game.ended. docs/clients.md shows the
// functions.
//
// Usage: reader LIBRARY URL
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"strings"
	"time"

	r3labs "github.com/r3labs/sse/v2"
	"github.com/tmaxmax/go-sse"
	"gopkg.in/cenkalti/backoff.v1"
)

func main() {
	out := json.NewEncoder(os.Stdout)
	heard := func(id, kind, data string) {
		_ = out.Encode(map[string]string{"id": id, "type": kind, "data": data}) // the test has gone
	}
	follow := map[string]func(context.Context, string, func(id, kind, data string)) error{"r3labs/sse": followR3labs, "tmaxmax/go-sse": followGoSSE}
	fmt.Fprintln(os.Stderr, "stopped:", follow[os.Args[1]](context.Background(), os.Args[2], heard))
}

func followR3labs(ctx context.Context, url string, heard func(id, kind, data string)) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	client := r3labs.NewClient(url, r3labs.ClientMaxBufferSize(1<<20))
	client.ReconnectStrategy = backoff.NewConstantBackOff(time.Second)
	return client.SubscribeRawWithContext(ctx, func(e *r3labs.Event) {
		if len(e.Data) == 0 { // the connection was cut after a comment
			return
		}
		heard(string(e.ID), string(e.Event), string(e.Data))
		if strings.HasSuffix(string(e.Event), ".ended") {
			stop()
		}
	})
}

func followGoSSE(ctx context.Context, url string, heard func(id, kind, data string)) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	connection := sse.NewConnection(request)
	connection.Buffer(nil, 1<<20)
	connection.SubscribeToAll(func(e sse.Event) {
		heard(e.LastEventID, e.Type, e.Data)
		if strings.HasSuffix(e.Type, ".ended") {
			stop()
		}
	})
	return connection.Connect()
}
