package suspicion

// The file of weights names no size, so a change needs a new fileVersion.
const (
	// Buckets is the number of hashed n-grams of a bag: recorded games have some 30,000 of
	// words.
	Buckets = 1 << 15
	// Width is the length of a vector.
	Width = 4
	// Bags are the two kinds of n-grams: of characters and of words.
	Bags = 2
	// Inputs are vectors of the line and the earlier lines, numbers and their means, and how
	// many lines.
	Inputs = 2*Bags*Width + 2*Numbers + 1
	// Hidden1 and Hidden2 are the layers between inputs and output, as in Szolga (2025).
	Hidden1 = 48
	Hidden2 = 24
)

// View is all that a network sees of a line.
type View struct {
	// Player numbers the senders of a game, Earlier counts the sender's earlier lines.
	Player  int
	Earlier int
	// Grams are buckets, by bag.
	Grams [Bags][]uint16
	// Means are over the sender's earlier lines.
	Numbers, Means [Numbers]float32
	// Repeats says that the sender has said that before, perhaps with other marks, numbers or
	// names, or in another order: nobody becomes more of a machine by that.
	Repeats bool
	// Admits says that the line admits in plain words that a machine wrote it.
	Admits bool
}

// maxEarlier limits the weight of the earlier lines: a larger sum than any recorded player's would
// take the network where it was never trained.
const maxEarlier = 64

// Extractor reads the lines of one game in order. It allocates nothing once its buffers have grown.
type Extractor struct {
	names   names
	text    []rune
	buffer  []byte
	view    View
	players map[string]*player
	lines   int
	last    string
	said    [recentOfAll]saying
}

// recentOfAll is how far a repeat of another player's line may lie back: people copy what is still
// on the screen.
const recentOfAll = 16

type saying struct {
	player int
	hash   uint64
}

// NewExtractor returns an extractor that masks the names of the players.
func NewExtractor(players []string) *Extractor {
	return &Extractor{names: newNames(players), players: map[string]*player{}}
}

// Extract returns the view of a line, until the next call, and remembers the line.
func (x *Extractor) Extract(l Line) *View {
	p := x.players[l.Sender]
	if p == nil {
		p = &player{number: len(x.players)}
		x.players[l.Sender] = p
	}
	x.read(l)
	v := &x.view
	v.Player, v.Earlier = p.number, p.earlier
	p.means(&v.Means)
	hash := hashLine(x.text)
	x.place(p, l, hash)
	v.Repeats = p.repeats(hashWords(x.text))
	p.remember(&v.Numbers, hash)
	x.said[x.lines%recentOfAll] = saying{p.number, hash}
	x.lines++
	x.last = l.Sender
	return v
}

// Alone returns the view of a line without a game, and remembers nothing.
func (x *Extractor) Alone(l Line) *View {
	x.read(l)
	x.view.Player, x.view.Earlier, x.view.Means, x.view.Repeats = 0, 0, [Numbers]float32{}, false
	return &x.view
}

func (x *Extractor) read(l Line) {
	x.text = x.names.mask(x.text[:0], l.Text)
	v := &x.view
	v.Grams[0] = charGrams(v.Grams[0][:0], x.text)
	v.Grams[1] = wordGrams(v.Grams[1][:0], x.text)
	v.Numbers = measure(x.text, l.Gap)
	v.Admits = admits(x.text, &x.buffer)
}

func (x *Extractor) place(p *player, l Line, hash uint64) {
	n := &x.view.Numbers
	n[numPosition] = logarithm(float64(min(x.lines, 255)))
	n[numContinues] = flag(x.lines > 0 && x.last == l.Sender)
	n[numRepeatsOwn] = flag(hash != 0 && p.recently(hash))
	for _, s := range x.said[:min(x.lines, recentOfAll)] {
		if hash != 0 && s.hash == hash && s.player != p.number {
			n[numRepeatsOther] = 1
		}
	}
}
