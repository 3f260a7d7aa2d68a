package worker

import "runtime/metrics"

// quiet asks the runtime how many goroutines run or want to, which costs the
// same however many there are; to ask for their stacks costs as much as all of
// these together.
type quiet struct{ samples []metrics.Sample }

func newQuiet() *quiet {
	return &quiet{[]metrics.Sample{
		{Name: "/sched/goroutines/running:goroutines"},
		{Name: "/sched/goroutines/runnable:goroutines"},
	}}
}

// now reports whether nobody but the goroutine at hand can run. Some of them
// may sleep, or wait for the system. Where the runtime does not count
// goroutines it is always true: the stacks will tell.
func (q *quiet) now() bool {
	metrics.Read(q.samples)
	n := uint64(0)
	for _, s := range q.samples {
		if s.Value.Kind() != metrics.KindUint64 {
			return true
		}
		n += s.Value.Uint64()
	}
	return n <= 1
}

// births asks the runtime how many goroutines there have been.
type births struct{ samples []metrics.Sample }

func newBirths() *births {
	return &births{[]metrics.Sample{{Name: "/sched/goroutines-created:goroutines"}}}
}

// now is their number, or 0 where the runtime does not count them.
func (b *births) now() uint64 {
	metrics.Read(b.samples)
	if v := b.samples[0].Value; v.Kind() == metrics.KindUint64 {
		return v.Uint64()
	}
	return 0
}
