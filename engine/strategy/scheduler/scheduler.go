package scheduler

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"ringer/engine/prompt"
	"ringer/engine/schema"
	"ringer/engine/session"
	"ringer/engine/timing"
)

// Name is the strategy's name in the API.
const Name = "scheduler"

// kindTurn is the only kind of thought.
const kindTurn = "turn"

const (
	answerSend = "send"
	answerWait = "wait"
)

type turnFound struct {
	// balance is what the prompts showed, if any did.
	balance balance
	answer  string
	text    string
	unsent  session.Look // what becomes of the line that waits
	answers int          // the number of the line that the text answers
	// seen is the seq of the last message that the prompts showed.
	seen int64
	// asked is when the first question was asked.
	asked session.Millis
}

// Scheduler is the strategy with the options of one session.
type Scheduler struct{ options options }

// New returns the strategy for one session.
func New(raw json.RawMessage) (prompt.Thinker, error) {
	o, err := schema.Parse[options](optionsSchema, raw)
	return &Scheduler{options: o}, err
}

// Schema returns the JSON schema of the options.
func Schema() []byte { return optionsSchema }

// Wants asks for a turn after a new message and, ever more rarely, while the chat is quiet.
func (s *Scheduler) Wants(v session.View) []session.Want {
	v = v.Here() // a line of another channel calls for no turn in this one
	if !v.MaySpeak || !s.mayFollow(v) || v.Occupied() {
		return nil
	}
	last, _ := v.Last()
	done := v.Progress(kindTurn)
	if s.options.Order == orderEvery && unanswered(v, done) < len(v.Speakers()) {
		return nil
	}
	b := s.balance(v)
	if last.Seq > done.Considered && v.Begun() && follows(v) && s.verdict(v, b, false) != waits {
		w := session.Want{Kind: kindTurn, BasedOn: last.Seq, At: v.ThinksAt(done.Considered, done.Took)}
		if done.Count+done.Failures > 0 {
			w.At = max(w.At, askedAt(v, done)+s.floor(v, done))
		}
		return []session.Want{w}
	}
	if v.Path == pathSparse || v.Plan != nil && !v.PlanStale {
		return nil
	}
	return []session.Want{s.silence(v, b)}
}

// silence asks for a turn in the silence that has begun.
func (s *Scheduler) silence(v session.View, b balance) session.Want {
	last, _ := v.Last()
	done, began := v.Progress(kindTurn), max(last.At, v.PhaseBegan)
	at := max(began, done.FinishedAt) + s.tick(readMind(v).Quiet)
	at = max(at, began+silenceWorthAsking(askedAt(v, done)-began))
	if b.instruction == listen || b.instruction == even {
		at = max(at, began+listenedSilence)
	}
	if v.Config.Lively() { // no tick comes at a full second
		u := session.Draw(v.Seed, last.Seq, "tick:"+v.Me.ID, done.Count).Float64()
		at = began + timing.Millis(float64(at-began)*(1+unevenTick*u))
	}
	return session.Want{Kind: kindTurn, BasedOn: max(last.Seq, v.PhaseSince), At: at, Silence: true}
}

// unanswered counts the messages of others that no turn has considered, since the bot's last one.
func unanswered(v session.View, done session.Progress) (n int) {
	for _, m := range slices.Backward(v.Messages) {
		if m.Own || m.Seq <= done.Considered {
			break
		}
		if m.Foreign() {
			n++
		}
	}
	return n
}

// listenedSilence is the silence from which a bot that listens may write; its instruction names it.
const listenedSilence = 20 * timing.Second

// unevenTick is by how much a silence is longer at most, by a draw: who is asked again and again at
// the same times is known by them.
const unevenTick = 0.4

// shownSilence is the least silence that a prompt tells of.
const shownSilence = 10 * timing.Second

// silenceWorthAsking returns how long a silence must be to differ from the one asked about: a
// prompt tells of it, and it is half as long again. asked is negative if nothing was asked in this
// silence.
func silenceWorthAsking(asked session.Millis) session.Millis {
	return max(shownSilence, asked+asked/2)
}

// askedAt returns when the last turn asked its first question, or when it failed.
func askedAt(v session.View, done session.Progress) session.Millis {
	if m := readMind(v); m.Last != nil && done.Failures == 0 {
		return m.Last.AskedAt
	}
	return done.FinishedAt
}

// pathSparse is the cheaper path: at once if the bot was addressed, else rarely, in a silence
// never.
const pathSparse = "sparse"

// CheaperPaths implements session.Frugal.
func (s *Scheduler) CheaperPaths() []string { return []string{pathSparse} }

// floor returns the least time between two turns: on pathSparse half the longest tick, unless the
// bot was addressed.
func (s *Scheduler) floor(v session.View, done session.Progress) session.Millis {
	if v.Path != pathSparse || v.Called(done.Considered) {
		return s.options.Floor
	}
	return max(s.options.Floor, s.options.MaxTick/2)
}

