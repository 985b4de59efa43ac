package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"ringer/api"
	"ringer/cmd/internal/metrics"
	"ringer/cmd/internal/traces"
	"ringer/engine"
	"ringer/engine/contest"
	"ringer/engine/desk"
	"ringer/engine/llm"
	"ringer/engine/recording"
	"ringer/engine/sim"
	"ringer/engine/strategy"
	"ringer/engine/tenant"
	"ringer/engine/webhook"
	"ringer/store"
)

type service struct {
	store  *store.Store
	engine *engine.Engine
	server *api.Server
	// metrics are what the server shows at /metrics.
	metrics *metrics.Metrics
	// sender sends to webhooks; nil if the server only reads.
	sender *webhook.Sender
	arena  *contest.Stage
	keys   *tenant.Keyring
	meter  *tenant.Meter
	// job runs beside the server until it ends; nil for none.
	job func(context.Context)
	// workers end with serve.
	workers sync.WaitGroup
	log     *slog.Logger
	// stopTraces sends the rest of the traces.
	stopTraces func(context.Context) error
	// drain is how long the server still takes requests after it was asked to stop.
	drain time.Duration
}

// applyAPI adds the settings of the API to its options. It may return what runs beside the server.
type applyAPI func(api.Options, *engine.Engine) (api.Options, func(context.Context), error)

// openService wires the server: the store, the models, the strategies, the engine and the API.
func openService(t *terminal, database databaseFlags, replica replicaFlags, model modelFlags, apply applyAPI, log *slog.Logger) (*service, error) {
	strategies, err := model.strategies()
	if err != nil {
		return nil, err
	}
	client, note, err := model.client(strategies.Skills())
	if err != nil {
		return nil, err
	}
	m := metrics.New()
	known, err := knownLabels(strategies, &model)
	if err != nil {
		return nil, err
	}
	m.Begin(known)
	followed, stopTraces, err := traces.Start(t.ctx, traces.Settings{Getenv: os.Getenv, Log: log, Metrics: m.Gatherer(), Replica: replica.Name, Version: thisBuild().Version})
	if err != nil {
		return nil, err
	}
	db, err := openStore(t.ctx, replica.use(), database.address(), m, log)
	if err != nil {
		return nil, err
	}
	peers, err := replica.peering(t.ctx, db, database.address(), log)
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	terms := model.terms()
	meter := tenant.NewMeter(db, db.Session, model.servers(m, log), time.Now, log)
	if err := meter.Read(t.ctx); err != nil { // before the first bot thinks
		return nil, errors.Join(err, db.Close())
	}
	models := m.Models(client, log, terms.Models)
	terms.Own = meter.OwnModels
	parts := engine.Parts{
		Store: m.Store(db, log), Strategies: strategies, Terms: terms, Models: meter.Models(models), Log: log,
		Owner: desk.NewID("own_"), Name: cmp.Or(replica.Name, desk.NewID("")), Now: time.Now, Peers: peers, QuestionLimit: model.longest(), FeedAge: time.Duration(replica.FeedAge), ReadsOnly: db.ReadsOnly,
	}
	options := api.Options{
		Model: strings.Join(model.models(), ", "), ModelNote: note, Log: log, Observer: m, Metrics: m.Handler(log), Recordings: recording.Recordings{},
	}
	if followed != nil { // a nil pointer in an interface would not be nil
		parts.Traces, options.Traces = followed, followed
	}
	e, err := engine.Start(parts)
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	options, job, err := apply(options, e)
	if err != nil {
		e.Close()
		return nil, errors.Join(err, db.Close())
	}
	m.Live(e.Live, e.Replicas)
	m.Load(client.Load)
	var asking simMaker
	if !model.offline() {
		asking = func(ctx context.Context, strategies *strategy.Registry) (*sim.Sim, error) {
			return sim.New(store.NewMemory(), strategies, stoppable{models, ctx}), nil
		}
	}
	stage := contest.NewStage(contest.Settings{
		Limits: terms.Limits, Classifier: model.Suspicion.weights, Models: strings.Join(model.models(), ", "), NewSim: simulator(asking, 1),
	}, e.Desk)
	options.Arena, options.Warnings = stage, func(ctx context.Context) []string { return append(e.Warnings(ctx), modelWarnings(client.Load())...) }
	options.Keys = tenant.NewKeyring(tenant.Parts{Store: db, Now: e.Now, Replicas: func() int { return max(1, e.Replicas().Alive) }, ReadsOnly: db.ReadsOnly != nil, Log: log})
	options.Meter, options.Tenants, options.Webhooks = meter, db, db
	var sender *webhook.Sender
	if db.ReadsOnly == nil {
		sender = webhook.Start(webhook.Parts{
			Webhooks: db, Store: parts.Store, Listen: e.ListenTenant, Acting: e.Acting, Render: api.WebhookBody, Types: api.FeedTypes, Owner: parts.Owner, Private: options.WebhookPrivate, Log: log, Now: func() time.Time { return e.Now().At },
		})
		options.WebhooksChanged = sender.Changed
		m.Deliver(metrics.Deliveries{Counts: sender.Counts, Waiting: db.DeliveryCounts})
	}
	server := api.New(e, options)
	m.Watch(e, server.Ready)
	return &service{store: db, engine: e, server: server, metrics: m, arena: stage, keys: options.Keys, meter: meter, sender: sender, job: job, stopTraces: stopTraces, log: log, drain: replica.Drain}, nil
}

