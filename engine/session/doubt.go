package session

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	"ringer/engine/mouth"
)

// The codes of doubts. A doubt is a value that is accepted, but is probably a mistake.
const (
	CodeUnlikelyTime    Code = "unlikely_time"
	CodeUnknownEcho     Code = "unknown_echo"
	CodeUnknownReply    Code = "unknown_reply"
	CodeNameKept        Code = "name_kept"
	CodeOptionNotPlayer Code = "option_not_player"
	CodeOptionsAlike    Code = "options_alike"
	CodeMisleadingName  Code = "misleading_name"
)

// Warning is a doubt as the platform reads it.
type Warning struct {
	Code    Code   `json:"code"`
	Pointer string `json:"pointer"` // Pointer is the JSON pointer of the value in the request body.
	// Detail says what was made of the value, and what to send instead.
	Detail string `json:"detail"`
}

// Warnings returns doubts as the platform reads them.
func (e Errors) Warnings() (list []Warning) {
	for _, x := range e {
		list = append(list, Warning(*x))
	}
	return list
}

const (
	skew = 5 * time.Second // how far the clock of a platform may be ahead
	// longAgo is how old a message may be. Seconds that were read as milliseconds are in 1970.
	longAgo = 10 * 365 * 24 * time.Hour
)

// Doubt adds what is doubtful about a message that arrives now. prefix is its JSON pointer.
func (p *Post) Doubt(errs *Errors, now time.Time, prefix string) {
	if p.SentAt == nil {
		return
	}
	switch ahead := p.SentAt.Sub(now); {
	case ahead > skew:
		errs.Add(CodeUnlikelyTime, prefix+"/sent_at", fmt.Sprintf("is in the future and counts as %s, when the message arrived; send when it was said", now.UTC().Format(time.RFC3339)))
	case ahead < -longAgo:
		errs.Add(CodeUnlikelyTime, prefix+"/sent_at", "is more than ten years ago and counts as before the game; send when it was said, and mind seconds and milliseconds")
	}
}

// Echoes confirms the bot's message that a post repeats, and reports whether there is one.
func (s *State) Echoes(p *Post) bool {
	fact := &MessageReceived{Post: *p}
	return s.confirm(Event{Data: fact}, fact)
}

// Doubts returns what is doubtful about an observation.
func (o *Observation) Doubts(r *Roster) (errs Errors) {
	if o.Player == nil || !slices.Contains([]ObservationKind{PlayerJoined, PlayerLeft, PlayerOut, PlayerTyping}, o.Kind) {
		return nil
	}
	p, known := r.Player(o.Player.ID)
	if !known && o.Kind == PlayerJoined {
		doubtName(&errs, "/player", *o.Player)
	}
	if known && o.Player.renames(p) {
		detail := fmt.Sprintf("differs from the name of this player, who stays %s; leave the name out", Quoted(p.Name))
		if o.Kind == PlayerJoined {
			detail = fmt.Sprintf("is not given to this player, who stays %s; nobody else gets it either; for another name post an observation of the kind renamed", Quoted(p.Name))
		}
		errs.Add(CodeNameKept, "/player/name", detail)
	}
	return errs
}

// Doubts returns what is doubtful about the players of a new session or game.
func (g *Setting) Doubts() (errs Errors) {
	for i, p := range g.Players {
		doubtName(&errs, fmt.Sprintf("/game/players/%d", i), p)
	}
	return errs
}

// leaders are words for whoever leads a game or a chat. No name of a person contains one.
var leaders = []string{"gamemaster", "gamehost", "gamemoderator", "moderator", "spielleiter", "spielleitung"}

// leadersAlone are such words that other names contain.
var leadersAlone = []string{"gm", "host", "system", "admin", "administrator", "narrator", "referee", "server", "ringer"}

// doubtName doubts a player who is called as if they led the game, in any letters that look alike.
func doubtName(errs *Errors, pointer string, p Player) {
	for _, name := range []string{p.Name, p.ID} {
		letters := strings.Map(func(r rune) rune {
			if unicode.IsLetter(r) {
				return r
			}
			return -1
		}, mouth.Skeleton(name))
		if slices.Contains(leadersAlone, letters) || slices.ContainsFunc(leaders, func(l string) bool { return strings.Contains(letters, l) }) {
			errs.Add(CodeMisleadingName, pointer, fmt.Sprintf("is called %s, so others may take this player's lines for those of the game; give the player another name and id", Quoted(name)))
			return
		}
	}
}

// renames reports whether a player is named in another way than before. An id alone does not count.
func (p *Player) renames(known Player) bool {
	return p.Name != "" && p.Name != p.ID && p.Name != known.Name
}

// Doubts returns what is doubtful about the options and labels of a request that is not filled in.
func (q VoteRequest) Doubts(r *Roster) (errs Errors) {
	asked := q.About
	q.fill(r)
	for i, o := range q.Options {
		at := fmt.Sprintf("/options/%d", i)
		if q.Kind.rule().fixed == nil && asked != Other && o.Player == "" && (q.hasPlayers() || r.reads(o)) {
			errs.Add(CodeOptionNotPlayer, at, fmt.Sprintf("stands for nobody, and about is %s; correct the id, or send about: other; %s", q.About, r.unknownPlayer(o.ID)))
		}
		doubtAlike(&errs, "/options", i, func(k int) (id, label string) { return q.Options[k].ID, q.Options[k].Label })
	}
	for i := range q.Labels {
		doubtAlike(&errs, "/labels", i, func(k int) (id, label string) { return q.Labels[k].ID, q.Labels[k].Label })
	}
	return errs
}

// doubtAlike doubts the i-th entry of a list if an earlier one with another id reads like it.
func doubtAlike(errs *Errors, list string, i int, entry func(int) (id, label string)) {
	id, label := entry(i)
	for k := range i {
		if otherID, other := entry(k); otherID != id && (alike(label, other) || alike(id, otherID)) {
			errs.Add(CodeOptionsAlike, fmt.Sprintf("%s/%d", list, i), fmt.Sprintf("reads like %s/%d, so the bot may take one for the other; both stay; give them ids and labels that differ", list, k))
			return
		}
	}
}

func (q *VoteRequest) hasPlayers() bool {
	return slices.ContainsFunc(q.Options, func(o Option) bool { return o.Player != "" })
}

func (r *Roster) reads(o Option) bool {
	return slices.ContainsFunc(r.Players, func(p Player) bool {
		return alike(o.ID, p.Name) || alike(o.ID, p.ID) || alike(o.Label, p.Name)
	})
}

func alike(a, b string) bool { return strings.EqualFold(strings.TrimSpace(a), strings.TrimSpace(b)) }
