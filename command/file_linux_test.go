package command

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// TestFileMode: a new result file has the permissions that the umask leaves, and an old one keeps
// its own.
func TestFileMode(t *testing.T) {
	old, name := syscall.Umask(0o077), filepath.Join(t.TempDir(), "out.json")
	defer syscall.Umask(old)
	for _, mode := range []os.FileMode{0o600, 0o640} {
		if err := writeFile(name, []byte("{}")); err != nil {
			t.Fatal(err)
		}
		if info, err := os.Stat(name); err != nil || info.Mode().Perm() != mode {
			t.Errorf("%v, %v; want %v", info.Mode(), err, mode)
		}
		if err := os.Chmod(name, 0o640); err != nil {
			t.Fatal(err)
		}
	}
}
