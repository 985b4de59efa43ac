package store_test

import (
	"database/sql"
	"testing"

	"ringer/engine/journal"
	"ringer/store/storetest"
)

// TestPostgres uses tables again, since migrating takes longer than most rules.
func TestPostgres(t *testing.T) {
	t.Parallel()
	migrated := make(chan string, 100)
	storetest.Run(t, func(rule *testing.T) journal.Store {
		var address string
		select {
		case address = <-migrated:
		default:
			address = storetest.Postgres(t)
		}
		rule.Cleanup(func() { // after the store is closed
			if err := empty(address); err != nil {
				rule.Error(err)
				return
			}
			select {
			case migrated <- address:
			default:
			}
		})
		return open(rule, address)
	})
}

// empty makes the tables of a database as they are after the migrations.
func empty(address string) error {
	db, err := sql.Open("postgres", address)
	if err != nil {
		return err
	}
	defer db.Close()
	_, err = db.Exec(`DO $$ DECLARE name text; BEGIN
		SET LOCAL session_replication_role = replica; -- deletes in any order
		FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = current_schema() AND tablename NOT LIKE 'goose%' AND tablename <> 'clock' LOOP
			EXECUTE 'DELETE FROM ' || quote_ident(name);
		END LOOP;
		UPDATE clock SET shift = 0;
	END $$`)
	return err
}
