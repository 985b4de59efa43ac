package session

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ringer/engine/mouth"
	"ringer/engine/timing"
)

// Strategy is the pure part of a strategy. A prompt.Thinker adds Think, which asks a model.
type Strategy interface {
	// Wants returns the thoughts that the state calls for, also later ones: in ten seconds of
	// silence. Every decision calls Wants, so its result must depend on the view alone.
	Wants(View) []Want
	// Conclude turns what a thought found into the new mind and, perhaps, a candidate. It gets the
	// current view, which may hold newer messages than the thought saw. The options may have
	// changed since, too. For the want Start the finding is nil, and Conclude makes the first mind.
	Conclude(View, Want, Finding) Conclusion
	// Brief returns what the core's own prompts show of the mind, and what people read about it.
	Brief(View) Brief
}

// Start is the kind of the want that makes the first mind.
const Start = "start"

// Want asks for a thought. Only one thought of a kind runs at a time. Newer messages do not restart
// it. It is stopped only when its kind is not wanted any more.
type Want struct {
	Kind string `json:"kind"`
	// BasedOn is the seq that the thought is based on, usually the last message.
	BasedOn int64 `json:"based_on_seq"`
	// At is the earliest game time at which the thought may start. The core may move it later,
	// never earlier.
	At Millis `json:"at"`
	// Silence marks a want that no message asked for. The core ignores such a want while the bot is
	// dormant, and while the newest line is news to somebody who would read the bot's.
	Silence bool `json:"silence,omitempty"`
}

// Finding is what a strategy's Think returns. Only the strategy knows its type.
type Finding any

// Thought is one finished run of a strategy's model calls. It is an item of the inbox.
type Thought struct {
	Want    Want
	Finding Finding
	// Failure is the code of what went wrong. It is empty if there is a Finding.
	Failure string
	Calls   []Call
	// Readings are what the calls of the thought have read lines as, beside their tasks.
	Readings []Reading
	ID       string   // unique among the thoughts of all sessions
	Seq      int64    // the seq of the last event that the thought knew
	Started  Millis   // the game time at which it started
	Took     Millis   // how long it ran, in game time
	Before   Progress // how far the thoughts of its kind had come when it started
}

// Began returns what the thought started from.
func (t *Thought) Began() *Began {
	return &Began{Thought: t.ID, Seq: t.Seq, At: t.Started, Took: t.Took, WantedAt: t.Want.At, Silence: t.Want.Silence}
}

// Stop marks the thought as one that was no longer wanted when it ended. Its finding is dropped.
func (t *Thought) Stop() { t.Finding, t.Failure = nil, ThoughtStopped }

// Conclusion is what a strategy makes of a finding.
type Conclusion struct {
	// Mind is the new mind, at most MaxMind bytes of JSON. If it is empty, the old one stays.
	Mind       json.RawMessage
	Candidate  *Candidate // a message that the bot might send; nil for silence
	Considered int64      // the seq up to which the prompts showed the log, if beyond the want's
	// Unsent is what becomes of the plan that the thought was shown, even if the plan was stale.
	Unsent      Look
	Beliefs     BeliefChanges // the changes to what the bot believes
	Annotations []Annotated   // what the thought found in messages
	Readings    []Reading     // what the thought read lines as, if that was its task
	Urge        *float64      // how much the strategy wanted to speak, from 0 to 1; nil if it was not asked
	// Accuse is the player whom the bot would accuse by itself now; empty for nobody. The planned
	// accusation is dropped as soon as a thought names nobody or another player.
	Accuse string
}

// MaxMind is the largest mind, in bytes. It is stored with every thought that changes it.
const MaxMind = 32 << 10

// Writer is a strategy with its own way of writing a text that it did not propose, such as a
// rewritten one. For others such a text is one part, typed at a word a second.
type Writer interface {
	// Write splits a text into the parts that are sent, each with its delay.
	Write(v View, w Want, text string) []PlanPart
}

// PlanKind says what a planned message is for.
type PlanKind string

const (
	Reply   PlanKind = "reply"   // an answer to what was said
	Rest    PlanKind = "rest"    // a further part of a message, sent after the part before it
	Reserve PlanKind = "reserve" // a line that is sent after a silence
)

// PlanClass ranks plans in the slot. A lower one replaces a higher one only if that is stale.
type PlanClass int

// The classes, weakest first.
const (
	ClassReserve PlanClass = iota
	ClassReflex
	ClassCognition
)

