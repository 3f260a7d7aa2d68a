package worker

import (
	"cmp"
	"runtime"

	"nearmiss/internal/probe"
)

// feed checks the heap during a long run. A run that holds more than its share of the memory,
// garbage not counted, is ended like a run out of fuel: otherwise the system would end the
// process, and filling all of the memory takes seconds. For a run whose heap is about as large
// as the share, the time of the look decides whether the run is ended.
func (g *guard) feed(v *vigil) {
	share := g.machine.share
	if share == 0 {
		return
	}
	if len(g.full) > 0 {
		if run, _, _ := g.progress(); run == v.run {
			probe.Starve() // repeated, because the run may have overwritten the fuel at the same moment
		}
		return
	}
	var mem runtime.MemStats
	runtime.ReadMemStats(&mem)
	v.allocated = cmp.Or(v.allocated, mem.TotalAlloc)
	if mem.TotalAlloc-v.allocated < share/2 || mem.HeapAlloc < share {
		return
	}
	v.allocated = mem.TotalAlloc
	runtime.GC()
	runtime.ReadMemStats(&mem)
	during := min(mem.TotalAlloc-v.allocated, share) // allocated during the collection; may be garbage
	if run, _, _ := g.progress(); mem.HeapAlloc > share+during && run == v.run {
		g.full <- struct{}{}
		probe.Starve()
	}
}
