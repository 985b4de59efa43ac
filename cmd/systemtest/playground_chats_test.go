package systemtest

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestPlaygroundTwoChats: an interrogator talks to two witnesses at once, each in a chat of its
// own, and gives a verdict with a reason.
func TestPlaygroundTwoChats(t *testing.T) {
	slow(t)
	s, p := openPlayground(t, "#/new/three_party")
	p.fill("Your name", "Zoe")
	p.click("button", "Rules, speed, seed")
	p.fill("Speed", "4")
	p.fill("Chat (ms)", "30000")
	p.fill("Vote (ms)", "600000")
	p.click("button", "Start the game")
	p.see("You are the interrogator.")
	for i := range 2 {
		witness := p.text(fmt.Sprintf(".chats section:nth-of-type(%d) h2", i+1))
		p.fill("Your message to "+witness, fmt.Sprint("hi, this is for ", witness))
		p.do("send", chromedp.KeyEvent("\r"))
		p.await("the line in its chat alone", fmt.Sprintf(`[...document.querySelectorAll(".chats section")].map(e => [...e.querySelectorAll(".line.mine:not(.waiting)")].some(l => l.innerText.includes("for " + %q))).indexOf(true) === %d`, witness, i))
	}
	p.checkAccess("chats")
	p.picture("chats")
	p.see("Which witness is the person?")
	p.press("form.vote .choices label:nth-of-type(1) input", " ")
	p.fill("Why?", "short and dry")
	p.picture("verdict")
	p.click("button", "Vote")
	p.click("button", "Show who was who")
	p.await("the person's verdict", `document.querySelector(".log").textContent.includes("sure to 50 of 100: short and dry")`)
	p.see("was the person, and")
	p.picture("end")
	p.checkTraffic(s.url)
}
