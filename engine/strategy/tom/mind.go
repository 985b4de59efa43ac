package tom

import (
	"slices"

	"ringer/engine/session"
)

// mind is the mental state (§3.2). Players are ids. Texts of models are cut to a bounded length.
type mind struct {
	Version int  `json:"v"`
	Play    play `json:"phase_of_play"`
	// PhaseSince is the seq of the event that began the phase of the game; 0 in the first one.
	PhaseSince int64  `json:"phase_since_seq,omitempty"`
	Channel    string `json:"channel,omitempty"`
	// PlaySince is the seq of the last message before Play began.
	PlaySince int64 `json:"phase_of_play_since_seq,omitempty"`
	// Accused is the seq of the bot's message that accuses the suspect; 0 for none.
	Accused int64 `json:"accused_seq,omitempty"`
	// Alone is the seq of the last message when the bot gave up an accusation; 0 for never.
	Alone int64 `json:"alone_since_seq,omitempty"`
	// VoteSeen is the seq of the last message when a vote about suspicion was open.
	VoteSeen  int64     `json:"vote_seen_seq,omitempty"`
	Knowledge knowledge `json:"knowledge"`
	// Beliefs are by player id.
	Beliefs   map[string]belief `json:"beliefs"`
	Intention intention         `json:"intention"`
	// Goal has at most goalWords words.
	Goal string `json:"goal,omitempty"`
	// GoalSince is the seq of the last message before the goal.
	GoalSince int64 `json:"goal_since_seq,omitempty"`
	// GoalFor is the action and the suspect of the intention from which it follows.
	GoalFor string `json:"goal_for,omitempty"`
	// GoalLines are the texts that were written for the goal, the newest last.
	GoalLines []string `json:"goal_lines,omitempty"`
	// GoalSaid says that one of them was sent, so that the goal is done.
	GoalSaid bool `json:"goal_said,omitempty"`
	// LastGoals and Unsaid are the earlier goals that were said, and those that may be used
	// again.
	LastGoals   []string `json:"last_goals,omitempty"`
	Unsaid      []string `json:"unsaid_goals,omitempty"`
	Preferences string   `json:"preferences"`
	// UpTo is the seq of the last message that cognition has considered.
	UpTo   int64 `json:"up_to_seq"`
	Cycles int   `json:"cycles"`
	// Reserve was pushed out of the slot by a reply. It returns when the reply is sent.
	Reserve *reserve `json:"reserve,omitempty"`
	// Speechless says that there was nothing to say into the last silence.
	Speechless bool `json:"speechless,omitempty"`
}

type reserve struct {
	Text    string `json:"text"`
	BasedOn int64  `json:"based_on_seq"`
	Phase   string `json:"phase,omitempty"`
	Channel string `json:"channel,omitempty"`
}

// keepReserve keeps the reserve that a candidate is about to push out of the slot. It forgets a
// line that was sent, that mostly repeats what was sent since, or that belongs elsewhere.
func (m *mind) keepReserve(v session.View, c *session.Candidate, unsent session.Look) {
	p, dropped := v.Plan, mended(v) && (unsent == session.LookDrop || unsent == session.LookReplace)
	if c != nil && p != nil && p.Kind == session.Reserve && p.Text != c.Parts[0].Text && !dropped {
		m.Reserve = &reserve{p.Text, p.BasedOn, p.Phase, p.Channel}
	}
	if r := m.Reserve; r != nil && (slices.Contains(v.Own(), r.Text) || mostlyRepeats(v, session.Want{BasedOn: r.BasedOn}, r.Text) || r.Phase != v.Phase || r.Channel != v.Channel) {
		m.Reserve = nil
	}
}

// play is a phase of play. Events move it, not a clock.
type play string

const (
	playAgree   play = "agree" // the suspect does not read the channel where the bot speaks
	playChat    play = "chat"
	playSuspect play = "suspect" // there is a reason to doubt the suspect, or a player accuses another
	playAccuse  play = "accuse"  // the bot has reasons enough to accuse its suspect
	playRecruit play = "recruit" // the bot's accusation stands in the chat, and nobody has followed
	playVote    play = "vote"    // another player doubts the accused suspect, too, or a vote is near or open
)

type knowledge struct {
	// Latest is the type of the latest message: casual, question, joke, accusation or defence.
	Latest string `json:"latest_type,omitempty"`
	Facts  []fact `json:"facts,omitempty"`
	// Patterns say how each player behaves, by id.
	Patterns map[string]string `json:"patterns,omitempty"`
}

type fact struct {
	Seq    int64  `json:"message_seq"`
	Player string `json:"player,omitempty"`
	Text   string `json:"fact"`
	// Channel is empty if everyone in the game read the message.
	Channel string `json:"private_channel,omitempty"`
}

type belief struct {
	// Suspicion is how likely the player is what the bot looks for, in percent.
	Suspicion int      `json:"suspicion_percent"`
	Level     string   `json:"suspicion"`
	Tells     []string `json:"tells,omitempty"`
	Against   string   `json:"against,omitempty"`
	Ally      int      `json:"ally_percent"`
	// OfMe, and OfOthers by player id, are trusts, neutral, doubts or unknown.
	OfMe     string            `json:"thinks_of_me"`
	OfOthers map[string]string `json:"thinks_of_others,omitempty"`
	// Evidence are the seqs of the messages that raised the suspicion or confirmed it, Relief
	// of those that lowered it, the newest last.
	Evidence []int64 `json:"evidence_seqs,omitempty"`
	Relief   []int64 `json:"relief_seqs,omitempty"`
	// Sum is the running sum of the log-odds, a term a cognition with new messages (§3.4,
	// equation 5).
	Sum float64 `json:"log_odds_sum,omitempty"`
}

type intention struct {
	// Suspect and Ally are players' ids; empty for nobody.
	Suspect   string `json:"suspect,omitempty"`
	Ally      string `json:"ally,omitempty"`
	Action    string `json:"next_action"`
	Reasoning string `json:"reasoning,omitempty"`
	// Since is the seq of the last message considered when the suspect was picked.
	Since    int64   `json:"suspect_since_seq,omitempty"`
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

// The suspicions from which a level begins, and up to which the bot calls itself unsure, in
// percent.
const (
	mediumFrom = 34 // a third
	highFrom   = 67 // two thirds
)

const unsureTo = 55

const (
	levelLow    = "low"
	levelMedium = "medium"
	levelHigh   = "high"
)

// What a player thinks of another.
const (
	stanceDoubts  = "doubts"
	stanceTrusts  = "trusts"
	stanceNeutral = "neutral"
	stanceUnknown = "unknown"
)

func readMind(v session.View) mind {
	m := mind{Version: 1, Play: playChat, Beliefs: map[string]belief{}}
	v.ReadMind(&m)
	m.enter(v)
	return m
}

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
// are not enough for many players whose ids are long or have escaped characters.
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

func (b *belief) since(seq int64) (seqs []int64) {
	for _, x := range slices.Concat(b.Evidence, b.Relief) {
		if x > seq {
			seqs = append(seqs, x)
		}
	}
	slices.Sort(seqs)
	return slices.Compact(seqs)
}

func orNil(text string) any {
	if text == "" {
		return nil
	}
	return text
}
