package sandbox

import (
	"io/fs"
	"os"
	"path/filepath"
)

// Remove removes a directory that a process in the sandbox has written to, with
// what that has hidden in directories without rights.
func Remove(dir string) error {
	if err := os.RemoveAll(dir); err == nil {
		return nil
	}
	filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if d != nil && d.IsDir() && d.Type()&fs.ModeSymlink == 0 {
			os.Chmod(path, 0o700)
		}
		return nil
	})
	return os.RemoveAll(dir)
}

// Empty removes what lies in a directory.
func Empty(dir string) {
	d, err := os.Open(dir)
	if err != nil {
		return
	}
	defer d.Close()
	names, _ := d.Readdirnames(-1)
	for _, name := range names {
		Remove(filepath.Join(dir, name))
	}
}
