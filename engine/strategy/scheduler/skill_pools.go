package scheduler

import "slices"

// pools returns the pools of lines for the moment, the fittest first.
func (p *mouthpiece) pools() [][]line {
	if p.turn == nil || len(p.own) == 0 && p.now < 30 && p.situation != accused && p.situation != asked {
		return p.of("greet", "ack")
	}
	switch p.situation {
	case accused:
		return p.defence()
	case asked, wondered:
		return p.reply()
	case ordered:
		return p.of("order", "dodge")
	case called:
		return p.hear()
	case greeted:
		return p.of("greet", "ack")
	case answered:
		return append(p.heard(), p.of("listened", "ack")...)
	case blamed:
		return p.blame()
	case remarked:
		return p.remark()
	case silent:
		return p.silence()
	case overheard:
		if p.turn.protests() {
			return p.of("protested", "ack")
		}
		if p.topic >= 0 && p.Topics[p.topic].ID == "order" {
			return p.of("order_other", "laugh")
		}
		return p.of("unanswered", "ack")
	}
	switch {
	case p.mood == "noise":
		return p.of("noise", "laugh")
	case p.turn.has(setLaugh):
		return p.of("laugh", "ack")
	}
	return p.of("ack", "agree")
}

// of returns pools by name.
func (p *mouthpiece) of(names ...string) [][]line {
	var pools [][]line
	for _, name := range names {
		pools = append(pools, p.Pools[name])
	}
	return pools
}

func (p *mouthpiece) id() string {
	if p.topic < 0 {
		return ""
	}
	return p.Topics[p.topic].ID
}

// grown tells whether the talk is old enough for suspicions.
func (p *mouthpiece) grown() bool {
	return p.hunting && (p.now >= int64(100+p.draw("patience", 100)) || p.heated())
}

// defence is against an accusation: plain at first, later short or turned on somebody else.
func (p *mouthpiece) defence() [][]line {
	if p.id() == "style" {
		return append([][]line{p.Topics[p.topic].Answer}, p.of("deny", "hold")...)
	}
	times := 0
	for i := range p.turns {
		if t := &p.turns[i]; t.mine && (drawn(p.Pools["deny"], t.Text) || drawn(p.Pools["hold"], t.Text) || drawn(p.Pools["counter"], t.Text)) {
			times++
		}
	}
	if g := p.suspicion(); g.player > 0 && p.grown() && p.rng.IntN(3) == 0 && times > 0 {
		return p.of("counter", "deny", "hold")
	}
	if times > 1 && p.rng.IntN(2) == 0 {
		return p.of("hold", "deny", "counter")
	}
	return p.of("deny", "hold", "counter")
}

// drawn tells whether a text was made from one of the lines.
func drawn(lines []line, text string) bool {
	return slices.ContainsFunc(lines, func(l line) bool { return l.fits(text) })
}

// drawn tells whether one of the bot's last n lines was made from one of these.
func (p *mouthpiece) drawn(lines []line, n int) bool {
	for i := len(p.turns) - 1; i >= 0 && n > 0; i-- {
		if t := &p.turns[i]; t.mine {
			n--
			if drawn(lines, t.Text) {
				return true
			}
		}
	}
	return false
}

// hear reacts to the bot's own name.
func (p *mouthpiece) hear() [][]line {
	switch {
	case p.turn.aboutMe && p.turn.question && len(p.turn.words) < 10:
		return p.of("about_me", "ack")
	case p.turn.aboutMe && (slices.Contains(p.turn.words, "right") || slices.Contains(p.turn.words, "agree")):
		return p.of("praised", "laugh")
	case p.id() == "style":
		return append([][]line{p.Topics[p.topic].Answer}, p.of("mentioned")...)
	case p.turn.to == toMe && p.id() == "" && p.mood == "" && len(p.turn.words) > 1 && !p.greeting(p.turn):
		return p.of("nod", "ack")
	case p.turn.aboutMe && p.mood != "glad" && p.hunting:
		return p.of("mentioned", "ack")
	case p.mood == "glad" && len(p.turn.words) < 6:
		return p.of("praised", "laugh")
	case len(p.turn.words) == 1:
		return append([][]line{p.Topics[p.byID["quiet"]].Answer}, p.of("ack")...)
	case p.id() == "" && p.mood == "" && len(p.turn.words) <= 4 && p.greeting(p.turn):
		return p.of("greet", "ack")
	case p.id() == "quiet" || p.id() == "about" || p.id() == "proof":
		return append([][]line{p.Topics[p.topic].Answer}, p.of("ack")...)
	}
	return p.remark()
}

