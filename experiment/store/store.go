// Package store keeps the rows of a campaign in a directory: in the SQLite database rows.db, which
// other programs can read too. A row is on the disk when Add returns: a process that is killed at
// any moment, or a machine that loses its power, loses the rows that are not added yet, and
// nothing else.
//
// One process at a time adds rows (Open); any number of others may read beside it (Read). A Store is
// safe for concurrent use.
package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/gofrs/flock"
	_ "modernc.org/sqlite" // the driver

	"nearmiss/experiment/campaign"
)

// Version is the version of the tables. It grows with each change of them.
const Version = 1

// application marks the databases of this program, among all those of SQLite.
const application = 0x6e6d6578

// tables are those of version 1.
const tables = `
CREATE TABLE campaign (
	name      TEXT NOT NULL,
	task      TEXT NOT NULL,
	file      TEXT NOT NULL, -- path of the campaign file, at the last run
	text      TEXT NOT NULL, -- its text, at the last run
	first     TEXT NOT NULL  -- its text, before the first row
);
CREATE TABLE parts (
	what      TEXT NOT NULL, -- subject, arm or budget
	name      TEXT NOT NULL,
	options   TEXT NOT NULL, -- JSON
	PRIMARY KEY (what, name)
) WITHOUT ROWID;
CREATE TABLE rows (
	subject   TEXT NOT NULL,
	arm       TEXT NOT NULL,
	seed      INTEGER NOT NULL,
	budget    TEXT NOT NULL,
	revision  TEXT NOT NULL,
	machine   TEXT NOT NULL,
	finished  TEXT NOT NULL,    -- in UTC
	processor INTEGER NOT NULL, -- nanoseconds
	wall      INTEGER NOT NULL, -- nanoseconds
	numbers   TEXT NOT NULL,    -- measures that are numbers, by name
	curves    TEXT NOT NULL,    -- measures that are lists of points, by name
	error     TEXT NOT NULL,    -- empty if nothing went wrong
	PRIMARY KEY (subject, arm, seed, budget)
) WITHOUT ROWID;
`

// A Store is the directory of a campaign.
type Store struct {
	dir  string
	db   *sql.DB
	lock *flock.Flock // nil for a reader
}

// Database is the name of the file with the rows.
const Database = "rows.db"

// Open opens the directory of a campaign to add rows, and makes it if there is none. It refuses a
// directory in which another process works, one with rows of another campaign, and one with rows of
// a subject, an arm or a budget of the same name and other options.
func Open(dir string, c *campaign.Campaign) (*Store, error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, fmt.Errorf("cannot make the directory of the rows: %w", err)
	}
	s := &Store{dir: dir}
	if err := s.acquire(); err != nil {
		return nil, err
	}
	err := s.connect("rwc")
	if err == nil {
		err = s.begin(c)
	}
	if err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// Read opens a directory to read its rows.
