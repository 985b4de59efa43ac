package session

import (
	"slices"
	"strconv"
	"strings"
)

type read []Reading

// parseRead reads "4 to red,green expects; 6 to all answers 4".
func parseRead(list string) (found read) {
	for line := range strings.SplitSeq(list, "; ") {
		words := strings.Fields(line)
		number := func(i int) int64 {
			n, _ := strconv.ParseInt(words[i], 10, 64)
			return n
		}
		x := Reading{Seq: number(0), Expects: slices.Contains(words, "expects")}
		if i := slices.Index(words, "answers"); i >= 0 {
			x.Answers = number(i + 1)
		}
		if i := slices.Index(words, "to"); i >= 0 {
			if x.All = words[i+1] == "all"; !x.All {
				x.To = strings.Split(words[i+1], ",")
			}
		}
		found = append(found, x)
	}
	return found
}

func (x Reading) trace() string {
	text := strconv.FormatInt(x.Seq, 10) + " to " + strings.Join(x.To, ",")
	if x.All {
		text += "all"
	}
	if x.Expects {
		text += " expects"
	}
	if x.Answers > 0 {
		text += " answers " + strconv.FormatInt(x.Answers, 10)
	}
	return text
}
