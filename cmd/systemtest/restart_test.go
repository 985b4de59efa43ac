package systemtest

import (
	"fmt"
	"io"
	"os"
	"sync"
	"syscall"
	"testing"
)

// TestRestartsLeaveNothingOpen restarts Postgres twenty times under a server that tries TLS first,
// as it does by default. A connection that Postgres refuses meanwhile must not stay open: it would
// also keep the next stop waiting for a minute.
func TestRestartsLeaveNothingOpen(t *testing.T) {
	if os.Getenv(binVariable) == "" {
		t.Skip("the test needs the programs of Postgres: run it with .ci/postgres")
	}
	slow(t)
	db := newPostgres(t)
	p := startLogged(t, io.Discard, []string{"PORT=0", fmt.Sprintf("DATABASE_URL=postgres://test@%s/postgres", db.host())})
	post := "/v1/sessions/" + p.open(turing(nil)) + "/messages"
	p.insist(post, map[string]any{"sender": "Blue", "text": "before"})
	before := p.descriptors()
	for i := range 20 {
		stopped := make(chan struct{})
		var posts sync.WaitGroup
		for range 8 { // so that some connect while it stops
			posts.Go(func() {
				for {
					p.call("POST", post, map[string]any{"sender": "Blue", "text": "meanwhile"}, nil)
					select {
					case <-stopped:
						return
					default:
					}
				}
			})
		}
		db.run("pg_ctl", "-D", db.dir, "-m", "fast", "-w", "stop")
		_ = db.cmd.Wait() // it was told to end
		close(stopped)
		posts.Wait()
		db.start()
		p.insist(post, map[string]any{"id": fmt.Sprint(i), "sender": "Blue", "text": "after"})
		if after := p.descriptors(); after > before+20 {
			t.Fatalf("the server had %d descriptors; after %d restarts it has %d", before, i+1, after)
		}
	}
	p.end(syscall.SIGTERM)
}

// descriptors returns how many files and sockets the server has open.
func (p *process) descriptors() int {
	p.t.Helper()
	list, err := os.ReadDir(fmt.Sprintf("/proc/%d/fd", p.cmd.Process.Pid))
	if err != nil {
		p.t.Fatal(err)
	}
	return len(list)
}
