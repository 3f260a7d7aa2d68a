package testcheck

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"nearmiss/internal/sandbox"
)

// profile runs the compiled tests once, in a new process, and returns their cover profile.
func (r *runner) profile(ctx context.Context, args ...string) ([]byte, error) {
	dir, err := os.MkdirTemp(r.temp, "profile-")
	if err != nil {
		return nil, err
	}
	defer sandbox.Remove(dir)
	name := filepath.Join(dir, "cover.out")
	t := newTranscript()
	args = append([]string{"-test.timeout=" + r.opts.Timeout.String(), "-test.coverprofile=" + name}, args...)
	ok, err := r.runConfinedIn(ctx, t, r.pkg.Dir, dir, cleanSetting, args)
	if err != nil || !ok {
		return nil, errors.Join(err, fmt.Errorf("cannot count what tests cover: %s", firstOutputLine(t.close().messages)))
	}
	return readProfile(name)
}

// readProfile reads a cover profile. It refuses files other than regular ones, because the
// tests may have replaced the profile by a named pipe, for instance, on which a read blocks.
func readProfile(name string) ([]byte, error) {
	if info, err := os.Lstat(name); err != nil {
		return nil, err
	} else if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is not the file that the tests write", name)
	}
	return os.ReadFile(name)
}
