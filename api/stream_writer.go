package api

import (
	"bytes"
	"errors"
	"net"
	"net/http"
	"strconv"
	"syscall"
	"time"

	"github.com/labstack/echo/v4"
)

// streamWriter is what a stream or an export writes to.
type streamWriter interface {
	// write sends a block at once; the first one after the head of the response. It fails when the
	// reader has gone, or does not read for too long.
	write(block []byte) error
	// close ends the response. A reader can see whether it is complete or was cut.
	close(complete bool)
}

// hijackedWriter is a connection that was taken over from net/http. The goroutines and buffers of
// net/http would cost five times what an idle stream needs. It writes HTTP/1.1 chunks. Only a write
// can show that the reader has gone, at the latest the next heartbeat.
type hijackedWriter struct {
	conn net.Conn
	// raw is the connection for writes that do not wait; nil if it has none.
	raw   syscall.RawConn
	limit time.Duration
	// block calls what may take long.
	block func(func())
	// done takes the connection after a complete response.
	done func(net.Conn)
	// head is the response's header; nil once it has been written.
	head []byte
	// err is the error of the first failed write. Nothing is written after it: the reader may have
	// got half a block.
	err error
}

// hijackWriter takes a connection over. The first write sends the response's header, too. It
// returns nil for HTTP/2 and HTTP/1.0, whose connections cannot be taken over.
func (s *Server) hijackWriter(c echo.Context) streamWriter {
	if r := c.Request(); r.ProtoMajor != 1 || r.ProtoMinor != 1 {
		return nil
	}
	conn, _, err := c.Response().Hijack()
	if err != nil {
		return nil
	}
	h := c.Response().Header()
	h.Set("Date", time.Now().UTC().Format(http.TimeFormat))
	// The connection is used for nothing else, but "Connection: close" is left out: with it, Node's
	// fetch takes a response that was cut for a complete one.
	h.Set("Transfer-Encoding", "chunked")
	var head bytes.Buffer
	head.WriteString("HTTP/1.1 200 OK\r\n")
	_ = h.Write(&head) // a Buffer never fails
	head.WriteString("\r\n")
	w := &hijackedWriter{conn: conn, limit: s.writeLimit, block: s.crew.block, done: s.release, head: head.Bytes()}
	if socket, ok := conn.(syscall.Conn); ok {
		w.raw, _ = socket.SyscallConn() // without it every write is one that may wait
	}
	return w
}

func (w *hijackedWriter) write(block []byte) error {
	if len(block) == 0 { // an empty chunk would end the response
		return w.send(nil)
	}
	chunk := strconv.AppendInt(make([]byte, 0, len(block)+20), int64(len(block)), 16)
	return w.send(append(append(append(chunk, "\r\n"...), block...), "\r\n"...))
}

func (w *hijackedWriter) send(b []byte) error {
	if head := w.head; head != nil {
		w.head = nil
		_ = w.send(head) // the block fails with the same error
	}
	if w.err != nil {
		return w.err
	}
	if b = b[w.sendNow(b):]; len(b) == 0 {
		return nil
	}
	w.block(func() {
		if w.err = w.conn.SetWriteDeadline(time.Now().Add(w.limit)); w.err == nil {
			_, w.err = w.conn.Write(b)
		}
		_ = w.conn.SetWriteDeadline(time.Time{}) // else sendNow would fail later
	})
	return w.err
}

// sendNow writes what the kernel takes at once, and returns how much that is. It leaves errors to
// the write that waits.
func (w *hijackedWriter) sendNow(b []byte) (n int) {
	if w.raw == nil {
		return 0
	}
	_ = w.raw.Write(func(socket uintptr) bool {
		n = writeNow(socket, b)
		return true
	})
	return n
}

func (w *hijackedWriter) close(complete bool) {
	if complete && w.send([]byte("0\r\n\r\n")) == nil {
		w.done(w.conn)
		return
	}
	_ = w.conn.Close() // what was written is on its way
}

// release takes a connection whose response is complete.
func (s *Server) release(conn net.Conn) {
	if s.listener == nil {
		_ = conn.Close() // what was written is on its way
		return
	}
	s.listener.giveBack(conn)
}

// blockingWriter writes in blocking sections.
type blockingWriter struct {
	streamWriter
	block func(func())
}

func (w blockingWriter) write(b []byte) (err error) {
	w.block(func() { err = w.streamWriter.write(b) })
	return err
}

// handlerWriter is a response that net/http completes when the handler returns.
type handlerWriter struct {
	response *echo.Response
	control  *http.ResponseController
	limit    time.Duration
}

func newHandlerWriter(c echo.Context, status int, limit time.Duration) streamWriter {
	c.Response().WriteHeader(status)
	return &handlerWriter{c.Response(), http.NewResponseController(c.Response().Writer), limit}
}

func (w *handlerWriter) write(block []byte) error {
	if err := w.extend(); err != nil {
		return err
	}
	if _, err := w.response.Write(block); err != nil {
		return err
	}
	return w.control.Flush()
}

// close extends the write deadline for the last chunk. net/http writes it after the handler has
// returned, perhaps long after the last event. To cut the response, the handler panics.
func (w *handlerWriter) close(bool) { _ = w.extend() }

func (w *handlerWriter) extend() error {
	if err := w.control.SetWriteDeadline(time.Now().Add(w.limit)); err != nil && !errors.Is(err, http.ErrNotSupported) {
		return err
	}
	return nil
}