// heard is the topic's own reaction to an answer.
func (p *mouthpiece) heard() [][]line {
	own := p.lastOwn()
	if own == nil {
		return nil
	}
	if label, _ := p.asks.find(own); label >= 0 && len(p.Topics[label].React) > 0 {
		return [][]line{p.Topics[label].React}
	}
	return nil
}

// blame takes sides when another player is suspected.
func (p *mouthpiece) blame() [][]line {
	about := p.turn.about
	if p.suspicion().player == about || p.draw("side "+p.shown[about], 4) == 0 {
		return p.of("back", "agree")
	}
	return p.of("doubt", "object")
}

// remark takes up what was said.
func (p *mouthpiece) remark() [][]line {
	dice := p.rng.IntN(10)
	switch p.id() {
	case "denial":
		return p.of("denied", "ack")
	case "side":
		return append(p.reply(), p.of("ack")...)
	case "":
	default:
		if p.topic == p.byID["style"] && p.turn.about > 0 {
			break
		}
		if react := p.Topics[p.topic].React; len(react) > 0 && p.turn.to <= 0 {
			return append([][]line{react}, p.of("news", "agree")...)
		}
	}
	if about := p.turn.about; about > 0 && p.turn.to != about && p.mood != "glad" {
		return p.of("gossip", "ack")
	}
	switch p.mood {
	case "agree":
		if dice < 2 {
			return p.of("object", "agree")
		}
		return p.of("agree", "ack")
	case "":
	default:
		return p.of(p.mood, "ack")
	}
	if p.grown() && dice < 2 && !p.hunted(4) {
		return p.hunt()
	}
	if len(p.turn.words) > 3 && slices.Contains(p.turn.words, "i") {
		if dice < 5 {
			return p.of("dig", "news")
		}
		return p.of("news", "dig")
	}
	return p.of("ack", "agree")
}

// hunt looks for the culprit: with a clue if there is one.
func (p *mouthpiece) hunt() [][]line {
	if g := p.suspicion(); g.player > 0 && p.rng.IntN(3) > 0 {
		return p.of("clue_"+g.kind, "hunt")
	}
	return p.of("hunt", "ack")
}

// silence breaks a silence: with small talk while the game is young, with a suspicion later.
func (p *mouthpiece) silence() [][]line {
	if t := p.turn; t.question && t.to > 0 && t.about > 0 {
		return p.of("unanswered", "nudge")
	}
	if p.heated() || p.grown() && p.rng.IntN(300) < int(p.now) {
		if p.hunted(2) {
			return p.of("nudge", "hunt")
		}
		return append(p.hunt(), p.of("nudge")...)
	}
	var raise []line
	for i := range p.Topics {
		if !p.raised(i) {
			raise = append(raise, p.Topics[i].Start...)
		}
	}
	if p.rng.IntN(5) == 0 {
		return append(p.of("nudge"), raise)
	}
	return append([][]line{raise}, p.of("nudge")...)
}

// heated tells whether the talk is about who it is: small talk would be out of place.
func (p *mouthpiece) heated() bool {
	return slices.ContainsFunc(p.turns[max(0, len(p.turns)-6):], func(t spoken) bool { return t.has(setOdd) || t.has(setMachine) })
}

// hunted tells whether one of the bot's last n lines looked for the culprit.
func (p *mouthpiece) hunted(n int) bool {
	return slices.ContainsFunc(suspicions, func(pool string) bool { return p.drawn(p.Pools[pool], n) }) || p.drawn(p.Pools["hunt"], n) || p.drawn(p.Pools["clue_quiet"], n)
}

// raised tells whether a topic has come up already.
func (p *mouthpiece) raised(topic int) bool {
	for i := range p.turns {
		for _, x := range []index{p.asks, p.tells} {
			if label, _ := x.find(&p.turns[i]); label == topic {
				return true
			}
		}
	}
	return false
}
