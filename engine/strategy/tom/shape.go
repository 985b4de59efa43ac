package tom

import "ringer/engine/prompt"

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
// line, so that no text can look like another section.
const (
	sectionManner      = "manner"
	sectionPreferences = "preferences" // text: what the bot wants and dislikes
	sectionPlay        = "phase of play"
	sectionKnowledge   = "knowledge base" // list
	sectionBeliefs     = "beliefs"        // list: see belief.line
	// list: "Suspect: <name>", "Ally: <name>", "Next: <action>", "Because: <reasoning>"
	sectionIntention = "intention"
	sectionGoal      = "goal"            // list of one, with its mark
	sectionLastGoals = "last goals"      // list; those that were said have saidMark
	sectionLatest    = "latest messages" // transcript: the messages after those of the transcript
)

type knowledgeAnswer struct {
	Type string `json:"type" enum:"casual,question,joke,accusation,defence"`
	// Facts are only the new ones.
	Facts    []factAnswer    `json:"facts"`
	Patterns []patternAnswer `json:"patterns"`
}

// knownAnswer is the first stage in a call of its own.
type knownAnswer struct {
	prompt.Reads
	knowledgeAnswer
}

type factAnswer struct {
	// Line is a number in the transcript.
	Line int    `json:"line"`
	Name string `json:"name"`
	Fact string `json:"fact"`
}

type patternAnswer struct {
	Name    string `json:"name"`
	Pattern string `json:"pattern"`
}

type beliefsAnswer struct {
	Players []believed `json:"players"`
}

type believed struct {
	Name string `json:"name"`
	// Evidence are the new lines that move the suspicion. It comes first, so that the number
	// follows from it.
	Evidence  []int    `json:"evidence"`
	Tells     []string `json:"tells"`
	Suspicion int      `json:"suspicion" min:"0" max:"100"`
	Against   string   `json:"against"`
	Ally      int      `json:"ally_potential" min:"0" max:"100"`
	OfMe      string   `json:"thinks_of_me" enum:"trusts,neutral,doubts,unknown"`
	OfOthers  []stance `json:"thinks_of_others"`
}

type stance struct {
	Name   string `json:"name"`
	Stance string `json:"stance" enum:"trusts,neutral,doubts,unknown"`
}

type intentionAnswer struct {
	// Reasoning comes first, so that the other fields follow from it.
	Reasoning string `json:"reasoning"`
	// Suspect and Ally are names; empty for nobody.
	Suspect string `json:"suspect"`
	Ally    string `json:"ally"`
	Action  string `json:"next_action" enum:"chat,defend,ally,accuse,vote"`
}

type goalAnswer struct {
	Goal string `json:"goal"`
}

// stateAnswer is all four stages. Beliefs is a list, because servers limit how deep an answer may
// nest.
type stateAnswer struct {
	prompt.Reads
	Knowledge knowledgeAnswer `json:"knowledge"`
	Beliefs   []believed      `json:"beliefs"`
	Intention intentionAnswer `json:"intention"`
	Goal      string          `json:"goal"`
}
