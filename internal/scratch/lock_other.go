//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly)

package scratch

import (
	"errors"
	"io/fs"
	"os"
)

// Files cannot be locked on this system, so New removes no abandoned directories.

func lockFile(*os.File) bool { return false }

func ownedByUser(fs.FileInfo) bool { return false }

func openNoFollow(string) (*os.File, error) { return nil, errors.ErrUnsupported }
