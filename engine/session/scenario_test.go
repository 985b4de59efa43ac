package session

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"ringer/engine/goldentest"
)

// TestScenarios plays the files in the folders of testdata. A scenario is a list of lines. Each
// line has its time after the line before:
//
//	+3s blue: hi                           a message; gm is the game master
//	+3s blue in den: hi                    a message in a channel that only red and blue see
//	+1s muted | unmuted | end              an observation, or the end
//	+1s phase night | eliminated green | left green | typing blue
//	                                       in the phase den, red and blue speak in their channel;
//	                                       in the phase chats, red speaks with blue in den, and
//	                                       with green in yard;
//	                                       "phase day 60" ends in 60 s
//	+1s floor taken | floor lost            with "floor bid": the bot gets the floor, or loses it
//	+1s ruling team blue green             a quest game decides: the step and the players; the
//	                                       first one has decided if one player does
//	+2s think reply cognition: hey | you   a thought ends with a candidate; | separates its parts
//	+2s think reply cognition 3s: hey      the same, with 3 s of reading before the typing
//	+2s think reply cognition to 4: hey    its text answers the line with the seq 4
//	+2s think replace reply cognition: hey the text is to replace the plan that the thought saw
//	+2s think nothing                      a thought ends with silence
//	+2s think keep | think drop            a thought keeps or drops the plan that it saw
//	+2s fail model_timeout                 a thought fails
//	+1s command send | command cancel      what the platform wants done with the plan
//	+1s receipt rejected | receipt posted  a receipt for the message that the bot sent last;
//	                                       "receipt@7 rejected" names its seq
//	+1s before blue: hi                    a line that was said before the bot was there
//	+1s rename blue Sky                    a player has another name
//	+1s pause | resume                     the clock stands, or goes on; the trace shows game time
//	+1s edit@3 hi | delete@3               the message of that seq gets another text, or none
//	+1s echo | echo@7                      the platform's own line for that message
//	+1s update 30                          the longest message now has 30 characters
//	+1s update tokens 1000                 the session may spend 1000 tokens
//	+1s update model                       its calls may cost less than before
//	+0s disclose bot                       the bot itself discloses that it is a bot
//	+0s spend 400                          from now on each thought makes a call of 400 tokens
//	+1s chatter 59                         so many messages of others, a second apart; the trace
//	                                       leaves them out
//	+2s retell: so far                     the summary that was wanted last is made
//	+2s forget model_timeout               that summary fails
//	+2s rewrite: other words               the refused text is rewritten; no words mean silence;
//	                                       "rewrite@3:" names what the text is based on
//	+2s blot model_timeout                 the rewriting fails
//	+2s look keep                          a look at the plan; "look drop", "look replace: hey";
//	                                       "look@pln_1 drop" names a plan that is gone
//	+2s overlook model_timeout             that look fails
//	+2s refined: other words               the plan is read as others would, and revised
//	+2s unrefined model_timeout            that fails
//	+2s reread: other words                the plan reads like a machine's: it is written again
//	+2s unread model_timeout               that fails
//	+0s scores 2.5 -1                      a classifier scores the lines of others that have no
//	                                       score yet
//	+1s vote v1 choose_one 10s: who is it  the platform asks; vote_scenario_test.go has the flags
//	                                       and the other lines about votes
//	+2s think notes 3 blue: wants help     a thought ends with an annotation of message 3, meant
//	                                       for blue
//	+2s think reads 4 to red expects       a thought ends with a reading of message 4
//	+2s think suspects blue 3 accuses blue a thought ends with what the mind suspects and whom
//	                                       it would accuse
//	+0s questions                          shows the questions as the bot sees them now, and the
//	                                       silence
//	+0s race muted                         the fact is stored just before the next append of acts
//	+5s                                    time passes; ~5s: it passes while no server runs
//
// A first line "timing manual" sets the session's timing, "refine recon" its refinement,
// "suspicion on" and "reread on" its classifier, "pace human" its pace, which is else paper, and
// "accuse_after evidence" what an accusation waits for, which is else the threshold. "floor bid"
// lets the bot bid for the floor of a game. With
// "precedence newest" traces show what a text answers.
// "reading rules" says who reads the lines; "reading unset" is an old session. A thought has the
// BasedOn of the last want for it. "think@3" names another seq, at which the thought also began.
//
// The expected trace follows the line "---". Each scenario is also folded from its stored form, and
// must give the same state.
func TestScenarios(t *testing.T) {
	t.Parallel()
	goldentest.Scripts(t, "testdata/*/*.txt", func(t *testing.T, script string) string {
		s := openScenario(t, modesOf(script), 1)
		s.answers = modesOf(script).precedence != ""
		s.play(script)
		s.refold()
		return s.trace.String()
	})
}

