package tom

import (
	"slices"

	"ringer/engine/session"
)

// mind is the mental state (§3.2) after the last thought. The log keeps each version of it as JSON,
// so it has a version number. Players are ids. Texts of models are cut to a bounded length.
type mind struct {
	Version int `json:"v"`
	// Play is the phase of play.
	Play play `json:"phase_of_play"`
	// PhaseSince is the seq of the event that began the phase of the game; 0 in the first one.
	PhaseSince int64 `json:"phase_since_seq,omitempty"`
	// Channel is where the bot means to do what it intends.
	Channel string `json:"channel,omitempty"`
	// PlaySince is the seq of the last message before Play began.
	PlaySince int64 `json:"phase_of_play_since_seq,omitempty"`
	// Accused is the seq of the bot's message that accuses the suspect; 0 for none.
	Accused int64 `json:"accused_seq,omitempty"`
	// Alone is the seq of the last message when the bot gave up an accusation that nobody followed;
	// 0 for never.
	Alone int64 `json:"alone_since_seq,omitempty"`
	// VoteSeen is the seq of the last message when a vote about suspicion was open.
	VoteSeen  int64     `json:"vote_seen_seq,omitempty"`
	Knowledge knowledge `json:"knowledge"`
	// Beliefs are what the bot thinks of each other player, by id.
	Beliefs   map[string]belief `json:"beliefs"`
	Intention intention         `json:"intention"`
	// Goal is what the bot wants to do next, in at most goalWords words.
	Goal string `json:"goal,omitempty"`
	// GoalSince is the seq of the last message before the goal.
	GoalSince int64 `json:"goal_since_seq,omitempty"`
	// GoalLines are the texts that were written for the goal, the newest last.
	GoalLines []string `json:"goal_lines,omitempty"`
	// GoalSaid says that one of them was sent, so that the goal is done.
	GoalSaid bool `json:"goal_said,omitempty"`
	// LastGoals are the earlier goals that were said, the oldest first.
	LastGoals []string `json:"last_goals,omitempty"`
	// Unsaid are the earlier goals that were never said. They may be used again.
	Unsaid []string `json:"unsaid_goals,omitempty"`
	// Preferences are what the bot wants and dislikes.
	Preferences string `json:"preferences"`
	// UpTo is the seq of the last message that cognition has considered.
	UpTo int64 `json:"up_to_seq"`
	// Cycles counts the cognitions.
	Cycles int `json:"cycles"`
	// Reserve is a reserve that a reply has pushed out of the slot. It returns when the reply is
	// sent.
	Reserve *reserve `json:"reserve,omitempty"`
}

// reserve is a line for a silence that was not sent.
type reserve struct {
	Text string `json:"text"`
	// BasedOn is the seq of the last message that the line takes into account.
	BasedOn int64 `json:"based_on_seq"`
	// Phase and Channel are where the line was to be said.
	Phase   string `json:"phase,omitempty"`
	Channel string `json:"channel,omitempty"`
}

// keepReserve keeps the line of a reserve that a candidate is about to push out of the slot. It
// forgets a line that was sent, that mostly repeats what was sent since, or that belongs elsewhere.
func (m *mind) keepReserve(v session.View, c *session.Candidate) {
	if p := v.Plan; c != nil && p != nil && p.Kind == session.Reserve && p.Text != c.Parts[0].Text {
		m.Reserve = &reserve{p.Text, p.BasedOn, p.Phase, p.Channel}
	}
	if r := m.Reserve; r != nil && (slices.Contains(v.Own(), r.Text) || mostlyRepeats(v, session.Want{BasedOn: r.BasedOn}, r.Text) || r.Phase != v.Phase || r.Channel != v.Channel) {
		m.Reserve = nil
	}
}

// play is a phase of play. Events move it, not a clock.
type play string

// The phases of play.
const (
	playAgree   play = "agree" // the suspect does not read the channel where the bot speaks
	playChat    play = "chat"
	playSuspect play = "suspect" // there is a reason to doubt the suspect, or a player accuses another
	playAccuse  play = "accuse"  // the bot has reasons enough to accuse its suspect
	playRecruit play = "recruit" // the bot's accusation stands in the chat, and nobody has followed
	playVote    play = "vote"    // another player doubts the accused suspect, too, or a vote is open
)

// knowledge is what the chat shows.
type knowledge struct {
	// Latest is the type of the latest message: casual, question, joke, accusation or defence.
	Latest string `json:"latest_type,omitempty"`
	Facts  []fact `json:"facts,omitempty"`
	// Patterns say how each player behaves, by player id.
	Patterns map[string]string `json:"patterns,omitempty"`
}

// fact is something that was said in a message.
type fact struct {
	Seq    int64  `json:"message_seq"`
	Player string `json:"player,omitempty"`
	Text   string `json:"fact"`
	// Channel is the private channel of the message; empty if everyone in the game read it.
	Channel string `json:"private_channel,omitempty"`
}

// belief is what the bot thinks of one player.
type belief struct {
	// Suspicion is how likely the player is what the bot looks for, in percent.
	Suspicion int `json:"suspicion_percent"`
	// Level is the suspicion as a word: low, medium or high.
	Level string `json:"suspicion"`
	// Tells are what gives the player away.
	Tells []string `json:"tells,omitempty"`
	// Against is the best reason that the suspicion is wrong.
	Against string `json:"against,omitempty"`
	// Ally is how likely the player would side with the bot, in percent.
	Ally int `json:"ally_percent"`
	// OfMe is what the player thinks of the bot: trusts, neutral, doubts or unknown.
	OfMe string `json:"thinks_of_me"`
	// OfOthers is what the player thinks of the other players, by id.
	OfOthers map[string]string `json:"thinks_of_others,omitempty"`
	// Evidence are the seqs of the messages that raised the suspicion or confirmed it, the newest
	// last.
	Evidence []int64 `json:"evidence_seqs,omitempty"`
	// Relief are the seqs of the messages that lowered it, the newest last.
	Relief []int64 `json:"relief_seqs,omitempty"`
	// Sum is the running sum of the log-odds of this belief, one term for each cognition with new
	// messages of others (§3.4, equation 5).
	Sum float64 `json:"log_odds_sum,omitempty"`
}

