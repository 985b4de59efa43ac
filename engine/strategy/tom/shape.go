package tom

// The tasks of the models.
const (
	taskReflex    = "tom.reflex"
	taskKnowledge = "tom.knowledge" // the four stages of the mental state, in this order
	taskBeliefs   = "tom.beliefs"
	taskIntention = "tom.intention"
	taskGoal      = "tom.goal"
	taskState     = "tom.state"   // the four stages in one call
	taskMessage   = "tom.message" // cognition's reply
	taskReserve   = "tom.reserve" // what to say into a silence
	taskSingle    = "tom.single"  // the predecessor's only prompt
)

// The sections of the prompts, in addition to the shared ones. A list has one JSON string on each
// line, so that a text of a model or a player cannot look like another section.
const (
	sectionManner      = "manner"
	sectionPreferences = "preferences" // text: what the bot wants and dislikes
	sectionPlay        = "phase of play"
	sectionKnowledge   = "knowledge base" // list
	sectionBeliefs     = "beliefs"        // list: see belief.line
	// list: "Suspect: <name>", "Ally: <name>", "Next: <action>", "Because: <reasoning>"; empty
	// items are left out
	sectionIntention = "intention"
	sectionGoal      = "goal"            // list of one, with its mark
	sectionLastGoals = "last goals"      // list, each with its mark: saidMark or unsaidMark
	sectionLatest    = "latest messages" // transcript: the messages after those of the transcript
)

// lineAnswer is a message. An empty text is silence.
type lineAnswer struct {
	Text string `json:"text"`
}

// knowledgeAnswer is what the chat shows, without guesses.
type knowledgeAnswer struct {
	// Type is the type of the latest message.
	Type string `json:"type" enum:"casual,question,joke,accusation,defence"`
	// Facts are what players have said of themselves, or done. Only new facts are listed.
	Facts []factAnswer `json:"facts"`
	// Patterns say how each of the others behaves, in a few words.
	Patterns []patternAnswer `json:"patterns"`
}

type factAnswer struct {
	// Line is the number of the line in the transcript.
	Line int    `json:"line"`
	Name string `json:"name"`
	Fact string `json:"fact"`
}

type patternAnswer struct {
	Name    string `json:"name"`
	Pattern string `json:"pattern"`
}

// beliefsAnswer is what the bot thinks of each other player.
type beliefsAnswer struct {
	Players []believed `json:"players"`
}

// believed is what the bot thinks of one player.
type believed struct {
	Name string `json:"name"`
	// Evidence are the numbers of the new lines that raise or lower the suspicion. It comes before
	// the suspicion, so that the number follows from it.
	Evidence []int `json:"evidence"`
	// Tells are what gives the player away, a few words each.
	Tells []string `json:"tells"`
	// Suspicion is how likely the player is what the bot looks for, in percent.
	Suspicion int `json:"suspicion" min:"0" max:"100"`
	// Against is the best reason that the suspicion is wrong.
	Against string `json:"against"`
	// Ally is how likely the player would side with the bot, in percent.
	Ally int `json:"ally_potential" min:"0" max:"100"`
	// OfMe is what the player thinks of the bot.
	OfMe string `json:"thinks_of_me" enum:"trusts,neutral,doubts,unknown"`
	// OfOthers is what the player thinks of the others.
	OfOthers []stance `json:"thinks_of_others"`
}

// stance is what a player thinks of another.
type stance struct {
	Name   string `json:"name"`
	Stance string `json:"stance" enum:"trusts,neutral,doubts,unknown"`
}

// intentionAnswer is what the bot will do.
type intentionAnswer struct {
	// Reasoning is an inner dialogue of one or two sentences. It comes first, so that the other
	// fields follow from it.
	Reasoning string `json:"reasoning"`
	// Suspect is a player's name; empty for nobody.
	Suspect string `json:"suspect"`
	// Ally is a player's name; empty for nobody.
	Ally   string `json:"ally"`
	Action string `json:"next_action" enum:"chat,defend,ally,accuse,vote"`
}

// goalAnswer is the one thing to do now, in ten words at most.
type goalAnswer struct {
	Goal string `json:"goal"`
}

// stateAnswer is the answer to all four stages in one call. Beliefs is a list and not a
// beliefsAnswer, because servers limit how deep an answer may nest.
type stateAnswer struct {
	Knowledge knowledgeAnswer `json:"knowledge"`
	Beliefs   []believed      `json:"beliefs"`
	Intention intentionAnswer `json:"intention"`
	Goal      string          `json:"goal"`
}
