package audit

import (
	"maps"
	"slices"

	"ringer/engine/session"
)

// Level says how bad a finding is.
type Level string

const (
	Fault  Level = "fault"  // the bot plays on something wrong, late or missing
	Advice Level = "advice" // nothing is wrong, and the bot or its platform could know more
)

// Finding is one kind of mistake.
type Finding struct {
	Code  session.Code `json:"code"`
	Level Level        `json:"level"`
	// Count is how often it was found.
	Count int `json:"count"`
	// Seqs are the first events that show it. It is empty if the log as a whole does.
	Seqs []int64 `json:"seqs,omitempty"`
	// What is wrong with the first of them.
	What string `json:"what"`
	Why  string `json:"why"` // Why says what it does to the bot.
	Do   string `json:"do"`  // Do says what to send instead.
}

// maxSeqs is how many events a finding names: enough to see a pattern.
const maxSeqs = 10

// Report is what one log shows of its platform.
type Report struct {
	// Log is the id of the session or game.
	Log    string `json:"log"`
	Events int    `json:"events"`
	// Findings are sorted by level and seq.
	Findings []*Finding `json:"findings"`
	// Unseen says what this log cannot show.
	Unseen []string `json:"unseen"`
}

// Faults counts the findings that are faults.
func (r *Report) Faults() (n int) {
	for _, f := range r.Findings {
		if f.Level == Fault {
			n++
		}
	}
	return n
}

func (r *Report) find(code session.Code, seq int64, what string) {
	i := slices.IndexFunc(r.Findings, func(f *Finding) bool { return f.Code == code })
	if i < 0 {
		k := kinds[code]
		i, r.Findings = len(r.Findings), append(r.Findings, &Finding{Code: code, Level: k.level, What: what, Why: k.why, Do: k.do})
	}
	f := r.Findings[i]
	if f.Count++; seq > 0 && len(f.Seqs) < maxSeqs {
		f.Seqs = append(f.Seqs, seq)
	}
}

// The codes of findings that no warning of the API has.
const (
	LatePost      session.Code = "late_post"
	AfterBarrier  session.Code = "after_barrier"
	Batch         session.Code = "batch_without_times"
	EchoAsOther   session.Code = "echo_as_other"
	PostedTwice   session.Code = "posted_twice"
	NoIDs         session.Code = "no_ids"
	PlayerOut     session.Code = "player_out"
	OptionOut     session.Code = "option_out"
	SeatOut       session.Code = "seat_out"
	UnknownPerson session.Code = "unknown_mention"
	NoNames       session.Code = "no_names"
	VoteOpen      session.Code = "vote_open"
	VoteRushed    session.Code = "vote_rushed"
	NoCasts       session.Code = "no_casts"
	NoPhases      session.Code = "no_phases"
	NoEnd         session.Code = "no_end"
	NoReveal      session.Code = "no_reveal"
	ReadLate      session.Code = "read_late"
	NoReceipt     session.Code = "receipt_missing"
	NoReceipts    session.Code = "no_receipts"
	NoSend        session.Code = "plan_not_sent"
)

type kind struct {
	level   Level
	why, do string
}

var kinds = map[session.Code]kind{
	LatePost:      {Fault, "the bot answers what the players have left behind", "post each line when it is said; if the clock of the platform is behind, correct it"},
	AfterBarrier:  {Fault, "the bot voted, or went on to the next phase, without this line", "post all lines first, and wait for the answer 202"},
	Batch:         {Advice, "if they were said in turn, the bot takes minutes for one moment", "post each line when it is said, or send sent_at; what was said before the bot came is history: true"},
	EchoAsOther:   {Fault, "the bot believes that another player says its words, and answers itself", "do not post the bot's lines, or post them with the sender of its seat and the message_id"},
	PostedTwice:   {Fault, "a retry was stored as a second line", "give each message an id of your own; the same id is stored once"},
	NoIDs:         {Advice, "a request that is sent again after an error is stored twice", "give messages, observations and votes an id of your own"},
	PlayerOut:     {Fault, "the bot answers and suspects somebody whom the others no longer hear", "keep lines of players who are out in a channel of their own; for a player who is back, post an observation joined first"},
	OptionOut:     {Advice, "the bot may choose a player who is out", "leave players who are out off the options"},
	SeatOut:       {Fault, "a player who is out has no vote", "ask only players who are in the game; if the bot is back, post an observation joined first"},
	UnknownPerson: {Fault, "the bot cannot know who is meant", "write names in texts, or use the same ids as in game.players"},
	NoNames:       {Fault, "the bot calls players by these ids, as no player would", `give players names: {"id": "…", "name": "…"}`},
	VoteOpen:      {Fault, "the answer came to nothing", "wait until the vote is cast, or cancel it, before the end"},
	VoteRushed:    {Fault, "the bot gave its standing answer, since there was no time to think", "ask when the vote begins, and give within_ms of at least 5000"},
	NoCasts:       {Fault, "the votes of people never counted", "post the answer of each person to …/votes/{vid}/casts"},
	NoPhases:      {Fault, "the bot plays the whole game in its first phase", "post an observation of the kind phase when one begins"},
	NoEnd:         {Fault, "the session waited for its time to live, and nobody knows how the game went", "post …/end when the game is over"},
	NoReveal:      {Advice, "nobody can tell later how well the bot played, and whom it suspected rightly", "send reveal with the end: what each player was"},
	ReadLate:      {Fault, "players read the line when the chat has moved on", "show a line when the stream brings it; keep the stream open, or poll with wait=20s"},
	NoReceipt:     {Fault, "the platform may have lost the line: it confirmed others", "resume the stream after the last event that you have handled, and send a receipt for each message"},
	NoReceipts:    {Advice, "nothing shows that anybody read the stream, or how late", "send a receipt when a line is shown"},
	NoSend:        {Advice, "with timing manual no line leaves without plan/send", "send each plan.created with …/plan/send, or open the session with timing human"},

	// The codes of warnings of the API.
	session.CodeUnlikelyTime:    {Fault, "the bot reads lines in a wrong order", "send when the line was said, as UTC"},
	session.CodeUnknownEcho:     {Fault, "the bot believes that it has said this", "post no line for the bot's seat, except its own with its message_id"},
	session.CodeUnknownReply:    {Fault, "the line counts as an answer to nobody", "send the id of an earlier message as reply_to"},
	session.CodeNameKept:        {Fault, "the bot calls the player by the old name", "post an observation renamed"},
	session.CodeMisleadingName:  {Fault, "players and bots take the lines of this player for those of the game", "give the player another name and id"},
	session.CodeOptionNotPlayer: {Fault, "the option stands for nobody, so no suspicion counts", "use the ids of players, or send about: other"},
	session.CodeOptionsAlike:    {Fault, "the bot may take one option for the other", "give each option its own label"},
}

// Kinds returns all findings that there are, without places and counts.
func Kinds() (all []Finding) {
	for _, code := range slices.Sorted(maps.Keys(kinds)) {
		k := kinds[code]
		all = append(all, Finding{Code: code, Level: k.level, Why: k.why, Do: k.do})
	}
	return all
}
