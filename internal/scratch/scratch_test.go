//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package scratch

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"syscall"
	"testing"
	"time"
)

// names lists the names in a directory.
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

// left makes a directory as a killed run leaves it.
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
	d.lock.Close() // the system does this when a process ends
	return d.Path
}

// TestSweep checks that New removes the directories of dead processes, and keeps directories
// that are in use or only look similar.
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
			file(filepath.Join(bare("nearmiss-2", 0o755), markerName))        // other users may read it
			file(filepath.Join(bare("nearmiss-run-3", 0o700), markerName))    // another name
			file(filepath.Join(bare("nearmiss-4.old", 0o700), markerName))    //
			file(path("nearmiss-5"))                                          // no directory
			fifo := filepath.Join(bare("nearmiss-6", 0o700), markerName)      // a named pipe in place of the marker
			link := filepath.Join(bare("nearmiss-7", 0o700), markerName)      //
			elsewhere := t.TempDir()                                          //
			file(filepath.Join(elsewhere, markerName))                        //
			if err := os.Symlink(elsewhere, path("nearmiss-8")); err != nil { // a link to a directory
				t.Fatal(err)
			}
			keep = append(keep, "nearmiss-5", "nearmiss-8")
			if err := syscall.Mkfifo(fifo, 0o600); err != nil {
				t.Fatal(err)
			}
			if err := os.Symlink(filepath.Join(elsewhere, markerName), link); err != nil {
				t.Fatal(err)
			}
			next, err := New()
			if err != nil {
				t.Fatal(err)
			}
			keep = append(keep, filepath.Base(next.Path))
			slices.Sort(keep)
			if got := names(t, parent); !slices.Equal(got, keep) {
				t.Errorf("left %q, want %q; %s should have been removed", got, keep, gone)
			}
			if got := names(t, elsewhere); !slices.Equal(got, []string{markerName}) {
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

// TestRemoveWhileWritten checks that a directory is removed in which a process creates files for
// some time after the run was killed.
func TestRemoveWhileWritten(t *testing.T) {
	t.Setenv("GOTMPDIR", t.TempDir())
	dir := left(t)
	written := make(chan bool)
	go func() {
		defer close(written)
		for i, end := 0, time.Now().Add(200*time.Millisecond); time.Now().Before(end); i++ {
			os.WriteFile(filepath.Join(dir, "file"+strconv.Itoa(i)), nil, 0o600)
		}
	}()
	d, err := New()
	if err != nil {
		t.Fatal(err)
	}
	defer d.Remove()
	<-written
	if _, err := os.Lstat(dir); err == nil {
		t.Errorf("%q left with %d files", dir, len(names(t, dir)))
	}
}

// TestRemoveSweeps checks that Remove removes a directory whose run ended after New.
func TestRemoveSweeps(t *testing.T) {
	t.Setenv("GOTMPDIR", t.TempDir())
	other, err := New()
	if err != nil {
		t.Fatal(err)
	}
	d, err := New()
	if err != nil {
		t.Fatal(err)
	}
	other.lock.Close() // killed
	d.Remove()
	if got := names(t, filepath.Dir(d.Path)); len(got) > 0 {
		t.Errorf("left %q", got)
	}
}
