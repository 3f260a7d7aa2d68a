// Package scratch makes the directory in which one run of nearmiss keeps its temporary files.
//
// A Dir holds a marker file that its process keeps locked. New searches the parent directory
// for directories of the same user that have the name of a Dir and a marker file that no
// process has locked: killed processes left these behind, and New removes them. Remove does so,
// too, as processes that a killed one has started may still write while New runs. Neither
// follows symbolic links, and all other files stay. Where files cannot be locked, no directories
// are removed.
package scratch

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"time"

	"nearmiss/internal/sandbox"
)

const (
	dirPrefix  = "nearmiss-"
	markerName = ".nearmiss-scratch" // locked while the process of the directory lives
)

// dirName matches the names that New gives to directories.
var dirName = regexp.MustCompile(`^` + dirPrefix + `[0-9]+$`)

// A Dir is a directory for temporary files.
type Dir struct {
	Path string
	lock *os.File // the locked marker file; nil where files cannot be locked
}

// New makes a directory for temporary files, in the parent directory that the go command uses
// for its own. It first removes the directories that killed runs have left there.
func New() (*Dir, error) {
	parent := cmp.Or(os.Getenv("GOTMPDIR"), os.TempDir())
	sweep(parent)
	path, err := os.MkdirTemp(parent, dirPrefix)
	if err != nil {
		return nil, fmt.Errorf("cannot make a directory for temporary files: %w", err)
	}
	return &Dir{path, createMarker(path)}, nil
}

// createMarker creates the marker file of a directory and locks it. The file gets its final
// name after it is locked, so that an unlocked file of that name always belongs to a dead
// process. createMarker returns nil if the file cannot be created or locked.
func createMarker(dir string) *os.File {
	name := filepath.Join(dir, markerName)
	f, err := os.OpenFile(name+".new", os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
	if err != nil {
		return nil
	}
	if !lockFile(f) || os.Rename(f.Name(), name) != nil {
		f.Close()
		return nil
	}
	return f
}

// Remove removes the directory, releases its lock, and removes what killed runs have left since New.
func (d *Dir) Remove() {
	if d == nil {
		return
	}
	removeScratch(d.Path)
	if d.lock != nil {
		d.lock.Close()
	}
	sweep(filepath.Dir(d.Path))
}

// Processes of a killed run end some time after it and may still write meanwhile.
const (
	removeTries = 40
	removePause = 50 * time.Millisecond
)

// removeScratch removes a directory of temporary files. It removes the marker file last, so
// that New recognizes the directory again if the removal is interrupted or fails. It tries
// again for two seconds where files appear meanwhile.
func removeScratch(dir string) {
	for range removeTries {
		if removeAllButMarker(dir) && sandbox.Remove(dir) == nil {
			return
		}
		time.Sleep(removePause)
	}
}

// removeAllButMarker reports whether the marker file is all that is left.
func removeAllButMarker(dir string) bool {
	entries, err := os.ReadDir(dir)
	for _, e := range entries {
		if path := filepath.Join(dir, e.Name()); e.Name() != markerName && os.Remove(path) != nil {
			err = cmp.Or(err, sandbox.Remove(path))
		}
	}
	return err == nil
}

// sweep removes the directories that dead processes of this user have left in parent.
func sweep(parent string) {
	entries, err := os.ReadDir(parent)
	if err != nil {
		return
	}
	for _, e := range entries {
		if !dirName.MatchString(e.Name()) || !e.IsDir() {
			continue
		}
		dir := filepath.Join(parent, e.Name())
		if f := lockAbandoned(dir); f != nil {
			removeScratch(dir)
			f.Close()
		}
	}
}

// lockAbandoned locks the marker file of a directory that a dead process has left. It returns
// nil if dir is another user's or no directory of New, or if a process has locked the file.
func lockAbandoned(dir string) *os.File {
	if info, err := os.Lstat(dir); err != nil || !info.IsDir() || info.Mode().Perm()&0o077 != 0 || !ownedByUser(info) {
		return nil
	}
	name := filepath.Join(dir, markerName)
	f, err := openNoFollow(name)
	if err != nil {
		return nil
	}
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() || !ownedByUser(info) || !lockFile(f) {
		f.Close()
		return nil
	}
	return f
}
