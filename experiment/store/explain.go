package store

import (
	"errors"
	"fmt"
	"syscall"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// explain returns an error of the database as a sentence that says what to do next. Other errors
// stay as they are.
func (s *Store) explain(err error) error {
	var e *sqlite.Error
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) {
		return s.full(err)
	}
	if !errors.As(err, &e) {
		return err
	}
	switch e.Code() & 0xff {
	case sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR:
		return s.full(err)
	case sqlite3.SQLITE_NOTADB:
		return s.foreign()
	case sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM:
		return fmt.Errorf("cannot write to %s: give this user the right to (%w)", s.dir, err)
	case sqlite3.SQLITE_CORRUPT:
		return fmt.Errorf("the rows in %s are damaged: restore %s from a copy, or take another directory (%w)",
			s.dir, Database, err)
	}
	return fmt.Errorf("the rows in %s: %w", s.dir, err)
}

func (s *Store) full(err error) error {
	return fmt.Errorf("cannot write to %s, probably because the disk is full: make room and run the campaign again; "+
		"no row that was kept is lost (%w)", s.dir, err)
}
