package replay

import (
	"strings"

	"ringer/engine/mouth"
	"ringer/engine/session"
)

const (
	// fewestRoots is how many roots a line needs. Many lines share a single word.
	fewestRoots = 2
	// sameMeaning is the share of the roots of the longer line that two lines of the same meaning
	// have in common.
	sameMeaning = 0.7
	// echoed is the share of its roots that an echo takes from one line of another player.
	echoed = 0.75
	// echoLines is how many of the newest lines an echo is looked for in.
	echoLines                = 6
	echoTime  session.Millis = 60_000
)

type again struct {
	// Repeats counts messages that the player had said before, word for word.
	Repeats int `json:"repeats"`
	// Meant counts messages that mean what the player had said before: most of their content words
	// have the same roots. It includes the repeats.
	Meant int `json:"repeats_by_meaning"`
	// Echoes counts messages most of whose content words are those of a recent line of another
	// player.
	Echoes int `json:"echoes"`
}

func againOf(name string, conversation []spoken) (a again) {
	said := map[string]bool{}
	var own []map[string]bool
	var others []spoken
	for _, m := range conversation {
		switch {
		case m.Gamemaster:
		case m.Name != name:
			others = append(others, m)
		default:
			flat, r := strings.ToLower(strings.Join(strings.Fields(m.Text), " ")), roots(m.Text)
			switch {
			case said[flat]:
				a.Repeats++
				a.Meant++
			case sameAsAny(r, own):
				a.Meant++
			}
			if isEcho(r, m, others) {
				a.Echoes++
			}
			said[flat], own = true, append(own, r)
		}
	}
	return a
}

func sameAsAny(line map[string]bool, others []map[string]bool) bool {
	for _, other := range others {
		if len(line) >= fewestRoots && len(other) >= fewestRoots && float64(common(line, other)) >= sameMeaning*float64(max(len(line), len(other))) {
			return true
		}
	}
	return false
}

// isEcho reports whether the line m, which has these roots, mostly repeats one of the last lines of
// others in its channel.
func isEcho(line map[string]bool, m spoken, others []spoken) bool {
	if len(line) < fewestRoots {
		return false
	}
	for i := len(others) - 1; i >= max(0, len(others)-echoLines) && others[i].At >= m.At-echoTime; i-- {
		if o := others[i]; o.Channel == m.Channel && float64(common(line, roots(o.Text))) >= echoed*float64(len(line)) {
			return true
		}
	}
	return false
}

func common(a, b map[string]bool) (n int) {
	for r := range a {
		if b[r] {
			n++
		}
	}
	return n
}

func roots(line string) map[string]bool {
	all := map[string]bool{}
	for w := range strings.FieldsSeq(mouth.Normalise(strings.NewReplacer("'", "", "’", "").Replace(line))) {
		if !functionWords[w] {
			all[mouth.Root(w)] = true
		}
	}
	return all
}

// functionWords are English and German words that carry little meaning by themselves.
var functionWords = func() map[string]bool {
	m := map[string]bool{}
	for w := range strings.FieldsSeq(`
		a an the this that these those it its i im ive id ill me my mine we us our you u ur your youre yours he him his she her they them their theyre
		is are was were be been am r isnt arent wasnt do does did dont didnt doesnt have has had havent will would can could cant should may might
		and or but so if then than as of to in on at by for from with about into out up down not no nor too also just really very
		what who whom whose which when where why how whats whos wheres hows there here thats theres lol haha hey hi hello oh ok okay well yeah yes yea ya nah um uh hmm
		like got get go some any all more much many one
		ich du er sie es wir ihr mich dich mir dir uns euch mein dein ein eine einen einem einer der die das den dem des und oder aber wenn dann als wie was wer wo
		wann warum ist sind war waren bin bist sein hab habe hast hat haben nicht kein keine ja nein nee doch mal so auch nur noch schon von zu in im an am auf aus bei mit für
		man da hier`) {
		m[w] = true
	}
	return m
}()
