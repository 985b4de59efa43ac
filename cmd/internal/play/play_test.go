package play_test

import (
	"context"
	"regexp"
	"strings"
	"testing"

	"ringer/engine/referee"
	"ringer/engine/sessiontest"
	"ringer/engine/slowtest"
)

func mustShow(t *testing.T, screen string, patterns ...string) {
	t.Helper()
	for _, p := range patterns {
		if !regexp.MustCompile("(?m)" + p).MatchString(screen) {
			t.Errorf("the screen does not show %q:\n%s", p, screen)
		}
	}
}

// TestSilent plays a game of each kind with somebody who never types. It ends all the same.
func TestSilent(t *testing.T) {
	t.Parallel()
	for _, rules := range referee.IDs() {
		t.Run(rules, func(t *testing.T) {
			if rules == "avalon" { // the longest game
				slowtest.Skip(t)
			}
			t.Parallel()
			screen := new(person).mustPlay(t, "--rules", rules, "--me", "Lee")
			mustShow(t, screen,
				`^        > You are (Lee|[A-Z])\. You|^        > You are (Lee|[A-Z])\. Your role: `,
				`^ +\d+:\d\d  \* .*(has|have) won\.`,
				`^        player +role +won +points +played by +messages +model calls +votes$`,
				`^        \S+ +\S+ +(yes|no) +\S+ +you +0 +–`,
			)
			if strings.Contains(screen, "\x1b") {
				t.Error("plain output has control characters")
			}
		})
	}
}

var asked = regexp.MustCompile(`\? (?:Who |What is|Do you)`)

// TestTalkAndVote plays a game of each kind with somebody who talks and votes.
func TestTalkAndVote(t *testing.T) {
	t.Parallel()
	for rules, vote := range map[string]string{"turing": "1", "reverse_turing": "/vote 2", "mafia": "1", "gameshow": "/vote AI human", "avalon": "/vote yes"} {
		t.Run(rules, func(t *testing.T) {
			if rules == "avalon" { // the longest game
				slowtest.Skip(t)
			}
			t.Parallel()
			talk := once(map[string][]string{"/help shows": {"hello all", "/who", "/help", "/rules", "/vote", "/nonsense", ""}})
			me := &person{react: func(shown string) []string {
				if asked.MatchString(shown) { // each time: nobody then waits for the end of a vote
					return []string{vote}
				}
				return talk(shown)
			}}
			open := "vote_ms=600000" // three seconds at the speed of the tests: a busy machine needs them
			if rules == "gameshow" {
				open = "label_ms=600000"
			}
			screen := me.mustPlay(t, "--rules", rules, "--me", "Lee", "--seed", "3", "--option", open)
			mustShow(t, screen,
				`^ +\d+:\d\d  (Lee|[A-Z]): hello all$`,
				`^        > The players: .*\(you\)`,
				`^        /quit           leave; the game ends$`,
				`^        > .*(Game|Mafia|Avalon)\w*\. |^        > .*show\w*\. `,
				`^        ! nothing is asked of you now$`,
				`^        ! there is no command /nonsense; /help shows the commands$`,
				`^ +\d+:\d\d  > Your vote: \w+`,
				`^        \S+ +\S+ +(yes|no) +\S+ +you +1 +– +\w+`,
			)
		})
	}
}

// TestTwoChats: an interrogator talks to one witness, then to the other, and gives a verdict.
func TestTwoChats(t *testing.T) {
	t.Parallel()
	me := &person{react: once(map[string][]string{
		"/help shows": {"hello first", "/to Nobody", "/to Ben", "hello ben", "/to Ann", "hello ann"}, "/vote 1 70 slow": {"/vote Ben 70 slow and polite"},
	})}
	screen := me.mustPlay(t, "--rules", "three_party", "--me", "Lee", "--seats", "tom,scheduler", "--names", "Ann,Ben", "--seed", "3", "--option", "chat_ms=120000", "--option", "vote_ms=600000")
	mustShow(t, screen,
		`^        > You are Lee\. You are the interrogator\. The witnesses are `, `^        ! you have no chat with "Nobody"`, `^        > Now Ben hears you\.$`, `^        > Now Ann hears you\.$`,
		`\[chat-[12]\] Lee: hello first$`, `^ +\d+:\d\d  \? Which witness is the person\?$`, `> Your vote: Ben, sure to 70 of 100: slow and polite\.$`,
	)
	to := func(text string) string {
		return regexp.MustCompile(`\[(chat-[12])\] Lee: ` + text).FindStringSubmatch(screen)[1]
	}
	if to("hello ben") == to("hello ann") {
		t.Error("Ann and Ben get the same lines")
	}
}

// TestWrongVote refuses an answer that names nobody, and takes a name.
func TestWrongVote(t *testing.T) {
	t.Parallel()
	me := &person{react: once(map[string][]string{"? Who ": {"/vote Nobody", "/vote 17", "/vote lee"}, `"lee" cannot`: {"/vote ann"}, "Your vote": {"/vote Ben"}})}
	screen := me.mustPlay(t, "--rules", "turing", "--me", "Lee", "--seats", "tom,scheduler", "--names", "Ann,Ben", "--seed", "3", "--option", "vote_ms=600000")
	mustShow(t, screen, `! "Nobody" cannot be chosen; /vote shows who can`, `! "17" cannot be chosen`, `! "lee" cannot be chosen`, `> Your vote: Ann\.`)
}

