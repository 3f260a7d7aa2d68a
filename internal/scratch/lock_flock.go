//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package scratch

import (
	"io/fs"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// lockFile locks a file for as long as the process has it open. It returns false if another
// process has locked the file.
func lockFile(f *os.File) bool { return unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB) == nil }

// ownedByUser reports whether a file belongs to the user of this process.
func ownedByUser(info fs.FileInfo) bool {
	s, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(s.Uid) == os.Getuid()
}

// openNoFollow opens a file. It fails on a symbolic link and does not wait for the other end of
// a named pipe.
func openNoFollow(name string) (*os.File, error) {
	return os.OpenFile(name, os.O_RDWR|unix.O_NOFOLLOW|unix.O_NONBLOCK, 0)
}
