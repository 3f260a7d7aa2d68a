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
	"nearmiss/internal/subject"
)

// Surroundings describes how the search has built and run a package. The emitted tests must be
// checked under the same conditions.
type Surroundings struct {
	subject.Place // its Parts are those of the sandbox; without any, tests run unrestricted
	Pkg           *load.Package
	Mirror        *native.Mirror // shows a module of the module cache in a directory in which an overlay may replace files; nil if the package needs none
	Rights        sandbox.Policy // rights of code under test, in addition to its own directories
}

// Options returns the options for checking tests of the package. Tests of the standard library
// do not use the mirror: they are built without probes, in the package's own directory.
func (s Surroundings) Options() Options {
	opts := Options{Env: s.Env, Replace: s.Overlay, Launch: s.launcher(), OwnTests: s.confinesOwnTests()}
	if s.Parts.Seccomp {
		opts.LaunchForeign = s.launchForeign
	}
	if m := s.Mirror; m != nil && !s.Pkg.Std {
		opts.Env = append(opts.Env[:len(opts.Env):len(opts.Env)], m.Env...)
		opts.Dir, opts.PackageDir, opts.Flags = m.Dir, m.PackageDir, m.Flags
		opts.Replace = maps.Clone(m.Files)
		maps.Copy(opts.Replace, s.Overlay)
	}
	return opts
}

// confinesOwnTests reports whether the package's own tests may run: the sandbox is whole, and the user has
// not granted further rights to the functions under test.
func (s Surroundings) confinesOwnTests() bool {
	r := s.Rights
	return s.Parts.Complete() && !r.AllowFiles && !r.AllowNetwork && !r.AllowProcesses
}

// launcher returns a function that gives tests the rights of workers, and the right to read the
// package's directory. It returns nil without a sandbox.
func (s Surroundings) launcher() func(cmd *exec.Cmd, dir string) error {
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

// launchForeign gives tests the rights that launcher gives, and simulates another machine if
// elsewhere is true. Otherwise it shows a small file in place of each file that only the sandbox
// hides.
func (s Surroundings) launchForeign(cmd *exec.Cmd, dir string, elsewhere bool) (*sandbox.Watcher, error) {
	policy := s.policy(cmd.Dir, dir)
	policy.Elsewhere, policy.ShowHidden = elsewhere, !elsewhere
	w, err := s.Parts.Watch(cmd, policy)
	if err != nil {
		return nil, fmt.Errorf("cannot launch the tests: %w", err)
	}
	return w, nil
}

// policy returns the policy for tests that run in the directory dir and write to the directory
// ownDir.
func (s Surroundings) policy(dir, ownDir string) sandbox.Policy {
	p := s.Rights
	p.Chdir, p.Files = true, 1024
	p.Read = []string{s.Pkg.Dir, filepath.Join(build.Default.GOROOT, "lib", "time"), dir}
	if m := s.Pkg.Module; m != nil && m.Dir != "" {
		p.Read = append(p.Read, m.Dir)
	}
	p.Write = []string{ownDir}
	return p
}
