package game

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"ringer/engine/mouth"
	"ringer/engine/timing"
)

// Strategy is the pure part of a strategy: what the core needs to decide. The part that asks a model, Think, is added by
// package prompt, which the core does not know.
type Strategy interface {
	// Wants says which thoughts the state calls for. A want may lie ahead: silence in ten seconds is a want with a later
	// At. It is asked at every decision and must answer from the view alone.
	Wants(View) []Want
	// Conclude turns what a thought found into the new mind and, perhaps, a candidate. It sees the view of now, which may
	// hold newer messages than the thought did, and the options may have changed since. The want Start comes without a
	// finding and makes the first mind.
	Conclude(View, Want, Finding) Outcome
	// Brief says what others should know of this mind: the core's own prompts, and people who look at it.
	Brief(View) Brief
}

// Start is the kind of the want that makes the first mind.
const Start = "start"

// Want asks for a thought. Its identity is its kind: one thought of a kind runs at a time, newer messages do not restart
// it, and it is stopped only when its kind is no longer wanted.
type Want struct {
	Kind string `json:"kind"`
	// BasedOn is the seq the thought rests on, usually that of the last message.
	BasedOn int64 `json:"based_on_seq"`
	// At is the earliest game time; the core moves it later for its own reasons, never earlier.
	At Millis `json:"at"`
	// Silence marks a want that no message asked for. It sleeps while the session is dormant.
	Silence bool `json:"silence,omitempty"`
}

// Finding is what a strategy's Think brings back, of a type that only the strategy knows.
type Finding any

// Thought is one run of a strategy's model calls that has finished: an item of the inbox.
type Thought struct {
	Want    Want
	Finding Finding
	// Failure is the code of what went wrong, empty when Finding is there.
	Failure string
	Calls   []Call
	// ID is unique among the thoughts of all sessions. Seq is the last event that it knew.
	ID  string
	Seq int64
	// Started and Took are game time.
	Started Millis
	Took    Millis
	// After is how far its kind had come when it started.
	After Progress
}

// began says what the thought set out with.
func (t *Thought) began() *Began {
	return &Began{Thought: t.ID, Seq: t.Seq, At: t.Started, Took: t.Took, WantedAt: t.Want.At, Silence: t.Want.Silence}
}

// Stop makes it the thought of a kind that was not wanted any more when it came back.
func (t *Thought) Stop() { t.Finding, t.Failure = nil, ThoughtStopped }

// Outcome is what a strategy makes of a finding.
type Outcome struct {
	// Mind is the new mind as data, at most MaxMind bytes of JSON; empty keeps the old one.
	Mind json.RawMessage
	// Candidate is a message the bot might send; nil prefers silence.
	Candidate *Candidate
	// Beliefs are what it has changed of what the bot believes.
	Beliefs Beliefs
	// Annotations are what the thought has found in messages.
	Annotations []Annotated
	// Urge is how much the strategy wanted to speak, from 0 to 1; nil where it was not asked.
	Urge *float64
	// Accuse is the player whom the bot would accuse by itself now; empty for nobody. As long as thoughts go on to say so, it stays minded to.
	Accuse string
}

// MaxMind bounds a mind: it is stored with every thought that changes it.
const MaxMind = 32 << 10

// Writer is a strategy that writes in its own way. The core asks it about a text that is not the strategy's own: one that was refined, or
// written anew. What others write is one part, typed at a word a second.
type Writer interface {
	// Write splits a text into the parts that are sent, with the time that each takes.
	Write(v View, w Want, text string) []Part
}

// PlanKind says what a planned message is for.
type PlanKind string

// The kinds of a plan.
const (
	Reply   PlanKind = "reply"   // an answer to what was said
	Rest    PlanKind = "rest"    // the part after a comma, sent after its first part
	Reserve PlanKind = "reserve" // kept for a silence
)

// PlanClass ranks plans in the slot: one of a lower class replaces another only when that is stale.
type PlanClass int

// The classes, the weakest first.
const (
	ClassReserve PlanClass = iota
	ClassReflex
	ClassCognition
)

var classes = []string{"reserve", "reflex", "cognition"}

