package chaostest

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"
)

// Marker stands in every text of a server that is not an answer. No player may ever read it.
const Marker = "zzmarkerzz"

// Case is one way to misbehave.
type Case struct {
	Name string
	// NeverAnswers says that an ask that succeeds is a bug.
	NeverAnswers bool
	// RefusedByMouth says that its texts have the asked shape, so that only the mouth can refuse
	// them.
	RefusedByMouth bool
	// Untrusted says that the server uses TLS with an unknown certificate.
	Untrusted bool
	handle    func(w http.ResponseWriter, r *request)
}

func Cases() []Case {
	return slices.Concat(refusals(), failures(), wrappedAnswers(), oddBodies(), badAnswers())
}

// refusals are servers that work, and servers that refuse requests.
func refusals() []Case {
	return []Case{
		{Name: "behaves", handle: says(func(r *request) string { return r.valid() })},
		{Name: "429, Retry-After in seconds", handle: everyOther(func(w http.ResponseWriter, _ *request) {
			w.Header().Set("Retry-After", "1")
			write(w, 429, errorBody("slow down"))
		})},
		{Name: "429, Retry-After as a date", handle: everyOther(func(w http.ResponseWriter, _ *request) {
			w.Header().Set("Retry-After", time.Now().Add(time.Second).UTC().Format(http.TimeFormat))
			write(w, 429, errorBody("slow down"))
		})},
		{Name: "429 always", NeverAnswers: true, handle: func(w http.ResponseWriter, _ *request) { write(w, 429, errorBody("slow down")) }},
		{Name: "500 every other time", handle: everyOther(func(w http.ResponseWriter, _ *request) { write(w, 500, errorBody("oops")) })},
		{Name: "500 always", NeverAnswers: true, handle: func(w http.ResponseWriter, _ *request) { write(w, 500, errorBody("oops")) }},
		{Name: "400 always", NeverAnswers: true, handle: func(w http.ResponseWriter, _ *request) { write(w, 400, errorBody("no")) }},
		{Name: "no schemas", handle: func(w http.ResponseWriter, r *request) {
			if strings.Contains(r.format(), "schema") {
				write(w, 400, errorBody("This response_format type is unavailable now"))
				return
			}
			write(w, 200, r.valid())
		}},
	}
}

// failures are servers that fail, and servers whose response has no content.
func failures() []Case {
	return []Case{
		{Name: "hang", NeverAnswers: true, handle: func(_ http.ResponseWriter, r *request) { <-r.Context().Done() }},
		{Name: "slow drip", NeverAnswers: true, handle: drip},
		{Name: "connection broken", handle: everyOther(func(http.ResponseWriter, *request) { panic(http.ErrAbortHandler) })},
		{Name: "cut body", handle: everyOther(func(w http.ResponseWriter, r *request) {
			b := completion(content(Marker))
			w.Header().Set("Content-Length", fmt.Sprint(len(b)))
			fmt.Fprint(w, b[:len(b)/2])
		})},
		{Name: "200 with an error object", handle: everyOther(func(w http.ResponseWriter, _ *request) { write(w, 200, errorBody(Marker+" overloaded")) })},
		{Name: "empty choices", NeverAnswers: true, handle: says(func(_ *request) string { return `{"choices":[]}` })},
		{Name: "null content", NeverAnswers: true, handle: says(func(_ *request) string { return `{"choices":[{"finish_reason":"stop","message":{"content":null}}]}` })},
	}
}

// wrappedAnswers are servers that put something around or in place of the answer.
func wrappedAnswers() []Case {
	return []Case{
		{Name: "answer only in reasoning", handle: says(func(r *request) string {
			return message(map[string]any{"content": nil, "reasoning": "Blue asked me. So:\n" + r.answer()}, "stop")
		})},
		{Name: "thoughts only in reasoning", NeverAnswers: true, handle: says(func(r *request) string {
			return message(map[string]any{"content": "", "reasoning_content": "I could say " + r.unusedAnswer() + " but " + Marker}, "stop")
		})},
		{Name: "<think> before JSON", handle: says(func(r *request) string {
			return completion("<think>perhaps " + r.unusedAnswer() + "</think>\n" + r.answer())
		})},
		{Name: "<think> without an end", NeverAnswers: true, handle: says(func(r *request) string { return completion("<think>perhaps " + r.unusedAnswer() + " or " + Marker) })},
		{Name: "fences and prose", handle: says(func(r *request) string {
			return completion(Marker + ", here it is:\n```json\n" + r.answer() + "\n```\n" + r.unusedAnswer())
		})},
		{Name: "wrong enum", NeverAnswers: true, handle: says(func(_ *request) string {
			return completion(`{"decision":"` + Marker + `","text":5,"mood":"` + Marker + `"}`)
		})},
		{Name: "schema ignored", NeverAnswers: true, handle: says(func(_ *request) string {
			return completion("I think that I would rather say " + Marker + " to Blue now.")
		})},
		{Name: "JSON cut off", NeverAnswers: true, handle: says(func(_ *request) string {
			return message(map[string]any{"content": `{"text":"well ` + Marker}, "length")
		})},
		{Name: "broken characters", NeverAnswers: true, handle: says(func(_ *request) string {
			return "{\"choices\":[{\"message\":{\"content\":\"{\\\"text\\\":\\\"" + Marker + "\xf0\x9f\\\"}\"}}]}"
		})},
	}
}

