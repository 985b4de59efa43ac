package audit

import (
	"regexp"
	"slices"
	"strings"
	"time"

	"ringer/engine/session"
)

const (
	// lateness is when a line counts as late. Ringer takes clocks that are 5 s ahead, so it cannot
	// tell a smaller lateness from a clock.
	lateness = 5 * time.Second
	// passing is how much earlier a line was said than a vote or a phase that was stored before it.
	// Less is the way over the network.
	passing = time.Second
	// soon is how soon a platform posts a line back, or again, in game time. Players who mock or
	// repeat a line take longer, or change it.
	soon = session.Millis(10_000)
	// telling is how many words make a line that two people do not say by chance. In 3,800 recorded
	// lines of people two within 10 s agreed: "I'm not the bot".
	telling = 5
	// repeated is the same for one person: one line in 3,800 came twice within 10 s.
	repeated = 3
	// batchLines is how many lines of several players in one moment are never chance.
	batchLines = 3
)

// line is a message of a player or a bot.
type line struct {
	seq    int64
	at     time.Time
	now    session.Millis // the game time
	id     string
	sender string
	text   string
	timed  bool // says that the platform has sent when it was said
	// shown is when the platform confirmed a line of the bot; the zero time for never.
	shown time.Time
}

func (c *checker) judgeMessage(e session.Event, p *session.MessageReceived) {
	var doubts session.Errors
	p.Doubt(&doubts, e.At, "")
	c.doubt(e.Seq, doubts)
	id := e.MessageID(c.report.Log)
	if p.ReplyTo != "" && !c.ids[p.ReplyTo] && !madeByServer(p.ReplyTo) {
		c.find(session.CodeUnknownReply, e.Seq, "reply_to is %s, the id of no earlier message", session.Quoted(p.ReplyTo))
	}
	c.ids[id] = true
	if p.History {
		return
	}
	if len(doubts) == 0 {
		c.judgeTime(e, p)
	}
	if p.Kind != session.FromPlayer {
		return
	}
	c.judgeSender(e, p)
	c.received = append(c.received, line{seq: e.Seq, at: e.At, now: c.now(e), id: id, sender: p.Sender, text: p.Text, timed: p.SentAt != nil})
	c.judgeBatch()
}

// madeByServer reports whether a server has made an id.
func madeByServer(id string) bool { return strings.HasPrefix(id, "msg_") }

// judgeTime finds lines that were posted late.
func (c *checker) judgeTime(e session.Event, p *session.MessageReceived) {
	if p.SentAt == nil {
		return
	}
	who := session.Quoted(p.Sender)
	for _, b := range c.barriers {
		if b.At.Sub(*p.SentAt) > passing {
			c.find(AfterBarrier, e.Seq, "the line of %s was said %s before the %s of seq %d, and posted after it", who, seconds(b.At.Sub(*p.SentAt)), what(b.Data), b.Seq)
			return
		}
	}
	if late := e.At.Sub(*p.SentAt); late > lateness {
		c.find(LatePost, e.Seq, "the line of %s was said %s before it was posted", who, seconds(late))
	}
}

func what(p session.Payload) string {
	if p.Type() == (&session.VoteRequested{}).Type() {
		return "vote"
	}
	return "phase"
}

var mention = regexp.MustCompile(`<@!?([^<>\s]+)>`)

// judgeSender finds lines under a wrong seat.
func (c *checker) judgeSender(e session.Event, p *session.MessageReceived) {
	r, who := c.roster(), session.Quoted(p.Sender)
	if c.session != nil && p.Sender == r.Seat {
		if !c.session.Clone().Echoes(&p.Post) {
			c.find(session.CodeUnknownEcho, e.Seq, "a line was posted for the bot's seat %s, which the bot has not sent", who)
		}
		return
	}
	if player, ok := r.Player(p.Sender); ok && player.Presence != session.Active && r.Public(p.Channel) {
		c.find(PlayerOut, e.Seq, "%s is %s, and speaks to all", who, player.Presence)
	}
	for _, m := range mention.FindAllStringSubmatch(p.Text, -1) {
		if _, ok := r.Player(m[1]); !ok {
			c.find(UnknownPerson, e.Seq, "the text mentions %s, and no player has the id %s", m[0], session.Quoted(m[1]))
		}
	}
	c.judgeText(e, p)
}

// judgeText finds lines that were said before: by a bot, or by the same player in a request without
// an id.
func (c *checker) judgeText(e session.Event, p *session.MessageReceived) {
	words, now := len(strings.Fields(p.Text)), c.now(e)
	same := func(l line) bool { return l.text == p.Text && now-l.now < soon }
	if i := slices.IndexFunc(c.sent, same); i >= 0 && words >= telling {
		c.find(EchoAsOther, e.Seq, "%s says what the bot %s sent %s before, in seq %d", session.Quoted(p.Sender), session.Quoted(c.sent[i].sender), seconds(e.At.Sub(c.sent[i].at)), c.sent[i].seq)
	}
	if i := slices.IndexFunc(c.received, func(l line) bool { return same(l) && l.sender == p.Sender }); i >= 0 && words >= repeated && madeByServer(e.MessageID(c.report.Log)) {
		c.find(PostedTwice, e.Seq, "%s says the same as in seq %d, and the message has no id", session.Quoted(p.Sender), c.received[i].seq)
	}
}

// judgeBatch finds lines of several players that came in one request without their times. Such
// lines have one time of arrival.
func (c *checker) judgeBatch() {
	last := &c.received[len(c.received)-1]
	n, senders := 0, map[string]bool{}
	for _, l := range slices.Backward(c.received) {
		if !l.at.Equal(last.at) || l.timed {
			break
		}
		n++
		senders[l.sender] = true
	}
	if n == batchLines && len(senders) > 1 {
		c.find(Batch, last.seq, "%d lines of %d players came in one request, without sent_at", n, len(senders))
	}
}

// judgeIDs finds a platform that gives no message an id.
func (c *checker) judgeIDs() {
	without, timed := 0, 0
	for _, l := range c.received {
		if madeByServer(l.id) {
			without++
		}
		if l.timed {
			timed++
		}
	}
	if n := len(c.received); n > 0 && without == n {
		c.find(NoIDs, 0, "none of %d messages has an id", n)
	}
	if timed == 0 {
		c.unseen("lines that were posted late: no message has sent_at")
	}
}
