package bench

import (
	"cmp"
	"errors"
	"net/http"
	"strings"
	"time"

	"ringer/client"
	"ringer/cmd/internal/follow"
)

// Settings say what load to put on which servers. They are flags of ringer bench.
type Settings struct {
	// Servers are the URLs of the servers. Sessions, posts and streams are spread over them.
	Servers  []string      `json:"servers" arg:"" name:"url" optional:"" default:"http://127.0.0.1:8080" help:"URLs of the servers. With several, a stream is on another server than gets the posts of its session." placeholder:"URL"`
	Sessions int           `json:"sessions" default:"100" help:"Sessions to open."`
	Streams  int           `json:"streams_per_session" default:"1" help:"Readers of each session."`
	Rate     float64       `json:"rate" default:"100" help:"Posts a second, whether the answers come or not. 0: each client posts again once it has its answer."`
	Clients  int           `json:"clients" default:"64" help:"Most posts under way at once, each on a connection of its own."`
	Duration time.Duration `json:"duration_ns" default:"30s" help:"How long to measure."`
	Warmup   time.Duration `json:"warmup_ns" default:"3s" help:"Load before that, which is not measured."`
	// Settle is the time in which a server finishes what follows a burst of requests, before its
	// memory is read.
	Settle   time.Duration `json:"settle_ns" kong:"-"`
	Strategy string        `json:"strategy" default:"scheduler" help:"Strategy of the bots."`
	Pace     string        `json:"pace" default:"human" enum:"human,paper,instant" help:"How long the bots take to answer: human, paper (the strategy's formula alone) or instant."`
	Muted    bool          `json:"muted" help:"Mute the bots, to measure posts and streams alone."`
	Ask      bool          `json:"ask" help:"Post only questions that are put to the bot by name, in each session in turn. At the pace paper bots answer nearly every one."`
	Seed     uint64        `json:"seed" default:"1" help:"Seed of the texts, of the sessions that get them, and of the bots."`
	Key      string        `json:"-" name:"api-key" var:"RINGER_API_KEY" help:"Key of the servers ($$RINGER_API_KEY)." placeholder:"KEY"`
}

// Check returns all that is wrong with the settings.
func (s *Settings) Check() error {
	var errs []error
	want := func(ok bool, text string) {
		if !ok {
			errs = append(errs, errors.New(text))
		}
	}
	want(len(s.Servers) > 0, "name the URL of a server")
	want(s.Sessions >= 1 && s.Sessions <= 1_000_000, "--sessions must be from 1 to 1000000")
	want(s.Streams >= 0 && s.Streams <= 10_000, "--streams must be from 0 to 10000")
	want(s.Rate >= 0 && s.Rate <= 1_000_000, "--rate must be from 0 to 1000000; 0 is as fast as the clients can")
	want(s.Clients >= 1 && s.Clients <= 10_000, "--clients must be from 1 to 10000")
	want(s.Duration >= time.Second && s.Duration <= 24*time.Hour, "--duration must be from 1s to 24h")
	want(s.Warmup >= 0 && s.Warmup <= time.Hour, "--warmup must be from 0s to 1h")
	return errors.Join(errs...)
}

func (s *Settings) streams() int { return s.Sessions * s.Streams }

func (s *Settings) home(i int) int { return i % len(s.Servers) }

// seat returns which server has stream k of session i: another one than gets the posts, if there
// are several.
func (s *Settings) seat(i, k int) int {
	if n := len(s.Servers); n > 1 {
		return (i + 1 + k%(n-1)) % n
	}
	return 0
}

// server is a server under load. Posts and streams have connections of their own.
type server struct {
	url            string
	calls, streams *client.Client
}

func (s *Settings) open() (list []*server, closeIdle func()) {
	var all []*http.Transport
	transport := func() *http.Transport {
		// HTTP/2 would put all clients on one connection. Answers are small, so compression would
		// only take processor time.
		t := &http.Transport{Protocols: new(http.Protocols), MaxIdleConnsPerHost: s.Clients, DisableCompression: true}
		t.Protocols.SetHTTP1(true)
		all = append(all, t)
		return t
	}
	for _, url := range s.Servers {
		url = strings.TrimRight(url, "/")
		list = append(list, &server{url, follow.New(url, s.Key, transport()), follow.New(url, s.Key, transport())})
	}
	return list, func() {
		for _, t := range all {
			t.CloseIdleConnections()
		}
	}
}

func (s *Settings) creation(i int) map[string]any {
	body := map[string]any{
		"game":     map[string]any{"players": []string{"Red", "Blue", "Green"}},
		"bot":      map[string]any{"seat": "Red"},
		"strategy": cmp.Or(s.Strategy, "scheduler"), "seed": (s.Seed + uint64(i)) % (1 << 53), // JSON readers keep 53 bits exact
		"metadata": map[string]string{"made_by": "ringer bench"},
		// A session ends by itself if this process is killed.
		"ttl_seconds": int((s.Warmup + s.Duration + 10*time.Minute).Seconds()),
	}
	switch s.Pace {
	case "instant":
		body["timing"] = "instant"
	case "paper":
		body["pace"] = "paper"
	}
	return body
}
