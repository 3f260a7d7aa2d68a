package probe

// Timer wraps time.AfterFunc, given as start: the Keeper learns of each timer, and a panic in the function of a
// timer ends the run and not the process.
func Timer[D any, T interface {
	Stop() bool
	Reset(D) bool
}](start func(D, func()) T) func(D, func()) T {
	return func(d D, f func()) T {
		t := start(d, Guard0(f))
		if keeper != nil && keeper.Timer != nil && f != nil {
			keeper.Timer(func() bool { return t.Stop() && !t.Reset(d) }, f)
		}
		return t
	}
}
