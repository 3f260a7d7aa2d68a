package symexec

import (
	"fmt"
	"os"
	"runtime/debug"
	"strconv"
	"strings"
)

const (
	heapGrowth = 400     // percent
	heapMost   = 3 << 30 // bytes
	heapLeast  = 1 << 30 // of the limit, however small the machine is
)

// SettleGarbage lets the heap grow to several times its size before garbage is
// collected; beyond a quarter of the machine's memory, or a few gigabytes, it is collected as
// it comes. What GOGC and GOMEMLIMIT say goes. It
// changes the whole process: commands that explore paths call it when they start.
func SettleGarbage() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(heapGrowth)
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(limit(installed()))
	}
}

// limit is up to which size the heap grows before garbage matters, on a machine with so much
// memory; 0 is not known.
func limit(memory uint64) int64 {
	if memory == 0 {
		return heapMost
	}
	return int64(min(max(memory/4, heapLeast), heapMost))
}

// installed is how much memory the machine has, or the container if it says so; 0 where
// no file says it.
func installed() (memory uint64) {
	text, _ := os.ReadFile("/proc/meminfo")
	if n, _ := fmt.Sscanf(string(text), "MemTotal: %d kB", &memory); n == 1 {
		memory <<= 10
	}
	text, _ = os.ReadFile("/sys/fs/cgroup/memory.max")
	if most, err := strconv.ParseUint(strings.TrimSpace(string(text)), 10, 64); err == nil {
		memory = min(memory, most)
	}
	return memory
}
