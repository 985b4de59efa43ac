package tom_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

// play plays a script line by line. The lines before the first time configure the game: "options
// {…}", "speed 5", "timing instant", "persona You are …", "biography given",
// "calls 40". They may also tell the model what to answer. Each later line has a time after the
// line before it:
//
//	+3s blue: hi | gm: go on | red: by hand  a message; red is the bot's own seat
//	+1s burst 20 green                   20 messages at once
//	+1s muted | unmuted | typing blue | left green | joined green | eliminated blue | phase night
//	+1s command send | command cancel | receipt rejected | receipt posted | echo
//	+1s vote 20s                         the platform asks for a suspect
//	+1s options {…} | calls 60           the configuration changes
//	+0s message: why me                  from now on the answer to tom.message; empty ends it
//	+0s think Blue 80 by 4,7; Green 10 by last  the suspicions, with the lines as reasons
//	+0s suspect Blue accuse              the suspect and the next action
//	+0s wild 7                           it answers anything
//	+0s fail tom.message model_timeout   from now on the task fails; without a code it works
//	+0s model down | model up            all tasks fail, or work again
//	+0s latency tom.message 9s           from now on the time of the task; * is all others
//	+0s peace                            nothing fails, and every task takes half a second
//	+0s kill | start | save | takeover   the driver dies, starts, saves, is replaced
//	+5s                                  time passes
func (g *table) play(script string) {
	for line := range strings.Lines(script) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		word, rest, _ := strings.Cut(line, " ")
		if word[0] != '+' {
			if err := g.setup(word, rest); err != nil {
				g.t.Fatalf("%q: %v", line, err)
			}
			continue
		}
		if g.id == "" {
			g.open()
			g.watch()
		}
		wait, err := time.ParseDuration(word[1:])
		if err != nil {
			g.t.Fatalf("%q: %v", line, err)
		}
		g.pass(wait)
		if err := g.do(rest); err != nil {
			g.t.Fatalf("%q: %v", line, err)
		}
		g.pass(0)
	}
}

func (g *table) setup(word, rest string) (err error) {
	switch word {
	case "options":
		g.config.Options = json.RawMessage(rest)
	case "speed":
		g.config.Speed, err = strconv.ParseFloat(rest, 64)
	case "timing":
		g.config.Timing = session.TimingMode(rest)
	case "persona":
		g.config.Persona = rest
	case "biography":
		g.config.Biography = sessiontest.Biography()
	case "calls":
		g.config.Limits.MaxCalls, err = strconv.Atoi(rest)
	default:
		known, err := g.instruct(word, rest)
		if err == nil && !known {
			err = errors.New("begins with no time, and sets nothing up")
		}
		return err
	}
	return err
}

// do does one thing. A command that the platform may not give now does nothing.
func (g *table) do(what string) error {
	if what == "" {
		return nil
	}
	for _, try := range []func(string, string) (bool, error){g.driver, g.instruct, g.platform} {
		word, rest, _ := strings.Cut(what, " ")
		done, err := try(word, rest)
		if _, refused := errors.AsType[session.Errors](err); refused {
			return nil
		}
		if done || err != nil {
			return err
		}
	}
	sender, text, said := strings.Cut(what, ": ")
	if said {
		return g.say(sender, text)
	}
	return errors.New("is nothing that can happen")
}

func (g *table) say(sender string, texts ...string) error {
	var posts []session.Post
	for _, text := range texts {
		p := session.Post{Sender: sender, Text: text}
		if sender == "gm" {
			p.Sender, p.Kind = "", session.FromGamemaster
		}
		posts = append(posts, p)
	}
	_, err := g.sim.Post(context.Background(), g.id, posts, func(int) string { return "" })
	if _, refused := errors.AsType[session.Errors](err); refused {
		return nil
	}
	return err
}

// driver runs a line about the process that drives the session.
func (g *table) driver(word, _ string) (bool, error) {
	switch word {
	case "kill":
		g.note(word)
		g.driven = false
		g.sim.Kill(g.id)
	case "start":
		if g.driven {
			return true, nil
		}
		g.pass(time.Millisecond) // a start takes time, so that no two thoughts begin at one moment
		g.note(word)
		g.driven = true
		return true, g.sim.Start(g.id)
	case "save":
		return true, g.sim.Save(g.id)
	case "takeover":
		g.pass(time.Millisecond)
		g.note(word)
		g.driven = true
		return true, g.takeover()
	default:
		return false, nil
	}
	return true, nil
}

