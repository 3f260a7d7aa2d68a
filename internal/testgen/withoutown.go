package testgen

import (
	"context"
	"path/filepath"
)

// Our tests are compiled together with the package's own, as go test does it. Where
// what these do before the first test ends the process in the sandbox, as an init
// function that opens a port and gives up, no test of ours could ever be checked. So
// ours are checked without them then.

// aloneInit is why they are not run beside them.
const aloneInit = "these end the process before a test begins"

// endsAtOnce reports whether a run says that the package's own files have to be left
// out, and has it so from then on.
func (v *verifier) endsAtOnce(s *Suite, o *outcome) bool {
	own := v.own()
	if o.ok || o.finished || o.timedOut || len(o.order) > 0 || own.leftOut || len(v.ownPaths(s)) == 0 {
		return false
	}
	own.leftOut, own.why = true, aloneInit
	v.company.why, v.report.Alone = aloneInit, aloneInit
	v.opts.Log("the package's own tests end the process before a test begins")
	return true
}

// rebuild builds the suite once more in the same round.
func (v *verifier) rebuild(ctx context.Context, s *Suite) error {
	v.endOther()
	if err := v.place(s); err != nil {
		return &RunError{Package: s.Pkg.ImportPath, Msg: err.Error()}
	}
	return v.build(ctx, s)
}

// ownPaths lists the package's own test files by the names that the go command knows
// them by.
func (r *runner) ownPaths(s *Suite) (list []string) {
	dir := s.Pkg.Dir
	if r.opts.Place != "" {
		dir = r.opts.Place
	}
	for name := range ownFiles(dir, r.opts.Replace) { // a mirror has none, whatever its package has
		list = append(list, filepath.Join(dir, name))
	}
	return list
}
