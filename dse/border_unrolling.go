package dse

// UnrollingBorder flips nodes that few of their own code location precede on the
// path: first what is met for the first time, then what a loop comes to for the
// second time. Among nodes that are equal in this, the code locations take turns.
func UnrollingBorder(w *World) Frontier {
	f := &grid{}
	f.border = makeBorder(w, func(n *Node) **class { return f.classes.at(int(n.location)).at(n.Nth) })
	f.first = func(n *Node) int32 { return int32(n.Nth) }
	return f
}
