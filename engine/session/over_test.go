package session

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestOver: the game master ends a game in words, and what it says in between ends nothing.
func TestOver(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"Player Red accused Purple, The human has won": true, "Player Red accused Blue, the human has lost": true, "The game has timed out": true, "The game was cancelled": true,
		"The mafia wins.": true, "Game over!": true, "The game has ended.": true, "The bot was Blue": true, "Das Spiel ist vorbei": true, "Die Menschen haben gewonnen": true,
		"The bystanders win when no mafia is left.": false, "Daytime has ended, now it's time to vote!": false, "Lee was voted out. Their role was bystander": false, "Night falls": false,
		"The chat is open.": false, "Once the round is over, name one player.": false, "round 3": false, "The human wants to talk": false, "Blue has lost a card.": false,
	} {
		v := View{Messages: []Message{{Seq: 2, Kind: FromGamemaster, Text: text}, {Seq: 3, Kind: FromPlayer, Text: "gg"}}}
		if v.Over() != want {
			t.Errorf("%q ends the game: %v", text, !want)
		}
		if v.PhaseSince = 4; v.Over() {
			t.Errorf("%q ends the game in a later phase", text)
		}
	}
}

// TestVerdictParts draws texts that verdictText matches. Each has one of verdictParts.
func TestVerdictParts(t *testing.T) {
	t.Parallel()
	verdicts := rapid.StringMatching(strings.TrimPrefix(verdictText.String(), "(?i)"))
	rapid.Check(t, func(t *rapid.T) {
		if text := verdicts.Draw(t, "text"); verdictText.MatchString(text) && !mayBeVerdict(text) {
			t.Errorf("%q is a verdict without any of the parts", text)
		}
	})
}
