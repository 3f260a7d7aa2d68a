package worker

import "runtime/metrics"

// A gauge asks the runtime for a number of goroutines, which costs the same however
// many there are; to ask for their stacks costs as much as all of these together.
type gauge struct{ samples []metrics.Sample }

// newGauge is a gauge of the sum of some of the runtime's counts.
func newGauge(names ...string) *gauge {
	g := &gauge{}
	for _, name := range names {
		g.samples = append(g.samples, metrics.Sample{Name: name})
	}
	return g
}

// now is the number, and 0 where the runtime does not count goroutines.
func (g *gauge) now() (n uint64) {
	metrics.Read(g.samples)
	for _, s := range g.samples {
		if s.Value.Kind() != metrics.KindUint64 {
			return 0
		}
		n += s.Value.Uint64()
	}
	return n
}

// quiet counts the goroutines that run or want to.
type quiet struct{ *gauge }

func newQuiet() quiet {
	return quiet{newGauge("/sched/goroutines/running:goroutines", "/sched/goroutines/runnable:goroutines")}
}

// now reports whether nobody but the goroutine at hand can run. Some of them
// may sleep, or wait for the system. Where the runtime does not count
// goroutines it is always true: the stacks will tell.
func (q quiet) now() bool { return q.gauge.now() <= 1 }
