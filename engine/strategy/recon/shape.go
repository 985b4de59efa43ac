package recon

import "ringer/engine/prompt"

const (
	taskFirstOrder  = "recon.first_order"  // what every other player is (equation 1)
	taskFormulate   = "recon.formulate"    // think and speak (equations 3 and 4)
	taskDraft       = "recon.draft"        // speak, without formulation
	taskSecondOrder = "recon.second_order" // how each role reads the draft (equation 5)
	taskRefine      = "recon.refine"       // think and speak again (equation 6)
	taskPrepare     = "recon.prepare"      // guess, think and speak in one call
	taskThink       = "recon.think"        // think and speak, between two guesses
	taskCheck       = "recon.check"        // read the draft as the others would, and speak again
	taskCoT         = "recon.cot"          // think step by step, then speak
	taskVanilla     = "recon.vanilla"      // speak
)

// The sections of the prompts, in addition to the shared ones.
const (
	sectionFacts   = "what follows for certain"  // list
	sectionOdds    = "odds by what was decided"  // list
	sectionGuesses = "your guesses"              // list
	sectionTask    = "what is going on"          // text: the side task of the moment
	sectionThought = "what you thought"          // list
	sectionDraft   = "your draft"                // list of one
	sectionReads   = "how others read the draft" // list
	sectionSaid    = "said before"               // list: what the draft says again
)

type firstOrderAnswer struct {
	prompt.Reads
	Players []guessAnswer `json:"players"`
}

// The reason comes first, so that the guess follows from it.
type guessAnswer struct {
	Name   string `json:"name"`
	Reason string `json:"reason"`
	// Words says how the player's own lines read, whatever they have decided.
	Words string `json:"words" enum:"unclear,good,evil"`
	Role  string `json:"role"`
	// These are the two levels of figure 16.
	Certainty string `json:"certainty" enum:"unknown,certain"`
	Suspicion int    `json:"suspicion" min:"0" max:"100"`
}

type formulateAnswer struct {
	Goal      string   `json:"goal"`
	SubGoals  []string `json:"sub_goals"`
	Deception string   `json:"deception"`
	Thought   string   `json:"thought"`
	prompt.Written
}

type secondOrderAnswer struct {
	Readings  []readingAnswer `json:"readings"`
	GivesAway string          `json:"gives_away"`
}

type readingAnswer struct {
	Role  string `json:"role"`
	Reads string `json:"reads_it_as"`
}

// chainAnswer is the answer to a chain of thought.
type chainAnswer struct {
	prompt.Reads
	refineAnswer
}

type refineAnswer struct {
	Thought string `json:"thought"`
	prompt.Written
}

// prepareAnswer is the answer of a game of quests to taskPrepare.
type prepareAnswer struct {
	firstOrderAnswer
	refineAnswer
}

// plainAnswer is that of other games, which have no roles to guess.
type plainAnswer struct {
	prompt.Reads
	Players []plainGuess `json:"players"`
	refineAnswer
}

type plainGuess struct {
	Name      string `json:"name"`
	Reason    string `json:"reason"`
	Suspicion int    `json:"suspicion" min:"0" max:"100"`
}

type checkAnswer struct {
	ReadsAs   string `json:"reads_as"`
	GivesAway string `json:"gives_away"`
	prompt.Written
}
