package api

import (
	"encoding/base64"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"ringer/engine/journal"
	"ringer/engine/session"
)

// sortSpent is the order by which the costliest sessions come first.
const sortSpent = "spent"

var listQuery = []parameter{
	oneOf("status", string(journal.Open), string(journal.Ended)), anyText("strategy"), anyText("external_id"), oneOf("sort", "created", sortSpent),
	wholeNumber("limit", 1, 100),
	{"cursor", codeInvalidCursor, func(text string) string {
		if _, ok := parseCursor(text); !ok {
			return cursorDetail
		}
		return ""
	}},
}

const cursorDetail = "must be the field next of an earlier page"

// list returns a page of the sessions or of the games, and the cursor of the next page; empty on
// the last one.
func (s *Server) list(c echo.Context, games bool) (rows []journal.Session, next string, err error) {
	limit := int(queryNumber(c, "limit", 20))
	q, _ := parseCursor(c.QueryParam("cursor"))
	if q.BySpent != (c.QueryParam("sort") == sortSpent) && q.BeforeID != "" {
		return nil, "", refuse(codeInvalidCursor, "cursor", "is of a list in another order; "+cursorDetail+", or leave it out")
	}
	q.Tenant, q.Games, q.External, q.Strategy, q.Status = tenantOf(c), games, c.QueryParam("external_id"), c.QueryParam("strategy"), journal.Status(c.QueryParam("status"))
	q.BySpent, q.Limit = c.QueryParam("sort") == sortSpent, limit+1
	if rows, err = s.desk.Sessions(c.Request().Context(), q); err != nil {
		return nil, "", err
	}
	if len(rows) > limit {
		rows = rows[:limit]
		next = cursorAfter(rows[limit-1], q.BySpent)
	}
	for _, row := range rows {
		if row.Unreadable {
			s.noteUnreadable(row.ID)
		}
	}
	return rows, next, nil
}

// noteUnreadable logs once that a session is damaged. A thousand sessions are remembered: with
// more of them, the database as a whole is damaged.
func (s *Server) noteUnreadable(id string) {
	if known, _ := s.unreadable.ContainsOrAdd(id, true); !known {
		s.log.Error("the players of a session cannot be read; restore its row from a backup, or delete the session", "session", id)
	}
}

// cursorAfter returns the cursor of the page after a row.
func cursorAfter(last journal.Session, bySpent bool) string {
	place := fmt.Sprintf("%d %s", last.CreatedAt.UnixMicro(), last.ID)
	if bySpent {
		place = fmt.Sprintf("%d %d %s", last.Spent.CostMicros, last.Spent.Tokens(), last.ID)
	}
	return base64.RawURLEncoding.EncodeToString([]byte(place))
}

// parseCursor reads the cursor of a page: the time and the id of its last session, or its cost, its
// tokens and its id.
func parseCursor(cursor string) (q journal.SessionQuery, ok bool) {
	b, err := base64.RawURLEncoding.DecodeString(cursor)
	parts := strings.Split(string(b), " ")
	if err != nil || len(parts) < 2 || len(parts) > 3 {
		return q, false
	}
	var numbers []int64
	for _, text := range parts[:len(parts)-1] {
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return q, false
		}
		numbers = append(numbers, n)
	}
	if q.BeforeID = parts[len(parts)-1]; !storable(q.BeforeID) {
		return q, false
	}
	if len(numbers) == 1 {
		q.BeforeTime = time.UnixMicro(numbers[0]).UTC()
		return q, true
	}
	q.BySpent, q.BeforeSpent = true, session.Spent{CostMicros: numbers[0], PromptTokens: int(numbers[1])}
	return q, true
}

// holders returns the names of the replicas that own homes. People who came by a link get none:
// where the servers are does not concern them.
func (s *Server) holders(c echo.Context, rows ...journal.Session) (map[string]string, error) {
	if _, link := grantOf(c); link || len(rows) == 0 {
		return nil, nil
	}
	var homes []string
	for _, row := range rows {
		if row.Status == journal.Open && !slices.Contains(homes, row.Home) {
			homes = append(homes, row.Home)
		}
	}
	return s.engine.Holders(c.Request().Context(), homes)
}
