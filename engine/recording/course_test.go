package recording

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

// mafiaGames returns the recorded Mafia games of the tests: a whole one, and one that broke off.
func mafiaGames(t *testing.T) (whole, broken *Game) {
	t.Helper()
	games := sessiontest.Must(Load("testdata/mafia.jsonl"))(t)
	return &games[0], &games[1]
}

func (t Turn) show() string {
	what := ""
	switch t.Kind {
	case PhaseBegan:
		what = fmt.Sprintf("lasts %d s", t.Lasts/1000)
	case VoteAsked:
		what = strings.Join(t.Voters, " ") + " choose among " + strings.Join(t.Options, " ")
	case VoteCast:
		what = t.Player + " for " + t.Choice
	case PlayerOut:
		what = t.Player + ", " + t.Role
	case SideWon:
		what = t.Role
	}
	return fmt.Sprintf("%d %s %d: %s: %s", t.At/1000, t.Phase, t.Day, t.Kind, what)
}

// TestCourse reads what the game master announced. At 190 s all of a night happens in one second,
// and its lines are recorded in the wrong order.
func TestCourse(t *testing.T) {
	t.Parallel()
	whole, _ := mafiaGames(t)
	const want = `0 day 1: phase: lasts 60 s
60 day 1: vote_asked: Ann Ben Cleo Dan Eve Finn Gus choose among Ann Ben Cleo Dan Eve Finn Gus
64 day 1: vote_cast: Cleo for Gus
66 day 1: vote_cast: Ann for Gus
69 day 1: vote_cast: Ben for Gus
69 day 1: vote_cast: Dan for Gus
71 day 1: vote_cast: Gus for Finn
75 day 1: vote_cast: Eve for Dan
80 day 1: vote_cast: Finn for Gus
80 day 1: out: Gus, bystander
80 night 1: phase: lasts 30 s
110 night 1: vote_asked: Ben Dan choose among Ann Cleo Eve Finn
115 night 1: vote_cast: Dan for Eve
118 night 1: vote_cast: Ben for Eve
118 night 1: out: Eve, bystander
118 day 2: phase: lasts 60 s
178 day 2: vote_asked: Ann Ben Cleo Dan Finn choose among Ann Ben Cleo Dan Finn
182 day 2: vote_cast: Finn for Dan
184 day 2: vote_cast: Ann for Dan
186 day 2: vote_cast: Dan for Cleo
190 day 2: vote_cast: Cleo for Dan
190 day 2: vote_cast: Ben for Cleo
190 day 2: out: Dan, mafia
190 night 2: phase: lasts 30 s
190 night 2: vote_asked: Ben choose among Ann Cleo Finn
190 night 2: vote_cast: Ben for Finn
190 night 2: out: Finn, bystander
190 day 3: phase: lasts 60 s
250 day 3: vote_asked: Ann Ben Cleo choose among Ann Ben Cleo
254 day 3: vote_cast: Ann for Ben
256 day 3: vote_cast: Ben for Ann
261 day 3: vote_cast: Cleo for Ben
261 day 3: out: Ben, mafia
261 day 3: won: bystander
`
	got := ""
	for _, turn := range whole.Course() {
		got += turn.show() + "\n"
	}
	if got != want {
		t.Errorf("the course is\n%s", got)
	}
}

// TestCourseIgnoresStrangers: an announcement about somebody who is not in the game says nothing.
func TestCourseIgnoresStrangers(t *testing.T) {
	t.Parallel()
	whole, _ := mafiaGames(t)
	n := len(whole.Course())
	for _, name := range []string{"Nobody", "Gus"} { // Gus is out already
		whole.Messages = append(whole.Messages, Message{At: 262, Kind: session.FromGamemaster, Text: name + " was voted out. Their role was bystander"})
	}
	if got := len(whole.Course()); got != n {
		t.Errorf("%d turns, and %d without these lines", got, n)
	}
}

// TestRounds: a round ends with its result, or when the game master begins the phase again. Votes
// of players who are out do not count.
func TestRounds(t *testing.T) {
	t.Parallel()
	_, broken := mafiaGames(t)
	broken.Messages = append(broken.Messages, Message{At: 186, Kind: session.FromGamemaster, Channel: Night, Text: "Oz voted for Pip"})
	var got []string
	for _, r := range broken.Rounds() {
		got = append(got, fmt.Sprintf("%s %s, %d to %d, votes %v, out %s %s", r.ID, r.Name(), r.Asked.At/1000, r.Closed/1000, r.Votes, r.Out, r.Role))
	}
	if want := []string{
		"vote-1 day 1, 60 to 90, votes map[Kim:Pip Max:Oz], out  ",
		"vote-2 day 1, 150 to 150, votes map[Kim:Oz Max:Oz], out Oz bystander",
		"vote-3 night 1, 180 to 0, votes map[Nia:Pip], out  ",
	}; !slices.Equal(got, want) {
		t.Errorf("the rounds are %q", got)
	}
	course := broken.Course()
	if last := course[len(course)-1]; last.Kind == SideWon {
		t.Error("a game that broke off has a winner")
	}
}

// TestOtherGamesHaveNoCourse: other rules have other announcements. A Mafia game may have none.
func TestOtherGamesHaveNoCourse(t *testing.T) {
	t.Parallel()
	whole, _ := mafiaGames(t)
	other, silent, secret := *whole, *whole, *whole
	other.Rules = "turing"
	silent.Messages = slices.DeleteFunc(slices.Clone(whole.Messages), func(m Message) bool { return strings.HasPrefix(m.Text, "Now it's") })
	secret.Players = []Player{{Name: "Ann"}, {Name: "Ben"}}
	for name, g := range map[string]*Game{"OtherRules": &other, "NoPhases": &silent, "NoRoles": &secret} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if s := g.Setting(); len(s.Phases) != 1 || s.Phases[0].ID != "chat" {
				t.Errorf("the phases are %v", s.Phases)
			}
			posted, _ := g.script(Player{Name: "Ann"})
			if night := slices.ContainsFunc(posted, func(l line) bool { return l.post.Channel == Night }); night == (name == "NoRoles") {
				t.Errorf("night lines are posted: %t", night)
			}
		})
	}
}
