package mouth

import (
	"slices"
	"strings"
	"testing"
)

func TestAsk(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]Asking{
		"where are you from?":                    {Asks: true, You: true},
		"uh where r u from":                      {Asks: true, You: true},
		"red what do you do for work":            {Asks: true, You: true},
		"im fine, how are you":                   {Asks: true, You: true},
		"im good how are u":                      {Asks: true, You: true},
		"tell us about yourself":                 {Asks: true, You: true},
		"Green, tell me what your day was like":  {Asks: true, You: true},
		"do you agree":                           {Asks: true, You: true},
		"not much, you":                          {Asks: true, You: true},
		"i like rain. wbu":                       {Asks: true},
		"why":                                    {Asks: true},
		"why blue?":                              {Asks: true},
		"it helps to focus, you know? and so on": {},
		"you know?":                              {Asks: true, You: true},
		"*which":                                 {},
		"*who is it*":                            {Asks: true, All: true},
		"ok, really?":                            {Asks: true},
		"?":                                      {Asks: true},
		"is red the bot":                         {Asks: true},
		"who voted for me":                       {Asks: true, All: true},
		"whats your name":                        {Asks: true, You: true},
		"where do you guys live":                 {Asks: true, All: true},
		"anyone here from spain":                 {Asks: true, All: true},
		"hows everybody doing":                   {Asks: true, All: true},
		"any ideas":                              {Asks: true},
		"what do you think about everyone":       {Asks: true, You: true},
		"who of you is it":                       {Asks: true, All: true},
		"so, can anyone explain the rules":       {Asks: true, All: true},
		"woher kommst du":                        {Asks: true, You: true},
		"und was machst du so":                   {Asks: true, You: true},
		"bist du müde":                           {Asks: true, You: true},
		"ganz gut, und dir":                      {Asks: true, You: true},
		"wie heißt ihr":                          {Asks: true, All: true},
		"habt ihr schon mal gespielt":            {Asks: true, All: true},
		"kennt jemand die regeln":                {Asks: true, All: true},
		"erzähl mal was von dir":                 {Asks: true, You: true},
		"wer ist der bot":                        {Asks: true, All: true},
		"warum ich":                              {Asks: true},
		"de dónde eres tú?":                      {Asks: true, You: true},
		"你是谁？":                                   {Asks: true},
		"i know what you mean":                   {},
		"what a game":                            {},
		"who knows":                              {},
		"thats why i left":                       {},
		"what you said makes sense":              {},
		"when i was ten we moved":                {},
		"do it":                                  {},
		"have a nice day":                        {},
		"which is odd":                           {},
		"how nice":                               {},
		"thank you":                              {},
		"could be green, was fun anyway":         {},
		"i dont know who it is":                  {},
		"so am i":                                {},
		"i'll tell you tomorrow":                 {},
		`she wrote "where are you from?" to me`:  {},
		"look at https://a.example/?q=who&are=you ok": {},
		"wie schön":                   {},
		"wer weiß":                    {},
		"was du sagst stimmt":         {},
		"wie gesagt, ich war im kino": {},
		"mit ihr war ich im kino":     {},
		"":                            {},
	} {
		got := Ask(text)
		if got = (Asking{Asks: got.Asks, You: got.You, All: got.All}); got != want {
			t.Errorf("%q: %+v, want %+v", text, got, want)
		}
	}
}

// TestAskRests reads what a question rests on: it is given back, takes up a word of another line.
func TestAskRests(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]Asking{
		"u?":                                 {Back: true},
		"same here, and you?":                {Back: true},
		"i like storms. wbu":                 {Back: true, Word: "storms"},
		"uh where are you from?":             {},
		"have you played many games already": {Word: "played"},
		"whats ur fave drink?":               {Word: "drink"},
		"any tips?":                          {},
		"what makes you say that?":           {},
		"why me?":                            {},
		"tell me why":                        {},
		"am i the one":                       {},
		"boats?":                             {Word: "boats"},
	} {
		got := Ask(text)
		if got != (Asking{Asks: true, You: got.You, Back: want.Back, Word: want.Word}) {
			t.Errorf("%q: %+v", text, got)
		}
	}
}

