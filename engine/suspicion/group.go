package suspicion

// Group is a group of inputs that belong together.
type Group struct {
	Name   string
	Inputs []int
}

// Groups returns all inputs in groups, for the question which matter most.
func Groups() []Group {
	vectors := Bags * Width
	numbers := 2 * vectors
	span := func(from, to int) (all []int) {
		for i := from; i < to; i++ {
			all = append(all, i)
		}
		return all
	}
	groups := []Group{
		{"characters of the line", span(0, Width)},
		{"words of the line", span(Width, vectors)},
		{"characters of earlier lines", span(vectors, vectors+Width)},
		{"words of earlier lines", span(vectors+Width, numbers)},
		{"all of the history", append(span(vectors, numbers), span(numbers+Numbers, Inputs)...)},
		{"number of earlier lines", []int{Inputs - 1}},
	}
	for _, g := range numberGroups {
		var inputs []int
		for n := g.from; n <= g.to; n++ {
			inputs = append(inputs, numbers+n, numbers+Numbers+n)
		}
		groups = append(groups, Group{g.name, inputs})
	}
	return groups
}

var numberGroups = []struct {
	name     string
	from, to int
}{
	{"lengths", numWords, numWordLength},
	{"capitals", numCapitals, numNoCapital},
	{"marks at the end", numStop, numExclaims},
	{"marks", numStops, numOtherMarks},
	{"digits and symbols", numDigits, numSymbols},
	{"names", numNames, numNames},
	{"new lines", numNewlines, numNewlines},
	{"habits of typing", numStretched, numBareWord},
	{"time", numTimed, numSpeed},
	{"place in the game", numPosition, numContinues},
	{"repeats", numRepeatsOwn, numRepeatsOther},
}

// Without returns the weights, blind to some inputs.
func (w *Weights) Without(inputs []int) *Weights {
	blind := *w
	blind.networks = append([]Dense(nil), w.networks...)
	for i := range blind.networks {
		for _, input := range inputs {
			blind.networks[i].W1[input] = [Hidden1]float32{}
		}
	}
	blind.version = fileHash(blind.encode())
	return &blind
}
