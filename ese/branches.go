package ese

import "nearmiss/symexec"

// Branches is the length of the path in conditions.
func Branches(c symexec.Cost) uint64 { return c.Branches }
