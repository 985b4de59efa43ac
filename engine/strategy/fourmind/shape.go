package fourmind

// The tasks that a model is given, with the shapes of its answers.
const (
	taskLookahead = "fourmind.lookahead"
	taskAnalysis  = "fourmind.analysis"
	taskAppraisal = "fourmind.appraisal"
)

// The sections that its prompts have besides the shared ones.
const (
	sectionGuide     = "guide"     // how the bot behaves
	sectionObjective = "objective" // what it pursues, in plain words
	sectionAhead     = "ahead"     // how the chat is to be continued: see aheadText
	sectionAnalyse   = "messages to analyse"
)

// lookaheadAnswer is how a simulation continues the chat.
type lookaheadAnswer struct {
	Messages []simulated `json:"messages"`
}

// simulated is a message that nobody has sent.
type simulated struct {
	// Sender is the name of a player.
	Sender string `json:"sender"`
	Text   string `json:"text"`
}

// analysisAnswer holds one analysis for each message that was to be analysed.
type analysisAnswer struct {
	Analyses []analysis `json:"analyses"`
}

// analysis is what a message says on the four sides of Schulz von Thun's model (§2.1), and to whom.
type analysis struct {
	// Number is that of the line in the transcript.
	Number int `json:"number"`
	// Receivers are names of players.
	Receivers    []string `json:"receivers"`
	Facts        string   `json:"facts"`
	Revelation   string   `json:"self_revelation"`
	Relationship string   `json:"relationship"`
	Appeal       string   `json:"appeal"`
}

// appraisalAnswer says for each other player how much the chat doubts them.
type appraisalAnswer struct {
	Players []appraised `json:"players"`
}

// appraised is one player.
type appraised struct {
	Name string `json:"name"`
	// Doubted is how likely the others are to take the player for the machine, in percent.
	Doubted int `json:"doubted" min:"0" max:"100"`
}
