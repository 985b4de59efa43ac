package systemtest

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestPlaygroundTakeover: a guest leaves, a bot may play on, and the guest comes back. Then host
// and guest play again, and the spectator who has waited plays with them.
func TestPlaygroundTakeover(t *testing.T) {
	slow(t)
	s, host := openPlayground(t, "#/new/turing", "RINGER_API_KEY="+testKey)
	host.fill("Key", testKey)
	host.click("button", "Use this key")
	host.fill("Your name", "Zoe")
	host.click("button", "Add a person, who joins by a link")
	host.fill("Name of seat 4", "Max")
	host.click("button", "Rules, speed, seed")
	host.choose("Takeover", "a bot")
	host.choose("Who comes late", "plays in the next game")
	host.picture("form")
	host.click("button", "Start the game")
	host.see("The links work for four hours")
	link := func(name string) string {
		return host.eval(fmt.Sprintf(`document.querySelector(%q).href`, host.find("link", name)))
	}
	guest, spectator := newPage(t), newPage(t)
	guest.open(link("The seat of Max"))
	spectator.open(link("Spectators"))
	guest.see("You are Max.")
	guest.eval(`window.confirm = () => true, ""`)
	guest.click("button", "Leave the game")
	guest.see("A bot may play for you until you are back.")
	guest.picture("away")
	guest.checkAccess("away")
	guest.click("button", "I am back")
	guest.await("the seat", `!document.body.innerText.includes("I am back")`)
	guest.say("back from the kitchen")
	for _, p := range []*page{host, spectator} {
		p.said("back from the kitchen")
		if text := p.text("main"); !p.hides("Max has left", "is away", "is back") {
			t.Errorf("others see that Max was away: %s", text)
		}
	}
	spectator.fill("Your name in the next game", "Ida")
	spectator.click("button", "Play in the next game")
	spectator.see("You play in the next game as Ida.")
	spectator.picture("waits")

	s.key = testKey
	game := host.eval(`location.hash.split("/")[2]`)
	s.insist("/v1/games/"+game+"/end", map[string]any{})
	for _, p := range []*page{host, guest} {
		p.click("button", "Show who was who")
	}
	guest.see("If the next game begins")
	host.picture("again")
	host.checkAccess("again")
	host.click("button", "Play again with the same seats")
	host.see("You are Zoe.")
	guest.click("link", "Go to the next game")
	guest.see("You are Max.")
	spectator.click("link", "Go to the next game")
	spectator.see("You are Ida.")
	spectator.say("hi, i am new")
	for _, p := range []*page{host, guest, spectator} {
		p.said("hi, i am new")
		p.checkTraffic(s.url, "401 (Unauthorized)")
	}
	host.picture("next")
}

// hides reports whether the page shows none of these texts.
func (p *page) hides(texts ...string) bool {
	p.t.Helper()
	shown := p.text("main")
	return !slices.ContainsFunc(texts, func(text string) bool { return strings.Contains(shown, text) })
}
