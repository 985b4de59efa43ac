package fourmind

// The tasks of the models. The types below are the shapes of their answers.
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

// The answers to a lookahead. A model writes the fields in their order, so that it goes on from
// what it has read or decided.
type (
	// lookaheadAnswer is a continuation of the chat.
	lookaheadAnswer struct {
		Messages []simulated `json:"messages"`
	}
	// readingAnswer begins with the analysis of the newest line.
	readingAnswer struct {
		Newest   reading     `json:"newest"`
		Messages []simulated `json:"messages"`
	}
	// choosingAnswer begins with what becomes of the bot's line that waits.
	choosingAnswer struct {
		Unsent   choice      `json:"unsent" enum:"keep,drop"`
		Messages []simulated `json:"messages"`
	}
)

// choice is what becomes of the bot's line that waits.
type choice string

const (
	keepUnsent choice = "keep"
	dropUnsent choice = "drop"
)

// reading is an analysis of the line that the prompt names.
type reading struct {
	Receivers    []string `json:"receivers"`
	Facts        string   `json:"facts"`
	Revelation   string   `json:"self_revelation"`
	Relationship string   `json:"relationship"`
	Appeal       string   `json:"appeal"`
}

// of returns the reading as the analysis of the line with a number.
func (r reading) of(number int64) *analysis {
	return &analysis{int(number), r.Receivers, r.Facts, r.Revelation, r.Relationship, r.Appeal}
}

// simulated is one message of a continuation. Nobody has sent it.
type simulated struct {
	// Sender is the name of a player.
	Sender string `json:"sender"`
	Text   string `json:"text"`
}

// analysisAnswer has one analysis for each message that was asked about.
type analysisAnswer struct {
	Analyses []analysis `json:"analyses"`
}

// analysis is what a message says on the four sides of Schulz von Thun's model (§2.1), and who its
// receivers are.
type analysis struct {
	// Number is the message's number in the transcript.
	Number int `json:"number"`
	// Receivers are names of players.
	Receivers    []string `json:"receivers"`
	Facts        string   `json:"facts"`
	Revelation   string   `json:"self_revelation"`
	Relationship string   `json:"relationship"`
	Appeal       string   `json:"appeal"`
}

// appraisalAnswer is how likely each of the other players is what the bot looks for.
type appraisalAnswer struct {
	Players []appraised `json:"players"`
}

// appraised is the doubt about one player.
type appraised struct {
	Name string `json:"name"`
	// Doubted is how likely that is, in percent.
	Doubted int `json:"doubted" min:"1" max:"99"`
}
