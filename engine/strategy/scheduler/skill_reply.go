package scheduler

import "slices"

// reply answers a question.
func (p *mouthpiece) reply() [][]line {
	switch p.id() {
	case "":
		return p.byShape()
	case "machine":
		return p.of("deny", "hold")
	case "human":
		return append([][]line{p.Topics[p.topic].Answer}, p.of("human_again", "hold")...)
	case "suspect", "blame":
		return p.opinion()
	case "side":
		if p.turn.about > 0 && p.turn.about == p.suspicion().player || p.turn.about <= 0 && p.suspicion().player > 0 && p.grown() {
			return p.of("side_yes", "agree")
		}
		return p.of("side_no", "object")
	case "whyso":
		return p.because()
	case "maths", "letters":
		if _, ok := p.turn.sum(); ok {
			return p.of("sum", "sum_hard", "dodge")
		}
		return p.of("sum_hard", "dodge")
	}
	t := p.Topics[p.topic]
	if t.Fact == "" && p.drawn(t.Answer, 4) {
		return append(p.of("already"), t.Answer)
	}
	switch {
	case t.Fact == "" || p.told(p.fact(t.Fact)) == 0:
	case p.told(p.fact(t.Fact)) == 1:
		return p.of("again", "already", "dodge")
	default:
		return p.of("already", "dodge")
	}
	return append([][]line{t.Answer}, p.byShape()...)
}

// opinion says who it might be.
func (p *mouthpiece) opinion() [][]line {
	g := p.suspicion()
	switch about := p.turn.about; {
	case about > 0 && about == g.player && p.grown():
		return p.of("clue_"+g.kind, "back", "agree")
	case about > 0 && p.shown[about] != speaker(p.turn) && p.turn.to != about:
		return p.of("doubt", "suspect_none")
	case g.player < 0 || !p.grown():
		return p.of("suspect_none", "dodge")
	case p.shown[g.player] == speaker(p.turn):
		return p.of("suspect_asker", "suspect_none")
	}
	return p.of("suspect", "clue_"+g.kind, "suspect_none")
}

// because gives the reason for a suspicion, if the bot has voiced one.
func (p *mouthpiece) because() [][]line {
	if p.against() > 0 {
		return p.of("because", "clue_"+p.suspicion().kind, "why")
	}
	if p.turn.has(setMachine) || p.turn.has(setOdd) || p.turn.about > 0 {
		return p.of("unsaid", "why")
	}
	return p.of("why", "dodge")
}

// byShape answers a question of which only the form is understood.
func (p *mouthpiece) byShape() [][]line {
	t := p.turn
	if a, b := t.choice(false); a != "" && b != "" {
		return p.of("pick", "dodge")
	}
	word, next := t.asker()
	switch word {
	case "why", "warum", "wieso":
		return p.because()
	case "who", "wer":
		return p.of("who", "dodge")
	case "where", "wo":
		return p.of("where", "dodge")
	case "when", "wann":
		return p.of("when", "dodge")
	case "how":
		if next == "many" || next == "much" {
			return p.of("amount", "dodge")
		}
	case "can", "could", "kannst":
		if next == "you" || next == "du" {
			return p.of("can", "dodge")
		}
	case "do", "are", "have", "did", "were", "bist", "hast", "magst", "spielst":
		if next != "you" && next != "du" && t.words[0] != word {
			break
		}
		return p.yesOrNo()
	case "":
		if t.has(setYou) {
			return p.yesOrNo()
		}
	case "does", "is", "was", "should", "would", "will":
		return p.of("dodge", "object")
	}
	return p.of("dodge", "ack")
}

func (p *mouthpiece) yesOrNo() [][]line {
	if i := slices.Index(p.turn.words, "like"); i >= 0 && i+1 < len(p.turn.words) && p.subject() != "" {
		if p.likes(p.subject()) {
			return p.of("liked", "yes")
		}
		return p.of("disliked", "no")
	}
	if p.likes(p.subject()) {
		return p.of("yes", "dodge")
	}
	return p.of("no", "dodge")
}