// TestAccuse accuses before the vote: in a Turing game that is the person's vote, elsewhere it is
// refused.
func TestAccuse(t *testing.T) {
	t.Parallel()
	for rules, want := range map[string]string{"turing": `> Your vote: Ann\.`, "gameshow": `! in this game nobody is accused before the vote`} {
		t.Run(rules, func(t *testing.T) {
			t.Parallel()
			me := &person{react: once(map[string][]string{"> The players": {"/accuse Nobody", "/accuse Lee", "/accuse Ann", "/accuse B", "/accuse C"}})}
			screen := me.mustPlay(t, "--rules", rules, "--me", "Lee", "--seats", "tom,scheduler", "--names", "Ann,Ben", "--seed", "3")
			mustShow(t, screen, `! "Nobody" cannot be chosen`, `! "Lee" cannot be chosen`, want)
		})
	}
}

// TestLeave leaves a game by a command, and by an interrupt.
func TestLeave(t *testing.T) {
	t.Parallel()
	t.Run("quit", func(t *testing.T) {
		t.Parallel()
		me := &person{react: once(map[string][]string{"/help shows": {"/quit"}})}
		mustShow(t, me.mustPlay(t, "--me", "Lee"), `^        > You leave the game\. It ends here\.\n\z`)
	})
	t.Run("interrupt", func(t *testing.T) {
		t.Parallel()
		ctx, interrupt := context.WithCancel(t.Context())
		me := &person{react: func(shown string) []string {
			if strings.Contains(shown, "/help shows") {
				interrupt()
			}
			return nil
		}}
		screen := sessiontest.Must(me.play(t, ctx, "--me", "Lee"))(t)
		mustShow(t, screen, `^        > You leave the game\. It ends here\.\n\z`)
	})
}

// TestWatch watches games of bots: without what players keep secret, and with it.
func TestWatch(t *testing.T) {
	t.Parallel()
	secrets := regexp.MustCompile(`(?m)\[night\]|The other mafios|You are a| votes: |^ +(\d+:\d\d)?  \? `)
	for _, reveal := range []bool{false, true} {
		args := []string{"--rules", "mafia", "--seats", "tom,fourmind,scheduler×5", "--seed", "6"}
		if reveal {
			args = append(args, "--reveal")
		}
		me := &person{react: once(map[string][]string{"The players": {"hello"}})}
		screen := me.mustPlay(t, args...)
		mustShow(t, screen, `(has|have) won\.`, `^        \S+ +mafia +(yes|no) +– +(tom|fourmind|scheduler) +\d+ +\d+`, `! you only watch`)
		if secrets.MatchString(screen) != reveal {
			t.Errorf("reveal %v: the screen shows secrets: %v\n%s", reveal, !reveal, screen)
		}
	}
}

// TestBadSettings names what is wrong before a game begins.
func TestBadSettings(t *testing.T) {
	t.Parallel()
	for want, args := range map[string]string{
		`--rules: "chess" is not a game that can be played here; there are`:                        "--rules chess",
		`--seats: the rules mafia need 7 players, and there are 3; add bots, or leave --seats out`: "--rules mafia --me Lee --seats tom*2",
		`--seats "tom×99" must be a strategy, or a strategy and how often, from 1 to 32`:           "--seats tom×99",
		`--seats: "nobody" is not a strategy`:                                                      "--me Lee --seats tom,nobody",
		`--names has 1 names for 2 bots`:                                                           "--me Lee --names Ann",
		`, which looks like the name of the player`:                                                "--me Lee --names lee,Ann",
		`--speed must be from 0.01 to 1000`:                                                        "--speed 0",
		`--option day_ms: `:                                                                        "--rules mafia --option day_ms=1",
		`--option foo`:                                                                             "--rules mafia --option foo=1",
		`--option day must be name=value`:                                                          "--option day",
		`--floor must be one of`:                                                                   "--floor shared",
		`--language: `:                                                                             "--language klingon-tlh-x",
		`--reveal shows what players keep secret; leave out --me, and watch`:                       "--me Lee --reveal",
		`--server must be the URL of a server, such as http://127.0.0.1:8080`:                      "--server here",
		`--names must name the bots, since there are more than`:                                    "--seats tom×30",
		`connection refused; is the server running, and is this its address?`:                      "--me Lee --server http://127.0.0.1:1",
		`--openai-base-url must be a URL`:                                                          "--openai-base-url here",
		`has 20 entries; these rules need from 3 to 16 players`:                                    "--rules turing --seats tom×20 --names a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p,q,r,s,t",
	} {
		t.Run(args, func(t *testing.T) {
			t.Parallel()
			_, err := new(person).play(t, t.Context(), strings.Fields(args)...)
			sessiontest.Fails(t, err, want)
		})
	}
}
