package probe

var (
	gaveUp bool   // the run, or the making of its inputs, cannot go on whatever the fuel
	spent  uint64 // what it had cost by then
)

// giveUp ends the run, if the goroutine at hand is the one that runs the function
// under test, or makes its inputs. More fuel would not help it.
//
//go:noinline
func giveUp() {
	if !own() {
		return
	}
	if !preparing && !gaveUp {
		spent = min(used(), uint64(limit))
		keeper.Settle() // the others go on until they end or wait too
	}
	gaveUp, fuel = true, -1
	panic(&exhausted)
}

// own reports whether the goroutine at hand is the one that runs the function under
// test, or makes its inputs.
func own() bool { return keeper != nil && (off == 0 || preparing) && !keeper.Foreign() }

// GaveUp reports whether the last run, or the making of its inputs, has ended
// because it waited for what can never come, asked for too much memory, or would
// have slept too long.
func GaveUp() bool { return gaveUp }