// intention is what the bot means to do.
type intention struct {
	// Suspect is a player's id; empty for nobody.
	Suspect string `json:"suspect,omitempty"`
	// Ally is a player's id; empty for nobody.
	Ally string `json:"ally,omitempty"`
	// Action is chat, defend, ally, accuse or vote.
	Action string `json:"next_action"`
	// Reasoning is the inner dialogue that led to it.
	Reasoning string `json:"reasoning,omitempty"`
	// Since is the seq of the last message that was considered when the suspect was picked.
	Since int64 `json:"suspect_since_seq,omitempty"`
	// Evidence are the seqs of the messages for which the suspect was picked.
	Evidence []int64 `json:"suspect_evidence_seqs,omitempty"`
}

// Bounds of the mind. With them it stays below mindBytes, except in very large games: see fit.
const (
	keptChars    = 120 // of each text except the reasoning: a belief is a few words
	reasonChars  = 400 // of the reasoning: two sentences
	keptFacts    = 20
	keptGoals    = 5
	keptLines    = 3 // for a goal
	keptTells    = 4
	keptStances  = 6
	keptEvidence = 4
	goalWords    = 10       // as in the paper
	mindBytes    = 20 << 10 // of the 32 KiB that the core allows
)

// The suspicions from which a level begins, in percent.
const (
	mediumFrom = 34 // a third
	highFrom   = 67 // two thirds
)

// unsureTo is up to which suspicion the bot calls itself unsure: a little above one half.
const unsureTo = 55

// The levels of a suspicion.
const (
	levelLow    = "low"
	levelMedium = "medium"
	levelHigh   = "high"
)

// The stances: what a player thinks of another.
const (
	stanceDoubts  = "doubts"
	stanceTrusts  = "trusts"
	stanceNeutral = "neutral"
	stanceUnknown = "unknown"
)

// readMind returns the stored mind, as it is in the present phase and channel.
func readMind(v session.View) mind {
	m := mind{Version: 1, Play: playChat, Beliefs: map[string]belief{}}
	v.ReadMind(&m)
	m.enter(v)
	return m
}

// level returns a suspicion as a word.
func level(percent int) string {
	switch {
	case percent < mediumFrom:
		return levelLow
	case percent < highFrom:
		return levelMedium
	}
	return levelHigh
}

// fit removes parts, the least important first, until the mind has at most mindBytes. The bounds
// above are not enough in games with many players whose ids are long or have escaped characters.
func (m *mind) fit() {
	all := func(change func(*belief)) func() {
		return func() {
			for id, b := range m.Beliefs {
				change(&b)
				m.Beliefs[id] = b
			}
		}
	}
	for _, drop := range []func(){
		func() { m.Knowledge.Facts = m.Knowledge.Facts[len(m.Knowledge.Facts)/2:] },
		all(func(b *belief) { b.OfOthers = nil }),
		all(func(b *belief) { b.Against = "" }),
		all(func(b *belief) { b.Tells = b.Tells[:min(1, len(b.Tells))] }),
		func() { m.Knowledge.Patterns = nil },
		func() { m.Knowledge.Facts = nil },
		all(func(b *belief) { b.Tells = nil }),
		func() { m.LastGoals, m.Unsaid, m.GoalLines = nil, nil, nil },
		all(func(b *belief) { b.Evidence, b.Relief = nil, nil }),
		func() { m.Intention.Reasoning = "" },
	} {
		if len(session.EncodeMind(m)) <= mindBytes {
			return
		}
		drop()
	}
}

// changes returns the beliefs in which this mind differs from the one before.
func (m *mind) changes(v session.View, before mind) (changed session.BeliefChanges) {
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
		changed.Add(p.ID, "suspicion_percent", value(was.Suspicion), is.Suspicion, is.since(before.UpTo)...)
		changed.Add(p.ID, "ally_percent", value(was.Ally), is.Ally)
		changed.Add(p.ID, "thinks_of_me", value(was.OfMe), is.OfMe)
	}
	changed.Add("", "suspect", orNil(before.Intention.Suspect), orNil(m.Intention.Suspect), m.Intention.Evidence...)
	changed.Add("", "ally", orNil(before.Intention.Ally), orNil(m.Intention.Ally))
	changed.Add("", "next_action", orNil(before.Intention.Action), orNil(m.Intention.Action))
	changed.Add("", "goal", orNil(before.Goal), orNil(m.Goal))
	changed.Add("", "phase_of_play", before.Play, m.Play)
	return changed
}

// since returns the seqs of the messages after a seq that changed the suspicion.
func (b *belief) since(seq int64) (seqs []int64) {
	for _, x := range slices.Concat(b.Evidence, b.Relief) {
		if x > seq {
			seqs = append(seqs, x)
		}
	}
	slices.Sort(seqs)
	return slices.Compact(seqs)
}

// orNil returns a text as the value of a belief, or nil for an empty text.
func orNil(text string) any {
	if text == "" {
		return nil
	}
	return text
}
