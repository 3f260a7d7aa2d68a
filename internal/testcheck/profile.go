package testcheck

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"nearmiss/internal/sandbox"
	"nearmiss/internal/testgen"
)

// Profile runs the tests of a suite once, without the package's own, and returns the cover
// profile that they write, without its first line: a line for each block of the package. A
// suite without tests has the blocks that run when the process starts.
func Profile(ctx context.Context, s *testgen.Suite, opts Options) ([]byte, error) {
	r, done, err := newRunner(s.Pkg, opts)
	if err != nil {
		return nil, err
	}
	defer done()
	r.alone = true
	if err := r.place(s); err != nil {
		return nil, err
	}
	if err := r.instrument(ctx, "-covermode=set"); err != nil {
		return nil, err
	}
	data, err := r.profile(ctx, "-test.run=^("+strings.Join(s.Tests, "|")+")$")
	_, lines, _ := bytes.Cut(data, []byte("\n"))
	return lines, err
}

// instrument compiles the tests to write a cover profile.
func (r *runner) instrument(ctx context.Context, flags ...string) error {
	args := []string{"test", "-c", "-o", r.binary(), "-overlay", r.overlay, "-vet=off"}
	out, ok, err := r.goText(ctx, false, append(args, flags...)...)
	if err == nil && !ok {
		err = errors.New("cannot build the package for coverage: " + saidFirst([]string{out}))
	}
	return err
}

// profile runs the compiled tests once, in a process of its own, and returns their profile.
func (r *runner) profile(ctx context.Context, args ...string) ([]byte, error) {
	at, err := os.MkdirTemp(r.temp, "profile-")
	if err != nil {
		return nil, err
	}
	defer sandbox.Remove(at)
	name := filepath.Join(at, "cover.out")
	t := newTranscript()
	args = append([]string{"-test.v=test2json", "-test.paniconexit0", "-test.timeout=" + r.opts.Timeout.String(), "-test.coverprofile=" + name}, args...)
	ok, err := r.confinedTo(ctx, t, r.pkg.Dir, at, clean, args)
	if err != nil || !ok {
		return nil, errors.Join(err, fmt.Errorf("cannot count what tests cover: %s", saidFirst([]string{t.close().messages})))
	}
	return readProfile(name)
}

// readProfile reads what tests have written. What has run could have put something else in
// its place, such as a pipe that one would wait for.
func readProfile(name string) ([]byte, error) {
	if info, err := os.Lstat(name); err != nil {
		return nil, err
	} else if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is not the file that the tests write", name)
	}
	return os.ReadFile(name)
}
