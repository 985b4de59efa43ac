package systemtest

import (
	"context"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

// docs is Swagger UI in a browser's tab.
type docs struct{ *page }

// openDocs opens the Swagger UI of a server. It is slow in a tab without the focus.
func openDocs(t *testing.T, server string) *docs {
	t.Helper()
	d := &docs{newPage(t)}
	sessiontest.Must(chromedp.Call(d.tab, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true}))(t)
	d.do("open Swagger UI", chromedp.Navigate(server+"/docs"), chromedp.WaitVisible(chromedp.CSS(".opblock")))
	d.picture("docs")
	return d
}

// execute opens an operation of the page and presses its button, with the values that are filled
// in. It returns what the page then shows.
func (d *docs) execute(operation string) (status, body string) {
	d.t.Helper()
	within := "[id$=" + operation + "] "
	limited, cancel := context.WithTimeout(d.tab, time.Minute)
	defer cancel()
	err := chromedp.Do(limited, chromedp.Click(chromedp.CSS(within+".opblock-summary-control")), chromedp.Click(chromedp.CSS(within+".execute")),
		chromedp.WaitVisible(chromedp.CSS(within+".live-responses-table .response-col_status")))
	if err != nil {
		d.t.Fatalf("%s: %v", operation, err)
	}
	const read = `(s => document.querySelector(s)?.innerText ?? "")(%q)`
	for _, part := range []struct {
		to *string
		in string
	}{{&status, ".response-col_status"}, {&body, ".response-col_description"}} {
		if *part.to, err = chromedp.Run(limited, chromedp.Evaluate[string](fmt.Sprintf(read, within+".live-responses-table tbody "+part.in))); err != nil {
			d.t.Fatal(err)
		}
	}
	if err := chromedp.Do(limited, chromedp.ScrollIntoView(chromedp.CSS(within+".live-responses-table"))); err != nil {
		d.t.Fatal(err)
	}
	d.picture(operation)
	return strings.TrimSpace(status), body
}

// shows reports whether the page has an element.
func (d *docs) shows(selector string) bool {
	d.t.Helper()
	found, err := chromedp.Run(d.tab, chromedp.Evaluate[bool](fmt.Sprintf("document.querySelector(%q) !== null", selector)))
	if err != nil {
		d.t.Fatal(err)
	}
	return found
}

var (
	sessionIDs = regexp.MustCompile(`ses_[a-z2-7]+`)
	gameIDs    = regexp.MustCompile(`gam_[a-z2-7]+`)
)

// TestDocs plays the beginnings of two games in Swagger UI like somebody who only presses its
// buttons.
func TestDocs(t *testing.T) {
	slow(t)
	p := start(t, filepath.Join(t.TempDir(), "ringer.db"))
	d := openDocs(t, p.url)
	if d.shows(".authorize") {
		t.Error("the page asks for a key, and the server has none")
	}
	d.play(p)
	d.checkTraffic(p.url)
}

// TestDocsWithAKey plays a session where the server has a key, and enters the key first.
func TestDocsWithAKey(t *testing.T) {
	slow(t)
	p := start(t, filepath.Join(t.TempDir(), "ringer.db"), "RINGER_API_KEY="+testKey)
	p.key = testKey
	d := openDocs(t, p.url)
	d.authorize(testKey)
	d.playSession(p)
	d.checkTraffic(p.url)
}

// authorize enters a key.
func (d *docs) authorize(key string) {
	d.t.Helper()
	limited, cancel := context.WithTimeout(d.tab, time.Minute)
	defer cancel()
	err := chromedp.Do(limited, chromedp.Click(chromedp.CSS(".auth-wrapper > .authorize")), chromedp.SendKeys(chromedp.CSS("#auth-bearer-value"), key),
		chromedp.Click(chromedp.CSS(".auth-container .authorize")), chromedp.Click(chromedp.CSS(".auth-container .btn-done")))
	if err != nil {
		d.t.Fatalf("authorize: %v", err)
	}
}

// play executes operations in the order of a game: a session, its votes, and a game of all seats.
func (d *docs) play(p *process) {
	d.t.Helper()
	session := d.playSession(p)
	d.playVote(p, session)
	_, created := d.execute("createGame")
	gameID := gameIDs.FindString(created)
	if status, body := d.execute("getGame"); gameID == "" || status != "200" || !strings.Contains(body, gameID) {
		d.t.Fatalf("getGame shows %s and %s after createGame has shown %s", status, body, created)
	}
}

// playSession opens a session, speaks to its bot, and reads what it did.
func (d *docs) playSession(p *process) (sessionID string) {
	d.t.Helper()
	for _, step := range []struct{ operation, status, shown string }{
		{"createSession", "201", `"status": "open"`},
		{"postMessages", "202", `"seq": `},
		{"getEvents", "200", `"message.sent"`},
		{"getMessageTrace", "200", `"candidates"`},
	} {
		status, body := d.execute(step.operation)
		if sessionID == "" {
			sessionID = sessionIDs.FindString(body)
		}
		if ids := strings.TrimPrefix(sessionID, "ses_"); status != step.status || !strings.Contains(body, step.shown) || !strings.Contains(body, ids) {
			d.t.Fatalf("%s shows %s and %s; want %s, %s and ids with %s", step.operation, status, body, step.status, step.shown, ids)
		}
		if step.operation == "postMessages" { // its example speaks to the bot
			await(p, sessionID, func(*session.MessageSent) bool { return true })
		}
	}
	return sessionID
}

// playVote asks the bot for a vote, and reads it.
func (d *docs) playVote(p *process, sessionID string) {
	d.t.Helper()
	for _, step := range []struct{ operation, status, shown string }{
		{"postVote", "202", `"standing_answer"`},
		{"getVote", "200", `"answered_by"`},
		{"getVoteTrace", "200", `"suspicion"`},
		{"postVoteReceipt", "202", `"seq": `},
	} {
		if status, body := d.execute(step.operation); status != step.status || !strings.Contains(body, step.shown) || !strings.Contains(body, `"day-1"`) {
			d.t.Fatalf("%s shows %s and %s; want %s, %s and day-1", step.operation, status, body, step.status, step.shown)
		}
		if step.operation == "postVote" {
			await(p, sessionID, func(*session.VoteCast) bool { return true })
		}
	}
}

// TestDocsFitAScreen opens each operation of Swagger UI. Its description, parameters, body and
// answers fit on a screen of 1280 × 1024, with the failures folded.
func TestDocsFitAScreen(t *testing.T) {
	slow(t)
	p := start(t, filepath.Join(t.TempDir(), "ringer.db"))
	d := openDocs(t, p.url)
	sessiontest.NoError(t, chromedp.Do(d.tab, chromedp.EmulateViewport(1280, 1024)))
	// One after another would take a second each.
	d.eval(`document.querySelectorAll(".opblock-summary-control").forEach(e => e.click()); ""`)
	d.await("all operations are open", `[...document.querySelectorAll(".opblock")].every(o => o.querySelector(".responses-table .fold"))`)
	heights, err := chromedp.Run(d.tab, chromedp.Evaluate[map[string]float64](`Object.fromEntries([...document.querySelectorAll(".opblock")].map(o => [o.id, o.getBoundingClientRect().height]))`))
	if err != nil || len(heights) < 30 {
		t.Fatalf("%v: %v", heights, err)
	}
	for id, height := range heights {
		if height < 200 || height > 1024 {
			t.Errorf("%s is %.0f pixels high", id, height)
		}
	}
}