// noError ends the test if there is an error.
func noError(t interface {
	Helper()
	Fatal(args ...any)
}, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// scenario drives a state with a scripted strategy, as a driver does.
type scenario struct {
	t           *testing.T
	state       *State
	log         []Event
	now         Millis
	due         Millis
	turnBase    int64           // what the last want of the strategy was based on
	summaryBase int64           // what the last want for a summary was based on
	rewriteBase int64           // what the last want for a rewrite was based on
	voteBase    int64           // what the last want about a vote was based on
	wanted      int64           // the last event known when thoughts were last wanted
	cursors     map[int64]int64 // the seq that each act was decided on, by the seq of the act
	races       []Payload
	spend       int // tokens of each thought's call; 0 for thoughts without calls
	trace       strings.Builder
	answers     bool // whether the trace shows what a text answers
}

var opened = time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)

func newScenario(t *testing.T) *scenario {
	return openScenario(t, modes{timing: TimingHuman, pace: PacePaper, accuseAfter: AfterThreshold, reading: ReadingModel}, 1)
}

func openScenario(t *testing.T, m modes, speed float64) *scenario {
	s := &scenario{t: t, state: NewState("ses_test"), cursors: map[int64]int64{}}
	c := Config{
		Strategy: "scripted", Bot: Bot{Seat: "red", Secrets: []string{"rosebud"}, Allies: m.allies},
		Game: Setting{
			Players: []Player{{ID: "red", Name: "Red"}, {ID: "blue", Name: "Blue"}, {ID: "green", Name: "Green"}},
			Phases: []Phase{
				{ID: "day"}, {ID: "night", Speakers: []string{"blue"}}, {ID: "dawn"}, {ID: "den", Speakers: []string{"red", "blue"}, Channel: "den"},
				{ID: "chats", Channels: []string{"den", "yard"}},
			},
			Channels: []Channel{{ID: "den", Members: []string{"red", "blue"}}, {ID: "yard", Members: []string{"red", "green"}}},
		},
		Biography: wholeBiography(), TTL: 3600, Timing: m.timing, Pace: m.pace, Precedence: m.precedence, AccuseAfter: m.accuseAfter, Refine: m.refine, Suspicion: m.suspicion, Reread: m.reread, Speed: speed,
	}
	noError(t, c.Complete())
	if c.Reading = m.reading; m.reading == unset {
		c.Reading = ""
	}
	s.store(&SessionCreated{Config: c, Bids: m.bids})
	s.settle(nil)
	return s
}

// The findings of a thought that gives the plan up or keeps it.
const (
	dropped = "drop"
	kept    = "keep"
)

// scripted wants to think about what was said since it last did.
type scripted struct{}

func (scripted) Wants(v View) []Want {
	last, ok := v.Last()
	if ok && v.MaySpeak && last.Seq > v.Progress("turn").Considered && !last.Own {
		return []Want{{Kind: "turn", BasedOn: last.Seq}}
	}
	return nil
}

func (scripted) Conclude(_ View, w Want, f Finding) Conclusion {
	if s, ok := f.(suspects); ok {
		return s.outcome()
	}
	if r, ok := f.(read); ok {
		return Conclusion{Readings: r}
	}
	if n, ok := f.(noted); ok {
		return Conclusion{Annotations: []Annotated{Annotated(n)}}
	}
	if f == dropped || f == kept {
		return Conclusion{Unsent: Look(f.(string))}
	}
	out := Conclusion{Mind: json.RawMessage(fmt.Sprintf(`{"considered":%d}`, w.BasedOn))}
	if r, ok := f.(replacing); ok {
		out.Unsent, f = LookReplace, r.Candidate
	}
	out.Candidate, _ = f.(*Candidate)
	return out
}

func (scripted) CheaperPaths() []string { return []string{"brief", "terse"} }

