package smalltalk

import (
	"math/rand/v2"
	"slices"
	"strings"

	"ringer/engine/mouth"
	"ringer/engine/prompt"
)

// The roles of Werewolf that the offline player plays in a way of their own.
const (
	werewolf  = "werewolf"
	possessed = "possessed"
	seer      = "seer"
	medium    = "medium"
	doctor    = "doctor"
)

// Village is what the offline player makes of a game of Werewolf, by simple rules.
type Village struct {
	prompt.Parsed
	Evil   bool
	role   string
	others []string
	allies []string
	// results are what the game has told the bot of others: werewolf or not.
	results map[string]bool
	said    []claimed
	// night are the victims of the nights, and exiled those of the days. Of these, roles has what
	// they were, as far as everybody knows it.
	night, exiled []string
	roles         map[string]string
	// here says that the bot speaks in the channel of the werewolves.
	here   bool
	talk   []prompt.Line
	before map[string]prompt.Line // the last line of each player
	reader *mouth.ClaimReader
	lines  map[string][]string
	rng    *rand.Rand
}

// claimed is what a line says of roles, in the main channel.
type claimed struct {
	by     string
	number int64
	mouth.Claims
}

// ReadVillage reads a prompt of a game of Werewolf, and lines that come after its transcript. It
// returns false for another game.
func ReadVillage(p prompt.Parsed, rng *rand.Rand, later ...prompt.Line) (*Village, bool) {
	list := p.Roles()
	if !slices.Contains(list, werewolf) {
		return nil, false
	}
	v := &Village{Parsed: p, role: strings.ToLower(p.Role()), allies: p.Allies(), results: map[string]bool{}, roles: map[string]string{}, before: map[string]prompt.Line{}, rng: rng}
	v.Evil = v.role == werewolf || v.role == possessed
	var roles []mouth.ClaimedRole
	for _, role := range slices.Compact(slices.Sorted(slices.Values(list))) {
		roles = append(roles, mouth.ClaimedRole{ID: role, Evil: role == werewolf})
	}
	names := p.List(prompt.SectionPlayers)
	for _, text := range p.List(prompt.SectionPrivate) {
		if name, role, is := mouth.ReadResult(text, names); role == werewolf {
			v.results[name] = is
		}
	}
	v.reader = mouth.NewClaimReader(names, roles)
	channel, _ := p.Channel()
	v.here = channel != ""
	for _, l := range slices.Concat(p.Transcript(prompt.SectionTranscript), later) {
		v.hear(l, names)
	}
	for _, text := range p.List(prompt.SectionOwn) {
		v.add(claimed{by: p.Name(), Claims: v.reader.Read(p.Name(), text)})
	}
	for _, name := range names {
		if name != p.Name() && !v.isOut(name) {
			v.others = append(v.others, name)
		}
	}
	v.lines = villageLines["en"]
	if strings.Contains(p.Language(), "German") {
		v.lines = villageLines["de"]
	}
	return v, true
}

// hear takes in a line of the transcript.
func (v *Village) hear(l prompt.Line, names []string) {
	if l.Gamemaster {
		for _, name := range names {
			if strings.Contains(l.Text, name+" was exiled") {
				v.exiled = append(v.exiled, name)
			}
			if strings.Contains(l.Text, name+" was taken out in the night") {
				v.night = append(v.night, name)
			}
			for _, role := range v.Roles() {
				if strings.Contains(l.Text, name+" was a "+role) || strings.Contains(l.Text, name+" was the "+role) {
					v.roles[name] = role
				}
			}
		}
		return
	}
	if channel, ok := v.Channel(); !ok || l.Channel == channel {
		v.talk = append(v.talk, l)
	}
	if l.Channel != "" {
		return
	}
	text := l.Text
	if b := v.before[l.Name]; b.Text != "" && l.Clock-b.Clock <= joinedSeconds {
		text = b.Text + ". " + l.Text // the parts of one message
		v.said = slices.DeleteFunc(v.said, func(c claimed) bool { return c.by == l.Name && c.number == b.Number })
	}
	l.Text = text
	v.before[l.Name] = l
	v.add(claimed{l.Name, l.Number, v.reader.Read(l.Name, text)})
}

func (v *Village) add(c claimed) {
	if len(c.Of) > 0 {
		v.said = append(v.said, c)
	}
}

func (v *Village) isOut(name string) bool {
	return slices.Contains(v.night, name) || slices.Contains(v.exiled, name)
}

// claimants returns who has claimed a role, in the order of the claims.
func (v *Village) claimants(role string) (names []string) {
	for _, c := range v.said {
		claims := slices.ContainsFunc(c.Of, func(x mouth.Claim) bool { return x.Player == "" && x.Role == role || role == seer && x.Told })
		if claims && !slices.Contains(names, c.by) {
			names = append(names, c.by)
		}
	}
	return names
}

// verdicts returns whom a claimant calls a werewolf by a result, and whom not.
func (v *Village) verdicts(by string) map[string]bool {
	all := map[string]bool{}
	for _, c := range v.said {
		for _, x := range c.Of {
			if c.by == by && x.Player != "" && x.Told {
				all[x.Player] = x.Role == werewolf || x.Role == mouth.SideEvil
			}
		}
	}
	return all
}

// Accused returns whom the bot has spoken against last; "" for nobody.
func (v *Village) Accused() string {
	for _, c := range slices.Backward(v.said) {
		for _, x := range c.Of {
			if c.by == v.Name() && x.Player != "" && (x.Role == werewolf || x.Role == mouth.SideEvil) && slices.Contains(v.others, x.Player) {
				return x.Player
			}
		}
	}
	return ""
}
