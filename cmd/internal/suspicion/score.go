package suspicion

import (
	"bufio"
	"encoding/json"
	"io"
	"strconv"

	"ringer/engine/suspicion"
)

// Score writes the score of each line of a player, as one JSON object a line.
func Score(out io.Writer, files []string, w *suspicion.Weights) error {
	b := bufio.NewWriterSize(out, 1<<16)
	var line []byte
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
			line = append(line[:0], `{"game_id":`...)
			line = appendText(line, g.ID)
			line = strconv.AppendInt(append(line, `,"index":`...), int64(i), 10)
			line = appendText(append(line, `,"sender":`...), sender)
			line = appendText(append(line, `,"kind":`...), kinds[sender])
			line = strconv.AppendFloat(append(line, `,"log_odds":`...), r.Score(g.line(i)), 'f', 4, 64)
			if _, err := b.Write(append(line, "}\n"...)); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	return b.Flush()
}

func appendText(line []byte, text string) []byte {
	quoted, _ := json.Marshal(text) // a string always has a JSON form
	return append(line, quoted...)
}
