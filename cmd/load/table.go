package main

import (
	"fmt"

	"ringer/cmd/internal/bench/baseline"
)

// table is some loads with the same figures, and the results.
type table struct {
	name    string
	title   string
	args    string
	loads   []load
	columns []column
	ratios  []ratio
	// tight says that the servers collect their memory early, so that it shows what is in use.
	tight bool
	// watched says that the disk and the processes beside the servers are measured, too.
	watched bool
	rows    []series
}

var (
	echo       = system{name: "echo, nothing stored", baseline: baseline.Echo, replicas: 1}
	fanout     = system{name: "fan-out in memory", baseline: baseline.Fanout, replicas: 1}
	group      = system{name: "bare group commit", baseline: baseline.Group, postgres: true, replicas: 1}
	groupLite  = system{name: "bare group commit, SQLite", baseline: baseline.Group, replicas: 1}
	onSQLite   = system{name: "Ringer, SQLite", replicas: 1}
	onPostgres = system{name: "Ringer, Postgres", postgres: true, replicas: 1}
	besides    = system{name: "Ringer, Postgres, model server beside", postgres: true, model: true, replicas: 1}
	onSeveral  = system{postgres: true, replicas: several}
)

const several = 0

// tables returns all loads, in the order in which they are put on. Replicas is the most servers on
// one Postgres.
func tables(replicas int) []table {
	all := []table{postsTable(), streamsTable(), botsTable(), {
		name: "memory", title: "**Memory of sessions.** The second thousand of 2,000 new sessions; resident, in one round, with `GOGC=20`, so that it shows what is in use.",
		args:  "--rate=100 --sessions=2000 --streams=0 --muted --duration=1s --warmup=0s",
		loads: []load{{systems: []system{fanout, onSQLite, onPostgres}, rounds: 1}}, columns: []column{{sessions, 1}, {faults, 0}}, tight: true,
	}, { // a table of its own: sessions that were just opened leave garbage, which streams reuse
		name: "readers", title: "**Memory of streams.** 4,000 streams; resident, in one round, with `GOGC=20`.",
		args:  "--rate=10 --sessions=50 --streams=80 --muted --duration=1s --warmup=0s",
		loads: []load{{systems: []system{fanout, onSQLite, onPostgres}, rounds: 1}}, columns: []column{{perRead, 1}, {faults, 0}}, tight: true,
	}}
	for i := range all {
		all[i].open(replicas)
	}
	return all
}

func (t *table) open(replicas int) {
	for i := range t.loads {
		l := &t.loads[i]
		if l.replicated && replicas == 1 {
			continue
		}
		first := len(t.rows)
		for _, s := range l.systems {
			if s.replicas == several {
				s.replicas, s.name = replicas, fmt.Sprintf("Ringer ×%d, Postgres", replicas)
			}
			t.rows = append(t.rows, series{load: l, system: s, first: first})
		}
	}
}

func postsTable() table {
	return table{
		name: "posts", title: "**Posts, as fast as the clients can.** No streams. Each ratio is to the first row with the same load, in the same round.",
		args: "--rate=0 --streams=0 --duration=2s --warmup=1s",
		loads: []load{
			{name: "one hot session, 50 clients", args: "--sessions=1 --clients=50", systems: []system{groupLite, onSQLite}},
			{name: "one hot session, 50 clients", args: "--sessions=1 --clients=50", systems: []system{group, onPostgres}},
			{name: "one hot session, 200 clients", args: "--sessions=1 --clients=200", systems: []system{group, onPostgres}},
			{name: "ten sessions, 50 clients", args: "--sessions=10 --clients=50", systems: []system{group, onPostgres}},
			{name: "50 sessions, 50 clients", args: "--sessions=50 --clients=50", systems: []system{group, echo, onPostgres}},
			{name: "50 sessions, one server and several", args: "--sessions=50 --clients=50", systems: []system{onPostgres, onSeveral}, replicated: true},
		},
		columns: []column{{rate, 0}, {answerP50, 1}, {answerP99, 1}, {cost, 0}, {faults, 0}},
		ratios:  []ratio{{name: "posts/s ÷ first row of the load", figure: rate, to: rate}},
	}
}

func streamsTable() table {
	return table{
		name: "streams", title: "**Posted → received.** 1,000 posts/s to 200 sessions with one stream each, muted bots. Several replicas: each post goes to one, and its stream is at another.",
		args:    "--rate=1000 --sessions=200 --streams=1 --muted --duration=5s --warmup=1s",
		loads:   []load{{systems: []system{fanout, onSQLite, onPostgres}}, {systems: []system{onSeveral}, replicated: true}},
		columns: []column{{heardP50, 1}, {heardP99, 1}, {heardMax, 0}, {cost, 0}, {faults, 0}, {lost, 0}},
		ratios: []ratio{
			{name: "p50 ÷ fan-out in memory", figure: heardP50, to: heardP50, table: "streams", less: true},
			{name: "server-µs a post ÷ fan-out in memory", figure: cost, to: cost, table: "streams", less: true},
		},
	}
}

func botsTable() table {
	const asked, chat = "--rate=360 --sessions=2000 --ask --pace=paper --duration=8s --warmup=6s", "--rate=60 --sessions=300 --duration=12s --warmup=6s"
	return table{
		name: "bots", title: "**Due → received.** 360 questions/s to 2,000 sessions, each put to a bot by name. It answers most of them, about 333 a second, once its text is typed. In the chat at human times players also talk to each other, and a bot answers one post in four.",
		args: "--streams=1",
		loads: []load{
			{name: "333 messages/s", args: asked, systems: []system{onSQLite, onPostgres}, rounds: 5},
			{name: "333 messages/s", args: asked, systems: []system{besides}},
			{name: "chat at human times", args: chat, systems: []system{onPostgres, besides}, rounds: 1},
			{name: "chat at human times", args: chat, systems: []system{onSeveral}, rounds: 1, replicated: true},
		},
		columns: []column{
			{spoken, 0}, {lateP50, 1}, {lateP99, 1}, {inTime, 0}, {diskP99, 1}, {cost, 0}, {perMessage, 2}, {modelMs, 2}, {postgresMs, 2}, {faults, 0}, {lost, 0},
		},
		ratios: []ratio{
			{name: "p50 ÷ posted → received of fan-out", figure: lateP50, to: heardP50, table: "streams", less: true},
			{name: "server-µs a post ÷ fan-out in memory", figure: cost, to: cost, table: "streams", less: true},
		},
		watched: true,
	}
}