// MarshalText implements encoding.TextMarshaler.
func (c PlanClass) MarshalText() ([]byte, error) { return []byte(classes[c]), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (c *PlanClass) UnmarshalText(b []byte) error {
	i := slices.Index(classes, string(b))
	if i < 0 {
		return fmt.Errorf("game: %q is no class of a plan; there are %s", b, strings.Join(classes, ", "))
	}
	*c = PlanClass(i)
	return nil
}

// Candidate is a message that a strategy proposes.
type Candidate struct {
	Kind  PlanKind
	Class PlanClass
	// Parts are sent one after another; the first is the message, the others follow as rests.
	Parts []Part
	// Whole is what the model wrote, where a strategy has cut it: a cut does not make sayable what is not. Empty where the parts hold all of it.
	Whole string
	// Silence is how long the chat must be quiet before a reserve goes out.
	Silence Millis
}

// Part is a text and the time it takes a person to write it.
type Part struct {
	Text   string       `json:"text"`
	Timing timing.Delay `json:"timing"`
}

// Brief is what a mind amounts to, in a few plain sentences.
type Brief struct {
	Lines []string `json:"lines"`
	// Suspicion is how far the mind takes each player for what it is looking for, such as a machine or a mafioso, by player id: the natural
	// logarithm of the odds, 0 for one about whom it knows nothing. It has a say in votes.
	Suspicion map[string]float64 `json:"suspicion,omitempty"`
}

// View is what a strategy sees of a session. It is a copy: strategies may keep it, not change it.
type View struct {
	Session string
	// Seq is the last event that it holds.
	Seq    int64
	Seed   int64
	Config Config
	Now    Millis
	// Me is the bot's player, Players all of them.
	Me      Player
	Players []Player
	Phase   string
	// Messages are the last ones that the bot may see, the oldest first.
	Messages []Message
	// Summary stands for those before the window.
	Summary Summary
	// Said counts all messages so far that the bot may see.
	Said int
	// LastActivity is when somebody last said or typed something; 0, when the session opened, as long as nobody has.
	LastActivity Millis
	Private      []string
	Mind         json.RawMessage
	Plan         *Plan
	// Draft is a refused text that the core is about to write anew.
	Draft *Draft
	// Rewriting says that it still is: the chat has not moved on from it.
	Rewriting bool
	// PlanStale says that the plan no longer fits the chat.
	PlanStale bool
	// Votes are those that the bot has not answered, with the options that it may choose now.
	Votes []Vote
	// MaySpeak says that a message planned now could be sent: nothing bars the bot, and it has not had more than its share of the talk.
	MaySpeak bool
	// Path is the one to take: PathFull, or one of the strategy's CheaperPaths.
	Path        string
	windowAfter int64
	tokenBytes  int64
	thoughts    map[string]Progress
	talk        map[string]Count
}

// Thought returns how far the thoughts of a kind have come.
func (v *View) Thought(kind string) Progress { return v.thoughts[kind] }

// Talk returns how much a player has said.
func (v *View) Talk(player string) Count { return v.talk[player] }

// Last returns the last message, and false when nothing has been said.
func (v *View) Last() (Message, bool) {
	if len(v.Messages) == 0 {
		return Message{}, false
	}
	return v.Messages[len(v.Messages)-1], true
}

// After returns the messages after a seq.
func (v *View) After(seq int64) []Message {
	i := len(v.Messages)
	for i > 0 && v.Messages[i-1].Seq > seq {
		i--
	}
	return v.Messages[i:]
}

// Window returns the messages that a prompt shows. It grows with the chat, and loses its older half at once, so that the start of a
// prompt, which servers cache, stays the same in between.
func (v *View) Window() []Message { return v.After(v.windowAfter) }

// Own returns the texts of the bot's own messages, the oldest first.
func (v *View) Own() []string {
	var own []string
	for _, m := range v.Messages {
		if m.Own {
			own = append(own, m.Text)
		}
	}
	return own
}

// Active returns the players still in the game.
func (v *View) Active() []Player {
	return slices.DeleteFunc(slices.Clone(v.Players), func(p Player) bool { return p.Presence != Active })
}

// OtherPlayers returns the other players still in the game, in the order of the roster.
func (v *View) OtherPlayers() []Player {
	return slices.DeleteFunc(v.Active(), func(p Player) bool { return p.ID == v.Me.ID })
}

// Names tells whether a text names a player, as a whole word.
func (v *View) Names(text, player string) bool {
	i := slices.IndexFunc(v.Players, func(p Player) bool { return p.ID == player })
	return i >= 0 && mouth.Mentions(text, v.Players[i].Name)
}

// Roster returns who is in the game as it is now, with the phases and the channels: who may speak, and who sees what.
func (v *View) Roster() Roster {
	return Roster{Seat: v.Me.ID, Players: v.Players, Phases: v.Config.Game.Phases, Channels: v.Config.Game.Channels, Phase: v.Phase}
}

// Vote returns the open vote that a thought is about; false when it is open no more.
func (v *View) Vote(thought string) (Vote, bool) {
	i := slices.IndexFunc(v.Votes, func(x Vote) bool { return x.thought() == thought })
	if i < 0 {
		return Vote{}, false
	}
	return v.Votes[i], true
}
