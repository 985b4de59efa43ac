package api

import (
	"context"
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"ringer/engine/journal"
	"ringer/engine/tenant"
)

// deleteTenant removes a tenant: its keys at once, then its games and sessions with all that was
// said in them, and at last its usage and its quotas. Running sessions end. It takes some seconds,
// since other servers of the database may take its keys for as long. Send the request again if it
// was broken off. It needs a key with the scope admin, of the tenant itself or of the tenant
// default, which cannot be deleted.
//
//	@Summary	Delete a tenant
//	@Success	204	"The tenant is gone."
func (s *Server) deleteTenant(c echo.Context) error {
	ctx, h, id := c.Request().Context(), holderOf(c), tenant.IDOf(c.Param("tid"))
	list, err := s.options.Meter.Tenants(ctx)
	if err != nil {
		return err
	}
	known := slices.ContainsFunc(list, func(t journal.Tenant) bool { return t.ID == id })
	if id == "" || !known || !h.Operator() && h.Tenant != id {
		return refuseAs(codeTenantUnknown)
	}
	defer s.options.Keys.Forget(id)
	removal := tenant.Removal{Database: forgetful{s.options.Tenants, s.options.Keys}, Servers: true, End: func(ctx context.Context, row journal.Session) error {
		if row.IsGame {
			return s.desk.Games.Delete(ctx, row.ID)
		}
		return s.desk.Delete(ctx, row.ID)
	}}
	if err := removal.Remove(ctx, id); err != nil {
		return journal.AfterWrite(err)
	}
	s.webhooksChanged()
	return c.NoContent(http.StatusNoContent)
}

// forgetful drops keys from memory as soon as they are deleted.
type forgetful struct {
	tenant.Database
	keys *tenant.Keyring
}

func (f forgetful) DeleteKeys(ctx context.Context, of string) error {
	err := f.Database.DeleteKeys(ctx, of)
	f.keys.Forget(of)
	return err
}
