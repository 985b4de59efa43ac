package recon

import (
	"context"
	"slices"
	"strings"
	"unicode"

	"ringer/engine/session"
)

// prepare guesses, thinks and drafts in one call. It guesses only when enough is new.
func (c *contemplator) prepare(ctx context.Context) error {
	var thought refineAnswer
	switch {
	case c.options.FirstOrder == off || !guessesDue(c.view, c.mind):
		var a chainAnswer
		if err := c.question(ctx, taskThink, &a); err != nil {
			return err
		}
		thought = a.refineAnswer
	case ofSides(c.view):
		var a prepareAnswer
		if err := c.question(ctx, taskPrepare, &a); err != nil {
			return err
		}
		c.guessed(a.Players)
		thought = a.refineAnswer
	default:
		var a plainAnswer
		if err := c.question(ctx, taskPrepare, &a); err != nil {
			return err
		}
		c.guessed(session.Each(a.Players, func(x plainGuess) guessAnswer {
			return guessAnswer{Name: x.Name, Reason: x.Reason, Suspicion: x.Suspicion}
		}))
		thought = a.refineAnswer
	}
	d := &c.found.done
	d.Thought, d.Draft = shorten(thought.Thought, thoughtChars), c.take(thought.Written)
	return nil
}

// ofSides reports whether the game has hidden roles on two sides.
func ofSides(v session.View) bool {
	return v.Config.Side() != "" && len(v.Config.Game.RoleList) > 0
}

// guessLines is after how many lines of others the guesses are made again. Fewer seldom change
// them.
const guessLines = 6

// guessesDue reports whether enough is new for new guesses: a ruling, or some lines of others.
// Where nobody is looked for there is nothing to guess.
func guessesDue(v session.View, m mind) bool {
	if v.Quarry() == "" && v.Config.Aim() != "" {
		return false
	}
	if m.Guessed == 0 || v.RuledSince > m.Guessed {
		return true
	}
	foreign := 0
	for _, x := range v.After(m.Guessed) {
		if x.Foreign() {
			foreign++
		}
	}
	return foreign >= guessLines
}

// check reads the draft as the others would and revises it, in one call.
func (c *contemplator) check(ctx context.Context) error {
	var a checkAnswer
	if err := c.question(ctx, taskCheck, &a); err != nil {
		return err
	}
	d := &c.found.done
	d.Readings, d.GivesAway = []reading{{Role: "all", Reads: shorten(a.ReadsAs, reasonChars)}}, shorten(a.GivesAway, reasonChars)
	d.Speech = c.take(a.Written)
	return nil
}

// judgingWords is the length, in words, from which a draft that names somebody says more than
// hello.
const judgingWords = 5

// worthChecking reports whether a second look at the draft can matter: the bot hides its role, the
// draft is about a player, or says again what the bot has said.
func (c *contemplator) worthChecking() bool {
	v, draft := c.view, c.found.done.Draft
	if len(v.Config.Bot.Conceal) > 0 || v.Config.Side() != "" || len(saidBefore(v, draft)) > 0 {
		return true
	}
	return len(strings.Fields(draft)) >= judgingWords && slices.ContainsFunc(v.OtherPlayers(), func(p session.Player) bool { return v.Mentions(draft, p.ID) })
}

const (
	// phraseWords is how many words in a row people notice when they come again.
	phraseWords = 3
	// ownLines is how many of its lines the bot does not repeat.
	ownLines = 8
)

// saidBefore returns the phrases of a draft that the bot has said in one of its last lines.
func saidBefore(v session.View, draft string) (phrases []string) {
	own := v.Own()
	var said strings.Builder
	for _, line := range own[max(0, len(own)-ownLines):] {
		said.WriteString(" " + strings.Join(wordsOf(line), " ") + " |")
	}
	words := wordsOf(draft)
	for i := 0; i+phraseWords <= len(words); {
		end := i
		for n := i + phraseWords; n <= len(words) && strings.Contains(said.String(), " "+strings.Join(words[i:n], " ")+" "); n++ {
			end = n
		}
		if end == i {
			i++
			continue
		}
		phrases = append(phrases, strings.Join(words[i:end], " "))
		i = end
	}
	return phrases
}

func wordsOf(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\'' })
}
