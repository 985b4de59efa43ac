package replay

import (
	"io"
	"time"

	"ringer/cmd/internal/show"
	"ringer/engine/deceit"
	"ringer/engine/recording"
	"ringer/engine/session"
	"ringer/engine/strategy"
)

// deceits count the lines against what their speaker knew or believed: the bot's, and those that
// the player of its seat said in the recorded game. What people believed nobody has written down.
type deceits struct {
	Role     string       `json:"role"`
	Bot      deceit.Count `json:"ringer"`
	Recorded deceit.Count `json:"recorded"`
}

// markLines marks the bot's lines, if the recording has roles.
func (r *Result) markLines(g *recording.Game, seat recording.Player, s *Settings) {
	if seat.Role == "" || len(r.events) == 0 {
		return
	}
	roles := deceit.Roles{Of: map[string]int{}, Known: g.Rules == recording.Mafia}
	for _, p := range g.Players {
		roles.Of[p.Role]++
	}
	r.Deceit = &deceits{Role: seat.Role}
	said := map[int64]deceit.Said{}
	log := session.Each(r.events, func(e recording.Event) session.Event { return e.Event })
	for _, x := range deceit.Read(log, roles, s.believing(log[0])) {
		said[x.Seq] = x
	}
	for i := range r.Conversation {
		l := &r.Conversation[i]
		if x, ok := said[l.seq]; ok && l.Bot {
			if l.Mind, l.Marks = &x.Mind, x.Marks; !l.Late && l.Channel == "" {
				r.Deceit.Bot.Add(l.Marks)
			}
		}
	}
	play := recording.Play{Game: g, Seat: seat, Variant: &strategy.Variant{}}
	for _, x := range deceit.Read(recordedLog(&play), roles, nil) {
		if m := &g.Messages[x.Seq-2]; m.InChannel() == "" {
			r.Deceit.Recorded.Add(x.Marks)
		}
	}
}

// believing returns the strategy of the session that an event creates, nil if it is not known.
func (s *Settings) believing(first session.Event) session.Strategy {
	created, ok := first.Data.(*session.SessionCreated)
	if !ok || s.strategies == nil {
		return nil
	}
	of := &created.Config
	if found, err := s.strategies.New(of.Strategy, of.Fidelity, of.Options); err == nil {
		return found
	}
	return nil
}

// recordedLog returns the recorded game as the log of a session in the player's seat. The event of
// message i has the seq i+2.
func recordedLog(p *recording.Play) []session.Event {
	at := func(seconds float64) time.Time {
		return time.Unix(0, 0).Add(time.Duration(seconds * float64(time.Second)))
	}
	log := []session.Event{{Seq: 1, At: at(0), Data: &session.SessionCreated{Config: p.Config(1, 1, "")}}}
	for i := range p.Messages {
		m := &p.Messages[i]
		e := session.Event{Seq: int64(i + 2), At: at(m.At)}
		if m.Kind == session.FromPlayer && m.Sender == p.Seat.Name {
			e.Data = &session.MessageSent{Sender: m.Sender, Channel: m.InChannel(), Text: m.Text}
		} else {
			e.Data = &session.MessageReceived{Post: session.Post{Sender: m.Sender, Kind: m.Kind, Channel: m.InChannel(), Text: m.Text}}
		}
		log = append(log, e)
	}
	return log
}

// printDeceits prints a row for each role, of the bot and of the recorded players in its seats.
func printDeceits(w io.Writer, results []Result) {
	var rows []deceitRow
	for i := range results {
		if d := results[i].Deceit; d != nil {
			rows = addDeceit(rows, d.Role, recording.RingerKind, &d.Bot)
			rows = addDeceit(rows, d.Role, recordedKind, &d.Recorded)
		}
	}
	show.Table(w, "Lines against what their speaker knew or believed", "role\tkind\tlines\tmarked\tshare\tfabrication\tdistortion\tmisdirection\tomission\tbelief alone", rows,
		"%s\t%s\t%d\t%d\t%.0f %%\t%d\t%d\t%d\t%d\t%d", func(r *deceitRow) []any {
			cells := []any{printable(r.role), r.kind, r.Lines, r.Marked, 100 * r.Share()}
			for _, kind := range deceit.Kinds {
				cells = append(cells, r.Kinds[kind])
			}
			return append(cells, r.Believed)
		})
}

type deceitRow struct {
	role, kind string
	deceit.Count
}

func addDeceit(rows []deceitRow, role, kind string, c *deceit.Count) []deceitRow {
	for i := range rows {
		if rows[i].role == role && rows[i].kind == kind {
			rows[i].Join(c)
			return rows
		}
	}
	rows = append(rows, deceitRow{role: role, kind: kind})
	rows[len(rows)-1].Join(c)
	return rows
}
