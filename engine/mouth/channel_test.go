package mouth

import "testing"

// denRoom returns a room for the main channel. Red and Blue have also talked in a den.
func denRoom() *Room {
	r := mafiaRoom()
	r.Names = append(r.Names, "Yellow")
	r.Narrower = []string{
		"red, shall we take green tonight?", "yes, and yellow is sus too", "the code word is banana, say it at noon to the baker", "how are you", "lets get yellow tomorrow",
		"i think green knows that we are partners in crime",
	}
	r.Open = []string{"hi all", "i would investigate yellow first"}
	return r
}

func TestWhatOnlySomeReadersKnowIsRefused(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"lets take green, partner", "blue asked me in the den to take green", "green it is, we take him tonight", "shall we take green tonight", "taking green was blues idea",
		"so we said banana at noon to the baker", "the baker hears the code word at noon", "green knows that we are partners", "lets get yellow", "T a k e green",
		"nah. we could TAKE Green!",
	} {
		if parts, rule := denRoom().Pass(text); rule != RuleChannel {
			t.Errorf("%q: rule %q, parts %q", text, rule, parts)
		}
	}
}

func TestOrdinaryTalkPassesBesideADen(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"green is sus", "i vote green today", "green why are you so quiet tonight", "honestly no clue blue", "how are you", "who do we vote for", "i take it back", "take your time blue",
		"yellow is suspicious too", "i dont trust green", "what do you think green", "morning all", "lets vote yellow tomorrow", "did somebody buy bananas", "we could investigate yellow",
		"get real yellow", "blue knows nothing",
	} {
		if _, rule := denRoom().Pass(text); rule != "" {
			t.Errorf("%q is refused by %q", text, rule)
		}
	}
	t.Run("SaidOpenly", func(t *testing.T) {
		t.Parallel()
		r := denRoom()
		r.Open = append(r.Open, "i bet they take green next")
		if _, rule := r.Pass("why would they take green"); rule != "" {
			t.Errorf("refused by %q, though everybody has read that", rule)
		}
	})
	t.Run("NothingNarrower", func(t *testing.T) {
		t.Parallel()
		r := denRoom()
		r.Narrower = nil
		if _, rule := r.Pass("lets take green, partner"); rule != "" {
			t.Errorf("refused by %q", rule)
		}
	})
}
