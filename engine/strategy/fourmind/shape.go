package fourmind

// The tasks of the models. The types below are the shapes of their answers.
const (
	taskLookahead = "fourmind.lookahead"
	taskAnalysis  = "fourmind.analysis"
	taskAppraisal = "fourmind.appraisal"
)

// The sections of the prompts, in addition to the shared ones.
const (
	sectionGuide     = "guide"     // how the bot should behave
	sectionObjective = "objective" // what it pursues, in plain words
	sectionAhead     = "ahead"     // how to continue the chat: see aheadText
	sectionAnalyse   = "messages to analyse"
)

// lookaheadAnswer is a continuation of the chat.
type lookaheadAnswer struct {
	Messages []simulated `json:"messages"`
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

// appraisalAnswer is how much the chat doubts each of the other players.
type appraisalAnswer struct {
	Players []appraised `json:"players"`
}

// appraised is the doubt about one player.
type appraised struct {
	Name string `json:"name"`
	// Doubted is how likely the others take the player for the machine, in percent.
	Doubted int `json:"doubted" min:"0" max:"100"`
}
