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
	opts := Options{Env: s.Env, Replace: s.Overlay, OwnTests: s.confinesOwnTests()}
	if s.Parts != (sandbox.Parts{}) {
		opts.launch = s.launch
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

// launch gives tests the rights of workers, and the right to read the package's directory. If the sandbox has
// the means, it simulates another machine, or shows a small file in place of each file that it alone hides.
func (s Surroundings) launch(cmd *exec.Cmd, dir string, set setting) (w *sandbox.Watcher, err error) {
	policy := s.policy(cmd.Dir, dir)
	if s.Parts.Seccomp && (set.foreign || set.showFiles) {
		policy.Elsewhere, policy.ShowHidden = set.foreign, set.showFiles
		w, err = s.Parts.Watch(cmd, policy)
	} else {
		err = s.Parts.Wrap(cmd, policy)
	}
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
