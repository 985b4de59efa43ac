package session

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Code names one reason to refuse input. Codes are stable: clients switch on them.
type Code string

// The codes of the core. The API's error table gives each its HTTP status.
const (
	CodeRequired           Code = "required"
	CodeTooLong            Code = "too_long"
	CodeTooMany            Code = "too_many"
	CodeOutOfRange         Code = "out_of_range"
	CodeInvalidName        Code = "invalid_name"
	CodeInvalidID          Code = "invalid_id"
	CodeInvalidValue       Code = "invalid_value"
	CodeEmptyText          Code = "empty_text"
	CodeDuplicatePlayer    Code = "duplicate_player"
	CodeUnknownPlayer      Code = "unknown_player"
	CodeUnknownPhase       Code = "unknown_phase"
	CodeUnknownChannel     Code = "unknown_channel"
	CodeUnknownRules       Code = "unknown_rules"
	CodeUnknownStrategy    Code = "unknown_strategy"
	CodeUnknownOption      Code = "unknown_option"
	CodeInvalidOption      Code = "invalid_option"
	CodeModelNotAllowed    Code = "model_not_allowed"
	CodeLanguageNotAllowed Code = "language_not_allowed"
	CodeIDReused           Code = "id_reused"
	CodeVoteFinal          Code = "vote_final"
	CodeSessionEnded       Code = "session_ended"
	CodeNotFound           Code = "not_found"
	CodeConflict           Code = "conflict"
	CodeOfGame             Code = "belongs_to_game"
	CodeHosted             Code = "wrong_host"
	CodeMayNotSpeak        Code = "may_not_speak"
	CodeNotEnded           Code = "game_not_ended"
	CodeNoPlan             Code = "no_plan"
	CodePlanChanged        Code = "plan_changed"
	CodeNoMessage          Code = "message_not_found"
	CodeRejectedBefore     Code = "rejected_before"
	CodeNoVote             Code = "vote_not_found"
	CodeVoteOver           Code = "vote_over"
	CodeMessageDeleted     Code = "message_deleted"
	CodeTooManyVotes       Code = "too_many_votes"
	CodeLogFull            Code = "log_full"
)

// Error is one refused value.
type Error struct {
	Code    Code
	Pointer string // the JSON pointer of the value in the request body; empty for the whole body
	// Detail says what is wrong and what to do next. Clients see it.
	Detail string
}

func (e *Error) Error() string {
	if e.Pointer == "" {
		return e.Detail
	}
	return e.Pointer + ": " + e.Detail
}

// Errors is everything wrong with one request, in the order of the request.
type Errors []*Error

func (e Errors) Error() string {
	return strings.Join(Each(e, (*Error).Error), "; ")
}

// Add adds one refused value.
func (e *Errors) Add(code Code, pointer, detail string) {
	*e = append(*e, &Error{Code: code, Pointer: pointer, Detail: detail})
}

// AddIf adds a refused value if it is bad. Only then is its detail formatted, as by fmt.Sprintf.
func (e *Errors) AddIf(bad bool, code Code, pointer, detail string, args ...any) {
	if bad && len(args) > 0 {
		detail = fmt.Sprintf(detail, args...)
	}
	if bad {
		e.Add(code, pointer, detail)
	}
}

func (e *Errors) limit(pointer, text string, chars int) {
	e.AddIf(utf8.RuneCountInString(text) > chars, CodeTooLong, pointer, "is longer than %d characters; shorten it", chars)
}

// MaxErrors is how many errors of one request are shown. Loops over long lists end when so many are
// found: each error takes time, since it looks for the name that was meant.
const MaxErrors = 100

// Full reports whether no answer shows more errors.
func (e Errors) Full() bool { return len(e) >= MaxErrors }

// Err returns nil if nothing was refused.
func (e Errors) Err() error {
	if len(e) == 0 {
		return nil
	}
	return e
}

// Pointer returns a name as a segment of a JSON pointer (RFC 6901), cut if it is too long.
func Pointer(name string) string {
	if name = clipped(name); !strings.ContainsAny(name, "~/") {
		return name // nearly always, and each body asks for each of its fields
	}
	return strings.NewReplacer("~", "~0", "/", "~1").Replace(name)
}
