package api

import (
	"fmt"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"ringer/engine/desk"
	"ringer/engine/journal"
	"ringer/engine/session"
	"ringer/engine/tenant"
)

// payer returns the tenant that a request to a log counts for: that of the key, or of the log for a
// token.
func payer(c echo.Context, logs desk.Logs) (string, error) {
	if h := holderOf(c); h != nil {
		return h.Tenant, nil
	}
	return logs.Tenant(c.Request().Context(), c.Param("id"))
}

// countPosts counts messages for a tenant, and refuses those that are beyond its quota.
func (s *Server) countPosts(c echo.Context, logs desk.Logs, n int) error {
	of, err := payer(c, logs)
	if err != nil {
		return err
	}
	if quota, ok := s.options.Meter.Post(of, n); !ok {
		return tooFast(c, time.Minute, codeQuotaReached, fmt.Sprintf("the tenant may post %d messages a minute; send fewer, or ask the operator for more", quota))
	}
	return nil
}

// refuseQuota returns the refusal of what a tenant may open no more.
func refuseQuota(q *journal.QuotaReached) session.Errors {
	return refuse(codeQuotaReached, "", fmt.Sprintf("the tenant has %d open sessions and may have no more; end some, or ask the operator for more", q.OpenSessions))
}

// shownUsage is what a tenant has used on a day, by strategy and model.
type shownUsage struct {
	// Day is the day in UTC.
	Day string `json:"day" example:"2026-01-31"`
	// Strategy is the strategy whose model calls are counted; absent for sessions and messages.
	Strategy string `json:"strategy,omitempty"`
	// Model is the model that was called; absent for sessions and messages.
	Model string `json:"model,omitempty"`
	// Sessions counts the sessions that were created.
	Sessions int64 `json:"sessions"`
	// Messages counts the messages that were posted.
	Messages int64 `json:"messages"`
	session.Spent
}

// usagePage is what a tenant has used.
type usagePage struct {
	// Tenant is the tenant.
	Tenant string `json:"tenant" example:"acme"`
	// Usage is what it has used, by day, strategy and model.
	Usage []shownUsage `json:"usage"`
	// Quotas bound what it may use, to all replicas together; an absent one does not bound.
	Quotas journal.Quotas `json:"quotas"`
	// Left is what the quotas leave now; -1 stands for a quota that is not set, or is not counted
	// here.
	Left shownLeft `json:"left"`
}

// shownLeft is what quotas leave.
type shownLeft struct {
	// MessagesPerMinute is how many messages may be posted now.
	MessagesPerMinute int64 `json:"messages_per_minute"`
	// CallsPerDay is how many model calls may be made today.
	CallsPerDay int64 `json:"calls_per_day"`
	// TokensPerDay is how many tokens the calls may take today.
	TokensPerDay int64 `json:"tokens_per_day"`
	// CostMicrosPerDay is what the calls may cost today, in millionths of the currency.
	CostMicrosPerDay int64 `json:"cost_micros_per_day"`
}

// usageDays is how many days are shown by default, today among them.
const usageDays = 30

var dayQuery = []parameter{dayParameter("from"), dayParameter("to"), tenantParameter}

func dayParameter(name string) parameter {
	return parameter{name, codeInvalidParameter, func(text string) string {
		if _, err := time.Parse(time.DateOnly, text); err != nil {
			return "must be a day such as 2026-01-31"
		}
		return ""
	}}
}

// queryDay returns a day of the query, counted from 1970.
func queryDay(c echo.Context, name string, otherwise int64) int64 {
	day, err := time.Parse(time.DateOnly, c.QueryParam(name))
	if err != nil {
		return otherwise
	}
	return day.Unix() / 86_400
}

// getUsage returns what a tenant has used: sessions, messages, model calls, tokens and cost, by
// day, strategy and model. It also shows what the quotas of the tenant leave. The last second may
// be missing. Contests of the playground are not counted.
//
//	@Summary	Get the usage of a tenant
//	@Success	200	{object}	usagePage	"The usage."
func (s *Server) getUsage(c echo.Context) error {
	of, err := tenantAsked(c)
	if err != nil {
		return err
	}
	to := queryDay(c, "to", s.engine.Now().At.Unix()/86_400)
	used, err := s.options.Meter.Usage(c.Request().Context(), of, queryDay(c, "from", to-usageDays+1), to)
	if err != nil {
		return err
	}
	quotas, left := s.options.Meter.Left(of)
	page := usagePage{
		Tenant: tenant.NameOf(of), Usage: []shownUsage{}, Quotas: quotas,
		Left: shownLeft{left.MessagesPerMinute, left.CallsPerDay, left.TokensPerDay, left.CostMicrosPerDay},
	}
	for _, u := range used {
		page.Usage = append(page.Usage, showUsage(u))
	}
	return c.JSON(http.StatusOK, page)
}

func showUsage(u journal.Usage) shownUsage {
	return shownUsage{time.Unix(u.Day*86_400, 0).UTC().Format(time.DateOnly), u.Strategy, u.Model, u.Sessions, u.Messages, u.Spent}
}
