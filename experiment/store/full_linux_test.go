package store

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"nearmiss/experiment/campaign"
)

// TestFullDisk fills a file system of one megabyte, and goes on when there is room again.
func TestFullDisk(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=1m"); err != nil {
		t.Skip("only who may mount can test it:", err)
	}
	t.Cleanup(func() { syscall.Unmount(dir, syscall.MNT_DETACH) })
	s := open(t, filepath.Join(dir, "rows"), text)
	filler := filepath.Join(dir, "filler")
	if err := os.WriteFile(filler, make([]byte, 600<<10), 0o666); err != nil {
		t.Fatal(err)
	}
	fillAndGoOn(t, s)
	before := 0
	os.Remove(filler)
	s = open(t, s.dir, text)
	before = len(rows(t, s))
	if err := s.Add(&Row{Key: campaign.Key{Seed: 1 << 40}}); err != nil {
		t.Fatal("there is room again:", err)
	}
	if n := len(rows(t, s)); n != before+1 {
		t.Errorf("%d rows, want %d", n, before+1)
	}
}

// A disk that is full from the start refuses the campaign.
func TestFullFromTheStart(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=64k"); err != nil {
		t.Skip("only who may mount can test it:", err)
	}
	t.Cleanup(func() { syscall.Unmount(dir, syscall.MNT_DETACH) })
	if err := os.WriteFile(filepath.Join(dir, "filler"), make([]byte, 60<<10), 0o666); err != nil {
		t.Fatal(err)
	}
	refused(t, dir, text, full)
}
