package tom

import "ringer/engine/game"

// mind is the mental state (§3.2), as it stands after the last thought. Its JSON is versioned: it is stored with every thought that
// changes it, so that the log holds its history. Players are ids; texts are models' words, cut to a bounded length.
type mind struct {
	Version int     `json:"v"`
	Persona persona `json:"persona"`
	// Play is the phase of play.
	Play play `json:"phase_of_play"`
	// PlaySince is the seq up to which the chat was known when that began.
	PlaySince int64 `json:"phase_of_play_since_seq,omitempty"`
	// Knowledge is what the chat shows, Beliefs what the bot makes of each of the others.
	Knowledge knowledge         `json:"knowledge"`
	Beliefs   map[string]belief `json:"beliefs"`
	Intention intention         `json:"intention"`
	Goal      string            `json:"goal,omitempty"`
	// LastGoals are the goals before, the oldest first.
	LastGoals []string `json:"last_goals,omitempty"`
	// Preferences are what the bot wants and dislikes.
	Preferences string `json:"preferences"`
	// UpTo is the seq up to which all this considers the chat, and Cycles counts how often it was thought through.
	UpTo   int64 `json:"up_to_seq"`
	Cycles int   `json:"cycles"`
}

// persona is who the bot plays.
type persona struct {
	// Source is model, session, or sketch as long as no model has written it.
	Source string `json:"source"`
	City   string `json:"city,omitempty"`
	Age    int    `json:"age,omitempty"`
	Text   string `json:"text"`
}

// play is a phase of play. It moves by what happens, not by a clock.
type play string

// The phases of play.
const (
	playChat    play = "chat"
	playSuspect play = "suspect" // somebody is doubted
	playAccuse  play = "accuse"  // the bot has a suspect of whom it is sure
	playRecruit play = "recruit" // it has said so, and looks for somebody to go along
	playVote    play = "vote"    // somebody does, or a vote is on
)

// knowledge is what can be seen in the chat.
type knowledge struct {
	// Latest is the type of the latest message: casual, question, joke, accusation or defence.
	Latest string `json:"latest_type,omitempty"`
	Facts  []fact `json:"facts,omitempty"`
	// Patterns are how players behave, by player id.
	Patterns map[string]string `json:"patterns,omitempty"`
}

// fact is something that was said.
type fact struct {
	Seq    int64  `json:"message_seq"`
	Player string `json:"player,omitempty"`
	Text   string `json:"fact"`
}

// belief is what the bot thinks of one player.
type belief struct {
	// Suspicion is how likely the player is what the bot looks for, in percent, Level the same as low, medium or high.
	Suspicion int      `json:"suspicion_percent"`
	Level     string   `json:"suspicion"`
	Tells     []string `json:"tells,omitempty"`
	// Ally is how likely the player is to go along with the bot, in percent.
	Ally int `json:"ally_percent"`
	// OfMe is what the player thinks of the bot, OfOthers of other players, by id: trusts, neutral, doubts or unknown.
	OfMe     string            `json:"thinks_of_me"`
	OfOthers map[string]string `json:"thinks_of_others,omitempty"`
	// Evidence are the seqs of the messages that last changed the suspicion.
	Evidence []int64 `json:"evidence_seqs,omitempty"`
}

// intention is what the bot is up to.
type intention struct {
	// Suspect and Ally are ids of players; empty for nobody.
	Suspect string `json:"suspect,omitempty"`
	Ally    string `json:"ally,omitempty"`
	// Action is chat, defend, ally, accuse or vote.
	Action string `json:"next_action"`
	// Reasoning is an inner dialogue.
	Reasoning string `json:"reasoning,omitempty"`
	// Since is the seq up to which the chat was known when the suspect was picked, Evidence the seqs of the messages that spoke for it.
	Since    int64   `json:"suspect_since_seq,omitempty"`
	Evidence []int64 `json:"suspect_evidence_seqs,omitempty"`
}

// Bounds of what a mind keeps, so that the largest games with the wordiest models stay below mindBytes.
const (
	shownChars    = 120 // of any text but the reasoning: a belief is a few words
	reasonChars   = 400 // two sentences
	keptFacts     = 20
	keptGoals     = 5
	keptTells     = 4
	keptStances   = 6
	keptEvidence  = 8
	goalWords     = 10       // as the paper has it
	mindBytes     = 20 << 10 // of the 32 KiB that the core takes
	mediumFrom    = 34       // percent: the thirds of what may be believed
	highFrom      = 67
	levelLow      = "low"
	levelMedium   = "medium"
	levelHigh     = "high"
	stanceDoubts  = "doubts"
	stanceTrusts  = "trusts"
	stanceNeutral = "neutral"
	stanceUnknown = "unknown"
)

func readMind(v game.View) mind {
	m := mind{Version: 1, Play: playChat, Beliefs: map[string]belief{}}
	v.ReadMind(&m)
	return m
}

// level returns a suspicion in words.
func level(percent int) string {
	switch {
	case percent < mediumFrom:
		return levelLow
	case percent < highFrom:
		return levelMedium
	}
	return levelHigh
}

// fit drops what matters least until the mind is small enough: long ids and signs that JSON escapes make the bounds above too wide for a game of
// many players.
func (m *mind) fit() {
	all := func(change func(*belief)) func() {
		return func() {
			for id, b := range m.Beliefs {
				change(&b)
				m.Beliefs[id] = b
			}
		}
	}
	for _, shed := range []func(){
		func() { m.Knowledge.Facts = m.Knowledge.Facts[len(m.Knowledge.Facts)/2:] },
		all(func(b *belief) { b.OfOthers = nil }),
		all(func(b *belief) { b.Tells = b.Tells[:min(1, len(b.Tells))] }),
		func() { m.Knowledge.Patterns = nil },
		func() { m.Knowledge.Facts = nil },
		all(func(b *belief) { b.Tells = nil }),
		func() { m.LastGoals = nil },
		all(func(b *belief) { b.Evidence = nil }),
		func() { m.Intention.Reasoning = "" },
	} {
		if len(game.EncodeMind(m)) <= mindBytes {
			return
		}
		shed()
	}
}

// changes tells what has changed of what the bot believes.
func (m *mind) changes(v game.View, before mind) (told game.Beliefs) {
	for _, p := range v.Players {
		is, believed := m.Beliefs[p.ID]
		was, had := before.Beliefs[p.ID]
		if !believed {
			continue
		}
		value := func(x any) any {
			if had {
				return x
			}
			return nil
		}
		told.Note(p.ID, "suspicion_percent", value(was.Suspicion), is.Suspicion, is.Evidence...)
		told.Note(p.ID, "ally_percent", value(was.Ally), is.Ally)
		told.Note(p.ID, "thinks_of_me", value(was.OfMe), is.OfMe)
	}
	told.Note("", "suspect", orNil(before.Intention.Suspect), orNil(m.Intention.Suspect), m.Intention.Evidence...)
	told.Note("", "ally", orNil(before.Intention.Ally), orNil(m.Intention.Ally))
	told.Note("", "next_action", orNil(before.Intention.Action), orNil(m.Intention.Action))
	told.Note("", "goal", orNil(before.Goal), orNil(m.Goal))
	told.Note("", "phase_of_play", before.Play, m.Play)
	return told
}

// orNil returns a text as a value of a belief, nil for an empty one.
func orNil(text string) any {
	if text == "" {
		return nil
	}
	return text
}
