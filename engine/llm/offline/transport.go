package offline

import (
	"bytes"
	"io"
	"log/slog"
	"net/http"
)

// Transport answers requests inside the process, as Server does.
type Transport struct{ Model *Model }

// RoundTrip implements http.RoundTripper.
func (t Transport) RoundTrip(r *http.Request) (*http.Response, error) {
	if err := r.Context().Err(); err != nil {
		return nil, err
	}
	if r.Body == nil { // the server's handler expects a body
		r = r.Clone(r.Context())
		r.Body = http.NoBody
	}
	defer r.Body.Close()
	s := Server{config: ServerConfig{Model: t.Model, Log: slog.New(slog.DiscardHandler)}}
	response := &recorder{header: http.Header{}}
	s.ServeHTTP(response, r)
	return &http.Response{
		StatusCode: response.status, Status: http.StatusText(response.status), Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Request: r,
		Header: response.header, Body: io.NopCloser(&response.body), ContentLength: int64(response.body.Len()),
	}, nil
}

// recorder keeps a response.
type recorder struct {
	header http.Header
	status int
	body   bytes.Buffer
}

// Header implements http.ResponseWriter.
func (r *recorder) Header() http.Header { return r.header }

// WriteHeader implements http.ResponseWriter.
func (r *recorder) WriteHeader(status int) { r.status = status }

// Write implements http.ResponseWriter.
func (r *recorder) Write(b []byte) (int, error) { return r.body.Write(b) }