var classes = []string{"reserve", "reflex", "cognition"}

// MarshalText implements encoding.TextMarshaler.
func (c PlanClass) MarshalText() ([]byte, error) { return []byte(classes[c]), nil }

// UnmarshalJSON implements json.Unmarshaler. The first servers stored the number of a class.
func (c *PlanClass) UnmarshalJSON(b []byte) error { return c.UnmarshalText(bytes.Trim(b, `"`)) }

// UnmarshalText implements encoding.TextUnmarshaler, for the keys of objects.
func (c *PlanClass) UnmarshalText(b []byte) error {
	i := slices.Index(classes, string(b))
	if n, err := strconv.Atoi(string(b)); err == nil && n < len(classes) {
		i = n
	}
	if i < 0 {
		return fmt.Errorf("game: %q is not a plan class; the classes are %s", b, strings.Join(classes, ", "))
	}
	*c = PlanClass(i)
	return nil
}

// Candidate is a message that a strategy proposes.
type Candidate struct {
	Kind    PlanKind
	Class   PlanClass
	BasedOn int64      // the seq of the newest message in the prompt, if beyond the want's
	Answers int64      // the seq of the line that the text answers; 0 if the model has not said so
	Parts   []PlanPart // sent one after another, those after the first as plans of the kind Rest
	// Whole is what the model wrote, if the strategy has shortened it. The mouth then also judges
	// the words that were cut off. It is empty if the parts hold everything.
	Whole   string
	Silence Millis // how long the chat must be quiet before a reserve goes out
	// replaces says that the model wants the text in place of the plan.
	replaces bool
}

// PlanPart is a text and the delay that a person would need to write it.
type PlanPart struct {
	Text   string       `json:"text"`
	Timing timing.Delay `json:"timing"`
}

// Brief is a mind in a few plain sentences.
type Brief struct {
	Lines []string `json:"lines"`
	// Beliefs says in sentences what the mind believes of the others, for prompts for votes.
	Beliefs []string `json:"-"`
	// Suspicion is how strongly the mind suspects each player of being what it looks for, such as a
	// machine or a mafioso. It maps player ids to the natural logarithm of the odds. 0 means that
	// it knows nothing. It influences votes.
	Suspicion map[string]float64 `json:"suspicion,omitempty"`
	// Leanings say what the mind would answer in open votes, by id, in place of the suspicion.
	Leanings map[string]Leaning `json:"-"`
}

// Leaning is what a mind would answer in one vote.
type Leaning struct {
	// Options holds how much speaks for each option, as log-odds, by option id.
	Options map[string]float64
	// Labels holds the probability of each label, by option id and then by label id.
	Labels map[string]map[string]float64
}

// View is what a strategy sees of a session: a copy that must not be changed.
type View struct {
	Session string
	Seq     int64 // the seq of the last event in the view
	Seed    int64
	Config  Config
	// Biography is the person that the bot plays. It is nil if there is only a persona.
	Biography  *Biography
	Now        Millis
	Me         Player   // the bot's player
	Players    []Player // all players, including the bot's
	Phase      string
	PhaseSince int64 // the seq of the event that began the phase, and PhaseBegan its time; 0 at first
	PhaseBegan Millis
	LinesSince int64 // the seq from which on a line of this channel may get a reply
	// PhaseEnds is when the phase ends, or 0 if nobody has said so. It may have passed.
	PhaseEnds Millis
	// Channel is where the bot speaks. Empty means the main channel.
	Channel  string
	Messages []Message // the last messages that the bot may see, in all channels, oldest first
	// Summary stands for the messages before the window.
	Summary Summary
	// Said counts all messages so far that the bot may see.
	Said         int
	LastActivity Millis // when somebody last said or typed something, or 0
	// Private holds the pieces of private information, oldest first.
	Private []string
	// Dealt says that the rules of the server have dealt the roles, and list them in their order.
	Dealt      bool
	Rulings    []Ruling // what a quest game has decided in public, oldest first
	RuledSince int64    // the seq of the last of them, or 0
	Mind       json.RawMessage
	Plan       *Plan
	PlanDue    Millis // when the plan is to be sent, or 0
	Accused    Accusations
	Draft      *Draft // a refused text that the core is about to rewrite
	// Rewriting says that the draft will be rewritten, because the chat has not moved on from it.
	Rewriting bool
	// PlanStale says that the plan no longer fits the chat.
	PlanStale bool
	Votes     []Vote // the open votes, with the options that the bot may choose now
	// MaySpeak says that a message planned now could be sent.
	MaySpeak bool
	// Shared says that bots of the same strategy share what does not depend on a seat. Prompts for
	// it must not show what only this seat knows.
	Shared bool
	// Turn is how many bots come before this one in making what is shared. The first makes it, and
	// each other one only if those before it do not. It is 0 for a bot that shares nothing.
	Turn int
	// Contenders are the bots that could speak next. Only the view of a game has them.
	Contenders  []Contender
	Path        string // the path to take: PathFull, or one of the strategy's CheaperPaths
	windowAfter int64
	tokenBytes  int64
	thoughts    map[string]Progress
	talk        map[string]Count
	questions   Questions
	former      map[string]string
	bots        []string
	// Sums holds the running sum S of each opponent, in log-odds, by player id; nil without scores.
	Sums map[string]float64
}

