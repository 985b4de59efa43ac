package session

import (
	"math"
	"slices"
)

// verdict is the answer that a vote would get, and how it came about.
type verdict struct {
	Chances
	answer     Answer
	confidence float64
	by         AnsweredBy
	basedOn    int64
	model      Millis
}

// verdict combines what a model has said about a vote with what the mind leans to. The two are
// opinions on the same chat, so their odds are averaged and not added up: a logarithmic opinion
// pool of equal weights. If neither says anything, and of equal options, the standing answer wins.
func (s *State) verdict(v *Vote, b Brief) verdict {
	w := weighing{v: v, seed: s.Seed, leaning: s.leaning(v, b), suspicion: map[string]float64{}, allied: map[string]bool{}}
	w.order, _ = wantedFirst(s.alliesLast(v, shuffled(s.Choices(v), s.Seed, v.ID)), append([]string{v.Standing.Option}, v.Standing.Options...)...)
	for _, o := range v.Options {
		w.suspicion[o.ID], w.allied[o.ID] = bounded(b.Suspicion[o.Player]), s.Config.Bot.allied(o.Player)
	}
	if s.mustNotSuspect(v) || len(w.order) == 0 && v.Kind.takes(fieldOptions) {
		return fallbackVerdict(v)
	}
	out, known := v.Kind.rule().weigh(&w)
	if !known {
		return fallbackVerdict(v)
	}
	out.by, out.basedOn = ByMind, s.considered()
	if w.modelKnows() {
		out.by, out.basedOn, out.model = ByModel, v.Judgement.BasedOn, v.Judgement.Took
	}
	out.Chances, out.confidence = out.rounded(), Round(out.confidence)
	return out
}

func fallbackVerdict(v *Vote) verdict {
	return verdict{answer: v.Standing, by: ByFallback, basedOn: v.ChangedSeq}
}

// mustNotSuspect reports whether a vote asks for suspects and the bot may name none.
func (s *State) mustNotSuspect(v *Vote) bool {
	asks := v.About == Suspicion || slices.ContainsFunc(v.Labels, func(l Label) bool { return l.About == Suspicion })
	return asks && s.Config.Accuse == AccuseNever || s.onlyAllies(v)
}

func (s *State) considered() (seq int64) {
	for kind, t := range s.Thoughts {
		if !IsCore(kind) {
			seq = max(seq, t.Considered)
		}
	}
	return seq
}

// maxSuspicion is the bound of log-odds: beyond e²⁰ to 1 nothing changes, and nothing overflows.
const maxSuspicion = 20

func bounded(logOdds float64) float64 {
	if math.IsNaN(logOdds) {
		return 0
	}
	return min(max(logOdds, -maxSuspicion), maxSuspicion)
}

// weighing is one vote that is being weighed.
type weighing struct {
	v *Vote
	// order holds the ids of the options that may be chosen, the standing answer's first.
	order     []string
	seed      int64
	leaning   Leaning            // what the mind would answer in this vote, if anything
	suspicion map[string]float64 // the log-odds of the player behind each option
	// allied says of which options the player is an ally of the bot.
	allied map[string]bool
}

// minProbability is the least probability that a model can give: a zero would outweigh everything.
const minProbability = 0.01

// modelKnows reports whether a model has judged the current options, or would rather abstain.
func (w *weighing) modelKnows() bool {
	j := w.v.Judgement
	if j == nil {
		return false
	}
	for _, id := range w.order {
		if _, ok := j.Probabilities[id]; ok || len(j.LabelProbabilities[id]) > 0 {
			return true
		}
	}
	return j.Number != nil || w.v.AllowAbstain && j.Abstain > 0.5
}

// mindKnows reports whether the mind has a leaning in this vote. Else it reports whether a question
// is about suspicion or trust, and the mind suspects or trusts somebody who may be chosen.
func (w *weighing) mindKnows(about About) bool {
	if len(w.leaning.Options) > 0 {
		return true
	}
	return about != Other && slices.ContainsFunc(w.order, func(id string) bool { return w.mindLean(id, about) != 0 })
}

// mindLean returns how much the mind leans to an option, as log-odds.
func (w *weighing) mindLean(id string, about About) float64 {
	switch {
	case len(w.leaning.Options) > 0:
		return bounded(w.leaning.Options[id])
	case about == Suspicion && w.allied[id]:
		return -maxSuspicion
	case about == Suspicion:
		return w.suspicion[id]
	case about == Trust:
		return -w.suspicion[id]
	}
	return 0
}

// combinedLeans returns how much speaks for each option, as a logarithm. If nothing is known, it
// returns nil. The function logOf turns the model's probability into such a logarithm.
func (w *weighing) combinedLeans(logOf func(p float64) float64) map[string]float64 {
	model, mind := w.modelKnows(), w.mindKnows(w.v.About)
	if !model && !mind {
		return nil
	}
	leans := map[string]float64{}
	for _, id := range w.order {
		lean := w.mindLean(id, w.v.About)
		if model {
			p := logOf(w.v.Judgement.Probabilities[id])
			if mind {
				p = (p + lean) / 2
			}
			lean = p
		}
		leans[id] = lean
	}
	return leans
}

func (w *weighing) chooseOne() (out verdict, known bool) {
	leans := w.combinedLeans(func(p float64) float64 { return math.Log(min(max(p, minProbability), 1)) })
	if leans == nil {
		return out, false
	}
	out.Probabilities = softmax(w.order, leans)
	if w.modelKnows() && w.v.AllowAbstain {
		out.Abstain = min(max(w.v.Judgement.Abstain, 0), 1)
		for id := range out.Probabilities {
			out.Probabilities[id] *= 1 - out.Abstain
		}
	}
	best := likeliest(w.order, out.Probabilities)
	out.answer, out.confidence = Answer{Option: best}, out.Probabilities[best]
	if out.Abstain > out.confidence {
		out.answer, out.confidence = Answer{Abstain: true}, out.Abstain
	}
	return out, true
}

