package cover

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// An error that ends the search of one package or function must not end the other searches. The
// package or function is given up with a reason, and its earlier finds are kept.

// giveUp gives a package up because of an error. The call reports the error at its end.
func (s *session) giveUp(u *unit, err error) {
	if u.gaveUp {
		return
	}
	u.gaveUp = true
	u.errs = append(u.errs, u.named(err))
	for _, f := range u.funcs {
		switch {
		case u.pool == nil && f.reason == "":
			f.reason = err.Error()
		case f.reason == "" && f.gaveUp == "":
			f.gaveUp = err.Error()
		}
	}
}

// failed joins the errors of the call, in the order of the packages.
func (s *session) failed() error {
	errs := slices.Clone(s.errs)
	for _, u := range s.units {
		errs = append(errs, u.errs...)
	}
	return errors.Join(errs...)
}

// unlessEnded gives a package up because of an error, unless a context has caused the error.
func (s *session) unlessEnded(u *unit, err error) {
	if err = ignoreEnd(err); err != nil {
		s.giveUp(u, err)
	}
}

// named returns an error that names the package, by its import path or by one of its files.
func (u *unit) named(err error) error {
	if text := err.Error(); strings.Contains(text, u.pkg.ImportPath) || strings.HasPrefix(text, u.pkg.Dir+string(filepath.Separator)) {
		return err
	}
	return fmt.Errorf("package %s: %w", u.pkg.ImportPath, err)
}

// active reports whether the search for the branches of a function goes on.
func (f *function) active() bool { return f.searched() && f.main().gaveUp == "" }

// active lists the entries that are still searched.
func (u *unit) active() (list []*function) {
	for _, f := range u.entries() {
		if f.active() {
			list = append(list, f)
		}
	}
	return list
}

// untried reports whether the function was given up before any of its inputs was run.
func (f *function) untried() bool {
	if f.gaveUp == "" {
		return false
	}
	for _, v := range f.all() {
		if v.evaluations > 0 {
			return false
		}
	}
	return true
}

// noteGivenUp adds notes on the functions that were given up during their search.
func (u *unit) noteGivenUp() {
	for _, f := range u.funcs {
		if f.gaveUp != "" && !f.untried() {
			u.noteAbout(f.position, f.name, "its search was given up: "+f.gaveUp)
		}
	}
}