// With returns the view with how far each kind of thought has come.
func (v View) With(thoughts map[string]Progress) View {
	v.thoughts = thoughts
	return v
}

// Progress returns how far the thoughts of a kind have come.
func (v *View) Progress(kind string) Progress { return v.thoughts[kind] }

// Talk returns how much a player has said.
func (v *View) Talk(player string) Count { return v.talk[player] }

// Last returns the last message that is not a correction of a word, and false if there is none.
// What was said before the bot was there does not count.
func (v *View) Last() (Message, bool) {
	return findLast(v.Messages, func(m *Message) bool { return !m.Corrects() && !m.History })
}

// Numbered returns the message with this number, and false if the view does not hold it.
func (v *View) Numbered(number int64) (Message, bool) {
	return findLast(v.Messages, func(m *Message) bool { return m.Number == number })
}

// After returns the messages whose seq is greater than seq, oldest first.
func (v *View) After(seq int64) []Message { return after(v.Messages, seq) }

// Called reports whether a message whose seq is greater than seq speaks to the bot.
func (v *View) Called(seq int64) bool {
	return slices.ContainsFunc(v.After(seq), func(m Message) bool { return m.Addressed })
}

func after(messages []Message, seq int64) []Message {
	i := len(messages)
	for i > 0 && messages[i-1].Seq > seq {
		i--
	}
	return messages[i:]
}

// Window returns the messages that a prompt shows. A full window loses its older half at once: in
// between, the start of a prompt stays the same, so servers can cache it.
func (v *View) Window() []Message { return v.After(v.windowAfter) }

// Own returns the texts of the bot's own messages, oldest first.
func (v *View) Own() []string {
	return v.texts(func(m *Message) bool { return m.Own })
}

// Others returns what the other players have said, oldest first.
func (v *View) Others() []string { return v.texts(func(m *Message) bool { return m.Foreign() }) }

// People returns the lines of players who are not bots of the game, oldest first.
func (v *View) People() []string {
	return v.texts(func(m *Message) bool { return m.Foreign() && !slices.Contains(v.bots, m.Sender) })
}

func (v *View) texts(which func(*Message) bool) (texts []string) {
	for i := range v.Messages {
		if which(&v.Messages[i]) {
			texts = append(texts, v.Messages[i].Text)
		}
	}
	return texts
}

// Active returns the players still in the game.
func (v *View) Active() []Player {
	return slices.DeleteFunc(slices.Clone(v.Players), func(p Player) bool { return p.Presence != Active })
}

// OtherPlayers returns the other players still in the game, in the order of the roster.
func (v *View) OtherPlayers() []Player {
	return slices.DeleteFunc(v.Active(), func(p Player) bool { return p.ID == v.Me.ID })
}

// Mentions reports whether a text names the player with this id, as a whole word.
func (v *View) Mentions(text, player string) bool {
	p, ok := find(v.Players, func(p Player) bool { return p.ID == player })
	return ok && mouth.Mentions(text, p.Name)
}

// Roster returns the current roster with phases and channels: who may speak, and who sees what.
func (v *View) Roster() Roster {
	return Roster{Seat: v.Me.ID, Players: v.Players, Phases: v.Config.Game.Phases, Channels: v.Config.Game.Channels, Phase: v.Phase}
}

// Vote returns the open vote that thoughts of a kind are about, and false if the vote is over.
func (v *View) Vote(kind string) (Vote, bool) {
	return find(v.Votes, func(x Vote) bool { return x.thoughtKind() == kind })
}
