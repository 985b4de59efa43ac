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

// TestWhatOnlySomeReadersKnowInOtherLanguages checks the word list of each language: after a line
// in the den, the lines of leaks are refused in the main channel, and those of talk pass.
func TestWhatOnlySomeReadersKnowInOtherLanguages(t *testing.T) {
	t.Parallel()
	for language, c := range map[string]struct{ den, leaks, talk []string }{
		"pt": {
			[]string{"red, vamos matar o green hoje à noite?", "a senha é banana, diz ao padeiro ao meio-dia"},
			[]string{"vamos matar green", "o padeiro espera a senha ao meio-dia", "a senha é banana, diz ao padeiro"},
			[]string{"green está muito quieto hoje", "acho que green é suspeito", "quem vota em green?", "vamos falar do que green disse ontem", "não sei quem é a máfia"},
		},
		"nl": {
			[]string{"red, zullen we green vannacht vermoorden?", "het wachtwoord is banaan, zeg het tegen de bakker"},
			[]string{"we vermoorden green", "de bakker hoort het wachtwoord banaan", "het wachtwoord is banaan, toch"},
			[]string{"green is wel heel stil vandaag", "ik vind green verdacht", "zullen we op green stemmen?", "wie vertrouwt green nog", "ik weet niet wie de maffia is"},
		},
		"pl": {
			[]string{"red, zabijemy green dziś w nocy?", "hasło to banan, powiedz piekarzowi w południe"},
			[]string{"zabijemy green", "piekarzowi powiedz hasło w południe", "hasło to banan, powiedz piekarzowi"},
			[]string{"green jest dziś bardzo cicho", "myślę że green jest podejrzany", "głosujemy na green?", "kto jeszcze wierzy green", "nie wiem kto jest z mafii"},
		},
		"tr": {
			[]string{"red, bu gece green öldürelim mi?", "parola muz, öğlen fırıncıya söyle"},
			[]string{"green öldürelim bence", "fırıncıya parola öğlen", "parola muz, öğlen fırıncıya"},
			[]string{"green bugün çok sessiz", "bence green şüpheli", "bu gece kim konuştu", "green oy verdi mi?", "mafya kim bilmiyorum"},
		},
		"ru": {
			[]string{"red, убьем green сегодня ночью?", "пароль банан, скажи пекарю в полдень"},
			[]string{"давайте убьем green", "пекарю в полдень скажи пароль", "пароль банан, скажи пекарю"},
			[]string{"green сегодня очень тихо сидит", "мне кажется green подозрительный", "голосуем за green?", "кто еще верит green", "я не знаю кто мафия"},
		},
		"zh": {
			[]string{"red，今晚我们杀green吧", "暗号是香蕉，中午告诉面包师"},
			[]string{"我们杀green", "面包师中午等暗号香蕉", "暗号是香蕉，中午告诉他"},
			[]string{"green今晚怎么这么安静", "我觉得green很可疑", "我们投green吧", "今天大家先听green说", "我不知道谁是黑手党"},
		},
		"ja": {
			[]string{"red、今夜greenを殺そうか", "合言葉は桃太郎、正午に鍛冶屋へ"},
			[]string{"greenを殺そうよ", "鍛冶屋へ合言葉は桃太郎", "合言葉は桃太郎、正午だって"},
			[]string{"greenは今日とても静かだね", "greenが怪しいと思う", "今夜greenに投票しよう", "みんなはどう思う", "誰が人狼か分からない"},
		},
	} {
		room := func() *Room {
			r := mafiaRoom()
			r.Role, r.Narrower = "", c.den
			return r
		}
		for _, text := range c.leaks {
			if parts, rule := room().Pass(text); rule != RuleChannel {
				t.Errorf("%s: %q: rule %q, parts %q", language, text, rule, parts)
			}
		}
		for _, text := range c.talk {
			if _, rule := room().Pass(text); rule != "" {
				t.Errorf("%s: %q is refused by %q", language, text, rule)
			}
		}
	}
}
