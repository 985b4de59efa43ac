package smalltalk_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"ringer/engine/mouth"
	"ringer/engine/prompt"
	"ringer/engine/smalltalk"
)

// village returns what Theo sees in a game of Werewolf, in a role and after lines of "name: text".
// A line without a name is the game master's, and one that begins with "night " is said among
// werewolves.
func village(t *testing.T, role string, private []string, lines ...string) *smalltalk.Village {
	t.Helper()
	you, next := "Your name in this chat: \"Theo\"\nYour role: \""+role+"\"\nWrite every line in: English", ""
	if role == "werewolf" {
		you = strings.Replace(you, "\nWrite", "\nOn your side: \"Kim\"\nWrite", 1)
	}
	var talk []prompt.Line
	for i, text := range lines {
		l := prompt.Line{Number: int64(i + 1), Clock: int64(30 * i)}
		if rest, ok := strings.CutPrefix(text, "night "); ok {
			text, l.Channel, l.Private, next = rest, "night", true, "night"
		}
		if name, said, ok := strings.Cut(text, ": "); ok {
			l.Name, l.Text, l.You = name, said, name == "Theo"
		} else {
			l.Gamemaster, l.Text = true, text
		}
		talk = append(talk, l)
	}
	sections := []prompt.Section{
		prompt.TextSection(prompt.SectionYou, you), prompt.ListSection(prompt.SectionPlayers, []string{"Theo", "Ann", "Bob", "Kim", "Max", "Zoe"}),
		prompt.TextSection(prompt.SectionRoles, "1 seer (good), 2 werewolf (evil), 3 villager (good)"), prompt.ListSection(prompt.SectionPrivate, private),
		prompt.TranscriptSection(prompt.SectionTranscript, talk),
	}
	if next != "" {
		sections = append(sections, prompt.TextSection(prompt.SectionNext, "The next line goes to: the private channel "+prompt.Quote(next)+", which only Kim read."))
	}
	p := prompt.Prompt{Sections: sections}
	v, ok := smalltalk.ReadVillage(p.Parsed(), rand.New(rand.NewPCG(1, 1)))
	if !ok {
		t.Fatal("this is no game of Werewolf")
	}
	return v
}

func TestVillageSays(t *testing.T) {
	t.Parallel()
	wolf := []string{"Max is a werewolf."}
	for _, c := range []struct {
		name, role string
		private    []string
		lines      []string
		want       string // the words that the line must have
	}{
		{"SeerComesOut", "seer", wolf, []string{"Day 2."}, "seer max werewolf"},
		{"SeerContradicts", "seer", []string{"Max is not a werewolf."}, []string{"Day 2.", "Bob: i'm the seer. i checked zoe, zoe is a werewolf"}, "bob seer max not"},
		{"SeerTellsOnce", "seer", wolf, []string{"Day 2.", "Theo: i'm the seer. i asked about Max, Max is a werewolf", "Ann: ok"}, ""},
		{"BelievesTheSeer", "villager", nil, []string{"Day 2.", "Bob: i'm the seer. i checked zoe, zoe is a werewolf"}, "zoe"},
		{"DoubtsWhoAccuses", "villager", nil, []string{"Day 2.", "Bob: i'm the seer. i checked theo, theo is a werewolf"}, "villager"},
		{"WolvesAgree", "werewolf", nil, []string{"Night 2.", "night Kim: lets take zoe"}, "zoe"},
		{"WolvesTakeTheSeer", "werewolf", nil, []string{"Day 1.", "Bob: i'm the seer. i checked zoe, zoe is not a werewolf", "Night 2.", "night Kim: so"}, "bob"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			said := " " + mouth.Normalise(village(t, c.role, c.private, c.lines...).Say()) + " "
			for word := range strings.FieldsSeq(c.want) {
				if !strings.Contains(said, " "+word+" ") {
					t.Errorf("says %q, without %q", said, word)
				}
			}
			if c.want == "" && strings.Contains(said, "seer") {
				t.Errorf("says %q", said)
			}
		})
	}
}

func TestVillageBelieves(t *testing.T) {
	t.Parallel()
	claim := "Bob: i'm the seer. i checked zoe, zoe is a werewolf"
	more := func(name string, v *smalltalk.Village, player, than string) {
		if v.WolfChance(player) <= v.WolfChance(than) {
			t.Errorf("%s: %s has %.2f, %s %.2f", name, player, v.WolfChance(player), than, v.WolfChance(than))
		}
	}
	more("a seer's result counts", village(t, "villager", nil, claim), "Zoe", "Max")
	more("a seer is trusted", village(t, "villager", nil, claim), "Max", "Bob")
	more("the seer knows who lies", village(t, "seer", nil, claim), "Bob", "Zoe")
	more("a false accuser is one", village(t, "villager", nil, "Bob: i'm the seer. i checked theo, theo is a werewolf"), "Bob", "Max")
	more("own results count most", village(t, "seer", []string{"Max is a werewolf."}), "Max", "Zoe")
	more("who was found and claims then lies", village(t, "villager", nil, "Bob: i'm the seer. i checked zoe, zoe is a werewolf", "Zoe: no, i'm the seer. i checked bob, bob is a werewolf"), "Zoe", "Bob")
	more("a victim of the night told the truth", village(t, "villager", nil, claim, "Max: i'm the seer. i checked ann, ann is a werewolf", "Bob was taken out in the night."), "Zoe", "Ann")
	if v := village(t, "werewolf", nil, claim); v.Danger("Bob") <= v.Danger("Max") || v.WolfChance("Kim") != 1 {
		t.Errorf("the seer is worth %.2f to the werewolves, Max %.2f", v.Danger("Bob"), v.Danger("Max"))
	}
}

// TestVillageClaims: what werewolves invent passes their mouth, and others read it as a result.
func TestVillageClaims(t *testing.T) {
	t.Parallel()
	conceal := mouth.Conceal{Roles: []string{"werewolf"}, Side: mouth.SideEvil, Known: []mouth.KnownPlayer{{Name: "Kim", Roles: []string{"werewolf"}, Side: mouth.SideEvil}}}
	names := []string{"Theo", "Ann", "Bob", "Kim"}
	r := mouth.NewClaimReader(names, []mouth.ClaimedRole{{ID: "villager"}, {ID: "seer"}, {ID: "werewolf", Evil: true}})
	for language, pools := range smalltalk.VillageLines() {
		for _, pool := range []string{"found", "found_more", "counter_wolf", "cleared", "cleared_more", "counter_clean", "villager", "suspect", "believe", "doubt_seer", "two"} {
			for _, line := range pools[pool] {
				text := strings.NewReplacer("{wolf}", "Bob", "{clean}", "Bob", "{rival}", "Ann", "{seer}", "Ann", "{suspect}", "Bob").Replace(line)
				if conceal.Leaks("Theo", text) {
					t.Errorf("%s: %q gives a werewolf away", language, text)
				}
				evil := strings.HasPrefix(pool, "found") || pool == "counter_wolf"
				if !evil && !strings.Contains(pool, "clea") {
					continue
				}
				told := false
				for _, c := range r.Read("Theo", text).Of {
					told = told || c.Player == "Bob" && c.Told && (c.Role == "werewolf" || c.Role == mouth.SideEvil) == evil
				}
				if !told {
					t.Errorf("%s: %q is read as %+v", language, text, r.Read("Theo", text).Of)
				}
			}
		}
	}
}
