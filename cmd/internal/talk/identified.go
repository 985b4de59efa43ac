package talk

import "ringer/engine/recording"

// identified counts the people who named a player in the end, and those of them who named a bot. By
// lot says how many would have. Replays are left out: their people named nobody in them.
func identified(sessions []*judged) (right, of int, byLot float64) {
	for _, s := range sessions {
		kind, bots := map[string]string{}, 0.0
		for _, p := range s.Players {
			kind[p.Name] = p.Kind
			if isBot(p.Kind) {
				bots++
			}
		}
		for who, named := range s.Accusations {
			if s.PlayedBy != "" || isBot(kind[who]) || kind[who] == recording.UnknownKind || kind[named] == "" {
				continue
			}
			byLot += bots / float64(len(s.Players)-1)
			if of++; isBot(kind[named]) {
				right++
			}
		}
	}
	return right, of, byLot
}

func isBot(kind string) bool { return kind == recording.BotKind || kind == recording.RingerKind }
