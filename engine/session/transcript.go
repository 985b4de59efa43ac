package session

import (
	"errors"
	"fmt"
	"time"
)

// MaxTranscript bounds the messages of a transcript. To score so many takes a core half a second.
const MaxTranscript = 10_000

// MaxAccuseLead bounds the lead of an accusation, in log-odds: a line adds at most 12.
const MaxAccuseLead = 12 * MaxTranscript

// Transcript is what was said in a game that needs no session.
type Transcript struct {
	// Players are the players. Their names do not count as words. If the list is left out, the
	// senders are the players, and their ids are their names.
	Players  []Player         `json:"players,omitempty"`
	Messages []TranscriptLine `json:"messages"` // Messages are the messages, oldest first.
	// AccuseLead is how far the sum of the most suspected player must lead the second to be
	// accused, in log-odds.
	AccuseLead *float64 `json:"accuse_lead,omitempty"`
}

// TranscriptLine is one message of a transcript.
type TranscriptLine struct {
	Sender string      `json:"sender,omitempty"`
	Text   string      `json:"text"`
	Kind   MessageKind `json:"kind,omitempty"`
	// SentAt is when it was said. Without it the time since the line before is unknown.
	SentAt *time.Time `json:"sent_at,omitempty"`
}

// Complete fills in what the client left out, and checks the transcript.
func (t *Transcript) Complete() error {
	var errs Errors
	// There may be as many as in a session: the classifier looks for each name in each text.
	if !tooMany(&errs, "/players", len(t.Players), MaxPlayers) {
		checkPlayers(&errs, "/players", t.Players)
	}
	switch n := len(t.Messages); {
	case n == 0:
		errs.Add(CodeRequired, "/messages", "must hold at least one message")
	case !tooMany(&errs, "/messages", n, MaxTranscript):
		t.checkMessages(&errs)
	}
	if t.AccuseLead == nil {
		lead := float64(AccuseLead)
		t.AccuseLead = &lead
	}
	errs.AddIf(!(*t.AccuseLead >= 0 && *t.AccuseLead <= MaxAccuseLead), CodeOutOfRange, "/accuse_lead", "must be from 0 to %d", MaxAccuseLead)
	return errs.Err()
}

// checkMessages checks the messages. It adds their senders to the players if there are none.
func (t *Transcript) checkMessages(errs *Errors) {
	known := Roster{Players: t.Players}
	given := len(t.Players) > 0
	for i := range t.Messages {
		at, l := fmt.Sprintf("/messages/%d", i), &t.Messages[i]
		l.complete(errs, at)
		_, ok := known.Player(l.Sender)
		switch {
		case ok || l.Kind != FromPlayer || l.Sender == "":
		case given && known.nameless(): // it may be the player without an id
		case given:
			errs.Add(CodeUnknownPlayer, at+"/sender", known.unknownPlayer(l.Sender, "for a new player, add it to players"))
		case len(known.Players) == MaxPlayers:
			errs.Add(CodeTooMany, "/messages", fmt.Sprintf("has more than %d senders; send each game by itself", MaxPlayers))
			return
		default:
			checkName(errs, CodeInvalidID, at+"/sender", l.Sender)
			known.Players = append(known.Players, Player{ID: l.Sender, Name: l.Sender})
		}
		if errs.Full() {
			return
		}
	}
	t.Players = known.Players
}

// complete checks a message as one that is posted, but not whether the sender is a player.
func (l *TranscriptLine) complete(errs *Errors, at string) {
	p := Post{Sender: l.Sender, Text: l.Text, Kind: l.Kind, SentAt: l.SentAt}
	if found, ok := errors.AsType[Errors](p.Complete(&Roster{Players: []Player{{ID: l.Sender}}}, at)); ok {
		*errs = append(*errs, found...)
	}
	l.Sender, l.Kind, l.SentAt = p.Sender, p.Kind, p.SentAt
}
