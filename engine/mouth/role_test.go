package mouth

import "testing"

func theoRoom(role string) *Room {
	return &Room{Name: "Theo", Names: []string{"Theo", "Red", "Blue", "Green", "Lime", "Pink"}, MaxChars: 250, Role: role}
}

func TestDeedsTellTheRole(t *testing.T) {
	t.Parallel()
	for role, texts := range map[string][]string{
		"doctor":    {"i healed lime last night", "saved blue btw last night", "my job is to heal one of you", "my save worked on pink", "my card has a stethoscope", "surgeon claim", "the medic? thats theo", "i patch people up every night", "im claiming doc"},
		"detective": {"i investigated lime, hes clean", "my check on pink says guilty", "lime came back innocent", "my role is to check one player", "cop claim", "i check someone each night", "if you ask me theo is the sheriff"},
		"seer":      {"i peeked pink last night", "my vision of lime was bad", "my gift is seeing one role", "the oracle in this room is theo"},
		"werewolf":  {"we ate green last night", "i howl at the moon every night", "i sprout claws and a tail", "theo is def with the wolves", "me n pink are the two wolves"},
		"mafia":     {"me n lime are the mafs", "theo ist bei der mafia", "theo es de la mafia", "theo è della mafia", "theo est dans la mafia", "theo, c'est la mafia", "the goons are red and me", "the last two mafia are pink and me"},
		"witch":     {"my potion is gone", "i still have one poison"},
		"hunter":    {"if i die ill take blue with me"},
		"jester":    {"i win if you lynch me", "i want to get voted out"},
		"merlin":    {"i see who the evil guys are", "i can see all the spies", "i opened my eyes and there i saw bad thumbs", "believe me theo is merlin", "im the wise old wizard", "listen, merl here"},
		"percival":  {"i see merlin or morgana, no idea which", "one of my two merlins is lying", "i was shown two merlins"},
		"morgana":   {"im the fake merlin", "i look like merlin to percy"},
		"mordred":   {"merlin doesnt see me", "im hidden from merlin"},
		"oberon":    {"my team doesnt know me", "i dont know my evil partners"},
		"spy":       {"i failed the mission", "we sabotaged m2", "my fail was on purpose", "theo is totally on the spy team"},
	} {
		for _, text := range texts {
			if parts, rule := theoRoom(role).Pass(text); rule != RuleRole {
				t.Errorf("%s: %q: rule %q, parts %q", role, text, rule, parts)
			}
			if _, rule := theoRoom("time traveller").Pass(text); rule != "" {
				t.Errorf("%q is refused by %q, though the bot has another role", text, rule)
			}
		}
	}
}

func TestInnocentLinesPassForEachRole(t *testing.T) {
	t.Parallel()
	lines := corpus(t, "innocent.txt")
	for _, role := range []string{"", "doctor", "detective", "seer", "werewolf", "mafia", "witch", "hunter", "jester", "merlin", "percival", "morgana", "mordred", "oberon", "spy", "killer", "assassin", "minion"} {
		for _, line := range lines {
			if _, rule := theoRoom(role).Pass(line); rule != "" {
				t.Errorf("%s: %q is refused by %q", role, line, rule)
			}
		}
	}
}

func TestSpellingsWithExamples(t *testing.T) {
	t.Parallel()
	wantRules(t, mafiaRoom(), map[string]string{
		"im m as in mike tyson, a as in apple, f as in fish, i as in igloo, a as in apple pie": RuleRole,
		"eighteen, fifteen, nineteen, five, two, twenty-one, four":                             RuleSecret,
		"b as in blue sky, a as in apple":                                                      "",
		"no body here, just software":                                                          RuleDisclosure,
		"no human typing here":                                                                 RuleDisclosure,
		"the bot in this chat is red":                                                          RuleDisclosure,
		"the bot in this chat is blue":                                                         "",
	})
}

// TestNamesWithAccentsAreOneName: merlin and merlín are the same word in plain letters. A role that
// has it among others is that of Merlin, and of nobody else.
func TestNamesWithAccentsAreOneName(t *testing.T) {
	t.Parallel()
	wantRules(t, theoRoom("merlin the wise"), map[string]string{"i am merlin": RuleRole, "i am a gangster": ""})
}
