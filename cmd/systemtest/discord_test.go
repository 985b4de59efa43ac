package systemtest

import (
	"bytes"
	"fmt"
	"net/http"
	"os/exec"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// channel is the channel of a server that stands for Discord, and the program that plays there.
type channel struct {
	*process
	t       *testing.T
	program func() *exec.Cmd
	bot     *child
	// said is what the program has printed for whoever runs it.
	said bytes.Buffer
}

// discordMessage is a message of the channel. Those of bots have a webhook.
type discordMessage struct {
	ID, Content string
	Author      struct {
		Username string
		Bot      bool
	}
	Webhook string `json:"webhook_id"`
}

// openChannel starts a server that stands for Discord.
func openChannel(t *testing.T, ringer string) *channel {
	t.Helper()
	example, port := exampleJS(t, "discord", "bot.mjs"), fmt.Sprint(quietPort(t))
	fake, lines := launch(t, tool(jsClient(t), "node", "discord.mjs", port, "good"))
	if !lines.Scan() {
		t.Fatal("no Discord")
	}
	c := &channel{process: at(t, "http://127.0.0.1:"+port, ""), t: t}
	c.child = fake
	c.program = func() *exec.Cmd {
		cmd := example(ringer, "DISCORD_TOKEN=good", "DISCORD_API="+c.url+"/api")
		cmd.Stderr = &c.said
		return cmd
	}
	return c
}

// run starts the program, and waits until it is ready.
func (c *channel) run() {
	c.t.Helper()
	bot, lines := launch(c.t, c.program())
	if c.bot = bot; !lines.Scan() {
		_ = bot.cmd.Wait() // it has ended
		c.t.Fatalf("the program is not ready: %s", &c.said)
	}
}

// act does what people do.
func (c *channel) act(what string, body any) {
	c.t.Helper()
	if status := c.call("POST", "/test/"+what, body, nil); status >= http.StatusBadRequest {
		c.t.Fatalf("%s: status %d", what, status)
	}
}

func (c *channel) say(name string, texts ...string) {
	c.t.Helper()
	c.act("say", map[string]any{"name": name, "texts": texts})
}

// messages returns the messages of people, of bots, or of the program itself, as whose they are and
// what they say.
func (c *channel) messages(match func(discordMessage) bool) (all []string) {
	c.t.Helper()
	var messages []discordMessage
	c.call("GET", "/test/messages", nil, &messages)
	for _, m := range messages {
		if match(m) {
			all = append(all, m.Author.Username+": "+m.Content)
		}
	}
	return all
}

func ofBots(m discordMessage) bool    { return m.Webhook != "" }
func ofPeople(m discordMessage) bool  { return !m.Author.Bot }
func ofProgram(m discordMessage) bool { return m.Author.Bot && m.Webhook == "" }

// announced returns how many messages of the program itself hold a text.
func (c *channel) announced(text string) (n int) {
	c.t.Helper()
	return strings.Count(strings.Join(c.messages(ofProgram), "\n"), text)
}

// TestDiscord plays the example discord while Discord loses an answer, limits the rate and forgets
// the connection, and while Ringer and the program are killed. People are told who is a bot. Each
// line comes once on each side, in its order.
func TestDiscord(t *testing.T) {
	slow(t)
	ringer := restarting(t)
	c := openChannel(t, ringer.url)
	c.run()
	c.act("command", map[string]any{"user": "Ann", "name": "start"})
	until(t, func() bool { return c.announced("These players are bots: Robin, Sam.") == 1 }, "people are told who is a bot")
	var page struct{ Games []struct{ ID string } }
	until(t, func() bool { ringer.call("GET", "/v1/games", nil, &page); return len(page.Games) == 1 }, "the game is opened")
	game := "/v1/games/" + page.Games[0].ID
	stored := func() bool { return len(ringer.texts(game, "message.received")) == len(c.messages(ofPeople)) }
	more := func() func() bool {
		n := len(c.messages(ofBots))
		return func() bool { return len(c.messages(ofBots)) > n }
	}

	c.say("Ann", "hi all", "robin, where are you from?")
	until(t, more(), "a bot speaks")
	c.act("fault", map[string]any{"kind": "limit"})
	c.act("fault", map[string]any{"kind": "lose"})
	next := more()
	c.say("Ann", "sam, where are you from?", "robin, what do you do?")
	until(t, next, "a line arrives whose answer is lost")
	c.bot.end(syscall.SIGKILL)
	c.say("Ann", "are you still there?", "robin?")
	ringer.restart(syscall.SIGKILL)
	c.run()
	until(t, stored, "what was said meanwhile is stored")
	c.act("cut", map[string]any{"forget": true})
	c.say("Ann", "the connection was lost")
	until(t, stored, "what was said without a connection is stored")
	c.act("cut", map[string]any{"silent": true})
	c.say("Ann", "the connection was silent")
	until(t, stored, "what was said on a silent connection is stored")
	flood := make([]string, 60)
	for i := range flood {
		flood[i] = fmt.Sprint("line ", i)
	}
	c.say("Bob", flood...)
	until(t, stored, "a flood is stored")

	question := []map[string]any{{"type": 3, "name": "question", "value": "Who is lying?"}}
	c.act("command", map[string]any{"user": "Bob", "name": "vote", "options": question})
	until(t, func() bool { return c.announced("Who is lying? You have a minute.") == 1 }, "people are asked")
	c.act("click", map[string]any{"user": "Ann", "label": "Robin"})
	until(t, func() bool { return c.announced("You voted for Robin.") == 1 }, "a vote is counted")
	c.bot.end(syscall.SIGKILL)
	c.run()
	c.act("click", map[string]any{"user": "Bob", "label": "Robin"})
	until(t, func() bool { return c.announced("Who is lying? ") == 2 }, "the result is told")
	c.act("command", map[string]any{"user": "Ann", "name": "end"})
	until(t, func() bool { return c.announced("The game is over. Robin and Sam played as bots.") == 1 }, "the end is told")
	if got, want := c.messages(ofBots), ringer.texts(game, "message.sent"); !slices.Equal(got, want) {
		t.Errorf("Discord has\n%s\nthe bots said\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if got, want := contents(ringer.texts(game, "message.received")), contents(c.messages(ofPeople)); !slices.Equal(got, want) {
		t.Errorf("Ringer has\n%s\npeople said\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if n := c.announced("You voted for Robin."); n != 2 {
		t.Errorf("%d of 2 people have voted", n)
	}
	if n := c.announced("Who is lying? "); n != 2 {
		t.Errorf("the vote and its result were told %d times", n)
	}
	t.Logf("the channel:\n%s", strings.Join(c.messages(func(discordMessage) bool { return true }), "\n"))
	c.bot.end(syscall.SIGKILL)
	if !strings.Contains(c.said.String(), "Discord: slow down") {
		t.Errorf("the program said nothing of the limit: %s", &c.said)
	}
	noMistakes(t, ringer.process)
}

// contents leaves out who has said each line: in Ringer that is the id of an account.
func contents(lines []string) (all []string) {
	for _, line := range lines {
		_, text, _ := strings.Cut(line, ": ")
		all = append(all, text)
	}
	return all
}

// TestDiscordRefuses runs the example with a wrong token. It ends, and says what to do.
func TestDiscordRefuses(t *testing.T) {
	slow(t)
	c := openChannel(t, "http://127.0.0.1:1")
	program := c.program()
	program.Env = append(program.Env, "DISCORD_TOKEN=bad")
	if err := program.Run(); err == nil || !strings.Contains(c.said.String(), "Set DISCORD_TOKEN to its token") {
		t.Errorf("%v: %s", err, &c.said)
	}
}

// texts returns who has said what in a game, by the type of the event.
func (p *process) texts(game, kind string) (all []string) {
	p.t.Helper()
	var page struct {
		Events []struct{ Data struct{ Sender, Text string } }
	}
	p.call("GET", game+"/events?limit=1000&types="+kind, nil, &page)
	for _, e := range page.Events {
		all = append(all, e.Data.Sender+": "+strings.TrimSpace(e.Data.Text))
	}
	return all
}
