package command

import (
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"strconv"
	"strings"
)

const (
	coverHeap = 600 << 20 // bytes; for cover, whose workers and compilers need memory, too
	maxHeap   = 3 << 30   // bytes
	minHeap   = 1 << 30   // bytes; lower bound of the limit on small machines

	leastGrowth, mostGrowth = 35, 400 // percent
	quietDivisor            = 3       // the heap is first collected when it is a third of the limit
)

// tuneGC reduces the frequency of garbage collection: the heap may grow up to a limit in bytes, but to
// 1.35 times its live size at least and 5 times at most. All memory of the runtime is kept below 1.5 times the limit,
// or 1.2 times the live size if that is more: the heap outgrows its goal while a collection goes on. The environment
// variables GOGC and GOMEMLIMIT take precedence. It affects the whole process.
func tuneGC(limit int64) {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	debug.SetGCPercent(-1)
	debug.SetMemoryLimit(limit / quietDivisor)
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	onCollection(func() {
		metrics.Read(live)
		n := live[0].Value.Uint64()
		debug.SetGCPercent(growth(n, limit))
		debug.SetMemoryLimit(max(limit+limit/2, int64(n+n/5)))
	})
}

// growth returns by how much a heap may grow before the next collection, in percent of its live bytes.
func growth(live uint64, limit int64) int {
	spare := limit - int64(live)
	return int(min(max(100*spare/int64(max(live, 1)), leastGrowth), mostGrowth))
}

// onCollection calls do after each garbage collection from now on.
func onCollection(do func()) {
	type token struct{ _ [64]byte }
	runtime.AddCleanup(new(token), func(struct{}) { do(); onCollection(do) }, struct{}{})
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
