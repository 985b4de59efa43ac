package suspicion

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"slices"
	"strconv"

	"ringer/engine/suspicion"
	"ringer/engine/suspicion/training"
)

// stops are the epochs after which training may stop. The folds choose one.
var stops = []int{10, 12, 14, 16, 18, 20}

// split deals the games of each domain to folds, in an order that follows from the seed and the
// ids.
func split(games []*recording, folds int, seed uint64) []int {
	order := make([]int, len(games))
	for i := range order {
		order[i] = i
	}
	key := func(i int) uint64 {
		sum := sha256.Sum256([]byte(strconv.FormatUint(seed, 10) + "/" + games[i].ID))
		return binary.LittleEndian.Uint64(sum[:])
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(games[a].Rules, games[b].Rules), cmp.Compare(key(a), key(b)))
	})
	fold := make([]int, len(games))
	for at, i := range order {
		fold[i] = at % folds
	}
	return fold
}

type job struct {
	games []training.Game
	seed  uint64
	stops []int
	// weights receives the network after each of the stops. It is quantized, as in a file.
	weights []*suspicion.Weights
	network suspicion.Network
}

func (j *job) run() (failed error) {
	o := training.Default()
	o.Epochs = slices.Max(j.stops)
	training.Network(j.games, o, j.seed, func(epochs int, network func() suspicion.Network) {
		if !slices.Contains(j.stops, epochs) {
			return
		}
		j.network = network()
		w, err := suspicion.New([]suspicion.Network{j.network}, 1)
		j.weights = append(j.weights, w)
		failed = cmp.Or(failed, err)
	})
	return failed
}

type scored struct {
	game   int
	sender *player
	score  float64
	// admits and repeats are those of suspicion.View. apart says that the sums leave the line out.
	admits, repeats, apart bool
}

func (s *scored) bot() bool { return s.sender.bot() }

// apply scores the lines of the games whose numbers are given, as the mean over the networks. Lines
// of players of an unknown kind are left out.
func apply(networks []*suspicion.Weights, games []*recording, which []int) (all []scored) {
	for _, at := range which {
		g := games[at]
		readers := make([]*suspicion.Reader, len(networks))
		for i, w := range networks {
			readers[i] = w.Reader(g.names())
		}
		for i := range g.Messages {
			m := &g.Messages[i]
			if !m.said() {
				continue
			}
			sum := 0.0
			for _, r := range readers {
				sum += r.Networks(g.line(i))
			}
			if p := g.player(m.Sender); p != nil && p.Kind != "" {
				v := readers[0].View()
				all = append(all, scored{game: at, sender: p, score: sum / float64(len(readers)), admits: v.Admits, repeats: v.Repeats})
			}
		}
	}
	return all
}
