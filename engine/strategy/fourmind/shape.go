package fourmind

import (
	"ringer/engine/prompt"
	"ringer/engine/session"
)

const (
	taskLookahead = "fourmind.lookahead"
	taskAnalysis  = "fourmind.analysis"
	taskAppraisal = "fourmind.appraisal"
)

// The sections of the prompts, in addition to the shared ones.
const (
	sectionGuide     = "how you behave"
	sectionObjective = "objective" // what all simulated messages lead to
	sectionAhead     = "ahead"     // the messages to simulate, see ahead
	sectionAnalyse   = "lines to analyse"
	sectionJudge     = "players to judge"
	sectionQuestion  = "question"
)

// The answers to a lookahead. A model goes on from the fields that it has written first.
type (
	lookaheadAnswer struct {
		Messages []simulated `json:"messages"`
	}
	readingAnswer struct {
		Newest   reading     `json:"newest"`
		Messages []simulated `json:"messages"`
	}
	choosingAnswer struct {
		prompt.Reads
		Unsent   session.Look `json:"unsent" enum:"keep,replace,drop" missing:"ok"`
		Messages []simulated  `json:"messages"`
	}
)

type reading struct {
	Receivers []string `json:"receivers"`
	reply
	Facts        string `json:"facts"`
	Revelation   string `json:"self_revelation"`
	Relationship string `json:"relationship"`
	Appeal       string `json:"appeal"`
}

func (r reading) of(number int64) *analysis {
	return &analysis{int(number), r.Receivers, r.reply, r.Facts, r.Revelation, r.Relationship, r.Appeal}
}

// reply is what a message has to do with others.
type reply struct {
	Expects bool `json:"expects_answer" missing:"ok"`
	// Answers is the number of the line that it answers; 0 for none.
	Answers int `json:"answers" missing:"ok"`
}

type simulated struct {
	Sender string `json:"sender"`
	// Answers is the number of the line that the message answers; 0 for none.
	Answers int    `json:"answers" missing:"ok"`
	Text    string `json:"text"`
}

type analysisAnswer struct {
	Analyses []analysis `json:"analyses"`
}

// analysis is what a message says on the four sides of Schulz von Thun's model (§2.1), and to whom.
type analysis struct {
	Number    int      `json:"number"`
	Receivers []string `json:"receivers"`
	reply
	Facts        string `json:"facts"`
	Revelation   string `json:"self_revelation"`
	Relationship string `json:"relationship"`
	Appeal       string `json:"appeal"`
}

type appraisalAnswer struct {
	Players []appraised `json:"players"`
}

type appraised struct {
	Name string `json:"name"`
	// Doubted is how likely that is, in percent.
	Doubted int `json:"doubted" min:"1" max:"99"`
}
