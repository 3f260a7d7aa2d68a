package dse

// A renewer is a frontier that can serve another search of its world, in the memory
// that it has: it forgets all that it was told, and is as if its strategy had just made
// it. Lists that were long once need not grow again, which is a good part of the work where
// searches are short. What was in them stays reachable until something takes its place.
type renewer interface {
	Frontier

	// renew makes it new. What its world knows of the new search is there by then.
	renew()
}

// renew makes the frontier of a strategy new.
func (m *member) renew(s Strategy, w *World) {
	if m.renewer != nil {
		m.renewer.renew()
	} else {
		*m = memberOf(s(w))
	}
}

// lengthened returns a list with n elements, the new ones zero, in the memory of
// another if there is room.
func lengthened[S ~[]T, T any](list S, n int) S {
	if n <= len(list) {
		return list
	}
	return append(list, make([]T, n-len(list))...)
}
