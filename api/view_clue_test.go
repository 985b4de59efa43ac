package api

import (
	"context"
	"encoding/json"
	"math"
	"strconv"
	"strings"
	"testing"
	"time"

	"ringer/engine/game"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

// logPages reads a log that is in memory.
type logPages []session.Event

func (l logPages) Events(_ context.Context, after int64, limit int) ([]session.Event, error) {
	rest := l[after:]
	return rest[:min(limit, len(rest))], nil
}

// seen is an event as a view shows it: its JSON, the parts of it, and the id in a stream.
type seen struct {
	raw  []byte
	all  map[string]any
	data map[string]any
	at   time.Time
	id   int64
}

// who returns the player who has done something; empty for the rest.
func (e seen) who() string {
	if p, ok := e.data["player"].(map[string]any); ok {
		return p["id"].(string)
	}
	if e.data["kind"] == string(session.FromPlayer) {
		return e.data["sender"].(string)
	}
	return ""
}

// view returns what a reader sees of a log: the events of a page, whose ids are those of a stream.
func (d *disguised) view(t *testing.T, log []session.Event, seat, key string) (list []seen) {
	t.Helper()
	v := game.View{GameID: d.id, Roster: log[0].Data.(*session.GameCreated).Roster(), Seat: seat, Seals: game.NewSeals(key, seat)}
	page, err := readPage(t.Context(), logPages(log), logQuery{session: d.id, game: true, view: &gameView{v, d.Desk}}, len(log))
	sessiontest.NoError(t, err)
	for _, shown := range page.Events {
		e := seen{at: shown.At, id: shown.id}
		if e.raw, err = jsonLine(shown.shown()); err == nil {
			err = json.Unmarshal(e.raw, &e.all)
		}
		sessiontest.NoError(t, err)
		e.data = e.all["data"].(map[string]any)
		list = append(list, e)
	}
	return list
}

// clues returns what somebody may measure of a player in a view, besides the words: how lines and
// signs of typing follow each other, times to the microsecond, the gaps in every number, the size
// and the fields of each event.
func clues(list []seen, player string) []float64 {
	var sum [24]float64
	var own []seen
	n := 0.0
	add := func(i int, x float64) { sum[i] += x }
	is := func(b bool) float64 { return map[bool]float64{true: 1}[b] }
	number := func(e seen) float64 {
		id, _ := e.data["id"].(string)
		n, _ := strconv.ParseFloat(id[strings.LastIndexByte(id, '_')+1:], 64)
		return n
	}
	for i, e := range list {
		if e.who() != player || i == 0 {
			continue
		}
		before, after := list[i-1], list[min(i+1, len(list)-1)]
		n++
		typing := e.data["kind"] == string(session.PlayerTyping)
		add(0, is(typing))
		if k := len(own); k > 0 {
			was := own[k-1].data["kind"] == string(session.PlayerTyping)
			add(1, is(typing && was))
			add(2, is(!typing && !was))
			add(3, math.Log1p(e.at.Sub(own[k-1].at).Seconds()))
			add(4, is(e.at.Equal(own[k-1].at)))
		}
		add(5, math.Log1p(e.at.Sub(before.at).Seconds()))
		add(6, math.Log1p(after.at.Sub(e.at).Seconds()))
		add(7, is(e.at.Equal(before.at)))
		add(8, is(e.at.Equal(after.at)))
		add(9, is(e.at.Nanosecond()%1_000_000 == 0))
		add(10, float64(e.at.Sub(list[0].at)%time.Millisecond))
		add(11, float64(e.at.Nanosecond()/1_000_000%10))
		add(12, e.all["seq"].(float64)-before.all["seq"].(float64))
		add(13, after.all["seq"].(float64)-e.all["seq"].(float64))
		add(14, float64((e.id-before.id)%1_000_003)/1_000_003)
		add(15, math.Log1p(math.Abs(float64(after.id-e.id))))
		add(16, float64(e.id%1024)/1024)
		if !typing {
			text, _ := e.data["text"].(string)
			id, _ := e.data["id"].(string)
			add(17, float64(len(e.raw)-len(text)-2*len(id)))
			add(18, float64(len(id)))
			add(19, math.Log1p(number(e)))
			add(20, math.Mod(number(e), 64))
		}
		add(21, float64(len(e.all)))
		add(22, float64(len(e.data)))
		own = append(own, e)
	}
	for i := range sum {
		sum[i] /= max(n, 1)
	}
	sum[23] = n
	return sum[:]
}

// suspect is a player in a game.
type suspect struct {
	clues []float64
	bot   float64
}

// learn trains a logistic regression on the first half of the suspects, and returns which share of
// the others it names rightly.
func learn(suspects []suspect) float64 {
	train, test := suspects[:len(suspects)/2], suspects[len(suspects)/2:]
	k := len(train[0].clues)
	for i := range k {
		mean, spread := 0.0, 0.0
		for _, s := range train {
			mean += s.clues[i] / float64(len(train))
		}
		for _, s := range train {
			spread += (s.clues[i] - mean) * (s.clues[i] - mean) / float64(len(train))
		}
		for _, s := range suspects {
			s.clues[i] = min(max((s.clues[i]-mean)/max(math.Sqrt(spread), 1e-9), -5), 5)
		}
	}
	weights := make([]float64, k+1)
	guess := func(s suspect) float64 {
		z := weights[k]
		for i, x := range s.clues {
			z += weights[i] * x
		}
		return 1 / (1 + math.Exp(-z))
	}
	for range 300 {
		step := make([]float64, k+1)
		for _, s := range train {
			miss := s.bot - guess(s)
			for i, x := range s.clues {
				step[i] += miss * x
			}
			step[k] += miss
		}
		for i := range weights {
			weights[i] += step[i] / float64(len(train))
		}
	}
	right := 0.0
	for _, s := range test {
		if (guess(s) > 0.5) == (s.bot == 1) {
			right++
		}
	}
	return right / float64(len(test))
}