// openStore opens the database, and logs what an operator should know about it.
func openStore(ctx context.Context, use store.Use, address string, m *metrics.Metrics, log *slog.Logger) (*store.Store, error) {
	db, err := store.OpenFor(ctx, use, address, m.Grouped)
	if err != nil {
		return nil, err
	}
	if db.Before != db.Tables {
		log.Info("the tables were migrated", slog.Int64("from", db.Before), slog.Int64("to", db.Tables))
	}
	for _, note := range db.Notes {
		log.Warn(note)
	}
	if db.ReadsOnly != nil {
		log.Warn(db.ReadsOnly.Error())
	}
	return db, nil
}

// knownLabels returns the strategies, their paths, and the models of the server.
func knownLabels(strategies *strategy.Registry, model *modelFlags) (k metrics.Known, err error) {
	k.Models = model.models()
	for _, e := range strategies.Entries() {
		paths, err := e.Paths()
		if err != nil {
			return k, err
		}
		k.Strategies = append(k.Strategies, e.Name)
		for _, p := range paths {
			if !slices.Contains(k.Paths, p) {
				k.Paths = append(k.Paths, p)
			}
		}
	}
	return k, nil
}

// modelWarnings says which models fail. The server stays ready: bots answer once the model does.
func modelWarnings(l llm.Load) (list []string) {
	for _, f := range l.Failing {
		list = append(list, fmt.Sprintf("all calls of the model %s have failed since %s, the last one with %s; the log says why in the lines msg=\"model call\"", f.Model, f.Since.UTC().Format(time.RFC3339), f.Code))
	}
	return list
}

func (s *service) close() {
	s.workers.Wait()
	s.arena.Close()
	if s.sender != nil {
		s.sender.Close()
	}
	s.engine.Close()
	if err := s.store.Close(); err != nil {
		s.log.Error("the database did not close cleanly", slog.Any("error", err))
	}
	limit, cancel := context.WithTimeout(context.Background(), traces.StopLimit)
	defer cancel()
	if err := s.stopTraces(limit); err != nil {
		s.log.Warn("the last traces and metrics could not be sent", slog.Any("error", err))
	}
	s.log.Info("the server has stopped")
}

// responseLimit is how long an answer may take after the head of its request. Without it a client
// that does not read would hold resources for ever. It is about twice the longest long poll, so
// that slow readers have time. Streams and exports limit each write themselves.
const responseLimit = 2 * time.Minute

// maxHead limits the head of a request, in bytes. The server reads the head before it can check the
// key. The limit is twenty times what an address, a key and the headers of a browser need. The
// default of net/http is a megabyte for each connection.
const maxHead = 64 << 10

// shutdownLimit is how long a shutdown waits for requests under way. Streams are ended at once.
const shutdownLimit = 10 * time.Second

// protocols are what clients may speak: HTTP/1, and HTTP/2 without encryption and without an
// upgrade, as proxies and gRPC-minded clients do.
func protocols() *http.Protocols {
	p := new(http.Protocols)
	p.SetHTTP1(true)
	p.SetUnencryptedHTTP2(true)
	return p
}

func (s *service) serve(ctx context.Context, listener net.Listener) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s.workers.Go(func() { s.keys.Run(ctx) })
	if s.job != nil {
		s.workers.Go(func() { s.job(ctx) })
	}
	if s.engine.ReadsOnly() == nil {
		s.workers.Go(func() { s.meter.Run(ctx) })
	}
	server := &http.Server{
		Handler: s.server, ReadHeaderTimeout: 10 * time.Second, WriteTimeout: responseLimit, IdleTimeout: 2 * time.Minute,
		MaxHeaderBytes: maxHead, Protocols: protocols(), ErrorLog: slog.NewLogLogger(s.log.Handler(), slog.LevelWarn),
	}
	server.RegisterOnShutdown(s.server.Drain)
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(s.server.Listener(listener)) }() // ends with Shutdown
	select {
	case err := <-failed:
		return fmt.Errorf("serve: %w", err)
	case <-ctx.Done():
	}
	why := slog.String("why", context.Cause(ctx).Error())
	if s.drain > 0 {
		s.log.Info("stopping: /readyz answers 503, and requests are still taken", why, slog.Duration("for", s.drain))
		s.server.Retire()
		time.Sleep(s.drain) // a second signal ends the process
	}
	s.log.Info("stopping: streams are ended, and requests under way are answered", why)
	limit, stop := context.WithTimeout(context.WithoutCancel(ctx), shutdownLimit)
	defer stop()
	if err := server.Shutdown(limit); err != nil {
		return fmt.Errorf("requests were still under way after %s: %w", shutdownLimit, err)
	}
	s.server.Wait()
	return nil
}
