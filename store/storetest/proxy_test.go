package storetest

import (
	"net"
	"testing"

	"ringer/engine/sessiontest"
)

// echo starts a server that answers each chunk with the end of a Postgres answer.
func echo(t *testing.T) (address string, heard chan string) {
	listener := sessiontest.Must(net.Listen("tcp", "127.0.0.1:0"))(t)
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

// TestProxy checks the modes that only slow tests use. Those of lost connections show the others.
func TestProxy(t *testing.T) {
	t.Parallel()
	dial := func(t *testing.T) (*Proxy, net.Conn, chan string) {
		t.Parallel()
		address, heard := echo(t)
		p := StartProxy(t, address)
		conn := sessiontest.Must(net.Dial("tcp", p.listener.Addr().String()))(t)
		t.Cleanup(func() { _ = conn.Close() })
		return p, conn, heard
	}
	say := func(conn net.Conn) error {
		_, err := conn.Write([]byte("x"))
		if err == nil {
			_, err = conn.Read(make([]byte, 100))
		}
		return err
	}
	t.Run("Refusing", func(t *testing.T) {
		p, conn, _ := dial(t)
		sessiontest.NoError(t, say(conn))
		p.Set(Refusing, "")
		if n, err := conn.Read(make([]byte, 1)); err == nil {
			t.Errorf("an open connection brings %d bytes, want an error", n)
		}
		again := sessiontest.Must(net.Dial("tcp", p.Address()))(t)
		defer again.Close()
		if n, err := again.Read(make([]byte, 1)); err == nil {
			t.Errorf("a new connection brings %d bytes, want an error", n)
		}
	})
	t.Run("Switch", func(t *testing.T) {
		p, _, heard := dial(t)
		other, heardThere := echo(t)
		p.Switch(other)
		conn := sessiontest.Must(net.Dial("tcp", p.Address()))(t)
		defer conn.Close()
		if err := say(conn); err != nil || len(heard) > 0 || len(heardThere) != 1 {
			t.Errorf("error %v, the old server heard %d chunks, the new one %d; want 0 and 1", err, len(heard), len(heardThere))
		}
	})
}
