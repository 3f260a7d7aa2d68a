package worker

import "runtime/metrics"

// A gauge reads a number of goroutines from the runtime. The cost does not depend on the
// number, unlike that of reading the stacks.
type gauge struct{ samples []metrics.Sample }

// newGauge returns a gauge of the sum of the named runtime metrics.
func newGauge(names ...string) *gauge {
	g := &gauge{}
	for _, name := range names {
		g.samples = append(g.samples, metrics.Sample{Name: name})
	}
	return g
}

// now returns the number, or 0 if the runtime does not count goroutines.
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

// quiet counts the goroutines that are running or runnable.
type quiet struct{ *gauge }

func newQuiet() quiet {
	return quiet{newGauge("/sched/goroutines/running:goroutines", "/sched/goroutines/runnable:goroutines")}
}

// now reports whether no goroutine but the caller's is running or runnable. Other goroutines
// may sleep or wait for the system. If the runtime does not count goroutines, now returns
// true, and the stacks have to decide.
func (q quiet) now() bool { return q.gauge.now() <= 1 }
