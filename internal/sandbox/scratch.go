package sandbox

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
)

const (
	prefix = "nearmiss-"
	marker = ".nearmiss-scratch" // the file that is locked
)

// ownName matches the names that New gives, and no others.
var ownName = regexp.MustCompile(`^` + prefix + `[0-9]+$`)

// A Dir is a directory for temporary files.
type Dir struct {
	Path string
	lock *os.File // nil where there are no locks
}

// New removes what calls have left that were killed, and makes a directory, where the go
// command has its temporary files by default.
func New() (*Dir, error) {
	parent := os.Getenv("GOTMPDIR")
	parent = cmp.Or(parent, os.TempDir())
	sweep(parent)
	path, err := os.MkdirTemp(parent, prefix)
	if err != nil {
		return nil, fmt.Errorf("cannot make a directory for temporary files: %w", err)
	}
	return &Dir{path, mark(path)}, nil
}

// mark makes the file and locks it before it has its name: a directory whose file is not
// locked has no process. It returns nil where that cannot be done.
func mark(dir string) *os.File {
	name := filepath.Join(dir, marker)
	f, err := os.OpenFile(name+".new", os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
	if err != nil {
		return nil
	}
	if !lock(f) || os.Rename(f.Name(), name) != nil {
		f.Close()
		return nil
	}
	return f
}

// Remove removes the directory.
func (d *Dir) Remove() {
	if d == nil {
		return
	}
	scratchEmpty(d.Path)
	if d.lock != nil {
		d.lock.Close()
	}
}

// empty removes a directory, the marker last: what is left when that is interrupted can
// still be told for what it is.
func scratchEmpty(dir string) {
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		if e.Name() != marker {
			Remove(filepath.Join(dir, e.Name()))
		}
	}
	Remove(dir)
}

// sweep removes what dead processes of this user have left in a directory.
func sweep(parent string) {
	entries, err := os.ReadDir(parent)
	if err != nil {
		return
	}
	for _, e := range entries {
		if !ownName.MatchString(e.Name()) || !e.IsDir() {
			continue
		}
		dir := filepath.Join(parent, e.Name())
		if f := claim(dir); f != nil {
			scratchEmpty(dir)
			f.Close()
		}
	}
}

// claim locks the file of a directory of this user that no process has locked. It returns
// nil if that cannot be done.
func claim(dir string) *os.File {
	if info, err := os.Lstat(dir); err != nil || !info.IsDir() || info.Mode().Perm()&0o077 != 0 || !mine(info) {
		return nil
	}
	name := filepath.Join(dir, marker)
	f, err := open(name)
	if err != nil {
		return nil
	}
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() || !mine(info) || !lock(f) {
		f.Close()
		return nil
	}
	return f
}