func BenchmarkAsk(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		Ask("well i was at home all day and then it started to rain so who knows")
	}
}

// TestAskKeepsItsMemory reads a line of forty words. Only its words become a text.
func TestAskKeepsItsMemory(t *testing.T) { // not parallel, since it counts allocations
	line := strings.Repeat("what do you all think of it ", 6)
	if n := testing.AllocsPerRun(100, func() { Ask(line) }); n > 1 {
		t.Errorf("%v allocations, want 1", n)
	}
}

// TestCalledAnywhere reads names in other scripts, with and without blanks, and in other forms.
func TestCalledAnywhere(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text, name      string
		mentions, calls bool
	}{
		{"アカさん、どこに住んでるの？", "アカ", true, true},
		{"アカさんが怪しい？", "アカ", true, false},
		{"アカデミーに行った？", "アカ", false, false},
		{"ｱｶさん、どこ？", "アカ", true, true},
		{"田中さん、昨日何した？", "田中", true, true},
		{"小红你是哪里人？", "小红", true, true},
		{"มานีอยู่ที่ไหน?", "มานี", true, true},
		{"มานีอยู่ที่ไหน?", "มาน", false, false},
		{"irem nerelisin?", "İREM", true, true},
		{"zoe where are you from?", "Zoë", true, true},
		{"Ｚｏë?", "zoe", true, true},
		{"zoey?", "Zoë", false, false},
	} {
		if got := Mentions(c.text, c.name); got != c.mentions {
			t.Errorf("%q mentions %q: %v", c.text, c.name, got)
		}
		if got := Called(c.text, []string{c.name}); (got != nil) != c.calls {
			t.Errorf("%q calls %q: %v", c.text, c.name, got)
		}
	}
}

func TestCalled(t *testing.T) {
	t.Parallel()
	players := []string{"Red", "Blue", "Agent Smith", "player-4"}
	for text, want := range map[string][]int{
		"red where are you from":                 {0},
		"hey red, whats up":                      {0},
		"@red what do you do":                    {0},
		"what do you think red":                  {0},
		"and you, red?":                          {0},
		"ah you work in a shop as well red?":     {0},
		"vote red this time":                     nil,
		"so you are not sure red? then wait":     {0},
		"red?":                                   {0},
		"red":                                    {0},
		"Red are u there":                        {0},
		"red pls tell us more":                   {0},
		"what does that mean red":                {0},
		"nice, blue. red, what is your job?":     {0},
		"RÉD where are you from":                 {0},
		"i like tea @blue":                       {1},
		"what does red think":                    {0},
		"where is red from?":                     {0},
		"something to say, red?":                 {0},
		"red anything to say?":                   {0},
		"red and blue, where are you from?":      {0, 1},
		"what do you think, red and blue":        {0, 1},
		"hey blue and agent smith and red?":      {0, 1, 2},
		"rot und red und blue, wo wohnt ihr":     nil, // "rot" is not a player
		"are red and blue the bots?":             nil,
		"do red and blue know each other?":       nil,
		"red and i, are we wrong?":               nil,
		"agent smith what do you say":            {2},
		"player-4, what do you mean?":            {3},
		"red, blue, where do you guys live?":     {0, 1},
		"rot ist weg. red woher kommst du":       {0},
		"red was machst du so":                   {0},
		"was denkst du, red":                     {0},
		"is red the bot?":                        nil,
		"why red?":                               nil,
		"do you trust red?":                      nil,
		"do you think it is red?":                nil,
		"who voted for red?":                     nil,
		"red is the bot, right?":                 nil,
		"did you see what red wrote?":            nil,
		"what do you think of red?":              nil,
		"reddit, anyone?":                        nil,
		"ist red der bot?":                       nil,
		"warum red?":                             nil,
		"what about the bluered thing":           nil,
		"you really think that red said it lol?": nil,
	} {
		if got := Called(text, players); !slices.Equal(got, want) {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}
