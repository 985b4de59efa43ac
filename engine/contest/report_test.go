package contest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"ringer/engine/sessiontest"
)

const head = `{"arena":1,"rules":"mafia","seats":["tom","scheduler"],"players":7,"seed":1,"models":"offline","speed":1,"floor":"free"}`

// TestReadReport: a report of a file has the tables, and its errors name the line.
func TestReadReport(t *testing.T) {
	t.Parallel()
	game := string(marshal(team(true, "tom", "scheduler")))
	line := func(number string) string { return strings.Replace(game, `"game":0`, `"game":`+number, 1) }
	many := head
	for n := range maxReported + 1 {
		many += "\n" + line(strconv.Itoa(n+1))
	}
	arrangements, sides := "", head
	for n := range 1 + maxVariants/2 {
		arrangements += fmt.Sprintf(`,{"good":"tom:age=%d","evil":"tom:wpm=%d"}`, 20+n, 20+n)
	}
	for n := range 8 { // the players are 7
		sides += "\n" + strings.ReplaceAll(line(strconv.Itoa(n+1)), `"side":"good"`, fmt.Sprintf(`"side":"side %d"`, n))
	}
	for name, c := range map[string]struct{ file, want string }{
		"Empty":         {"", "the file is empty"},
		"NoHeader":      {line("1"), "line 1: does not begin a file of the arena"},
		"NewerFormat":   {strings.Replace(head, `"arena":1`, `"arena":9`, 1), "line 1: has the format 9"},
		"NoPlayers":     {strings.Replace(head, `"players":7`, `"players":1`, 1), "line 1: has seats that do not fit"},
		"ManyPlayers":   {strings.Replace(head, `"players":7`, `"players":99`, 1), "line 1: has seats that do not fit"},
		"NoSeats":       {strings.Replace(head, `["tom","scheduler"]`, `[]`, 1), "line 1: has seats that do not fit"},
		"GuestAlone":    {strings.Replace(head, `"seats":["tom","scheduler"]`, `"guest":true,"sides":[{"good":"tom"}]`, 1), "line 1: has seats that do not fit"},
		"OddSides":      {strings.Replace(head, `"seats":["tom","scheduler"]`, `"sides":[7]`, 1), "line 1: has sides"},
		"ManyVariants":  {strings.Replace(head, `"seats":["tom","scheduler"]`, `"sides":[`+arrangements[1:]+`]`, 1), "line 1: has more than 16 variants"},
		"ManySides":     {sides, "line 9: has a side that does not fit"},
		"Cut":           {head + "\n" + line("1") + "\n" + line("2")[:40], "line 3: is not JSON"},
		"WrongType":     {head + "\n" + strings.Replace(line("1"), `"won":true`, `"won":"yes"`, 1), "line 2: is not a game of the arena: the field seats.won has a wrong type"},
		"SomethingElse": {head + "\n{}", "line 2: is not a game of the arena"},
		"Twice":         {head + "\n" + line("1") + "\n\n" + line("1"), "line 4: is game 1 once more"},
		"TooMany":       {many, "line 2002: is more than 2000 games"},
		"TooLong":       {head + "\n" + strings.Repeat(" ", maxLine), "line 2 is longer than 1 MiB"},
		"TooLongLater":  {head + "\n\n\n" + line("1") + "\n" + strings.Repeat(" ", maxLine), "line 5 is longer than 1 MiB"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := ReadReport(t.Context(), strings.NewReader(c.file))
			sessiontest.Fails(t, err, c.want)
		})
	}
	r, err := ReadReport(t.Context(), strings.NewReader(head+"\n"+line("1")+"\n"+line("2")))
	if err != nil || r.Games != 2 || len(r.Wins) != 2 || len(r.Averages) != 2 || len(r.Played) != 2 || r.Wins[0].Share != 1 {
		t.Errorf("%v: %+v", err, r)
	}
	if b, err := json.Marshal(r); err != nil || !strings.Contains(string(b), `"won":2,"share":1,"low":`) {
		t.Errorf("%v: %s", err, b)
	}
}

// TestReportsAreBounded: a file that would take long is refused by what it counts, and the work
// ends with its context.
func TestReportsAreBounded(t *testing.T) {
	t.Parallel()
	var file strings.Builder
	sides := make([]string, maxVariants)
	for n := range sides {
		sides[n] = fmt.Sprintf(`{"s":"tom:age=%d"}`, 20+n)
	}
	fmt.Fprintf(&file, `{"arena":1,"rules":"mafia","sides":[%s],"players":16,"seed":1,"models":"offline","speed":1,"floor":"free"}`, strings.Join(sides, ","))
	header := file.String()
	for n := range 700 {
		seats := make([]string, 10)
		for k := range seats {
			seats[k] = fmt.Sprintf(`{"seat":"p%d","variant":"tom:age=%d","side":"s%d","won":true}`, k, 20+(n+k)%maxVariants, k)
		}
		fmt.Fprintf(&file, "\n"+`{"game":%d,"seats":[%s]}`, n+1, strings.Join(seats, ","))
	}
	for _, c := range map[string]struct{ file, want string }{
		"Compared":     {file.String(), "too many games and sides to compare"},
		"Values":       {header + "\n" + `{"game":1,"seats":[{}],"x":[0` + strings.Repeat(",0", 100_000) + `]}`, "line 2: has more than 100000 values"},
		"HeaderValues": {`{"arena":1,"x":[0` + strings.Repeat(",0", 100_000) + `]}`, "line 1: has more than 100000 values"},
	} {
		_, err := ReadReport(t.Context(), strings.NewReader(c.file))
		sessiontest.Fails(t, err, c.want)
	}
	few := strings.Join(strings.Split(file.String(), "\n")[:40], "\n")
	if _, err := ReadReport(t.Context(), strings.NewReader(few)); err != nil {
		t.Error(err)
	}
	gone, leave := context.WithCancel(t.Context())
	leave()
	if _, err := ReadReport(gone, strings.NewReader(few)); !errors.Is(err, context.Canceled) {
		t.Errorf("after the client has left: %v", err)
	}
}
