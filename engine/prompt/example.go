package prompt

import (
	"embed"
	"slices"
	"strconv"
	"strings"

	"ringer/engine/session"
)

// cast are the names of the players in examples. Few people and no colours are called so.
var cast = []string{"Wren", "Otter", "Juniper", "Marlow", "Tansy", "Heron", "Sorrel", "Quill", "Bracken", "Linnet"}

// Examples returns the texts of the files prompts/<name>_example_1.txt, _2.txt and so on.
func Examples(files embed.FS, name string) (texts []string) {
	for n := 1; ; n++ {
		file := name + "_example_" + strconv.Itoa(n)
		if _, err := files.Open("prompts/" + file + ".txt"); err != nil {
			return texts
		}
		texts = append(texts, Instruction(files, file))
	}
}

// Example returns one of several example texts, with names for {A}, {B} and {C} that nobody in the
// session has. The seed draws both: a model copies from an example.
func Example(v session.View, texts []string) string {
	if len(texts) == 0 {
		return ""
	}
	rng := session.Draw(v.Seed, 0, "example", 0)
	text := texts[rng.IntN(len(texts))]
	names := slices.DeleteFunc(slices.Clone(cast), func(name string) bool {
		return slices.ContainsFunc(v.Players, func(p session.Player) bool { return strings.Contains(strings.ToLower(p.Name), strings.ToLower(name)) })
	})
	rng.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	names = append(names, "Aaa", "Bbb", "Ccc") // if the room has taken the others
	return strings.NewReplacer("{A}", names[0], "{B}", names[1], "{C}", names[2]).Replace(text)
}
