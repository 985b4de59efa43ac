package session

import (
	"strconv"
	"strings"
)

func (s *scenario) rewrite(text, failure string) {
	s.conclude(Want{Kind: KindRewrite, BasedOn: s.rewriteBase}, 1000, failure, Rewritten{Edit{Text: strings.TrimSpace(text), Instructions: []string{"Write it again in words of your own, and tell nobody."}}})
}

type noted Annotated

// parseNoted reads "3 blue,green: the text".
func parseNoted(list string) noted {
	head, text, _ := strings.Cut(list, ": ")
	seq, receivers, _ := strings.Cut(head, " ")
	n := noted{Annotation: Annotation{Receivers: strings.Split(receivers, ","), Notes: []Note{{Label: "appeal", Text: text}}}}
	n.Seq, _ = strconv.ParseInt(seq, 10, 64)
	return n
}
