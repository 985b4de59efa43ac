package tom

import (
	"regexp"
	"slices"
	"strings"

	"ringer/engine/prompt"
	"ringer/engine/smalltalk"
)

// tellTexts are the texts of the clues. A player's name stands before them.
var tellTexts = map[string]string{
	"repeat": "wrote the same line twice", "fast": "answered with a whole sentence within two seconds", "long": "writes long lines",
	"neat": "writes with capitals and full stops", "agree": "agrees a lot", "dodge": "did not answer what was asked",
	"ask": "asks more than they tell", "short": "writes a word or two at a time",
	"vague": "stays vague", "closed": "says nothing of themselves", "most": "writes more than all the others together",
}

// lastingTells are the clues that stay true when their lines are too old to be shown.
var lastingTells = []string{tellTexts["repeat"], tellTexts["fast"], tellTexts["dodge"]}

// The clues of the offline model, in addition to the clues of small talk. They count a player's
// lines among the shown ones.
const (
	// vagueLines is how many vague lines are a clue.
	vagueLines = 2
	// closedLines is how many lines without a word about their writer are a clue.
	closedLines = 6
	// mostLines is how many lines a player must have written to count as writing most.
	mostLines = 6
	// faint is the weight of these clues, from 0 to 1.
	faint = 0.4
)

// vagueText matches lines that commit to nothing.
var vagueText = regexp.MustCompile(`(?i)\b(?:no idea|no clue|not sure|dunno|idk|hard to say|depends|who knows|keine ahnung|weiß nicht|mal sehen|schwer zu sagen)\b`)

// firstPerson matches what somebody says about themselves.
var firstPerson = regexp.MustCompile(`(?i)(?:\b(?:i|im|i'm|i’m|ive|i've|my|mine|ich|mein|meine|meinen|mir)\b|\bat home\b|\bat work\b)`)

// emptyPhrase matches words in the first person that say nothing about the writer.
var emptyPhrase = regexp.MustCompile(`(?i)\b(?:i (?:just )?(?:gues+|think|thin|mean|see|agree|believe|bet|say|vote|suspect)|my (?:bad|guess|vote)|(?:denke|glaube|finde|meine) ich|ich (?:denke|glaube|finde|meine))\b`)

// personal reports whether a line says something about its writer. A line of up to three words does
// not, and "i guess" does not count.
func personal(r smalltalk.Reading) bool {
	return r.Fact != "" || r.Kind == smalltalk.Remark && len(strings.Fields(r.Text)) > 3 && firstPerson.MatchString(emptyPhrase.ReplaceAllString(r.Text, ""))
}

// clues returns the clues against the other players: how they write, and how little they say about
// themselves.
func (w *witness) clues() []smalltalk.Clue {
	found := w.scene.Clues()
	for _, name := range w.others {
		var all, open []int64
		told := slices.ContainsFunc(w.List(sectionKnowledge), func(item string) bool {
			return strings.Contains(item, prompt.Quote(name)+": "+tellsOf)
		})
		for _, r := range w.lines {
			if r.By != name {
				continue
			}
			all = append(all, r.Number)
			if told = told || personal(r); vagueText.MatchString(r.Text) {
				open = append(open, r.Number)
			}
		}
		add := func(holds bool, kind string, lines []int64) {
			if holds {
				found = append(found, smalltalk.Clue{Player: name, Kind: kind, Weight: faint, Lines: lines})
			}
		}
		add(len(open) >= vagueLines, "vague", open)
		add(len(all) >= closedLines && !told, "closed", all)
		add(len(all) >= mostLines && 2*len(all) > len(w.lines) && len(w.others) > 1, "most", all)
	}
	return found
}
