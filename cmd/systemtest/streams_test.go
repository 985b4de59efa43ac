package systemtest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"sync"
	"syscall"
	"time"

	"ringer/client"
	"ringer/cmd/internal/follow"
	"ringer/engine/recording"
	"ringer/engine/session"
)

// listener follows sessions.
type listener struct {
	platform *platform
	// hear is called with each event.
	hear func(session.Event)
}

// listeners returns those that follow each session.
func (r *target) listeners() []listener {
	each := swiftListeners(r.platform)
	if r.setup.slowReaders {
		slow := listener{r.slowPlatform(), stall}
		each = append(each, slow, slow)
	}
	return each
}

// swiftListeners returns two that do nothing with an event.
func swiftListeners(p *platform) []listener {
	swift := listener{p, func(session.Event) {}}
	return []listener{swift, swift}
}

// narrow is the size of the receive buffer of a slow reader in bytes. The usual one grows to
// megabytes, so that no server would notice that nobody reads.
const narrow = 4 << 10

// slowPlatform returns a client whose connections hold little that is not read yet.
func (r *target) slowPlatform() *platform {
	slow := *r.platform
	b := newBalancer(r.platform.client.Transport.(*balancer).hosts)
	dialer := net.Dialer{Control: func(_, _ string, c syscall.RawConn) (err error) {
		return errors.Join(c.Control(func(fd uintptr) {
			err = syscall.SetsockoptInt(int(fd), syscall.SOL_SOCKET, syscall.SO_RCVBUF, narrow)
		}), err)
	}}
	b.base.DialContext = dialer.DialContext
	r.t.Cleanup(b.CloseIdleConnections)
	slow.client = &http.Client{Transport: b, Timeout: slow.client.Timeout}
	return &slow
}

// stall delays a reader often, for so long that events wait for it.
func stall(e session.Event) {
	if e.Seq%50 == 0 {
		time.Sleep(300 * time.Millisecond)
	}
}

// followAll starts readers of all sessions. The function that it returns waits for them, at most
// for answerLimit.
func followAll(ctx context.Context, sessions []string, each []listener) (wait func() [][][]int64) {
	ctx, cancel := context.WithCancel(ctx)
	seen := make([][][]int64, len(sessions))
	var readers sync.WaitGroup
	for i, id := range sessions {
		seen[i] = make([][]int64, len(each))
		for j, l := range each {
			readers.Go(func() {
				for _, h := range l.platform.follow(ctx, id+"/events?types=*", l.hear) {
					seen[i][j] = append(seen[i][j], h.Event.Seq)
				}
			})
		}
	}
	return func() [][][]int64 {
		limit := time.AfterFunc(answerLimit, cancel)
		defer limit.Stop()
		readers.Wait()
		cancel()
		return seen
	}
}

// follow reads a stream to its end. It resumes the stream until the context ends. It calls hear for
// each event.
func (p *platform) follow(ctx context.Context, path string, hear func(session.Event)) (all []recording.Event) {
	reader, last := follow.New(p.url, "", p.client.Transport), int64(0)
	for ctx.Err() == nil {
		ended, err := follow.Stream(ctx, reader, path, last, func(e recording.Event) {
			all, last = append(all, e), e.Event.Seq
			hear(e.Event)
		})
		if ended {
			break
		}
		if answer, ok := errors.AsType[*client.Unexpected](err); ok {
			p.expect(answer.Path, answer.Status)
		}
		if answer, ok := errors.AsType[*client.Problem](err); ok {
			p.expect(path, int(answer.Status))
		}
		pause(ctx, retryDelay)
	}
	return all
}

// page reads a part of the log at an address. It repeats the request until it is answered.
func (p *platform) page(ctx context.Context, address, query string) ([]session.Event, bool) {
	for ctx.Err() == nil {
		if events, ended, err := p.read(ctx, address+"/events?"+query); err == nil {
			return events, ended
		}
		pause(ctx, retryDelay)
	}
	return nil, true
}

// expect fails the test if a read may not be answered with a status, even by a server in trouble.
func (p *platform) expect(path string, status int) {
	if status != http.StatusOK && status != http.StatusServiceUnavailable {
		p.t.Errorf("GET %s: status %d", path, status)
	}
}

func (p *platform) read(ctx context.Context, path string) (events []session.Event, ended bool, err error) {
	response, err := p.get(ctx, path)
	if err != nil {
		return nil, false, err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		p.expect(path, response.StatusCode)
		return nil, false, fmt.Errorf("the server answers %s", response.Status)
	}
	var page struct {
		Events []json.RawMessage
		Ended  bool
	}
	if err := json.NewDecoder(response.Body).Decode(&page); err != nil {
		return nil, false, err
	}
	if events, err = parseEvents(page.Events); err != nil {
		p.t.Errorf("GET %s: %v", path, err)
	}
	return events, page.Ended, err
}

// log reads the whole log at an address.
func (p *platform) log(ctx context.Context, address string) (all []session.Event) {
	after := int64(0)
	for {
		events, ended := p.page(ctx, address, fmt.Sprintf("types=*&limit=500&after=%d", after))
		all = append(all, events...)
		if ended || len(events) == 0 {
			return all
		}
		after = events[len(events)-1].Seq
	}
}
