package command

import (
	"fmt"
	"os"
	"runtime/debug"
	"strconv"
	"strings"
)

const (
	heapGrowth = 400         // percent
	maxHeap    = 3 << 30     // bytes
	minHeap    = 1 << 30     // bytes; lower bound of the limit on small machines
	coverHeap  = 900_000_000 // bytes; keeps cover below a gigabyte, as long as what is in use fits
)

// boundHeap makes garbage collection more frequent as the heap nears the limit of cover. The variable
// GOMEMLIMIT takes precedence.
func boundHeap() {
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(coverHeap)
	}
}

// tuneGC reduces the frequency of garbage collection: the heap may grow to several times
// its live size, up to a quarter of the machine's memory or a few gigabytes. The environment
// variables GOGC and GOMEMLIMIT take precedence. It affects the whole process.
func tuneGC() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(heapGrowth)
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(heapLimit(physicalMemory()))
	}
}

// heapLimit returns the memory limit, in bytes, for a machine with the given memory. 0 means
// unknown.
func heapLimit(memory uint64) int64 {
	if memory == 0 {
		return maxHeap
	}
	return int64(min(max(memory/4, minHeap), maxHeap))
}

// physicalMemory returns the memory of the machine, in bytes, or of the container if it has a
// limit. 0 means unknown.
func physicalMemory() (memory uint64) {
	text, _ := os.ReadFile("/proc/meminfo")
	if n, _ := fmt.Sscanf(string(text), "MemTotal: %d kB", &memory); n == 1 {
		memory <<= 10
	}
	text, _ = os.ReadFile("/sys/fs/cgroup/memory.max")
	if limit, err := strconv.ParseUint(strings.TrimSpace(string(text)), 10, 64); err == nil {
		memory = min(memory, limit)
	}
	return memory
}