func (s *scenario) store(p Payload) {
	if p == nil {
		return // it was refused
	}
	e := Event{Seq: int64(len(s.log) + 1), At: opened, Data: p}
	if len(s.log) > 0 {
		e.At = s.state.Clock.Wall(s.now)
	}
	s.log = append(s.log, e)
	s.state.Apply(e)
	s.note(e)
}

// settle decides and stores until no decision has acts, as a step.Stepper does.
func (s *scenario) settle(inbox []Thought) {
	for range 100 {
		d := Decide(s.state, scripted{}, inbox, s.now)
		if len(d.Acts) == 0 {
			s.due = d.Due
			for _, w := range d.Wants {
				s.wanted = s.state.Seq
				switch KindOf(w.Kind) {
				case KindSummary:
					s.summaryBase = w.BasedOn
				case KindRewrite:
					s.rewriteBase = w.BasedOn
				case KindOf(KindVotePrefix):
					s.voteBase = w.BasedOn
				default:
					s.turnBase = w.BasedOn
				}
				fmt.Fprintf(&s.trace, "%8.3f   wants %s about %d from %.3f\n", sec(s.now), w.Kind, w.BasedOn, sec(w.At))
				if w.At > s.now {
					s.due = min(s.due, w.At)
				}
			}
			return
		}
		cursor := s.state.Seq
		if len(s.races) > 0 {
			p := s.races[0]
			s.races = s.races[1:]
			barrier := s.state.Barrier
			s.store(p)
			if s.state.Barrier != barrier {
				fmt.Fprintf(&s.trace, "%8.3f   append of %d acts refused\n", sec(s.now), len(d.Acts))
				continue // the inbox stays
			}
		}
		for _, p := range d.Acts {
			s.store(p)
			s.cursors[s.state.Seq] = cursor
		}
		inbox = nil
	}
	s.t.Fatal("the scenario never ends: each decision has new acts")
}

// pass moves the time to a moment, and decides whenever something is due.
func (s *scenario) pass(until Millis) {
	for s.due > 0 && s.due <= until && !s.state.Ended {
		s.now = max(s.due, s.now)
		s.settle(nil)
	}
	s.now = until
}

func (s *scenario) play(script string) {
	lines := bufio.NewScanner(strings.NewReader(script))
	for lines.Scan() {
		text := strings.TrimSpace(lines.Text())
		if text == "" || strings.HasPrefix(text, "#") || slices.Contains([]string{"timing", "pace", "precedence", "reading", "refine", "suspicion", "reread", "accuse_after", "floor"}, strings.Fields(text)[0]) {
			continue
		}
		stamp, what, _ := strings.Cut(text, " ")
		wait, err := time.ParseDuration(strings.Trim(stamp, "+~"))
		if err != nil {
			s.t.Fatalf("%q: %v", text, err)
		}
		if stamp[0] == '~' {
			s.now += Millis(wait.Milliseconds())
		} else {
			s.pass(s.now + Millis(wait.Milliseconds()))
		}
		s.line(what)
	}
}

func (s *scenario) line(what string) {
	word, rest, _ := strings.Cut(what, " ")
	kind, based, _ := strings.Cut(word, "@")
	switch kind {
	case "":
	case "think", "fail":
		s.settle([]Thought{s.thought(kind, based, rest)})
	case "spend":
		s.spend, _ = strconv.Atoi(rest)
	case "chatter":
		s.chatter(rest)
	case "retell:":
		s.retell(rest, "")
	case "forget":
		s.retell("", rest)
	case "rewrite":
		s.rewriteBase, _ = strconv.ParseInt(strings.TrimSuffix(based, ":"), 10, 64)
		s.rewrite(rest, "")
	case "rewrite:":
		s.rewrite(rest, "")
	case "look":
		s.look(based, rest, "")
	case "refined:", "unrefined", "reread:", "unread":
		s.edited(kind, rest)
	case "scores":
		s.scores(rest)
	case "overlook":
		s.look("", "", rest)
	case "blot":
		s.rewrite("", rest)
	case "judge", "misjudge":
		s.judge(kind == "judge", rest)
	case "questions":
		s.noteQuestions()
	case "race":
		s.races = append(s.races, s.fact(rest))
	default:
		s.store(s.fact(what))
		if what == "resume" {
			s.now = s.state.Now // the pause took no game time
		}
		s.settle(nil)
	}
}

