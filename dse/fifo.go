package dse

func init() { Register("fifo", FIFO) }

// FIFO flips nodes in the order in which they arose: the nodes of the first run in the order of its
// path, then the new nodes of the second run. Modonato compares Tardis with it (section 5).
func FIFO(*World) Strategy {
	return &rankedNodes{rank: func(*Node, int) rank { return rank{} }}
}
