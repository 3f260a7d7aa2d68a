//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package sandbox

import (
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
)

// names lists what lies in a directory.
func names(t *testing.T, dir string) (list []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		list = append(list, e.Name())
	}
	return list
}

// left makes a directory as a call does that was killed.
func left(t *testing.T) string {
	t.Helper()
	d, err := New()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"run/deep", "build"} {
		if err := os.MkdirAll(filepath.Join(d.Path, name), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(d.Path, "run/deep/file"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(filepath.Join(d.Path, "run/deep"), 0); err != nil {
		t.Fatal(err)
	}
	d.lock.Close() // as the system does when a process ends
	return d.Path
}

// TestSweep: what a process has left that is no more goes with the next call, and what is
// in use, or only looks like it, stays.
func TestSweep(t *testing.T) {
	for _, at := range []string{"GOTMPDIR", "TMPDIR"} {
		t.Run(at, func(t *testing.T) {
			t.Setenv("GOTMPDIR", "")
			parent := t.TempDir()
			t.Setenv(at, parent)
			used, err := New()
			if err != nil {
				t.Fatal(err)
			}
			keep := []string{filepath.Base(used.Path)}
			gone := left(t)
			path := func(name string) string { return filepath.Join(parent, name) }
			bare := func(name string, mode os.FileMode) string {
				t.Helper()
				if err := os.Mkdir(path(name), 0o700); err != nil {
					t.Fatal(err)
				}
				if err := os.Chmod(path(name), mode); err != nil {
					t.Fatal(err)
				}
				keep = append(keep, name)
				return path(name)
			}
			file := func(name string) {
				t.Helper()
				if err := os.WriteFile(name, nil, 0o600); err != nil {
					t.Fatal(err)
				}
			}
			bare("nearmiss-1", 0o700)                                         // without marker
			file(filepath.Join(bare("nearmiss-2", 0o755), marker))            // others may write or read there
			file(filepath.Join(bare("nearmiss-run-3", 0o700), marker))        // another name
			file(filepath.Join(bare("nearmiss-4.old", 0o700), marker))        //
			file(path("nearmiss-5"))                                          // no directory
			fifo := filepath.Join(bare("nearmiss-6", 0o700), marker)          // a marker that is none
			link := filepath.Join(bare("nearmiss-7", 0o700), marker)          //
			elsewhere := t.TempDir()                                          //
			file(filepath.Join(elsewhere, marker))                            //
			if err := os.Symlink(elsewhere, path("nearmiss-8")); err != nil { // a link to a directory
				t.Fatal(err)
			}
			keep = append(keep, "nearmiss-5", "nearmiss-8")
			if err := syscall.Mkfifo(fifo, 0o600); err != nil {
				t.Fatal(err)
			}
			if err := os.Symlink(filepath.Join(elsewhere, marker), link); err != nil {
				t.Fatal(err)
			}
			next, err := New()
			if err != nil {
				t.Fatal(err)
			}
			keep = append(keep, filepath.Base(next.Path))
			slices.Sort(keep)
			if got := names(t, parent); !slices.Equal(got, keep) {
				t.Errorf("left %q, want %q; what was to go is %s", got, keep, gone)
			}
			if got := names(t, elsewhere); !slices.Equal(got, []string{marker}) {
				t.Errorf("behind a link there is %q", got)
			}
			used.Remove()
			next.Remove()
			if got := names(t, parent); len(got) != len(keep)-2 {
				t.Errorf("removed, and there is %q", got)
			}
		})
	}
}