// oddBodies are servers with a wrong body or a wrong connection.
func oddBodies() []Case {
	return []Case{
		{Name: "10 MB body", NeverAnswers: true, handle: huge},
		{Name: "100 MB, compressed", NeverAnswers: true, handle: compressed(sync.OnceValue(bomb))},
		{Name: "HTML page", handle: everyOther(func(w http.ResponseWriter, _ *request) {
			write(w, 200, "<html><body>"+Marker+content(Marker)+"</body></html>")
		})},
		{Name: "wrong content type", handle: func(w http.ResponseWriter, r *request) {
			w.Header().Set("Content-Type", "text/html; charset=latin1")
			fmt.Fprint(w, r.valid())
		}},
		{Name: "redirect", NeverAnswers: true, handle: func(w http.ResponseWriter, r *request) {
			if r.URL.Path == "/elsewhere" {
				write(w, 200, completion(content(Marker)))
				return
			}
			http.Redirect(w, r.Request, "/elsewhere", http.StatusTemporaryRedirect)
		}},
		{Name: "101 and silence", NeverAnswers: true, handle: switchProtocol},
		{Name: "usage of no known shape", handle: says(func(r *request) string { return strings.Replace(r.valid(), `"usage":{`, `"usage":[],"was":{`, 1) })},
		{Name: "TLS error", NeverAnswers: true, Untrusted: true, handle: says(func(_ *request) string { return completion(content(Marker)) })},
	}
}

// badAnswers are servers whose model writes nothing, recites its prompt, or repeats itself.
func badAnswers() []Case {
	return []Case{
		{Name: "length with nothing", NeverAnswers: true, handle: says(func(_ *request) string { return message(map[string]any{"content": ""}, "length") })},
		{Name: "reads the prompt out", NeverAnswers: true, handle: says(func(r *request) string { return completion(r.said()) })},
		{Name: "answers with the rules", RefusedByMouth: true, handle: says(func(r *request) string { return completion(r.recital()) })},
		{Name: "repeats itself for ever", NeverAnswers: true, handle: says(func(_ *request) string { return completion(content(strings.Repeat(Marker+" ", 300))) })},
	}
}

// says answers each request with a response.
func says(response func(r *request) string) func(http.ResponseWriter, *request) {
	return func(w http.ResponseWriter, r *request) { write(w, 200, response(r)) }
}

// everyOther misbehaves at every other request, beginning with the first.
func everyOther(badly func(http.ResponseWriter, *request)) func(http.ResponseWriter, *request) {
	return func(w http.ResponseWriter, r *request) {
		if r.number%2 == 1 {
			badly(w, r)
			return
		}
		write(w, 200, r.valid())
	}
}

// switchProtocol leaves HTTP with a 101, and then stays silent.
func switchProtocol(w http.ResponseWriter, r *request) {
	c, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		return
	}
	defer c.Close()
	fmt.Fprint(c, "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: chat\r\n\r\n")
	_, _ = io.Copy(io.Discard, c) // until the client has gone
}

// drip sends one byte every 20 ms, without an end.
func drip(w http.ResponseWriter, r *request) {
	fmt.Fprint(w, `{"choices":[{"message":{"content":"`+Marker)
	for t := time.NewTicker(20 * time.Millisecond); ; {
		select {
		case <-r.Context().Done():
			return
		case <-t.C:
			fmt.Fprint(w, " ")
			http.NewResponseController(w).Flush()
		}
	}
}

// compressed sends a compressed body.
func compressed(bomb func() []byte) func(http.ResponseWriter, *request) {
	return func(w http.ResponseWriter, _ *request) {
		w.Header().Set("Content-Encoding", "gzip")
		_, _ = w.Write(bomb()) // the client may close the connection early
	}
}

// bomb returns a body of 100 MB, compressed.
func bomb() []byte {
	// Compressed parts in a row are the same as their contents in a row, so one is compressed once.
	block := zipped(strings.Repeat(" ", 1<<20))
	return slices.Concat(zipped(`{"choices":[],"padding":"`), bytes.Repeat(block, 100), zipped(`"}`))
}

// zipped returns a text, compressed.
func zipped(text string) []byte {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, _ = io.WriteString(z, text) // a buffer accepts everything
	_ = z.Close()
	return b.Bytes()
}

// huge sends an answer of 10 MB.
func huge(w http.ResponseWriter, _ *request) {
	fmt.Fprint(w, `{"choices":[{"message":{"content":"{\"text\":\"`)
	block := strings.Repeat(Marker+" ", 1000)
	for sent := 0; sent < 10<<20; sent += len(block) {
		if _, err := fmt.Fprint(w, block); err != nil {
			return // the client has closed the connection
		}
	}
	fmt.Fprint(w, `\"}"}}]}`)
}

// content returns an answer to a question for a line.
func content(text string) string {
	b, _ := json.Marshal(map[string]string{"text": text})
	return string(b)
}
