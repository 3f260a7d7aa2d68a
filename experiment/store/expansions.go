package store

import (
	"context"
	"database/sql"
	"encoding/json"

	"nearmiss/experiment/task"
)

// expansions is a table that only campaigns with such subjects have.
const expansions = `CREATE TABLE IF NOT EXISTS expansions (
	subject  TEXT PRIMARY KEY, -- options of a subject of the campaign file, JSON
	subjects TEXT NOT NULL     -- names and options of those that it stands for, JSON
) WITHOUT ROWID`

func keepExpansions(tx *sql.Tx, all map[string][]task.Named) error {
	if len(all) == 0 {
		return nil
	}
	if _, err := tx.Exec(expansions); err != nil {
		return err
	}
	for subject, subjects := range all {
		text, err := json.Marshal(subjects)
		if err != nil {
			return err
		}
		if _, err := tx.Exec(`INSERT OR REPLACE INTO expansions VALUES (?, ?)`, subject, string(text)); err != nil {
			return err
		}
	}
	return nil
}

// Expansions returns what subjects of the campaign file stand for, by their options as text, as at the last run.
func (s *Store) Expansions(ctx context.Context) (map[string][]task.Named, error) {
	var n int
	err := s.db.QueryRowContext(ctx, `SELECT count(*) FROM sqlite_schema WHERE name = 'expansions'`).Scan(&n)
	if err != nil || n == 0 {
		return nil, s.explain(err)
	}
	rows, err := s.db.QueryContext(ctx, `SELECT subject, subjects FROM expansions`)
	if err != nil {
		return nil, s.explain(err)
	}
	defer rows.Close()
	all := map[string][]task.Named{}
	for rows.Next() {
		var subject, text string
		if err := rows.Scan(&subject, &text); err != nil {
			return nil, s.explain(err)
		}
		var subjects []task.Named
		if err := json.Unmarshal([]byte(text), &subjects); err != nil {
			return nil, err
		}
		all[subject] = subjects
	}
	return all, s.explain(rows.Err())
}