// chooseMany chooses the options whose probability is above one half, as far as the bounds allow.
func (w *weighing) chooseMany() (out verdict, known bool) {
	leans := w.combinedLeans(func(p float64) float64 {
		p = min(max(p, minProbability), 1-minProbability)
		return math.Log(p / (1 - p))
	})
	if leans == nil {
		return out, false
	}
	out.Probabilities = map[string]float64{}
	for id, lean := range leans {
		out.Probabilities[id] = sigmoid(lean)
	}
	low, high := w.v.countBounds(len(w.order))
	left := slices.Clone(w.order)
	out.answer.Options = []string{} // an empty list may be the right answer
	for len(out.answer.Options) < high {
		best := likeliest(left, out.Probabilities)
		if out.Probabilities[best] <= 0.5 && len(out.answer.Options) >= low {
			break
		}
		out.answer.Options = append(out.answer.Options, best)
		left = slices.DeleteFunc(left, func(id string) bool { return id == best })
	}
	for _, id := range w.order {
		p := out.Probabilities[id]
		if slices.Contains(left, id) {
			p = 1 - p
		}
		out.confidence += p / float64(len(w.order))
	}
	w.abstain(&out)
	return out, true
}

func (w *weighing) labelEach() (out verdict, known bool) {
	mind := len(w.leaning.Labels) > 0 || slices.ContainsFunc(w.v.Labels, func(l Label) bool { return w.mindKnows(l.About) })
	if !w.modelKnows() && !mind {
		return out, false
	}
	out.answer.Labels, out.LabelProbabilities = map[string]string{}, map[string]map[string]float64{}
	ids := w.v.labelIDs()
	for _, id := range w.order {
		p := shares(ids, w.labelWeights(id))
		if own := w.leaning.Labels[id]; len(own) > 0 {
			p = shares(ids, w.pooledLabels(id, own))
		}
		order, _ := wantedFirst(shuffled(ids, w.seed, w.v.ID+":"+id), w.v.Standing.Labels[id])
		best := likeliest(order, p)
		out.answer.Labels[id], out.LabelProbabilities[id] = best, p
		out.confidence += p[best] / float64(len(w.order))
	}
	w.abstain(&out)
	return out, true
}

// labelWeights returns the weight of each label for one option. If the model has judged it, the
// mind's opinion shifts weight between suspicion and trust, but keeps their sum. Else the mind
// alone gives the weights, or the neutral labels get nearly all.
func (w *weighing) labelWeights(id string) map[string]float64 {
	var said map[string]float64
	if w.v.Judgement != nil {
		said = w.v.Judgement.LabelProbabilities[id]
	}
	weight, knows, sure := map[string]float64{}, w.suspicion[id] != 0 || w.allied[id], len(said) > 0
	before, after := 0.0, 0.0 // the sums for suspicion and trust together
	for _, l := range w.v.Labels {
		side := w.v.side(l)
		p, toward := min(max(said[l.ID], minProbability), 1), sigmoid(w.mindLean(id, side))
		switch {
		case sure && knows && side != Other:
			before += p
			p = math.Sqrt(p * toward)
			after += p
		case sure:
		case l.About == Other && !knows:
			p = 1
		case side != Other && knows:
			p = toward
		}
		weight[l.ID] = p
	}
	for _, l := range w.v.Labels {
		if before > 0 && w.v.side(l) != Other {
			weight[l.ID] *= before / after
		}
	}
	return weight
}

// pooledLabels returns the weight of each label for one option about which the mind has a leaning:
// the mean of what the model and the mind say, as logarithms.
func (w *weighing) pooledLabels(id string, own map[string]float64) map[string]float64 {
	var said map[string]float64
	if w.v.Judgement != nil {
		said = w.v.Judgement.LabelProbabilities[id]
	}
	weight := map[string]float64{}
	for _, l := range w.v.Labels {
		if weight[l.ID] = max(own[l.ID], minLabel); len(said) > 0 {
			weight[l.ID] = math.Sqrt(weight[l.ID] * max(said[l.ID], minProbability))
		}
	}
	return weight
}

// minLabel is the least probability of a label that a mind can give, so that the sum is not zero.
const minLabel = 1e-6

// side returns what a label says about a player. If the list has labels for suspicion only, or for
// trust only, the neutral labels stand for the opposite.
func (q *VoteRequest) side(l Label) About {
	has := func(about About) bool {
		return slices.ContainsFunc(q.Labels, func(x Label) bool { return x.About == about })
	}
	switch {
	case l.About != Other || has(Suspicion) == has(Trust):
		return l.About
	case has(Suspicion):
		return Trust
	}
	return Suspicion
}

// pickNumber takes the model's number, because the mind has none.
func (w *weighing) pickNumber() (out verdict, known bool) {
	j := w.v.Judgement
	if j == nil || j.Number == nil && j.Abstain == 0 {
		return out, false
	}
	if j.Number != nil {
		n := w.v.VoteRequest.nearestNumber(*j.Number)
		out.answer, out.confidence = Answer{Number: &n}, min(max(j.Confidence, 0), 1)
	}
	w.abstain(&out)
	return out, !out.answer.empty()
}

func (w *weighing) abstain(out *verdict) {
	if w.modelKnows() && w.v.AllowAbstain && w.v.Judgement.Abstain > 0.5 {
		out.Abstain = min(w.v.Judgement.Abstain, 1)
		out.answer, out.confidence = Answer{Abstain: true}, out.Abstain
	}
}
