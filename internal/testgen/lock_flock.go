//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package testgen

import (
	"errors"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// Lock keeps other runs from writing tests into dir until unlock is called or the process
// ends. It locks the directory itself and so leaves no file behind. The error is a *WriteError
// if another run holds the lock. A directory that does not exist yet, or that is on a file
// system without locks, is not locked; Write still leaves every file whole.
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