func Read(dir string) (*Store, error) {
	s := &Store{dir: dir}
	if _, err := os.Stat(filepath.Join(dir, Database)); err != nil {
		return nil, fmt.Errorf("%s has no rows of a campaign: there is no file %s", dir, Database)
	}
	err := s.connect("rw")
	if err == nil {
		var fresh bool
		if fresh, err = s.version(); fresh {
			err = fmt.Errorf("%s has no rows of a campaign yet", dir)
		}
	}
	if err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// acquire takes the lock of the directory, which ends with the process.
func (s *Store) acquire() error {
	name := filepath.Join(s.dir, "lock")
	lock := flock.New(name)
	ctx, cancel := context.WithTimeout(context.Background(), time.Second) // Busy has it for a moment
	defer cancel()
	free, err := lock.TryLockContext(ctx, time.Second/20)
	if err != nil && ctx.Err() == nil {
		return s.explain(fmt.Errorf("cannot lock %s: %w", s.dir, err))
	}
	if !free {
		who := "another process"
		if pid, _ := os.ReadFile(name); len(pid) > 0 {
			who = "process " + strings.TrimSpace(string(pid))
		}
		return fmt.Errorf("%s works in %s already: wait until it ends, or take another directory with -out", who, s.dir)
	}
	s.lock = lock
	os.WriteFile(name, []byte(strconv.Itoa(os.Getpid())+"\n"), 0o666) // for the message above only
	return nil
}

// Busy reports whether a process adds rows to a directory.
func Busy(dir string) bool {
	name := filepath.Join(dir, "lock")
	if _, err := os.Stat(name); err != nil {
		return false
	}
	lock := flock.New(name)
	free, err := lock.TryLock()
	lock.Close()
	return err == nil && !free
}

// connect opens the database. One connection is enough, and keeps writers in order. Each commit
// is synchronised with the disk.
func (s *Store) connect(mode string) (err error) {
	values := url.Values{"mode": {mode}, "_pragma": {"busy_timeout(10000)", "synchronous(FULL)"}}
	path, err := filepath.Abs(filepath.Join(s.dir, Database))
	if err != nil {
		return err
	}
	name := url.URL{Scheme: "file", Path: filepath.ToSlash(path), RawQuery: values.Encode()}
	if s.db, err = sql.Open("sqlite", name.String()); err != nil {
		return s.explain(err)
	}
	s.db.SetMaxOpenConns(1)
	return s.explain(s.db.Ping())
}

// version reports whether the database is fresh, without tables. It returns an error for a database of
// another program and for one of a newer version.
func (s *Store) version() (fresh bool, err error) {
	var id, version, n int
	err = s.db.QueryRow(`SELECT (SELECT * FROM pragma_application_id), (SELECT * FROM pragma_user_version),
		(SELECT count(*) FROM sqlite_schema)`).Scan(&id, &version, &n)
	switch {
	case err != nil:
		return false, s.explain(err)
	case n == 0:
		return true, nil
	case id != application:
		return false, s.foreign()
	case version > Version:
		return false, fmt.Errorf("%s was made by a newer version of this program (tables of version %d, here %d): "+
			"take that one", s.dir, version, Version)
	}
	return false, nil
}

func (s *Store) foreign() error {
	return fmt.Errorf("%s is not a database of campaigns: take another directory", filepath.Join(s.dir, Database))
}

// begin makes the tables if there are none, and compares the campaign with that of the directory.
func (s *Store) begin(c *campaign.Campaign) error {
	fresh, err := s.version()
	if err != nil {
		return err
	}
	if _, err := s.db.Exec("PRAGMA journal_mode = WAL"); err != nil { // from now on; readers do not wait then
		return s.explain(err)
	}
	tx, err := s.db.Begin()
	if err != nil {
		return s.explain(err)
	}
	defer tx.Rollback()
	if fresh {
		_, err = tx.Exec(tables + fmt.Sprintf("PRAGMA application_id = %d; PRAGMA user_version = %d", application, Version))
		if err == nil {
			_, err = tx.Exec(`INSERT INTO campaign VALUES (?, ?, ?, ?, ?)`, c.Name, c.Kind.Name, c.File, c.Text, c.Text)
		}
	} else {
		err = s.same(tx, c)
	}
	if err != nil {
		return s.explain(err)
	}
	_, err = tx.Exec(`UPDATE campaign SET name = ?1, task = ?2, file = ?3, text = ?4,
		first = iif(EXISTS (SELECT 1 FROM rows), first, ?4)`,
		c.Name, c.Kind.Name, c.File, c.Text)
	if err != nil {
		return s.explain(err)
	}
	if err := keepExpansions(tx, c.Expansions); err != nil {
		return s.explain(err)
	}
	for what, parts := range partsOf(c) {
		for _, p := range parts {
			if _, err := tx.Exec(`INSERT OR REPLACE INTO parts VALUES (?, ?, ?)`, what, p.Name, p.Options.String()); err != nil {
				return s.explain(err)
			}
		}
	}
	return s.explain(tx.Commit())
}

// same returns an error if rows of the directory mean something else in the campaign.
func (s *Store) same(tx *sql.Tx, c *campaign.Campaign) error {
	var name, kind string
	var used bool
	err := tx.QueryRow(`SELECT name, task, EXISTS (SELECT 1 FROM rows) FROM campaign`).Scan(&name, &kind, &used)
	if err != nil {
		return err
	}
	if used && (name != c.Name || kind != c.Kind.Name) {
		return fmt.Errorf("%s has rows of campaign %s (task %s), and this is %s (task %s): take another directory with -out",
			s.dir, name, kind, c.Name, c.Kind.Name)
	}
	for what, parts := range partsOf(c) {
		for _, p := range parts {
			var text string
			query := `SELECT options FROM parts WHERE what = ?1 AND name = ?2
				AND EXISTS (SELECT 1 FROM rows WHERE ` + what + ` = ?2)`
			err := tx.QueryRow(query, what, p.Name).Scan(&text)
			switch {
			case errors.Is(err, sql.ErrNoRows) || err == nil && text == p.Options.String():
			case err != nil:
				return err
			default:
				return fmt.Errorf("%s has rows of %s %s with options %s, and here it has %s: "+
					"give it another name, or take another directory with -out",
					s.dir, what, p.Name, text, p.Options)
			}
		}
	}
	return nil
}

// partsOf returns the parts of a campaign, by the names of the columns of rows.
func partsOf(c *campaign.Campaign) map[string][]campaign.Part {
	return map[string][]campaign.Part{"subject": c.Subjects, "arm": c.Arms, "budget": c.Budgets}
}

// Campaign returns the path and the text of the campaign file at the last run, and its text before
// the first row.
func (s *Store) Campaign() (file, text, first string, err error) {
	err = s.db.QueryRow(`SELECT file, text, first FROM campaign`).Scan(&file, &text, &first)
	return file, text, first, s.explain(err)
}

// Add keeps rows, each in place of one of the same key. They are on the disk when Add returns nil, and none of
// them is there after an error. Many at once take about the time of one.
func (s *Store) Add(rows ...*Row) error {
	tx, err := s.db.Begin()
	if err != nil {
		return s.explain(err)
	}
	defer tx.Rollback()
	for _, r := range rows {
		numbers, err := json.Marshal(r.Numbers)
		if err != nil {
			return fmt.Errorf("%v: %w", r.Key, err)
		}
		curves, err := json.Marshal(r.Curves)
		if err != nil {
			return fmt.Errorf("%v: %w", r.Key, err)
		}
		_, err = tx.Exec(`INSERT OR REPLACE INTO rows VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
			r.Subject, r.Arm, int64(r.Seed), r.Budget, r.Revision, r.Machine, r.Finished.UTC().Format(time.DateTime),
			int64(r.Processor), int64(r.Wall), string(numbers), string(curves), r.Error)
		if err != nil {
			return s.explain(err)
		}
	}
	return s.explain(tx.Commit())
}

// Rows calls a function with each row, in the order of their keys.
func (s *Store) Rows(ctx context.Context, do func(*Row) error) error {
	rows, err := s.db.QueryContext(ctx, `SELECT * FROM rows ORDER BY subject, arm, budget, seed`)
	if err != nil {
		return s.explain(err)
	}
	defer rows.Close()
	for rows.Next() {
		r := &Row{}
		var finished, numbers, curves string
		err := rows.Scan(&r.Subject, &r.Arm, &r.Seed, &r.Budget, &r.Revision, &r.Machine, &finished,
			&r.Processor, &r.Wall, &numbers, &curves, &r.Error)
		if err != nil {
			return s.explain(err)
		}
		if r.Finished, err = time.Parse(time.DateTime, finished); err == nil {
			err = errors.Join(json.Unmarshal([]byte(numbers), &r.Numbers), json.Unmarshal([]byte(curves), &r.Curves))
		}
		if err != nil {
			return fmt.Errorf("%v in %s: %w", r.Key, s.dir, err)
		}
		if err := do(r); err != nil {
			return err
		}
	}
	return s.explain(rows.Err())
}

// Revisions returns the number of rows of each revision. It reads no measures.
func (s *Store) Revisions(ctx context.Context) (map[string]int, error) {
	rows, err := s.db.QueryContext(ctx, `SELECT revision, count(*) FROM rows GROUP BY revision`)
	if err != nil {
		return nil, s.explain(err)
	}
	defer rows.Close()
	all := map[string]int{}
	for rows.Next() {
		var revision string
		var n int
		if err := rows.Scan(&revision, &n); err != nil {
			return nil, s.explain(err)
		}
		all[revision] = n
	}
	return all, s.explain(rows.Err())
}

// Close closes the database and gives up the lock.
func (s *Store) Close() error {
	var err error
	if s.db != nil {
		err = s.explain(s.db.Close())
	}
	if s.lock != nil {
		err = errors.Join(err, s.lock.Close())
	}
	return err
}
