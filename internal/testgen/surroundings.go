package testgen

import (
	"fmt"
	"go/build"
	"maps"
	"os/exec"
	"path/filepath"
	"slices"

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

// VerifyOptions are for tests of the package. In the standard library they do
// without the mirror: they are built without probes, and where the package lies.
func (s Surroundings) VerifyOptions() VerifyOptions {
	opts := VerifyOptions{Env: s.Env, Replace: s.Overlay, Launch: s.launch(), Beside: s.beside(), Network: s.Rights.AllowNetwork}
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
	policy := s.Rights
	policy.Chdir, policy.Files = true, 1024
	policy.Read = []string{s.Pkg.Dir, filepath.Join(build.Default.GOROOT, "lib", "time")}
	if m := s.Pkg.Module; m != nil && m.Dir != "" {
		policy.Read = append(policy.Read, m.Dir)
	}
	return func(cmd *exec.Cmd, dir string) error {
		own := policy
		own.Read, own.Write = append(slices.Clone(policy.Read), cmd.Dir), []string{dir}
		if err := s.Parts.Wrap(cmd, own); err != nil {
			return fmt.Errorf("cannot launch the tests: %w", err)
		}
		return nil
	}
}
