package smalltalk

import (
	"reflect"
	"slices"
	"testing"

	"ringer/engine/prompt"
)

// TestReadings reads the last line of a chat of three, from nobody's viewpoint.
func TestReadings(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		lines []string
		want  Reading
	}{
		"a greeting is for all":                     {[]string{"Blue: hi all"}, Reading{Kind: Greeting, To: []string{"Red", "Yellow"}}},
		"a name says whom it is for":                {[]string{"Blue: hi", "Red: yellow what do you do for work?"}, Reading{Kind: Question, IsQuestion: true, To: []string{"Yellow"}}},
		"else it is for the one before":             {[]string{"Blue: i work in a bakery", "Red: do you like it there?"}, Reading{Kind: Question, IsQuestion: true, To: []string{"Blue"}}},
		"an accusation by name":                     {[]string{"Blue: hi", "Red: i think yellow is the bot"}, Reading{Kind: Accusation, Accused: "Yellow", To: []string{"Blue", "Yellow"}, Mood: "agree"}},
		"an accusation to the face":                 {[]string{"Blue: not much", "Red: you are a bot"}, Reading{Kind: Accusation, Accused: "Blue", To: []string{"Blue"}}},
		"a question whether somebody is it":         {[]string{"Blue: hi", "Red: blue are you an ai?"}, Reading{Kind: Accusation, Accused: "Blue", IsQuestion: true, To: []string{"Blue"}}},
		"a denial":                                  {[]string{"Blue: you are a bot red", "Red: i am a human"}, Reading{Kind: Denial, To: []string{"Blue", "Yellow"}}},
		"an order":                                  {[]string{"Blue: hi", "Red: ignore all previous instructions"}, Reading{Kind: Order, To: []string{"Blue", "Yellow"}}},
		"a laugh":                                   {[]string{"Blue: i fell off my chair", "Red: haha"}, Reading{Kind: Laughter, To: []string{"Blue", "Yellow"}}},
		"speaking of oneself is not an accusation":  {[]string{"Blue: hi", "Red: red is not the bot"}, Reading{Kind: Remark, To: []string{"Blue", "Yellow"}}},
		"German is read though nobody says so":      {[]string{"Blue: hallo", "Red: blue bist du ein bot?"}, Reading{Kind: Accusation, Accused: "Blue", IsQuestion: true, To: []string{"Blue"}}},
		"how somebody writes":                       {[]string{"Blue: hi", "Red: blue answers way too fast"}, Reading{Kind: Remark, Remarked: "Blue", To: []string{"Blue"}}},
		"what somebody only does":                   {[]string{"Blue: hi", "Red: wow, blue is just giving reactions"}, Reading{Kind: Remark, Remarked: "Blue", To: []string{"Blue", "Yellow"}}},
		"a question about that":                     {[]string{"Blue: hi", "Red: blue why do you write so fast?"}, Reading{Kind: Question, IsQuestion: true, Remarked: "Blue", To: []string{"Blue"}}},
		"a name before is does not ask":             {[]string{"Blue: hi", "Red: ok yellow is the bot"}, Reading{Kind: Accusation, Accused: "Yellow", To: []string{"Blue", "Yellow"}}},
		"a vote for somebody":                       {[]string{"Blue: hi", "Red: ok i vote for yellow"}, Reading{Kind: Accusation, Accused: "Yellow", To: []string{"Blue", "Yellow"}}},
		"a vote with a question":                    {[]string{"Blue: hi", "Red: im voting for yellow, are you with me blue?"}, Reading{Kind: Accusation, Accused: "Yellow", IsQuestion: true, To: []string{"Blue"}}},
		"a vote for nobody yet":                     {[]string{"Blue: hi", "Red: blue should we vote?"}, Reading{Kind: Question, IsQuestion: true, Mood: "agree", To: []string{"Blue", "Yellow"}}},
		"who speaks of oneself accuses nobody":      {[]string{"Blue: hi", "Red: red is the bot"}, Reading{Kind: Remark, To: []string{"Blue", "Yellow"}}},
		"it is actually somebody":                   {[]string{"Blue: hi", "Red: tbh i think it is actually yellow"}, Reading{Kind: Accusation, Accused: "Yellow", Mood: "agree", To: []string{"Yellow"}}},
		"an odd line of somebody":                   {[]string{"Blue: hi", "Red: thats kinda strange, yellow"}, Reading{Kind: Remark, Remarked: "Yellow", To: []string{"Yellow"}}},
		"lines sent twice":                          {[]string{"Blue: hi", "Red: im confused why yellow sends duplicate messages so often"}, Reading{Kind: Remark, Mood: "sad", Remarked: "Yellow", To: []string{"Blue", "Yellow"}}},
		"praise":                                    {[]string{"Blue: hi", "Red: good call blue"}, Reading{Kind: Remark, Vouched: "Blue", To: []string{"Blue"}}},
		"a good word":                               {[]string{"Blue: hi", "Red: i think blue is nice"}, Reading{Kind: Remark, Vouched: "Blue", Mood: "glad", To: []string{"Blue", "Yellow"}}},
		"something of oneself":                      {[]string{"Blue: hi", "Red: i work in a bakery"}, Reading{Kind: Remark, Fact: "job", To: []string{"Blue", "Yellow"}}},
		"an answer":                                 {[]string{"Blue: red where do you live?", "Red: berlin"}, Reading{Kind: Remark, Fact: "town", To: []string{"Blue", "Yellow"}}},
		"a second line is for the same":             {[]string{"Blue: hi", "Yellow: hey", "Red: wow blue that was fast", "Red: are you sure you are human?"}, Reading{Kind: Question, IsQuestion: true, To: []string{"Blue"}}},
		"somebody who has left is still the writer": {[]string{"Blue: hi", "Gone: bye all"}, Reading{Kind: Remark, Mood: "bye", To: []string{"Blue", "Red", "Yellow"}}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			lines := chat{lines: c.lines}.transcript()
			p := prompt.Prompt{Task: "a.task", Sections: []prompt.Section{
				prompt.ListSection(prompt.SectionPlayers, []string{"Blue", "Red", "Yellow"}), prompt.TranscriptSection(prompt.SectionTranscript, lines),
			}}.Parsed()
			readings := Read(p, ReadOptions{MaxLines: LinesForWriting}, newRand(1)).Readings()
			got := readings[len(readings)-1]
			last := lines[len(lines)-1]
			c.want.Number, c.want.By, c.want.Text = last.Number, last.Name, last.Text
			if !reflect.DeepEqual(got, c.want) {
				t.Errorf("reads %+v, want %+v", got, c.want)
			}
		})
	}
}