// mayFollow reports whether the bot may speak now: never after its own line. It opens a phase only
// if the options say so.
func (s *Scheduler) mayFollow(v session.View) bool {
	return follows(v) || s.options.Opens && opens(v)
}

// opens reports whether the last line is the game master's, or there is none, and the bot has not
// written before it in this phase.
func opens(v session.View) bool {
	last, ok := v.Last()
	return (!ok || last.Kind == session.FromGamemaster) && v.Silence().LastBy != v.Me.ID
}

// follows reports whether the last line lets the bot speak: another player's. After the game
// master it only answers open questions.
func follows(v session.View) bool {
	last, ok := v.Last()
	open := v.OpenQuestions()
	if !ok || last.Kind != session.FromGamemaster || len(open) == 0 {
		return ok && last.Foreign()
	}
	own, _ := v.LastOwn()
	return slices.ContainsFunc(v.After(own.Seq), func(m session.Message) bool { return m.Foreign() || m.Seq == open[len(open)-1].Seq })
}

// tick returns how long the chat must be quiet, after so many waits in a row.
func (s *Scheduler) tick(quiet int) session.Millis {
	tick := s.options.Tick
	for range quiet {
		if tick *= 2; tick >= s.options.MaxTick {
			return s.options.MaxTick
		}
	}
	return tick
}

// Think makes the calls of a turn, in the order that the options say. Where the code has decided
// there is one call, or none.
func (s *Scheduler) Think(ctx context.Context, v session.View, w session.Want, ask prompt.Asker) (session.Finding, error) {
	here := v.Here()
	if !s.mayFollow(here) {
		// For a stale plan the core wants a turn also when the bot may not follow.
		return turnFound{answer: answerWait, asked: v.Now}, nil
	}
	t := &turn{Scheduler: s, ask: ask, view: v}
	if err := t.take(ctx, here, w.Silence); err != nil {
		return nil, err
	}
	return t.found, nil
}

func (s *Scheduler) Conclude(v session.View, w session.Want, f session.Finding) session.Conclusion {
	m := readMind(v)
	turn, ok := f.(turnFound)
	if !ok { // the session starts: nothing has been asked yet
		return session.Conclusion{Mind: session.EncodeMind(m)}
	}
	w.BasedOn = max(w.BasedOn, turn.seen)
	m.Asked++
	m.Quiet = s.quiet(v, w, m, turn)
	m.Last = &decision{
		At: v.Now, AskedAt: turn.asked, BasedOn: w.BasedOn,
		Balance: turn.balance.instruction, Leaning: turn.balance.leaning, Lines: turn.balance.all, Answer: turn.answer,
	}
	if turn.answer == answerSend {
		m.Sends++
	}
	out := session.Conclusion{Mind: session.EncodeMind(m), Considered: turn.seen, Unsent: turn.unsent}
	if turn.answer == answerSend && strings.TrimSpace(turn.text) != "" {
		answers := prompt.Written{Answers: turn.answers}.AnsweredSeq(v)
		out.Candidate = &session.Candidate{Kind: session.Reply, Class: session.ClassCognition, Answers: answers, Parts: s.Write(v, w, turn.text)}
	}
	return out
}

// Write implements session.Writer: one part, typed at the session's speed.
func (s *Scheduler) Write(_ session.View, _ session.Want, text string) []session.PlanPart {
	return []session.PlanPart{{Text: text, Timing: timing.Delay{Typing: timing.Words(text, s.options.WordsPerMinute)}}}
}

func (s *Scheduler) quiet(v session.View, w session.Want, m mind, turn turnFound) int {
	if turn.answer != answerWait || w.BasedOn > v.Progress(kindTurn).Considered {
		return 0
	}
	return m.Quiet + 1
}

// Brief says how often the bot was asked to speak, and what the last answer was.
func (s *Scheduler) Brief(v session.View) session.Brief {
	m := readMind(v)
	if s.options.Order == orderEvery {
		return session.Brief{Lines: []string{fmt.Sprintf("Asked %d times for a line, each after %d messages of others.", m.Asked, len(v.Speakers()))}}
	}
	lines := []string{fmt.Sprintf("Asked %d times whether to speak, answered with send %d times.", m.Asked, m.Sends)}
	switch {
	case m.Last == nil:
	case m.Last.Balance == "":
		lines = append(lines, fmt.Sprintf("The last answer was %s.", m.Last.Answer))
	default:
		lines = append(lines, fmt.Sprintf("The last answer was %s, told to %s.", m.Last.Answer, m.Last.Balance))
	}
	return session.Brief{Lines: lines}
}

// Reads implements session.Reader.
func (s *Scheduler) Reads(kind string) bool { return kind == kindTurn }
