package suspicion

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"

	"ringer/engine/suspicion"
)

// Score writes the score of each line of a player, as one JSON object a line.
func Score(out io.Writer, files []string, w *suspicion.Weights) error {
	b := bufio.NewWriterSize(out, 1<<16)
	err := stream(files, func(g *recording) error {
		kinds := map[string]string{}
		for _, p := range g.Players {
			kinds[p.Name] = p.Kind
			if p.bot() {
				kinds[p.Name] = "bot"
			}
		}
		r := w.Reader(g.names())
		for i := range g.Messages {
			if !g.Messages[i].said() {
				continue // its place counts, and its time
			}
			sender := g.Messages[i].Sender
			fmt.Fprintf(b, `{"game_id":%s,"index":%d,"sender":%s,"kind":%s,"log_odds":%.4f}`+"\n", quoted(g.ID), i, quoted(sender), quoted(kinds[sender]), r.Score(g.line(i)))
		}
		return nil
	})
	if err != nil {
		return err
	}
	return b.Flush()
}

func quoted(text string) []byte {
	b, _ := json.Marshal(text) // a string always has a JSON form
	return b
}
