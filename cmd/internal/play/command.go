package play

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"ringer/client"
	"ringer/engine/referee"
	"ringer/engine/session"
)

var help = []string{
	"Type a line to say it. While a vote is open, type a number to vote.",
	"/vote           what is asked, and who can be named",
	"/vote NAME      vote, by name or by number",
	"/to NAME        talk to NAME from now on, where there are several chats at once",
	"/accuse NAME    accuse somebody before the vote, in the Turing games",
	"/who            the players",
	"/rules          the rules of the game",
	"/quit           leave; the game ends",
}

// do does what the person has typed. It reports whether the person leaves.
func (g *sitting) do(ctx context.Context, text string) (leave bool) {
	word, rest, _ := strings.Cut(text, " ")
	switch {
	case text == "":
	case word == "/quit":
		return true
	case word == "/help":
		for _, l := range help {
			g.console.print(notice(listing, "%s", l))
		}
	case word == "/who":
		g.console.print(notice(note, "The players: %s.", g.story.listed(g.story.players)))
	case word == "/rules":
		g.console.print(notice(note, "%s", g.story.rules()))
	case g.seat == "":
		g.refuse("you only watch; give --me and a name to play")
	case word == "/vote":
		g.vote(ctx, strings.TrimSpace(rest))
	case word == "/to":
		g.turnTo(strings.TrimSpace(rest))
	case word == "/accuse":
		g.accuse(ctx, strings.TrimSpace(rest))
	case strings.HasPrefix(word, "/"):
		g.refuse("there is no command " + word + "; /help shows the commands")
	case number(text) && g.story.vote != nil:
		g.vote(ctx, text)
	case number(text) && g.story.tooLate(time.Now()):
		g.refuse("the vote is over; nobody gets the number")
	default:
		g.say(ctx, text)
	}
	return false
}

func (g *sitting) refuse(text string) { g.console.print(notice(refusal, "%s", text)) }

// say posts a message of the person. It comes back in the stream when it is stored.
func (g *sitting) say(ctx context.Context, text string) {
	line := map[string]string{"sender": g.seat, "text": text}
	if g.story.chat != "" {
		line["channel"] = g.story.chat
	}
	g.report(g.client.Do(ctx, "POST", g.path+"/messages", line, nil))
}

// turnTo lets the next lines go to the chat of a player.
func (g *sitting) turnTo(name string) {
	for _, chat := range g.story.chats() {
		for _, p := range g.story.readers(chat) {
			if g.story.chat != "" && (strings.EqualFold(p.Name, name) || p.ID == name) {
				g.story.chat = chat
				g.console.print(notice(note, "Now %s hears you.", g.story.listed(g.story.readers(chat))))
				return
			}
		}
	}
	g.refuse(fmt.Sprintf("you have no chat with %q; /who shows the players", name))
}

// vote posts the vote of the person. Without an answer it shows what is asked.
func (g *sitting) vote(ctx context.Context, text string) {
	q := g.story.vote
	if q == nil {
		g.refuse("nothing is asked of you now")
		return
	}
	if text == "" {
		g.console.print(line{mark: ask, at: -1, text: q.Question})
		g.story.showChoices()
		return
	}
	answer, err := q.answer(text)
	if err != nil {
		g.refuse(err.Error())
		return
	}
	g.cast(ctx, q.ID, answer)
}

// accuse posts an accusation of the person, which the rules take before they ask.
func (g *sitting) accuse(ctx context.Context, text string) {
	answer, err := g.story.suspects().answer(text)
	if err != nil {
		g.refuse(err.Error())
		return
	}
	g.cast(ctx, referee.AccusationVote, answer)
}

func (g *sitting) cast(ctx context.Context, vote string, answer session.Answer) {
	g.report(g.client.Do(ctx, "POST", g.path+"/votes/"+vote+"/casts", map[string]any{"seat": g.seat, "answer": answer}, nil))
}

func (g *sitting) report(err error) {
	if err == nil {
		return
	}
	refused, ok := errors.AsType[*client.Problem](err)
	if !ok {
		g.refuse(err.Error())
		return
	}
	switch {
	case g.story.out():
		g.refuse("you are out: you neither talk nor vote any more")
	case refused.Code == client.CodeMayNotSpeak:
		g.refuse("you may not talk now, in the phase " + g.story.phase + "; nobody gets the line")
	case refused.Code == client.CodeVoteNotFound:
		g.refuse("in this game nobody is accused before the vote")
	case refused.Code == client.CodeVoteOver:
		g.refuse("the vote is over")
	case refused.Code == client.CodeIDReused:
		g.refuse("you have voted, and your vote stays")
	case refused.Code == client.CodeSessionEnded:
		g.refuse("the game is over")
	default:
		g.refuse(refused.Detail)
	}
}

func (s *story) rules() string {
	c := session.Config{Game: s.setting}
	if s.setting.RulesText != "" {
		return c.RulesText()
	}
	preset, _ := session.FindPreset(s.setting.Rules)
	return preset.Title + ". " + c.RulesText()
}
