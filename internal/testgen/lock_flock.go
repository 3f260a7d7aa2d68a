//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package testgen

import (
	"errors"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// Lock keeps other runs from writing tests into dir until it is unlocked or
// the process ends. Nothing is left behind: the directory itself is locked.
// The error is a *WriteError if another run has it. A directory that is still
// to be made cannot be locked, and neither can one on a file system without
// locks; Write then still leaves every file whole.
func Lock(dir string) (unlock func(), err error) {
	none := func() {}
	f, err := os.Open(dir)
	if err != nil {
		return none, nil
	}
	if err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB); err != nil {
		f.Close()
		if errors.Is(err, unix.EWOULDBLOCK) {
			return none, &WriteError{Path: filepath.Join(dir, TestFile), Err: errors.New("another run of nearmiss is going to write there; wait for its end, or choose another directory with -o")}
		}
		return none, nil
	}
	return func() { f.Close() }, nil
}
