package dse

import "nearmiss/symexec"

// complete reports whether every path was taken to its end: no node is open or was given
// up, nothing was dropped, and no run was cut off. Then what no run did no input does, as
// far as paths hang on the input alone.
func (r *Result) complete() bool {
	if r.Runs == 0 || r.Open > 0 || r.Dropped > 0 || r.Diverged > 0 || len(r.Unknown) > 0 {
		return false
	}
	for end, n := range r.Ends {
		switch end {
		case symexec.Returned, symexec.Panicked, symexec.Unbuilt: // what cannot be made is no input
		default:
			if n > 0 {
				return false
			}
		}
	}
	return true
}
