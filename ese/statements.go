package ese

import "nearmiss/symexec"

// Statements is how many statements were executed, the cost of Aquino et al.
func Statements(c symexec.Cost) uint64 { return c.Statements }
