package storetest

import (
	"errors"
	"net"
	"os"
	"testing"
	"time"
)

// echo starts a server that answers each chunk with the end of a Postgres answer.
func echo(t *testing.T) (address string, heard chan string) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	heard = make(chan string, 10)
	go func() { // ends with the listener
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go func() {
				chunk := make([]byte, 1000)
				for {
					n, err := conn.Read(chunk)
					if err != nil {
						_ = conn.Close()
						return
					}
					heard <- string(chunk[:n])
					_, _ = conn.Write([]byte(ready + "I")) // the other side may have gone
				}
			}()
		}
	}()
	return listener.Addr().String(), heard
}

// TestProxy checks what the tests of lost connections rely on.
func TestProxy(t *testing.T) {
	t.Parallel()
	dial := func(t *testing.T) (*Proxy, net.Conn, chan string) {
		t.Parallel()
		address, heard := echo(t)
		p := StartProxy(t, address)
		conn, err := net.Dial("tcp", p.listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = conn.Close() })
		return p, conn, heard
	}
	say := func(t *testing.T, conn net.Conn, text string) (answer string, err error) {
		if _, err := conn.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
		chunk := make([]byte, 100)
		n, err := conn.Read(chunk)
		return string(chunk[:n]), err
	}
	t.Run("Passes", func(t *testing.T) {
		p, conn, _ := dial(t)
		p.Set(CutAfter, "mark")
		if answer, err := say(t, conn, "other"); answer == "" || err != nil {
			t.Errorf("answer %q, error %v; want an answer", answer, err)
		}
	})
	t.Run("CutBefore", func(t *testing.T) {
		p, conn, heard := dial(t)
		struck := p.Set(CutBefore, "mark")
		if answer, err := say(t, conn, "a mark"); err == nil {
			t.Errorf("answer %q, want an error", answer)
		}
		<-struck
		if len(heard) > 0 {
			t.Errorf("%q got through, want nothing", <-heard)
		}
	})
	t.Run("CutAfter", func(t *testing.T) {
		p, conn, heard := dial(t)
		struck := p.Set(CutAfter, "mark")
		if answer, err := say(t, conn, "a mark"); err == nil {
			t.Errorf("answer %q, want an error", answer)
		}
		<-struck
		if got := <-heard; got != "a mark" {
			t.Errorf("%q got through, want the chunk with the marker", got)
		}
	})
	t.Run("Silent", func(t *testing.T) {
		p, conn, heard := dial(t)
		p.Set(Silent, "")
		if err := conn.SetReadDeadline(time.Now().Add(50 * time.Millisecond)); err != nil {
			t.Fatal(err)
		}
		if answer, err := say(t, conn, "x"); !errors.Is(err, os.ErrDeadlineExceeded) || len(heard) > 0 {
			t.Errorf("answer %q, error %v, %d chunks got through; want a timeout and nothing", answer, err, len(heard))
		}
		p.Set(Passing, "")
		again, err := net.Dial("tcp", p.listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer again.Close()
		if answer, err := say(t, again, "y"); err != nil {
			t.Errorf("a new connection: answer %q, error %v", answer, err)
		}
	})
	t.Run("Refusing", func(t *testing.T) {
		p, conn, _ := dial(t)
		if _, err := say(t, conn, "x"); err != nil {
			t.Fatal(err)
		}
		p.Set(Refusing, "")
		if n, err := conn.Read(make([]byte, 1)); err == nil {
			t.Errorf("an open connection brings %d bytes, want an error", n)
		}
		again, err := net.Dial("tcp", p.Address())
		if err != nil {
			t.Fatal(err)
		}
		defer again.Close()
		if n, err := again.Read(make([]byte, 1)); err == nil {
			t.Errorf("a new connection brings %d bytes, want an error", n)
		}
	})
	t.Run("Switch", func(t *testing.T) {
		p, _, heard := dial(t)
		other, heardThere := echo(t)
		p.Switch(other)
		conn, err := net.Dial("tcp", p.Address())
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		if _, err := say(t, conn, "x"); err != nil || len(heard) > 0 || len(heardThere) != 1 {
			t.Errorf("error %v, the old server heard %d chunks, the new one %d; want 0 and 1", err, len(heard), len(heardThere))
		}
	})
}
