package worker

import "runtime/metrics"

// A goroutineGauge reads a number of goroutines from the runtime. The cost does not depend on the
// number, unlike that of reading the stacks.
type goroutineGauge struct{ samples []metrics.Sample }

// newGoroutineGauge returns a gauge of the sum of the named runtime metrics.
func newGoroutineGauge(names ...string) *goroutineGauge {
	g := &goroutineGauge{}
	for _, name := range names {
		g.samples = append(g.samples, metrics.Sample{Name: name})
	}
	return g
}

// value returns the number, or 0 if the runtime does not count goroutines.
func (g *goroutineGauge) value() (n uint64) {
	metrics.Read(g.samples)
	for _, s := range g.samples {
		if s.Value.Kind() != metrics.KindUint64 {
			return 0
		}
		n += s.Value.Uint64()
	}
	return n
}

// idleGauge counts the goroutines that are running or runnable.
type idleGauge struct{ *goroutineGauge }

func newIdleGauge() idleGauge {
	return idleGauge{newGoroutineGauge("/sched/goroutines/running:goroutines", "/sched/goroutines/runnable:goroutines")}
}

// othersIdle reports whether no goroutine but the caller's is running or runnable. Other goroutines
// may sleep or wait for the system. If the runtime does not count goroutines, othersIdle
// returns true, and the stacks have to decide.
func (q idleGauge) othersIdle() bool { return q.goroutineGauge.value() <= 1 }
