package store

import (
	"errors"
	"fmt"
	"maps"
	"net"
	"slices"
	"strings"
)

const (
	adviceOnSchema = "no schema of search_path holds the tables, or may hold them; check search_path in DATABASE_URL, and what ALTER ROLE or ALTER DATABASE has set; the schema must exist: CREATE SCHEMA"
	adviceOnLogin  = "check the user and password in DATABASE_URL; in a URL a # is written as %23, a / as %2F, a ? as %3F, an @ as %40, a % as %25"
	adviceOnName   = "create the database, or name another one in DATABASE_URL"
	adviceOnRoom   = "allow more connections, or run fewer replicas: each opens up to 23; raise max_connections of Postgres, and default_pool_size and max_client_conn of pgbouncer"
	adviceOnPooler = "this happens behind a pooler of transactions or statements, such as pgbouncer: set pool_mode = session there, or name its port for sessions, or Postgres itself, in DATABASE_URL"
)

// hints are what an operator can do about errors of Postgres, by code; the first part that fits
// tells texts apart.
var hints = map[string][]struct{ part, advice string }{
	"28P01": {{"", adviceOnLogin}},
	"28000": {
		{"no encryption", "this Postgres wants TLS: add sslmode=require to DATABASE_URL"},
		{"", adviceOnLogin + "; or let pg_hba.conf admit this user"},
	},
	"3D000": {{"", adviceOnName}},
	"3F000": {{"", adviceOnSchema}},
	"42P01": {{"", adviceOnSchema}},
	"42501": {
		{"for schema", "the role in DATABASE_URL may not make tables there; since Postgres 15 only the owner of a database may by default; as the owner: GRANT USAGE, CREATE ON SCHEMA public TO the role; or run ringer migrate as a role that may, or name another schema with search_path in DATABASE_URL"},
		{"must be owner", "only the owner of the tables may change them; run ringer migrate as that role"},
		{"", "as the owner of the tables: GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO the role in DATABASE_URL"},
	},
	"42704": {{"configuration parameter", "DATABASE_URL passes the parameters that Ringer does not know to Postgres, and this one Postgres does not know either; remove it"}},
	"22023": {{"for parameter", "correct the value of this parameter in DATABASE_URL"}},
	"55P02": {{"", "remove this parameter from DATABASE_URL: it can only be set on the server"}},
	"53300": {{"", adviceOnRoom}},
	"08P01": { // of poolers
		{"startup parameter", ""}, {"prepared statement", adviceOnPooler}, {"authentication", adviceOnLogin}, {"no such user", adviceOnLogin},
		{"no such database", adviceOnName}, {"connections", adviceOnRoom}, {"query_wait_timeout", adviceOnRoom},
	},
	"42P05": {{"", adviceOnPooler}},
	"26000": {{"", adviceOnPooler}},
}

// hintOf returns what an operator can do about an error of Postgres; empty if unknown.
func hintOf(err error) string {
	for _, h := range hints[postgresCode(err)] {
		if !strings.Contains(err.Error(), h.part) {
			continue
		}
		if h.advice == "" {
			return hintOfParameter(err)
		}
		return h.advice
	}
	return ""
}

// hintOfParameter returns what to do when a pooler refuses a parameter of the first message.
func hintOfParameter(err error) string {
	ours := slices.Sorted(maps.Keys(runtimeSettings))
	ours = slices.DeleteFunc(ours, func(name string) bool { return name == "application_name" }) // poolers know it
	ours = append(ours, "synchronous_commit")                                                    // of the bell
	if slices.ContainsFunc(ours, func(name string) bool { return strings.Contains(err.Error(), ": "+name) }) {
		return "a pooler such as pgbouncer refuses what Ringer sets; set there: ignore_startup_parameters = " + strings.Join(ours, ",") + " and pool_mode = session"
	}
	return "remove this parameter from DATABASE_URL, since the pooler does not know it; a setting of Postgres, such as search_path, can be given to the role: ALTER ROLE … SET search_path"
}

func ofPooler(err error) bool { return hintOf(err) == adviceOnPooler }

func explainPostgres(_ string, err error) error {
	if err == nil {
		return nil
	}
	_, network := errors.AsType[*net.OpError](err)
	hint := hintOf(err)
	switch {
	case network:
		hint = "check the host and port in DATABASE_URL, and that Postgres runs there"
	case strings.Contains(err.Error(), "x509: "):
		hint = "check sslmode and the host in DATABASE_URL, and name the certificate of the authority with sslrootcert=FILE; sslmode=require does not check certificates"
	case strings.Contains(err.Error(), "SSL is not enabled"):
		hint = "add sslmode=disable to DATABASE_URL if you trust the network"
	}
	if hint == "" || strings.Contains(err.Error(), hint) {
		return err
	}
	return fmt.Errorf("%w; %s", err, hint)
}
