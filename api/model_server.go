package api

import (
	"errors"
	"net/http"

	"github.com/labstack/echo/v4"

	"ringer/engine/journal"
	"ringer/engine/tenant"
)

// modelServer is a model server that a tenant brings.
type modelServer struct {
	// BaseURL is the address of the server, with /v1. It must be public, unless the operator
	// allows others, and hold no key.
	BaseURL string `json:"base_url" validate:"required" example:"https://models.example/v1"`
	// Key opens that server. It is stored as it is, and never shown. A request without it takes it
	// away.
	Key string `json:"key,omitempty" example:"sk-4f7"`
	// Models are those that sessions may choose, 20 at most. The first one answers where a session
	// chooses none.
	Models []journal.ServedModel `json:"models" validate:"required"`
}

// shownModelServer is the model server of a tenant, without its key.
type shownModelServer struct {
	// Tenant is the tenant.
	Tenant string `json:"tenant" example:"acme"`
	// BaseURL is the address of the server; absent if the tenant has none of its own, and the
	// models of this server answer.
	BaseURL string `json:"base_url,omitempty" example:"https://models.example/v1"`
	// HasKey says that a key is sent to the server.
	HasKey bool `json:"has_key"`
	// Models are those that sessions may choose.
	Models []journal.ServedModel `json:"models"`
}

func (s *Server) sendModelServer(c echo.Context, of string) error {
	shown := shownModelServer{Tenant: tenant.NameOf(of), Models: []journal.ServedModel{}}
	if own := s.options.Meter.ModelServer(of); own != nil {
		shown.BaseURL, shown.HasKey, shown.Models = own.BaseURL, own.Key != "", own.Models
	}
	return c.JSON(http.StatusOK, shown)
}

// getModelServer returns the model server that a tenant has brought. It shows no key. What another
// replica has changed is seen within some seconds.
//
//	@Summary	Get the model server of a tenant
//	@Success	200	{object}	shownModelServer	"The model server."
func (s *Server) getModelServer(c echo.Context) error {
	of, err := tenantAsked(c)
	if err != nil {
		return err
	}
	return s.sendModelServer(c, of)
}

// putModelServer lets a model server of the tenant answer in place of this server's models, for all
// sessions of the tenant. The operator must allow it. Other replicas follow within some seconds.
// Thoughts that have begun end at the server before. If the server fails, no other is asked: the
// bots take cheaper paths.
//
//	@Summary	Bring a model server
//	@Body	modelServer	"The address, the key and the models."
//	@Success	200	{object}	shownModelServer	"The model server, as it is now."
func (s *Server) putModelServer(c echo.Context) error {
	var asked modelServer
	check := func() error { return s.options.Meter.CheckModelServer(asked.row()) }
	if err := decode(c, &asked, check); err != nil {
		return err
	}
	if err := check(); err != nil {
		return err
	}
	return s.setModelServer(c, asked.row())
}

func (m *modelServer) row() *journal.ModelServer {
	return &journal.ModelServer{BaseURL: m.BaseURL, Key: m.Key, Models: m.Models}
}

// deleteModelServer takes the model server of a tenant away. The models of this server answer
// again.
//
//	@Summary	Take the model server of a tenant away
//	@Success	200	{object}	shownModelServer	"The tenant has no model server."
func (s *Server) deleteModelServer(c echo.Context) error { return s.setModelServer(c, nil) }

func (s *Server) setModelServer(c echo.Context, row *journal.ModelServer) error {
	of, err := tenantAsked(c)
	if err != nil {
		return err
	}
	err = s.options.Meter.SetModelServer(c.Request().Context(), of, row)
	if errors.Is(err, tenant.ErrServersOff) {
		return refuseAs(codeModelServersOff)
	}
	if err != nil {
		return err
	}
	return s.sendModelServer(c, of)
}
