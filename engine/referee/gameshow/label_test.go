package gameshow_test

import (
	"maps"
	"testing"

	"ringer/engine/referee/gameshow"
)

// The worked example of the moderator's text: A is human, and the others are AIs. Each row of
// labelsOfExample is what one contestant says of A, B, C and D: h for human, a for ai. A and D also
// label themselves.
var (
	kindsOfExample  = row("haaa")
	labelsOfExample = map[string]map[string]string{"A": row("haaa"), "B": row("a-ha"), "C": row("ha-h"), "D": row("haaa")}
)

// row reads the labels of A, B, C and so on.
func row(text string) map[string]string {
	m := map[string]string{}
	for i, c := range text {
		if label := map[rune]string{'h': "human", 'a': "ai", 'u': "unsure", '?': "cat"}[c]; label != "" {
			m[string(rune('A'+i))] = label
		}
	}
	return m
}

func TestScore(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		given map[string]map[string]string
		self  bool
		want  map[string]int
	}{
		"WorkedExampleWithSelfLabels":        {labelsOfExample, true, map[string]int{"A": 5, "B": -1, "C": 2, "D": 5}},
		"WorkedExampleWithoutSelfLabels":     {labelsOfExample, false, map[string]int{"A": 4, "B": -1, "C": 2, "D": 4}},
		"NobodyLabels":                       {nil, false, map[string]int{"A": 3, "B": 3, "C": 3, "D": 3}},
		"UnsureIsNotRight":                   {map[string]map[string]string{"A": row("-uah")}, false, map[string]int{"A": 3, "B": 3, "C": 2, "D": 3}},
		"ALabelThatDoesNotExistCountsAsNone": {map[string]map[string]string{"A": row("-?--")}, false, map[string]int{"A": 3, "B": 3, "C": 3, "D": 3}},
		"OneselfIsNotAnOpponent":             {map[string]map[string]string{"B": row("-h--")}, true, map[string]int{"A": 3, "B": 2, "C": 3, "D": 3}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := gameshow.Score(kindsOfExample, c.given, c.self); !maps.Equal(got, c.want) {
				t.Errorf("the points are %v, want %v", got, c.want)
			}
		})
	}
}
