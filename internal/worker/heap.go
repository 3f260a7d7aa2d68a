package worker

import (
	"cmp"
	"runtime"

	"nearmiss/internal/probe"
)

// checkHeap checks the heap during a long run. A run that holds more than its share of the memory,
// garbage not counted, is ended like a run out of fuel: otherwise the system would end the
// process, and filling all of the memory takes seconds. For a run whose heap is about as large
// as the share, the time of the look decides whether the run is ended.
func (g *guard) checkHeap(seen *observation) {
	limit := g.machine.heapLimit
	if limit == 0 {
		return
	}
	if len(g.collectionDue) > 0 {
		if run, _, _ := g.currentRun(); run == seen.run {
			probe.Starve() // repeated, because the run may have overwritten the fuel at the same moment
		}
		return
	}
	var mem runtime.MemStats
	runtime.ReadMemStats(&mem)
	seen.allocated = cmp.Or(seen.allocated, mem.TotalAlloc)
	if mem.TotalAlloc-seen.allocated < limit/2 || mem.HeapAlloc < limit {
		return
	}
	seen.allocated = mem.TotalAlloc
	runtime.GC()
	runtime.ReadMemStats(&mem)
	allocatedMeanwhile := min(mem.TotalAlloc-seen.allocated, limit) // allocated during the collection; may be garbage
	if run, _, _ := g.currentRun(); mem.HeapAlloc > limit+allocatedMeanwhile && run == seen.run {
		g.collectionDue <- struct{}{}
		probe.Starve()
	}
}
