package tom_test

import (
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"pgregory.net/rapid"

	"ringer/engine/session"
	"ringer/engine/slowtest"
)

// %d is a number that no other line has. The first six are drawn most often.
var scriptLines = []string{
	"blue: so what about %d", "green: nothing %d", "pink: red what do you say to %d", "blue: green is a machine %d", "gm: round %d", "red: by hand %d",
	"burst 4 green", "burst 12 blue", "typing blue", "typing pink",
	"muted", "unmuted", "phase night", "phase dusk", "phase day", "phase dawn", "left green", "joined green", "eliminated blue", "joined blue", "left pink", "joined pink",
	"eliminated red", "joined red", "command send", "command cancel", "receipt posted", "receipt rejected", "echo", "vote 4s", "vote 20s",
	"model down", "model up", "kill", "start", "save", "takeover",
	"wild %d", "suspect Blue accuse", "suspect Green vote", "suspect nobody", "think Blue 90 by last; Green 15 by last", "think Blue 20 by last; Green 95 by last",
	"reflex: ", "reflex: I am an AI", "reflex: the same again", "reserve: ", "reserve: Blue where are you", "message: ", "message: well, i think, that it is Green", "rewrite: other words",
	"reserve: {\"text\":\"\"}", "message: {\"text\":\"\"}", "reflex: {\"text\":\"\"}", "biography: {\"age\":0,\"town\":\"\",\"country\":\"\",\"work\":\"\",\"habits\":[],\"worry\":\"\",\"writing\":\"\"}",
	`options {}`, `options {"cycle":"fused"}`, `options {"cognition":"off"}`, `options {"tom":"off"}`, `options {"cycle":"fused","silence_ms":4000,"accuse_lead":1}`,
	"calls 3000", "calls 60", "calls 20",
}

// tasks may fail or be slow, with these latencies.
var (
	tasks     = []string{session.KindBiography, "tom.reflex", "tom.knowledge", "tom.beliefs", "tom.intention", "tom.goal", "tom.state", "tom.message", "tom.reserve", "tom.single", "core.rewrite", "*"}
	latencies = []string{"100ms", "400ms", "1s", "3s", "9s", "40s"}
)

// step draws one line of a script.
func step(r *rapid.T, n int) string {
	switch rapid.IntRange(0, 9).Draw(r, "sort") {
	case 0:
		return fmt.Sprintf("latency %s %s", rapid.SampledFrom(tasks).Draw(r, "task"), rapid.SampledFrom(latencies).Draw(r, "latency"))
	case 1:
		return fmt.Sprintf("fail %s %s", rapid.SampledFrom(tasks).Draw(r, "task"), rapid.SampledFrom(append(failedWith, "", "")).Draw(r, "code"))
	case 2, 3, 4, 5:
		return fmt.Sprintf(scriptLines[rapid.IntRange(0, 5).Draw(r, "talk")], n)
	}
	h := rapid.SampledFrom(scriptLines).Draw(r, "happening")
	if strings.Contains(h, "%d") {
		return fmt.Sprintf(h, n)
	}
	return h
}

// peace returns the lines that end all faults: nothing fails or is slow, and the bot may speak.
const peace = `+1s start
+0s peace
+0s joined red
+0s unmuted
+0s phase day
+240s blue: still there
+60s
`

// script draws up to fifty lines, followed by some minutes of peace.
func script(r *rapid.T) string {
	var b strings.Builder
	fmt.Fprintf(&b, "options %s\n", rapid.SampledFrom([]string{`{}`, `{}`, `{"cycle":"fused"}`, `{"cycle":"fused"}`, `{"cognition":"off"}`, `{"tom":"off"}`, `{"length_basis":"incoming","silence_ms":5000}`}).Draw(r, "options"))
	fmt.Fprintf(&b, "speed %g\n", rapid.SampledFrom([]float64{1, 1, 0.1, 0.3, 7, 50, 100}).Draw(r, "speed"))
	fmt.Fprintf(&b, "timing %s\n", rapid.SampledFrom([]string{"human", "human", "human", "human", "instant", "manual"}).Draw(r, "timing"))
	b.WriteString(rapid.SampledFrom([]string{"", "", "biography given\n", "persona You are Toni, a cook from Graz.\n"}).Draw(r, "person"))
	if rapid.Bool().Draw(r, "wild") {
		fmt.Fprintf(&b, "wild %d\n", rapid.IntRange(1, 1000).Draw(r, "how"))
	}
	for n := range rapid.IntRange(1, 50).Draw(r, "steps") {
		wait := rapid.SampledFrom([]int{0, 300, 2000, 6000, 25_000}).Draw(r, "about")
		fmt.Fprintf(&b, "+%dms %s\n", rapid.IntRange(0, wait).Draw(r, "wait"), step(r, n))
	}
	return b.String() + peace
}

// TestAlwaysAPlan plays random games, rechecks them, and checks law and faultsAtRest. With -v it
// prints how much it has played; -rapid.checks=N plays N games.
func TestAlwaysAPlan(t *testing.T) {
	slowtest.Skip(t)
	t.Parallel()
	var games, events, sent atomic.Int64
	begun := time.Now()
	rapid.Check(t, func(r *rapid.T) {
		text := script(r)
		g := newTable(r, 1)
		g.config.Game.Phases = append(g.config.Game.Phases, session.Phase{ID: "dusk", Speakers: []string{"green", "pink"}})
		g.play(text)
		g.pass(0)
		g.recheck()
		if seq := g.law.considered["cognition"]; g.thinks() && g.lastSaid() > seq {
			g.wrong("cognition has considered all up to %d, somebody said something at %d", seq, g.lastSaid())
		}
		games.Add(1)
		events.Add(int64(g.law.events))
		sent.Add(int64(len(g.law.sent)))
		if r.Failed() {
			r.Fatalf("script:\n%s---\n%s", text, strings.Join(g.trace, "\n"))
		}
	})
	t.Logf("%d games, %d events, %d messages of the bot, in %s", games.Load(), events.Load(), sent.Load(), time.Since(begun).Round(time.Second))
}
