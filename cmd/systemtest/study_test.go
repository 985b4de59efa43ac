package systemtest

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"ringer/engine/sessiontest"
)

// studyFile is a study of two arms. Its games end as soon as both people have accused somebody, so
// no test waits for a clock.
const studyFile = `
study: two-arms
title: Who of them is the machine?
hypotheses: [People find the machine of the scheduler more often than that of tom.]
rules: turing
game: {speed: 10, rules_options: {chat_ms: 3600000, vote_ms: 45000}}
players: 3
people: 2
arms:
  - {name: tom, bots: [tom], options: {persona: "a student from Graz"}}
  - {name: scheduler, bots: ["scheduler:fidelity=paper"]}
games: 4
seed: 7
survey: paper
primary: identified
questions:
  - {id: english, text: "How well do you know English?", kind: scale, min: 1, max: 5}
  - {id: why, text: "How did you decide?", kind: text}
consent: |
  You chat with two others, and answer some questions.

  We keep what you write until 2028. Ask us at study@example.org.
thanks: Your code is C1TY.
`

// studyServer is a server that runs a study in a folder.
type studyServer struct {
	*process
	t         *testing.T
	file, out string
	env       []string
}

func startStudy(t *testing.T, file string) *studyServer {
	t.Helper()
	dir := t.TempDir()
	s := &studyServer{t: t, file: filepath.Join(dir, "study.yaml"), out: filepath.Join(dir, "out")}
	sessiontest.NoError(t, os.WriteFile(s.file, []byte(file), 0o600))
	s.env = []string{"PORT=" + fmt.Sprint(quietPort(t)), "RINGER_DB=" + filepath.Join(dir, "ringer.db"), "RINGER_API_KEY=" + testKey}
	s.again()
	return s
}

// again starts the server as before.
func (s *studyServer) again() {
	s.process = startProgram(s.t, program(s.t, testWriter{s.t}, s.env, "study", "run", s.file, "--out", s.out))
}

// participant is a person in a browser.
type participant struct {
	*page
	name string
}

// join agrees to take part, and presses the button twice.
func (p *participant) join(url string) {
	p.t.Helper()
	p.open("about:blank") // a new person: the address of the last one has its key
	p.open(url + "/playground/#/study")
	p.see("Some or all of the other players may be bots.")
	p.see("Ask us at study@example.org.")
	p.click("field", "I have read this")
	p.find("button", "Take part")
	p.eval(`(() => { const f = document.querySelector("form"); f.requestSubmit(); f.requestSubmit(); return ""; })()`)
}

// seated waits for the game, and returns the name that the person has in it.
func (p *participant) seated() string {
	p.t.Helper()
	p.see("You are ")
	p.name = p.eval(`/You are (\w+)\./.exec(document.querySelector(".who-am-i").innerText)[1]`)
	return p.name
}

// accuse accuses a player, which ends the chat when both people have done it.
func (p *participant) accuse(name string) {
	p.t.Helper()
	at := p.find("field", "Who is the machine?")
	p.eval(fmt.Sprintf(`(() => { const s = document.querySelector('%s'); s.value = %q; s.dispatchEvent(new Event("change", { bubbles: true })); return ""; })()`, at, name))
	p.click("button", "Accuse")
}

// answer fills in the survey.
func (p *participant) answer(suspect, bot string, rating int) {
	p.t.Helper()
	p.see("Before you learn it")
	p.click("field", suspect)
	p.picture("before")
	p.click("button", "Show who was who")
	p.await("each name and role in one piece", `[...document.querySelectorAll("[aria-label='Who was who'] td:is(:first-child, :nth-child(3))")].map(e => {
		const r = document.createRange();
		r.selectNodeContents(e);
		return r.getClientRects().length;
	}).join() === "1,1,1,1,1,1"`)
	p.fill(bot+": Like a person", fmt.Sprint(rating))
	p.fill(bot+": Good moments", "3")
	p.fill(bot+": Fitting lines", "4")
	p.click("field", "4")
	p.fill("How did you decide?", "it was, um, quick")
	p.picture("survey")
	p.click("button", "Send, and finish")
	p.see("Your code is C1TY.")
}

