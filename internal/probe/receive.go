package probe

// Got is what a look at a channel came to.
type Got uint8

const (
	GotNothing Got = iota // so far
	GotValue
	GotAll // nothing more is wanted
)

// Receive looks at the channels that a function has returned, one by one
// through next, until none of them has more to give. It comes before End: what
// the goroutines do that send there is part of the run. They can use up its
// fuel; if they do not, it costs what it did when the function returned, however
// far they have come since.
func Receive(next ...func() Got) {
	left := fuel
	receive(next)
	if fuel >= 0 {
		fuel = left
	}
}

func receive(next []func() Got) {
	for idle, last := 0, false; ; idle++ {
		some, wanted := false, false
		for _, f := range next {
			got := f()
			some = some || got == GotValue
			wanted = wanted || got != GotAll
		}
		switch {
		case !wanted || last && !some:
			return
		case some:
			idle, last = -1, false
		default:
			last = keeper == nil || !keeper.Wait(idle)
		}
	}
}
