package worker

import (
	"cmp"
	"runtime"

	"nearmiss/internal/probe"
)

// feed looks at the heap while a run lasts. One that holds more than its share
// of the memory, and not only garbage, is ended as one without fuel is: the
// system would end the process, and filling all of the memory takes seconds.
// Whether a run whose heap is about as large as that ends in time to escape
// depends on when the guard looks.
func (g *guard) feed(v *vigil) {
	share := g.machine.share
	if share == 0 {
		return
	}
	if len(g.full) > 0 {
		if run, _, _ := g.progress(); run == v.run {
			probe.Starve() // once more: it may have counted on at that moment
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
	during := min(mem.TotalAlloc-v.allocated, share) // that may be garbage again
	if run, _, _ := g.progress(); mem.HeapAlloc > share+during && run == v.run {
		g.full <- struct{}{}
		probe.Starve()
	}
}
