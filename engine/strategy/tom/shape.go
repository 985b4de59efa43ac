package tom

// The tasks that a model is given.
const (
	taskPersona   = "tom.persona"
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

// The sections that its prompts have besides the shared ones. Lists hold one JSON string a line, so that what a model or a player wrote is data.
const (
	sectionManner      = "manner"
	sectionOrigin      = "origin"      // text: "City: <JSON string>" and "Age: <years>", of the persona to make
	sectionPreferences = "preferences" // text: what the bot wants and dislikes
	sectionPlay        = "phase of play"
	sectionKnowledge   = "knowledge base"  // list
	sectionBeliefs     = "beliefs"         // list: see belief.line
	sectionIntention   = "intention"       // list: "Suspect: <name>", "Ally: <name>", "Next: <action>", "Because: <reasoning>"; nobody is left out
	sectionGoal        = "goal"            // list of one
	sectionLastGoals   = "last goals"      // list, the oldest first
	sectionLatest      = "latest messages" // transcript: those that the state does not know yet
)

// personaAnswer says in two or three sentences who the bot is, spoken to it: "You are …".
type personaAnswer struct {
	Persona string `json:"persona"`
}

// lineAnswer is a message. An empty one prefers silence.
type lineAnswer struct {
	Text string `json:"text"`
}

// knowledgeAnswer is what can be seen in the chat: no guesses.
type knowledgeAnswer struct {
	// Type is that of the latest message.
	Type string `json:"type" enum:"casual,question,joke,accusation,defence"`
	// Facts are what players have said of themselves or of others, new ones only.
	Facts []factAnswer `json:"facts"`
	// Patterns are how players behave, a few words for each of the others.
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

// beliefsAnswer is what is thought of each of the others.
type beliefsAnswer struct {
	Players []believed `json:"players"`
}

// believed is what is thought of one player.
type believed struct {
	Name string `json:"name"`
	// Suspicion is how likely the player is what the bot looks for, in percent.
	Suspicion int `json:"suspicion" min:"0" max:"100"`
	// Tells are what gives the player away, a few words each.
	Tells []string `json:"tells"`
	// Ally is how likely the player is to go along with the bot, in percent.
	Ally int `json:"ally_potential" min:"0" max:"100"`
	// OfMe is what the player thinks of the bot, OfOthers of the other players.
	OfMe     string   `json:"thinks_of_me" enum:"trusts,neutral,doubts,unknown"`
	OfOthers []stance `json:"thinks_of_others"`
	// Evidence are the numbers of the new lines that change the suspicion. Without one it stays as it was.
	Evidence []int `json:"evidence"`
}

// stance is what a player thinks of another.
type stance struct {
	Name   string `json:"name"`
	Stance string `json:"stance" enum:"trusts,neutral,doubts,unknown"`
}

// intentionAnswer is what the bot is up to.
type intentionAnswer struct {
	// Reasoning is an inner dialogue, in a sentence or two. It comes first, so that the rest follows from it.
	Reasoning string `json:"reasoning"`
	// Suspect and Ally are names of players; empty for nobody.
	Suspect string `json:"suspect"`
	Ally    string `json:"ally"`
	Action  string `json:"next_action" enum:"chat,defend,ally,accuse,vote"`
}

// goalAnswer is the one thing to do now, in ten words at most.
type goalAnswer struct {
	Goal string `json:"goal"`
}

// stateAnswer is all four stages in one answer, in their order. The beliefs are a list at once: servers allow so many levels and no more.
type stateAnswer struct {
	Knowledge knowledgeAnswer `json:"knowledge"`
	Beliefs   []believed      `json:"beliefs"`
	Intention intentionAnswer `json:"intention"`
	Goal      string          `json:"goal"`
}
