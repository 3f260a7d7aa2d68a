package probe

// Got is the result of an attempt to receive from a channel.
type Got uint8

const (
	GotNothing Got = iota // no value arrived yet
	GotValue              // a value arrived
	GotAll                // no further value is wanted
)

// Receive reads the channels that a function returned, one after the other through next, until
// they have no more values. It is called before End, because the sending goroutines are part of
// the run. These goroutines can use up the fuel of the run. Otherwise the cost of the run is the
// cost at the return of the function, which does not depend on their progress since.
func Receive(next ...func() Got) {
	fuelLeft := fuel
	receiveAll(next)
	if fuel >= 0 {
		fuel = fuelLeft
	}
}

func receiveAll(next []func() Got) {
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
