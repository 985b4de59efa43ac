package recording

import (
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"ringer/engine/session"
)

const (
	// Mafia is the id of the rules, and the role of the mafia.
	Mafia     = "mafia"
	Bystander = "bystander"
	// Day and Night are the phases.
	Day   = "day"
	Night = "night"
)

// TurnKind says what happened in the course of a game.
type TurnKind string

const (
	PhaseBegan TurnKind = "phase"
	VoteAsked  TurnKind = "vote_asked"
	VoteCast   TurnKind = "vote_cast"
	PlayerOut  TurnKind = "out"
	SideWon    TurnKind = "won"
)

// Turn is something that happened in the course of a Mafia game, as its game master announced it.
type Turn struct {
	At    session.Millis
	Kind  TurnKind
	Phase string
	// Day counts the days, from 1. A night has the number of the day before it. A phase that the
	// game master began again after a failure keeps its number.
	Day int
	// Lasts is how long the phase was to last, without its vote. It is 0 if nobody said so.
	Lasts session.Millis
	// Voters are the players who are asked for a vote: the living, at night those of the mafia.
	Voters []string
	// Options are the players whom they may choose: the living, at night the bystanders among them.
	Options []string
	Player  string
	Choice  string
	// Role is the role of the player who is out, or the side that won.
	Role string
	// Line is the index of the message that says so. It is -1 for the end of the game, which only
	// the outcome of the recording tells.
	Line int
}

var (
	phaseLine = regexp.MustCompile(`^Now it's (Day|Night)time(?: for ([0-9.]+) minutes?)?`)
	askedLine = regexp.MustCompile(`^(?:Day|Night)time has ended`)
	votedLine = regexp.MustCompile(`^(.+) voted for (.+)$`)
	outLine   = regexp.MustCompile(`^(.+) was voted out\. Their role was (\w+)`)
)

var phaseNames = map[string]string{"Day": Day, "Night": Night}

// Course returns what happened in a Mafia game, in order. It is empty for other games, and for
// games whose game master announced no phase.
func (g *Game) Course() []Turn {
	if g.Rules != Mafia {
		return nil
	}
	c := courseReader{bystanders: map[string]bool{}}
	for _, p := range g.Players {
		c.living = append(c.living, p.Name)
		c.bystanders[p.Name] = p.Role != Mafia
	}
	for i, m := range g.Messages {
		if m.Kind == session.FromGamemaster {
			c.read(m.Text, Turn{At: Millis(m.At), Line: i})
		}
	}
	if side := g.Winner(); side != "" && c.phase != "" {
		c.add(Turn{At: g.Length(), Kind: SideWon, Role: side, Line: -1})
	}
	return c.turns
}

type courseReader struct {
	bystanders map[string]bool
	living     []string
	// phase is empty before the first phase.
	phase string
	day   int
	turns []Turn
}

// read adds a turn if the text is an announcement. Before the first phase nothing happens. Nobody
// goes who is not in the game.
func (c *courseReader) read(text string, t Turn) {
	if found := phaseLine.FindStringSubmatch(text); found != nil {
		t.Kind = PhaseBegan
		minutes, _ := strconv.ParseFloat(found[2], 64) // 0 if it is left out
		t.Lasts = Millis(60 * minutes)
		before := c.phase
		if c.phase = phaseNames[found[1]]; c.phase == Day && before != Day {
			c.day++
		}
	} else if askedLine.MatchString(text) {
		t.Kind = VoteAsked
		t.Voters, t.Options = c.electorate()
	} else if found := outLine.FindStringSubmatch(text); found != nil && slices.Contains(c.living, found[1]) {
		t.Kind, t.Player, t.Role = PlayerOut, found[1], found[2]
		c.living = c.among(func(name string) bool { return name != t.Player })
	} else if found := votedLine.FindStringSubmatch(text); found != nil {
		t.Kind, t.Player, t.Choice = VoteCast, found[1], found[2]
	}
	if t.Kind != "" && c.phase != "" {
		c.add(t)
	}
}

func (c *courseReader) add(t Turn) {
	t.Phase, t.Day = c.phase, c.day
	c.turns = append(c.turns, t)
}

func (c *courseReader) electorate() (voters, options []string) {
	if c.phase == Day {
		return c.living, c.living
	}
	return c.among(func(name string) bool { return !c.bystanders[name] }), c.among(func(name string) bool { return c.bystanders[name] })
}

func (c *courseReader) among(match func(name string) bool) (names []string) {
	for _, name := range c.living {
		if match(name) {
			names = append(names, name)
		}
	}
	return names
}

// Winner returns the side that won, or nothing if the game broke off.
func (g *Game) Winner() string {
	var outcome string
	if json.Unmarshal(g.Outcome, &outcome) != nil {
		return "" // there is none, or it is that of another kind of game
	}
	switch side, _, _ := strings.Cut(strings.ToLower(outcome), " "); side {
	case Mafia:
		return Mafia
	case "bystanders":
		return Bystander
	}
	return ""
}

// sortAnnouncements puts the game master's lines of one second in the order of the game. Recorders
// keep a log for the day, one for the night and one for the announcements, and lose their order
// within a second. A vote of the night may then stand before the night. Players' lines stay where
// they are.
func (g *Game) sortAnnouncements() {
	night := false
	for from := 0; from < len(g.Messages); {
		to := from + 1
		for to < len(g.Messages) && g.Messages[to].At == g.Messages[from].At {
			to++
		}
		var places []int
		var logs announcements
		for i := from; i < to; i++ {
			if m := g.Messages[i]; m.Kind == session.FromGamemaster {
				places = append(places, i)
				logs.add(m)
			}
		}
		for _, i := range places {
			m := logs.next(night)
			g.Messages[i] = m
			if found := phaseLine.FindStringSubmatch(m.Text); found != nil {
				night = phaseNames[found[1]] == Night
			}
		}
		from = to
	}
}

// announcements are the game master's lines of one second, by the log from which they came.
type announcements struct{ day, night, manager []Message }

func (a *announcements) log(channel string) *[]Message {
	switch channel {
	case Day:
		return &a.day
	case Night:
		return &a.night
	}
	return &a.manager
}

func (a *announcements) add(m Message) {
	log := a.log(m.Channel)
	*log = append(*log, m)
}

// next removes and returns the line that comes next, by day or by night. All votes of a phase come
// before the result, and what is said about the beginning of a night comes before its votes.
func (a *announcements) next(night bool) Message {
	order := []*[]Message{&a.day, &a.manager, &a.night}
	if night {
		order = []*[]Message{&a.night, &a.manager, &a.day}
		if len(a.manager) > 0 && !outLine.MatchString(a.manager[0].Text) && !phaseLine.MatchString(a.manager[0].Text) {
			order[0], order[1] = order[1], order[0]
		}
	}
	i := slices.IndexFunc(order, func(log *[]Message) bool { return len(*log) > 0 })
	m := (*order[i])[0]
	*order[i] = (*order[i])[1:]
	return m
}
