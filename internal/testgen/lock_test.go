//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package testgen

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A directory has one writer at a time, and nothing tells of it afterwards.
func TestLock(t *testing.T) {
	dir := t.TempDir()
	unlock, err := Lock(dir)
	if err != nil {
		t.Fatal(err)
	}
	_, err = Lock(dir)
	if w := (*WriteError)(nil); !errors.As(err, &w) || !strings.Contains(err.Error(), "another run") || w.Path != filepath.Join(dir, TestFile) {
		t.Errorf("a second lock: %v", err)
	}
	unlock()
	unlock, err = Lock(dir)
	if err != nil {
		t.Errorf("after it was unlocked: %v", err)
	}
	unlock()
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
	if _, err := Lock(filepath.Join(dir, "later")); err != nil {
		t.Errorf("a directory that is still to be made: %v", err)
	}
}
