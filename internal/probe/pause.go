package probe

// In a run that pauses, the tank is empty: each block asks for fuel, and Keeper.Pause may let other goroutines
// or timers go first. Other runs pay nothing for it.
var (
	pauses     int   // blocks at which the next runs pause
	pausesLeft int   // of the current run
	reserve    int64 // fuel of the current run beside the tank
)

// Pause makes the goroutines of the next runs pause at their first n blocks, all goroutines together; 0 for no pauses.
func Pause(n int) { pauses = n }

// beginPauses empties the tank at the beginning of a run that pauses.
func beginPauses() {
	if reserve, pausesLeft = 0, pauses; pauses > 0 && keeper != nil && keeper.Pause != nil {
		fuel, reserve = 0, fuel
	}
}

// refuel pays for the block that the calling goroutine has come to, from the reserve, and pauses. It reports
// false if there is no reserve.
func refuel() bool {
	if reserve <= 0 || threshold != 0 || draining || starved || hasGivenUp {
		return false
	}
	reserve += fuel // less than zero: what the block lacks
	if pausesLeft <= 0 || reserve < 0 {
		fuel, reserve = reserve, 0
		return fuel >= 0
	}
	fuel = 0
	pausesLeft--
	keeper.Pause()
	return true
}