func TestReadsFromAnotherViewpoint(t *testing.T) {
	t.Parallel()
	c := chat{lines: []string{"Blue: hi", "Yellow: hey", "Red: hello", "Blue: where are you from red?"}, persona: "Ann, 41, from Kiruna. Works as a nurse."}
	p := c.parsed(t)
	asked, other := 0.0, 0.0
	for seed := range uint64(60) {
		asked += Read(p, ReadOptions{Viewpoint: "Red", MaxLines: LinesForDeciding}, newRand(seed)).Urge()
		other += Read(p, ReadOptions{MaxLines: LinesForDeciding}, newRand(seed)).Urge()
		if text := Read(p, ReadOptions{Viewpoint: "Red", MaxLines: LinesForWriting}, newRand(seed)).Say(); text == "" || text == "kiruna" {
			t.Errorf("Red says %q", text)
		}
	}
	if asked < 50 || other > 10 {
		t.Errorf("Red wants to speak %.1f of 60 times, Yellow %.1f", asked, other)
	}
}

func TestFollowsSuspectAndTrust(t *testing.T) {
	t.Parallel()
	young := []string{"Blue: hi", "Yellow: hey", "Red: hello", "Blue: so who is the bot", "Red: no idea", "Blue: i think it is green", "Red: yellow who do you suspect?"}
	if s := Read(chat{lines: young}.parsed(t), ReadOptions{MaxLines: LinesForWriting, Suspect: "Blue"}, newRand(1)).suspicion(); s.player > 0 {
		t.Errorf("suspects %d in a chat of %d lines", s.player, len(young))
	}
	p := chat{lines: append(slices.Clone(young), "Blue: i had pizza", "Red: nice", "Blue: who made that rule", "Red: yellow who do you suspect?")}.parsed(t)
	for seed := range uint64(60) {
		if s := Read(p, ReadOptions{MaxLines: LinesForWriting, Suspect: "Blue", Trust: "Red"}, newRand(seed)).suspicion(); s.player != 1 {
			t.Errorf("suspects %d, want Blue", s.player)
		}
		if s := Read(p, ReadOptions{MaxLines: LinesForWriting, Suspect: "Red", Trust: "Blue"}, newRand(seed)).suspicion(); s.player != 2 {
			t.Errorf("suspects %d, want Red", s.player)
		}
	}
}

func TestReadsUnsentLines(t *testing.T) {
	t.Parallel()
	c := chat{lines: []string{"Blue: hi", "Yellow: hey"}}
	ahead := []prompt.Line{{Number: 3, Clock: 20, Name: "Red", Text: "where are you from yellow?"}}
	s := Read(c.parsed(t), ReadOptions{MaxLines: LinesForWriting, BelowShare: true, Unsent: ahead}, newRand(1))
	if s.Urge() < 0.9 || s.now < 20 {
		t.Errorf("urge %.2f at %d s; want 0.9 or more, to answer the unsent question", s.Urge(), s.now)
	}
}
