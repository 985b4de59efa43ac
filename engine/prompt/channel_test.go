package prompt

import (
	"slices"
	"strings"
	"testing"

	"ringer/engine/session"
)

// channelView is a view of Red, with a den with Blue, a channel with Green, and a hidden attic.
func channelView(to string) session.View {
	v := session.View{Me: session.Player{ID: "red", Name: "Red"}, Channel: to}
	for _, name := range []string{"Red", "Blue", "Green"} {
		v.Players = append(v.Players, session.Player{ID: strings.ToLower(name), Name: name, Presence: session.Active})
	}
	v.Config.Game.Channels = []session.Channel{
		{ID: "den", Members: []string{"red", "blue"}}, {ID: "love", Members: []string{"red", "green"}}, {ID: "lobby"}, {ID: "attic", Members: []string{"blue"}},
	}
	for i, channel := range []string{"", "den", "love", "lobby"} {
		v.Messages = append(v.Messages, session.Message{Seq: int64(i + 1), Number: int64(i + 1), Name: "Red", Kind: session.FromPlayer, Text: "in " + channel, Channel: channel, Own: true})
	}
	return v
}

func TestAPromptSaysWhoIsOnTheBotsSide(t *testing.T) {
	t.Parallel()
	v := channelView("")
	for _, c := range []struct {
		allies []string
		line   string
	}{
		{nil, ""}, {[]string{"blue"}, "\nOn your side: \"Blue\"\n"}, {[]string{"green", "blue"}, "\nOn your side: \"Blue\" and \"Green\"\n"},
	} {
		v.Config.Bot.Allies = c.allies
		p := Prompt{Task: "t", Sections: []Section{You(v)}}.Parsed()
		if text := p.Text(SectionYou); !strings.Contains(text, c.line) || c.line == "" && strings.Contains(text, "side") {
			t.Errorf("%v: %s", c.allies, text)
		}
		if got := p.Allies(); len(got) != len(c.allies) || len(got) > 0 && got[0] != "Blue" {
			t.Errorf("%v are read back as %q", c.allies, got)
		}
	}
	v.Players[1].Presence = session.Eliminated
	v.Config.Bot.Allies = []string{"blue"}
	if strings.Contains(You(v).Text, "side") {
		t.Errorf("an ally who is out is named: %s", You(v).Text)
	}
}

func TestNextNamesChannelAndReaders(t *testing.T) {
	t.Parallel()
	private := `the line follows from what all of them have read, and gives no hint at the rest.`
	for to, want := range map[string]string{
		"":      `The next line goes to: the main channel, which everyone in the game reads. Not all of them read "den" and "love": ` + private,
		"den":   `The next line goes to: the private channel "den", which only "Red" and "Blue" read. Not all of them read "love": ` + private,
		"lobby": `The next line goes to: the channel "lobby", which everyone in the game reads. Not all of them read "den" and "love": ` + private,
		"attic": `The next line goes to: a channel that is not shown here. Others write it.`,
	} {
		p := Prompt{Task: "t", Sections: []Section{Players(channelView(to)), Next(channelView(to))}}.Parsed()
		if got := p.Text(SectionNext); got != want {
			t.Errorf("to %q: %s", to, got)
		}
		readers := []string{"Red", "Blue", "Green"}
		if to == "den" {
			readers = readers[:2]
		}
		if got := p.Readers(); !slices.Equal(got, readers) {
			t.Errorf("to %q: read by %q", to, got)
		}
		if channel, ok := p.Channel(); ok != (to != "attic") || ok && channel != to {
			t.Errorf("to %q: read back as %q, %v", to, channel, ok)
		}
	}
	if r := (Prompt{Task: "t", Sections: []Section{Next(session.View{})}}).Render(); r.System != "" || strings.Contains(r.User, SectionNext) {
		t.Errorf("without channels: %s", r.User)
	}
	if _, ok := (Prompt{Task: "t"}).Parsed().Channel(); ok {
		t.Error("a prompt that names no channel was read as if it did")
	}
}

func TestChannelsAreListed(t *testing.T) {
	t.Parallel()
	want := "Channels besides the main one, which everyone in the game reads. Marked (private): what was said there is known to its readers only.\n" +
		"\"den\" (private), read by \"Red\" and \"Blue\" only\n\"love\" (private), read by \"Red\" and \"Green\" only\n\"lobby\", read by everyone"
	if got := Channels(channelView("")); len(got) != 1 || got[0].Text != want {
		t.Errorf("%+v", got)
	}
	if got := Channels(session.View{}); got != nil {
		t.Errorf("without channels: %+v", got)
	}
}

func TestLinesOfPrivateChannelsAreMarked(t *testing.T) {
	t.Parallel()
	v := channelView("")
	p := Prompt{Task: "t", Sections: Shared(v)}
	r := p.Render()
	for _, line := range []string{"#1 0:00 \"Red\" (you): \"in \"\n", "#2 0:00 \"Red\" (you) in \"den\" (private): \"in den\"\n", "#4 0:00 \"Red\" (you) in \"lobby\": \"in lobby\"\n"} {
		if !strings.Contains(r.User, line) {
			t.Errorf("%q is not in\n%s", line, r.User)
		}
	}
	parsed, err := Parse(r)
	if lines := parsed.Transcript(SectionTranscript); err != nil || len(lines) != 4 || !lines[1].Private || lines[3].Private {
		t.Errorf("%+v, %v", lines, err)
	}
}

func TestOwnLinesAreThoseThatAllReadersKnow(t *testing.T) {
	t.Parallel()
	for to, want := range map[string][]string{"": {"in ", "in lobby"}, "den": {"in ", "in den", "in lobby"}} {
		v := channelView(to)
		if got := ownBefore(v, []session.Message{{Seq: 99}})[0].Items; !slices.Equal(got, want) {
			t.Errorf("to %q: %q", to, got)
		}
	}
}

func TestSummariesOfPrivateChannelsStayApart(t *testing.T) {
	t.Parallel()
	v := channelView("")
	v.Summary = session.Summary{Text: "They said hello.", UpTo: 9, Private: []session.ChannelSummary{{Channel: "den", Text: "Blue wants Green."}}}
	got := Summary(v)
	if len(got) != 1 || !slices.Equal(got[0].Items, []string{"They said hello.", `In the private channel "den": Blue wants Green.`}) {
		t.Errorf("%+v", got)
	}
}
