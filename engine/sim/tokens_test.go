package sim_test

import (
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"ringer/engine/journal"
	"ringer/engine/llm"
	"ringer/engine/llm/offline"
	"ringer/engine/prompt"
	"ringer/engine/recheck"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
	"ringer/engine/sim"
	"ringer/store"
)

type asked struct {
	at   time.Time
	task string
	// message is how many messages the chat had by then.
	message int
	tokens  int
	// shared is the part of the prompt that an earlier prompt began with. A prefix cache would hit
	// it.
	shared float64
}

type listening struct {
	now   func() time.Time
	asked []asked
	// seen are the prompts so far, sorted. A new prompt is next to the one with which it shares the
	// longest prefix.
	seen []string
}

func (e *listening) ask(_ prompt.Caller, p prompt.Prompt, _ any, next func() error) error {
	r := p.Render()
	text := r.System + r.User
	i, _ := slices.BinarySearch(e.seen, text)
	shared := 0
	for _, neighbour := range e.seen[max(0, i-1):min(len(e.seen), i+1)] {
		shared = max(shared, prefix(text, neighbour))
	}
	e.seen = slices.Insert(e.seen, i, text)
	// Four bytes make a token, as the offline model counts.
	e.asked = append(e.asked, asked{at: e.now(), task: p.Task, tokens: (len(text) + 3) / 4, shared: float64(shared) / float64(len(text))})
	return next()
}

func prefix(a, b string) (n int) {
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}

// chat returns the messages of a long game. They are scripted lines, or the lines of a file of the
// form "name: text".
func chat(t *testing.T, file string, rng *rand.Rand) (players []string, lines [][2]string) {
	t.Helper()
	players = []string{"Blue", "Green", "Yellow"}
	if file == "" {
		for i := range lateTo {
			lines = append(lines, [2]string{players[rng.IntN(len(players))], talk[(i*7+rng.IntN(5))%len(talk)]})
		}
		return players, lines
	}
	b := sessiontest.Must(os.ReadFile(file))(t)
	players = nil
	for line := range strings.Lines(string(b)) {
		name, text, ok := strings.Cut(strings.TrimSpace(line), ": ")
		if !ok || strings.TrimSpace(text) == "" {
			continue
		}
		if !slices.Contains(players, name) {
			players = append(players, name)
		}
		lines = append(lines, [2]string{name, text})
	}
	return players, lines
}

// playLong plays a game up to a number of messages, including the bot's. It returns the questions
// and the recording.
func playLong(t *testing.T, file string) ([]asked, *recheck.Recording) {
	t.Helper()
	strategies := registry(t)
	client := sessiontest.Must(llm.New(llm.Config{Roles: llm.OneModel(offline.Name, 10*time.Second), Transport: offline.Transport{Model: offline.New(strategies.Skills())}}))(t)
	models := &listening{}
	db := store.NewMemory()
	s := sim.New(db, strategies, &wrapped{client, models.ask})
	models.now = s.Now
	rng := rand.New(rand.NewPCG(6, 1))
	players, lines := chat(t, file, rng)
	setting := session.Setting{Rules: "turing", Players: []session.Player{{ID: "Red", Name: "Red"}}}
	for _, name := range players {
		setting.Players = append(setting.Players, session.Player{ID: name, Name: name})
	}
	id := sessiontest.Must(s.Open(session.Config{Bot: session.Bot{Seat: "Red"}, Game: setting, Record: true}))(t)
	at := sim.Epoch()
	for _, line := range lines {
		at = at.Add(time.Duration(2+rng.IntN(12)) * time.Second)
		s.At(at, func() error { return s.Say(id, session.Post{Sender: line[0], Text: line[1]}) })
	}
	sessiontest.NoError(t, s.Run(at.Add(time.Minute)))
	log := sessiontest.Must(s.Log(id))(t)
	calls := sessiontest.Must(db.RecordedCalls(t.Context(), id, journal.Place{}, 100_000))(t)
	return upTo(lateTo, models.asked, log), &recheck.Recording{Session: id, Events: log, Calls: calls}
}

// upTo numbers the questions by the messages before them. It keeps the questions up to a number of
// messages.
func upTo(n int, all []asked, log []session.Event) (kept []asked) {
	var said []time.Time
	for _, e := range log {
		if e.MessageID("ses_0001") != "" {
			said = append(said, e.At)
		}
	}
	for _, a := range all {
		a.message, _ = slices.BinarySearchFunc(said, a.at.Add(1), time.Time.Compare)
		if a.message <= n {
			kept = append(kept, a)
		}
	}
	return kept
}