// conclude ends a thought that took a time, with a finding or a failure.
func (s *scenario) conclude(w Want, took Millis, failure string, finding Finding) {
	t := Thought{Want: w, Seq: s.wanted, Started: max(0, s.now-took), Took: took, Failure: failure, Calls: s.calls(failure)}
	if failure == "" {
		t.Finding = finding
	}
	s.settle([]Thought{t})
}

func (s *scenario) calls(failure string) []Call {
	if s.spend == 0 {
		return nil
	}
	return []Call{{PromptTokens: s.spend, Outcome: cmp.Or(failure, OutcomeOK)}}
}

func (s *scenario) fact(what string) Payload {
	if p, ok := s.voteFact(what); ok {
		return p
	}
	if sender, text, ok := strings.Cut(what, ": "); ok {
		sender, channel, _ := strings.Cut(sender, " in ")
		sender, history := strings.CutPrefix(sender, "before ")
		p := Post{Sender: sender, Text: text, Channel: channel, History: history}
		if sender == "gm" {
			p.Sender, p.Kind = "", FromGamemaster
		}
		noError(s.t, p.Complete(&s.state.Roster, ""))
		return &MessageReceived{Post: p}
	}
	word, arg, _ := strings.Cut(what, " ")
	word, seq, _ := strings.Cut(word, "@")
	switch word {
	case "end":
		return &SessionEnded{Reason: EndedByPlatform}
	case "command":
		p := &PlanCommanded{Command: Command(arg)}
		if s.state.Plan != nil {
			p.PlanID = s.state.Plan.ID
		}
		return p
	case "update":
		if arg == "model" {
			return &SessionUpdated{Changes{Model: &ModelChoices{Default: &ModelChoice{MaxTokens: 100}}}}
		}
		limits := s.state.Config.Limits
		if tokens, ok := strings.CutPrefix(arg, "tokens "); ok {
			limits.MaxTokens, _ = strconv.Atoi(tokens)
		} else {
			limits.MaxChars, _ = strconv.Atoi(arg)
		}
		return &SessionUpdated{Changes{Limits: &limits}}
	case "floor":
		return &FloorChanged{Has: arg == "taken"}
	case "disclose":
		by := Disclosure(arg)
		return &SessionUpdated{Changes{Disclosure: &by}}
	case "rename":
		id, name, _ := strings.Cut(arg, " ")
		o := Observation{Kind: PlayerRenamed, Player: &Player{ID: id, Name: name}}
		noError(s.t, o.Validate(&s.state.Roster))
		return o.Event("")
	case "pause":
		return &PlayPaused{}
	case "resume":
		return &PlayResumed{}
	case "edit", "delete":
		n, _ := strconv.ParseInt(seq, 10, 64)
		of := Amendment{MessageID: s.log[n-1].MessageID(s.state.Session)}
		if word == "edit" {
			return &MessageEdited{Amendment: of, Text: arg}
		}
		return &MessageDeleted{Amendment: of}
	case "echo":
		return &MessageReceived{Post{Kind: FromPlayer, Sender: "red", Text: "edited", MessageID: s.lastSent(seq)}}
	case "receipt":
		return &MessageReceipt{MessageID: s.lastSent(seq), Receipt: Receipt{Status: ReceiptStatus(arg)}}
	}
	o := Observation{Kind: ObservationKind(word)}
	if o.Kind == PhaseChanged {
		phase, seconds, ends := strings.Cut(arg, " ")
		if o.Phase = phase; ends {
			n, _ := strconv.ParseInt(seconds, 10, 64)
			n *= 1000
			o.EndsIn = &n
		}
	} else if o.Kind == RulingMade {
		o.Ruling = parseRuling(arg)
	} else if arg != "" {
		o.Player = &Player{ID: arg, Name: arg}
	}
	noError(s.t, o.Validate(&s.state.Roster))
	return &ObservationReceived{Observation: o}
}

// lastSent returns the id of the message that the bot sent at a seq, or last.
func (s *scenario) lastSent(seq string) (id string) {
	for _, e := range s.log {
		if p, ok := e.Data.(*MessageSent); ok && (seq == "" || seq == strconv.FormatInt(e.Seq, 10)) {
			id = p.MessageID
		}
	}
	return id
}
