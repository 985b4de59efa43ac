package engine

import "sync"

// hub tells the streams of a session that its log has grown. It carries no events: a listener reads the log, so that live
// delivery, catching up and resuming are one code path, and nobody waits for a slow reader.
type hub struct {
	mu        sync.Mutex // protects listeners
	listeners map[string]map[*Listener]struct{}
}

// Listener is one subscription. C holds a token when the log has grown since it was last received from.
type Listener struct {
	C       chan struct{}
	hub     *hub
	session string
}

func newHub() *hub { return &hub{listeners: map[string]map[*Listener]struct{}{}} }

func (h *hub) subscribe(session string) *Listener {
	l := &Listener{C: make(chan struct{}, 1), hub: h, session: session}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.listeners[session] == nil {
		h.listeners[session] = map[*Listener]struct{}{}
	}
	h.listeners[session][l] = struct{}{}
	return l
}

// Close ends the subscription.
func (l *Listener) Close() {
	l.hub.mu.Lock()
	defer l.hub.mu.Unlock()
	delete(l.hub.listeners[l.session], l)
	if len(l.hub.listeners[l.session]) == 0 {
		delete(l.hub.listeners, l.session)
	}
}

// ring tells the listeners of a session. It is called after the commit.
func (h *hub) ring(session string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for l := range h.listeners[session] {
		select {
		case l.C <- struct{}{}:
		default: // it has not looked yet, and will see this too
		}
	}
}
