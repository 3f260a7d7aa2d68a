package testcheck

import (
	"fmt"
	"go/build"
	"maps"
	"os/exec"
	"path/filepath"

	"nearmiss/internal/load"
	"nearmiss/internal/native"
	"nearmiss/internal/sandbox"
)

// Surroundings are those that a package was built and run in when the inputs
// were found. Its tests are to be checked in the same.
type Surroundings struct {
	Pkg     *load.Package
	Env     []string          // of go commands
	Overlay map[string]string // the user's: from paths to the files that are seen there
	Mirror  *native.Mirror    // of the package, if it has one
	Parts   sandbox.Parts     // of the sandbox; without any, tests run freely
	Rights  sandbox.Policy    // what code under test may do, beside what is its own
}

// Options are for tests of the package. In the standard library they do
// without the mirror: they are built without probes, and where the package lies.
func (s Surroundings) Options() Options {
	opts := Options{Env: s.Env, Replace: s.Overlay, Launch: s.launch(), Beside: s.beside()}
	if s.Parts.Seccomp {
		opts.Foreign = s.foreign
	}
	if m := s.Mirror; m != nil && !s.Pkg.Std {
		opts.Env = append(opts.Env[:len(opts.Env):len(opts.Env)], m.Env...)
		opts.Dir, opts.Place, opts.Flags = m.Dir, m.Place, m.Flags
		opts.Replace = maps.Clone(m.Files)
		maps.Copy(opts.Replace, s.Overlay)
	}
	return opts
}

// beside has the package's own tests run where nothing can come to harm: in a
// whole sandbox, which the user has not opened for the functions under test.
func (s Surroundings) beside() func(cmd *exec.Cmd, dir string) error {
	if r := s.Rights; !s.Parts.Whole() || r.AllowFiles || r.AllowNetwork || r.AllowProcesses {
		return nil
	}
	return s.launch()
}

// launch has tests run with the rights of workers, and those to read what lies
// beside them.
func (s Surroundings) launch() func(cmd *exec.Cmd, dir string) error {
	if s.Parts == (sandbox.Parts{}) {
		return nil
	}
	return func(cmd *exec.Cmd, dir string) error {
		if err := s.Parts.Wrap(cmd, s.policy(cmd.Dir, dir)); err != nil {
			return fmt.Errorf("cannot launch the tests: %w", err)
		}
		return nil
	}
}

// foreign has them run with the same rights as on another machine, or here, where files are
// shown that only the sandbox hides.
func (s Surroundings) foreign(cmd *exec.Cmd, dir string, elsewhere bool) (*sandbox.Watcher, error) {
	policy := s.policy(cmd.Dir, dir)
	policy.Elsewhere, policy.Shown = elsewhere, !elsewhere
	w, err := s.Parts.Watch(cmd, policy)
	if err != nil {
		return nil, fmt.Errorf("cannot launch the tests: %w", err)
	}
	return w, nil
}

// policy is that of tests that run in one directory and write in another.
func (s Surroundings) policy(at, own string) sandbox.Policy {
	p := s.Rights
	p.Chdir, p.Files = true, 1024
	p.Read = []string{s.Pkg.Dir, filepath.Join(build.Default.GOROOT, "lib", "time"), at}
	if m := s.Pkg.Module; m != nil && m.Dir != "" {
		p.Read = append(p.Read, m.Dir)
	}
	p.Write = []string{own}
	return p
}
