package session

import (
	"fmt"
	"testing"
	"time"
)

// BenchmarkFold folds 10,000 messages, as after a restart without a snapshot. A game with channels
// should take as long as one without.
func BenchmarkFold(b *testing.B) {
	for _, channels := range [][]Channel{nil, {{ID: "den", Members: []string{"blue"}}}} {
		b.Run(fmt.Sprintf("channels=%d", len(channels)), func(b *testing.B) {
			c := Config{Strategy: "scripted", Bot: Bot{Seat: "red"}, Game: Setting{
				Players: []Player{{ID: "red", Name: "Red"}, {ID: "blue", Name: "Blue"}}, Channels: channels,
			}}
			if err := c.Complete(); err != nil {
				b.Fatal(err)
			}
			said := &MessageReceived{Post{Sender: "blue", Kind: FromPlayer, Text: "are you all still there?"}}
			b.ReportAllocs()
			for b.Loop() {
				s := NewState("ses_test")
				s.Apply(Event{Seq: 1, At: opened, Data: &SessionCreated{Config: c}})
				for i := range 10_000 {
					s.Apply(Event{Seq: int64(i + 2), At: opened.Add(time.Duration(i) * time.Second), Data: said})
				}
			}
		})
	}
}
