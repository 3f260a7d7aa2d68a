package sandbox

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"time"
)

// A Guard ends a process that takes more than there is a limit of the system
// for. The limits of the system count one file, and data that the race detector
// reserves and does not use.
type Guard struct {
	Dir    string // what lies in it must not become more than Disk bytes
	Disk   int64  // by default 256 MiB
	Pid    int    // its memory must not become more than Memory bytes
	Memory int64  // 0 for no limit
}

// mostEntries bounds the files and directories in a guarded directory.
const mostEntries = 10_000

// guardEvery is how often a guard looks. A disk takes tens of megabytes in
// that time.
const guardEvery = 50 * time.Millisecond

// Watch looks until done is closed, and calls kill once when there is too much.
func (g Guard) Watch(done <-chan struct{}, kill func()) {
	tick := time.NewTicker(guardEvery)
	defer tick.Stop()
	for {
		select {
		case <-done:
			return
		case <-tick.C:
			if g.exceeded() {
				kill()
				return
			}
		}
	}
}

func (g Guard) exceeded() bool {
	return g.Memory > 0 && resident(g.Pid) > g.Memory || g.full()
}

var errFull = errors.New("full")

// full adds up what lies in the directory.
func (g Guard) full() bool {
	left, entries := g.Disk, 0
	if left == 0 {
		left = 256 << 20
	}
	err := filepath.WalkDir(g.Dir, func(_ string, d fs.DirEntry, err error) error {
		if err != nil || d == nil {
			return nil // it goes away while we look
		}
		if info, err := d.Info(); err == nil && !d.IsDir() {
			left -= info.Size()
		}
		if entries++; left < 0 || entries > mostEntries {
			return errFull
		}
		return nil
	})
	return errors.Is(err, errFull)
}

// resident returns how much memory a process has, 0 if that is not known.
func resident(pid int) int64 {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", pid))
	if err != nil {
		return 0
	}
	fields := bytes.Fields(text)
	if len(fields) < 2 {
		return 0
	}
	pages, _ := strconv.ParseInt(string(fields[1]), 10, 64)
	return pages * int64(os.Getpagesize())
}
