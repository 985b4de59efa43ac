package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"time"

	"github.com/jmoiron/sqlx"
	"github.com/lib/pq"
)

const (
	// poolSize bounds the connections besides the appender's and those of beats. More were no
	// faster.
	poolSize = 16
	// beatPoolSize is for one beat, and one more while the network of the first is silent.
	beatPoolSize = 2
	connectLimit = 3 * time.Second
	// networkLimit bounds each read and write. It is above statement_timeout: the server reports a
	// slow statement first, and only a silent network reaches this limit.
	networkLimit = 5 * time.Second
	// beatNetworkLimit is networkLimit for beats, which are worth nothing later.
	beatNetworkLimit = time.Second
)

// runtimeSettings hold unless DATABASE_URL sets them. Timeouts are in milliseconds.
var runtimeSettings = map[string]string{
	"statement_timeout": "4000",
	// A lock is held for milliseconds, unless its holder has died.
	"lock_timeout": "1000",
	// A transaction is idle for milliseconds, unless its program has died.
	"idle_in_transaction_session_timeout": "1000",
	"application_name":                    "ringer",
	"jit":                                 "off", // every statement is short
	// Only a plain scan of an index marks entries of dead rows. With bitmaps the sweeper read
	// thousands of them each time until a vacuum came.
	"enable_bitmapscan": "off",
}

func connectPostgres(ctx context.Context, s *Store, address string) error {
	db, err := openPostgres(ctx, address, poolSize, networkLimit)
	if err != nil {
		return err
	}
	s.address, s.writes, s.reads = address, db, db
	s.closers = append(s.closers, db)
	// The first beat connects, and not the start: a Postgres under load may take longer than
	// beatNetworkLimit.
	config, err := shortStatements(address)
	if err == nil {
		s.beats = newPool(config, dialer{limit: beatNetworkLimit}.DialContext, beatPoolSize)
		s.closers = append(s.closers, s.beats)
	}
	return err
}

// checkEncodingPostgres refuses a database whose encoding lacks characters, such as emoji.
// SQL_ASCII stores every byte.
func checkEncodingPostgres(ctx context.Context, s *Store) error {
	var encoding string
	if err := s.reads.GetContext(ctx, &encoding, "SHOW server_encoding"); err != nil {
		return fault("read the encoding of the database", err)
	}
	if encoding != "UTF8" && encoding != "SQL_ASCII" {
		return fmt.Errorf("store: the database has the encoding %s, which lacks most characters; create one with UTF8 and name it in DATABASE_URL: CREATE DATABASE ringer ENCODING 'UTF8' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0", encoding)
	}
	return nil
}

// migrationPoolPostgres opens a pool without a limit for statements, since a new index may take
// minutes. They wait for a lock only briefly.
func migrationPoolPostgres(ctx context.Context, s *Store) (*sqlx.DB, error) {
	config, err := configure(s.address)
	if err != nil {
		return nil, err
	}
	if _, set := config.Runtime["lock_timeout"]; !set {
		config.Runtime["lock_timeout"] = migrationLockLimit
	}
	db, err := connectPool(ctx, config, new(net.Dialer).DialContext, 2) // goose needs one connection for its lock
	if err == nil {
		s.closers = append(s.closers, db)
	}
	return db, err
}

// openPostgres opens a pool whose statements have timeouts, and its reads and writes a limit.
func openPostgres(ctx context.Context, address string, connections int, limit time.Duration) (*sqlx.DB, error) {
	config, err := shortStatements(address)
	if err != nil {
		return nil, err
	}
	return connectPool(ctx, config, dialer{limit: limit}.DialContext, connections)
}

func shortStatements(address string) (pq.Config, error) {
	config, err := configure(address)
	if err != nil {
		return config, err
	}
	for name, value := range runtimeSettings {
		if _, set := config.Runtime[name]; !set {
			config.Runtime[name] = value
		}
	}
	return config, nil
}

func configure(address string) (pq.Config, error) {
	config, err := pq.NewConfig(address)
	if err != nil {
		return config, fmt.Errorf("store: DATABASE_URL: %w", err)
	}
	if config.Runtime == nil {
		config.Runtime = map[string]string{}
	}
	if config.ConnectTimeout == 0 {
		config.ConnectTimeout = connectLimit
	}
	if !setsSSLMode(address) && isLocal(config.Host) {
		config.SSLMode = pq.SSLModePrefer // a Postgres on the same machine seldom speaks TLS
	}
	return config, nil
}

func connectPool(ctx context.Context, config pq.Config, dial dialFunc, connections int) (*sqlx.DB, error) {
	db := newPool(config, dial, connections)
	if err := db.PingContext(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("store: connect to Postgres at %s: %w", net.JoinHostPort(config.Host, fmt.Sprint(config.Port)), err), db.Close())
	}
	return db, nil
}

func newPool(config pq.Config, dial dialFunc, connections int) *sqlx.DB {
	db := sqlx.NewDb(sql.OpenDB(connector{config, dial}), "postgres")
	db.SetMaxOpenConns(connections)
	db.SetMaxIdleConns(connections)
	db.SetConnMaxIdleTime(5 * time.Minute)
	return db
}

func setsSSLMode(address string) bool {
	u, err := url.Parse(address)
	return err == nil && u.Query().Has("sslmode") || os.Getenv("PGSSLMODE") != ""
}

func isLocal(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}