// bot returns the player of a page that is none of the people.
func (p *participant) bot(people ...string) string {
	p.t.Helper()
	names := p.lines(".players .name")
	return names[slices.IndexFunc(names, func(n string) bool { return !slices.Contains(people, n) })]
}

// TestStudy runs a whole study of two arms with two people in two browsers. One game loses a
// person, and in another one the server is killed. The arms are balanced all the same, and nothing
// is lost.
func TestStudy(t *testing.T) {
	slow(t)
	s := startStudy(t, studyFile)
	ann, ben := &participant{page: newPage(t)}, &participant{page: newPage(t)}
	ben.phone()
	for n := range 5 {
		ann.join(s.url)
		ann.see("1 of 2 people are here")
		if n == 0 {
			ann.picture("lobby")
			ann.checkAccess("lobby")
		}
		ben.join(s.url)
		people := []string{ann.seated(), ben.seated()}
		bot := ann.bot(people...)
		ann.say("hi all")
		ben.said("hi all")
		if n == 1 { // somebody leaves, so the game does not count
			ben.eval(`window.confirm = () => true, ""`)
			ben.click("button", "Leave the study")
			ben.see("You have left the study.")
			ann.answer(bot, bot, 2)
			continue
		}
		if n == 2 {
			s.end(syscall.SIGKILL)
			ann.see("The connection is broken")
			s.again()
		}
		ben.say("hello you two")
		ann.said("hi all", "hello you two")
		for _, p := range []*participant{ann, ben} {
			p.accuse(bot)
		}
		if n == 0 {
			ben.see("Before you learn it")
			ben.checkAccess("survey")
		}
		ann.answer(bot, bot, 1+n)
		ben.answer([]string{people[0], bot}[n%2], bot, 5-n)
	}
	ann.open("about:blank")
	ann.open(s.url + "/playground/#/study")
	ann.see("The study is over.")
	for _, p := range []*participant{ann, ben} {
		p.checkTraffic(s.url, "net::ERR_", "409 (Conflict)")
	}
	status, _, err := command(t, nil, "study", "status", s.out)
	sessiontest.NoError(t, err)
	sessiontest.Contains(t, status, "4 of 4 games count: the study is complete.", "left before the end")
	checkTables(t, s.out)
}

// checkTables exports the study, and counts what it has. With RINGER_DOCS_PICTURES the files are
// kept beside the pictures.
func checkTables(t *testing.T, folder string) {
	t.Helper()
	out := filepath.Join(t.TempDir(), "export")
	if pictures := os.Getenv("RINGER_DOCS_PICTURES"); pictures != "" {
		out = filepath.Join(pictures, "export")
	}
	results, _, err := command(t, nil, "study", "export", folder, "--out", out)
	sessiontest.NoError(t, err)
	sessiontest.Contains(t, results, "4 of 4 games count.", "| **identified** |", "| similarity |", "| english |", "Mann–Whitney")
	read := func(name string) string { return string(sessiontest.Must(os.ReadFile(filepath.Join(out, name)))(t)) }
	for name, want := range map[string]int{"games.csv": 6, "people.csv": 11, "ratings.csv": 10} {
		if got := strings.Count(read(name), "\n"); got != want {
			t.Errorf("%s has %d lines, want %d:\n%s", name, got, want, read(name))
		}
	}
	sessiontest.Contains(t, read("people.csv"), `"it was, um, quick"`, "withdrew")
	sessiontest.Contains(t, read("lines.jsonl"), `"text":"hello you two"`, `"bot":"scheduler:fidelity=paper"`)
	sessiontest.Contains(t, read("dictionary.csv"), "people.csv,q_english,scale,How well do you know English?", "lines.jsonl,at_ms")
	sessiontest.Contains(t, read("preregistration.md"), "# Preregistration: Who of them is the machine?")
}
