package tenant

import (
	"context"
	"errors"
	"log/slog"
	"reflect"
	"slices"

	"ringer/engine/journal"
	"ringer/engine/prompt"
	"ringer/engine/session"
)

// ErrServersOff says that tenants may bring no model servers.
var ErrServersOff = errors.New("this server does not let tenants bring model servers")

// Servers says how the model servers of tenants are asked.
type Servers struct {
	// Open returns the models of a server. Its error holds no key. With nil tenants may bring none.
	Open func(journal.ModelServer) (Models, error)
	// Private lets the servers be at addresses that are not public.
	Private bool
	// Offers reports whether a session may choose a model of the operator.
	Offers func(model string) bool
}

// server is the model server of a tenant.
type server struct {
	row    journal.ModelServer
	models Models
}

// OwnModel begins the names of models in the usage that were asked at the server of a tenant.
const OwnModel = "own/"

func (s *server) offers(model string) bool {
	return slices.ContainsFunc(s.row.Models, func(m journal.ServedModel) bool { return m.Name == model })
}

// priced reports whether the price of a model is known.
func (s *server) priced(model string) bool {
	return slices.ContainsFunc(s.row.Models, func(m journal.ServedModel) bool { return m.Name == model && m.Price != nil })
}

func (m *Meter) serverOf(tenant string) *server {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.own[tenant]
}

// ModelServer returns the model server that a tenant has brought; nil for none.
func (m *Meter) ModelServer(tenant string) *journal.ModelServer {
	if s := m.serverOf(tenant); s != nil {
		return &s.row
	}
	return nil
}

// OwnModels returns the models of a tenant's own server, and whether their prices are known. Of a
// tenant without one it returns none.
func (m *Meter) OwnModels(tenant string) (names []string, priced func(model string) bool) {
	s := m.serverOf(tenant)
	if s == nil {
		return nil, nil
	}
	for _, model := range s.row.Models {
		names = append(names, model.Name)
	}
	return names, s.priced
}

// CheckModelServer returns session.Errors with what is wrong with the settings of a model server.
func (m *Meter) CheckModelServer(row *journal.ModelServer) error {
	return CheckServer(row, m.servers.Private)
}

// SetModelServer stores the model server of a tenant; nil takes it away. Other servers see it
// within some seconds. It returns ErrServersOff if tenants may bring none.
func (m *Meter) SetModelServer(ctx context.Context, tenant string, row *journal.ModelServer) error {
	if m.servers.Open == nil {
		return ErrServersOff
	}
	if err := m.store.SetModelServer(ctx, tenant, row); err != nil {
		return err
	}
	return m.Read(ctx)
}

// serversOf returns the servers of tenants. One that has not changed stays, with what is known of
// its models.
func (m *Meter) serversOf(list []journal.Tenant) map[string]*server {
	all := map[string]*server{}
	for _, t := range list {
		if t.Server == nil || m.servers.Open == nil {
			continue
		}
		if known := m.serverOf(t.ID); known != nil && reflect.DeepEqual(known.row, *t.Server) {
			all[t.ID] = known
			continue
		}
		models, err := m.servers.Open(*t.Server)
		if err != nil {
			m.log.Warn("the model server of a tenant cannot be used; its bots get no answers", slog.String("tenant", NameOf(t.ID)), slog.Any("error", err))
			models = refusing{err}
		}
		all[t.ID] = &server{*t.Server, models}
	}
	return all
}

// refusing are models that cannot be asked.
type refusing struct{ err error }

func (r refusing) Asker(prompt.Caller) prompt.Asker { return r }

func (r refusing) Ask(context.Context, prompt.Prompt, any) error {
	return &prompt.Error{Code: prompt.ModelUnreachable, Cause: r.err}
}

// offered returns the choices of a session without models that the server which is asked does not
// offer: the tenant may have changed its server since.
func offered(c *session.ModelChoices, offers func(model string) bool) *session.ModelChoices {
	if c == nil || offers == nil {
		return c
	}
	of := func(choice *session.ModelChoice) *session.ModelChoice {
		if choice == nil || offers(choice.Model) {
			return choice
		}
		other := *choice
		other.Model = ""
		return &other
	}
	return &session.ModelChoices{Default: of(c.Default), Reflex: of(c.Reflex), Reply: of(c.Reply), Analysis: of(c.Analysis), Decision: of(c.Decision)}
}
