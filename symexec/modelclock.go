package symexec

// The clock of a run begins at a second of its own, and goes on by a tick each
// time somebody looks: so a loop that waits for it comes to an end, and each run
// of an input is the same. What the process saw when package time came into
// being is that first moment.
const (
	clockSeconds = 1_000_000_000 // since 1970
	clockNanos   = 1_000_000_000 // on the monotonic clock
	clockTick    = 1_000_000     // nanoseconds
)

// clockModels are the readings of the clock. The path says that it
// has read it: another clock shows another time.
func clockModels() map[string]Model {
	return map[string]Model{
		"time.now": now, "time.runtimeNow": now,
		"time.runtimeNano":      func(c *Call) bool { return c.answer(clockNanos + c.tick()) },
		"time.runtimeIsBubbled": noEffect,
	}
}

// now gives seconds, nanoseconds of the second, and the monotonic clock.
func now(c *Call) bool {
	at := c.tick()
	c.Results[0], c.Results[1] = word(clockSeconds+at/1e9), word(at%1e9)
	c.Results[2] = word(clockNanos + at)
	return true
}

// tick is how many nanoseconds of the run have gone by.
func (c *Call) tick() uint64 {
	m := c.m
	if m.epoch == 0 {
		return 0
	}
	m.path.Outside = "the clock begins at a fixed time"
	m.ticks++
	return m.ticks * clockTick
}

func (c *Call) answer(n uint64) bool {
	c.Results[0] = word(n)
	return true
}