// instruct tells the model what to answer, and how fast.
func (g *table) instruct(word, rest string) (bool, error) {
	first, second, _ := strings.Cut(rest, " ")
	switch word {
	case "reflex:", "message:", "reserve:", "single:", "biography:", "rewrite:":
		task := "tom." + strings.TrimSuffix(word, ":")
		switch word {
		case "rewrite:":
			task = session.KindRewrite
		case "biography:":
			task = session.KindBiography
		}
		g.model.says[task] = rest
		if rest == "" {
			delete(g.model.says, task)
		}
	case "think":
		return true, g.model.think(rest)
	case "suspect":
		g.model.suspect, g.model.action = strings.TrimPrefix(first, "nobody"), second
	case "peace":
		clear(g.model.fails)
		clear(g.latencies)
		g.sim.Latencies = []session.Millis{500}
	case "wild":
		seed, err := strconv.ParseUint(rest, 10, 64)
		g.model.wild = seed
		return true, err
	case "model":
		g.model.fails[everyTask] = map[string]string{"down": "model_unreachable"}[rest]
	case "fail":
		g.model.fails[first] = second
	case "latency":
		took, err := time.ParseDuration(second)
		if g.latencies[first] = []session.Millis{session.Millis(took.Milliseconds())}; first == everyTask {
			delete(g.latencies, first)
			g.sim.Latencies = []session.Millis{session.Millis(took.Milliseconds())}
		}
		return true, err
	default:
		return false, nil
	}
	return true, nil
}

// platform runs a line about the platform, except messages.
func (g *table) platform(word, rest string) (bool, error) {
	ctx := context.Background()
	switch word {
	case "burst":
		count, sender, _ := strings.Cut(rest, " ")
		n, err := strconv.Atoi(count)
		texts := make([]string, n)
		for i := range texts {
			texts[i] = fmt.Sprintf("line %d of many", i+1)
		}
		return true, errors.Join(err, g.say(sender, texts...))
	case "command":
		_, _, err := g.sim.Command(ctx, g.id, "", session.Command(rest), "")
		return true, err
	case "options":
		return true, g.sim.Update(ctx, g.id, session.Changes{Options: json.RawMessage(rest)})
	case "calls":
		limits := g.state.Config.Limits
		limits.MaxCalls, _ = strconv.Atoi(rest)
		return true, g.sim.Update(ctx, g.id, session.Changes{Limits: &limits})
	case "vote":
		within, err := time.ParseDuration(rest)
		if err == nil {
			_, err = g.sim.AskVote(ctx, g.id, session.VoteRequest{
				ID: fmt.Sprint("vote-", g.state.Seq), Kind: session.ChooseOne, Question: "Who is the machine?", Within: within.Milliseconds(),
			})
		}
		return true, err
	case "receipt", "echo":
		return true, g.answer(word, rest)
	}
	o := session.Observation{Kind: session.ObservationKind(word)}
	switch o.Kind {
	case session.PhaseChanged:
		o.Phase = rest
	case session.PlayerTyping, session.PlayerJoined, session.PlayerLeft, session.PlayerOut:
		o.Player = &session.Player{ID: rest, Name: strings.ToUpper(rest[:1]) + rest[1:]}
	case session.BotMuted, session.BotUnmuted:
	default:
		return false, nil
	}
	_, err := g.sim.Observe(ctx, g.id, o)
	return true, err
}

// answer sends a receipt for the bot's last message.
func (g *table) answer(word, status string) error {
	for i := len(g.state.Messages) - 1; i >= 0; i-- {
		m := g.state.Messages[i]
		if !m.Own || m.Echo == m.ID {
			continue
		}
		if word == "echo" {
			_, err := g.sim.Post(context.Background(), g.id, []session.Post{{Sender: "red", Text: m.Text, MessageID: m.ID}}, func(int) string { return "" })
			return err
		}
		_, err := g.sim.Receipt(context.Background(), g.id, m.ID, session.Receipt{Status: session.ReceiptStatus(status)})
		return err
	}
	return nil
}
